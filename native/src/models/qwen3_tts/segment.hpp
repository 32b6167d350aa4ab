// What a take is made of: segments of text, each spoken from its own prompt with the same voice and seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/qwen3_tts/kept_states.hpp"
#include "models/qwen3_tts/prompt.hpp"
#include "models/qwen3_tts/sampler.hpp"

namespace phonoscope::qwen3_tts {

enum class StopReason {
    none,            // still going on
    end_of_speech,   // the model said so
    max_frames,      // the cap was reached
    repeated_codes,  // watchdog: codebook 0 did not change any more
    silence,         // watchdog: nothing was to be heard any more
    cancelled,
    alarm,   // a value was not finite
    failed,  // an error, see Synthesis::error()
};
std::string name_of(StopReason reason);

struct Segment {
    PromptLayout prompt;
    int64_t max_frames = 0;
};

// Ends a segment that does not end by itself, once all its text has been fed. 0 switches a check off.
struct Watchdog {
    int32_t max_silent_frames = 31;
    float silence_rms = 0.002F;  // about -54 dBFS
    int32_t max_equal_codes = 25;
};

struct SynthesisSettings {
    SamplerSettings talker;
    SamplerSettings predictor;
    TokenRules rules;
    Watchdog watchdog;
    uint64_t seed = 0;
    int32_t chunk_frames = 4;  // frames that the codec decodes at once; the first of a segment goes alone
    int32_t n_retries = 0;  // further seeds to try when a segment ended by cap or watchdog; holds audio back until then
    int64_t capacity_frames = 0;
    int64_t capacity_positions = 0;
    bool record_magnitudes = false;
    KeepRule keep;
};

// How a segment ended.
struct SegmentResult {
    uint64_t seed = 0;
    int64_t first_frame = 0;  // in the take
    int64_t n_frames = 0;
    int64_t n_prompt_rows = 0;
    int64_t first_talker_position = 0;  // row of the talker's tap groups where its prompt begins
    int64_t first_silent_frame = -1;    // of the silence that ended it; -1: none
    double prefill_ms = 0;
    StopReason stop_reason = StopReason::none;
};

}  // namespace phonoscope::qwen3_tts
