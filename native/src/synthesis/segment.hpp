// What a take is made of: segments of text, each spoken from its own prompt with the same voice and seed; and how they
// are spoken, as far as that is the same for every family.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "synthesis/kept_states.hpp"

namespace phonoscope {

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
// As Python and the files of takes call it.
std::string name_of(StopReason reason);
// Whether another seed may do better.
bool ended_badly(StopReason reason);

// Ends a segment that does not end by itself, once all its text has been fed. 0 switches a check off.
struct Watchdog {
    int32_t max_silent_frames = 31;
    float silence_rms = 0.002F;  // about -54 dBFS
    int32_t max_equal_codes = 25;

    // Whether the first codes of a segment have stopped changing although its text, `n_text_frames` long, is spoken.
    bool is_stuck(std::span<const int32_t> first_codes, int64_t n_text_frames) const;
};

struct TakeSettings {
    Watchdog watchdog;
    uint64_t seed = 0;
    int32_t chunk_frames = 4;  // frames that the codec decodes at once; the first of a segment goes alone
    int32_t n_retries = 0;  // further seeds to try when a segment ended by cap or watchdog; holds audio back until then
    int64_t capacity_frames = 0;
    int64_t capacity_positions = 0;
    bool record_magnitudes = false;
    KeepRule keep;
};

// One try at a segment.
struct Attempt {
    int64_t segment = 0;
    int32_t number = 0;  // of those at this segment
    uint64_t seed = 0;
};

// What the model did in one attempt.
struct Spoken {
    StopReason reason = StopReason::cancelled;
    int64_t n_restored_rows = 0;  // of the prompt, not computed: what was kept of an earlier prompt was restored
    double prefill_ms = 0;
};

// A segment as the base of every synthesis sees it.
struct SegmentJob {
    std::vector<int32_t> ref_codes;  // prime the codec without being heard
    int64_t n_text_frames = 0;       // frames along which text is still fed
    int64_t n_prompt_rows = 0;
    std::function<Spoken(const Attempt&)> speak;
};

// How a segment ended.
struct SegmentResult {
    uint64_t seed = 0;
    int64_t first_frame = 0;  // in the take
    int64_t n_frames = 0;
    int64_t n_prompt_rows = 0;
    int64_t n_restored_rows = 0;      // of them, see Spoken
    int64_t first_silent_frame = -1;  // of the silence that ended it; -1: none
    double prefill_ms = 0;
    StopReason stop_reason = StopReason::none;
    std::vector<StopReason> discarded;  // how the attempts with the seeds before ended, of which nothing is kept
};

}  // namespace phonoscope
