// Dimensions of a Qwen3-TTS checkpoint, read from the file and checked for sense. Nothing here is hard-coded to
// the released sizes: small configurations run as well as 0.6B and 1.7B.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/decoder_weights.hpp"
#include "gguf/gguf_file.hpp"
#include "lm/stack_config.hpp"

namespace phonoscope::qwen3_tts {

struct TalkerConfig {
    lm::StackConfig talker;
    lm::StackConfig predictor;
    int64_t codec_vocab = 0;                // rows of codec embedding and head (codes and control ids)
    int64_t text_vocab = 0;                 // rows of the text embedding
    int64_t text_width = 0;                 // width of the text embedding before projection
    int64_t n_code_groups = 0;              // codebooks per frame, the first of them predicted by the talker
    int64_t codebook_size = 0;              // entries per codebook (predictor vocabulary)
    int64_t max_positions = 0;              // longest sequence that the checkpoint allows
    bool has_predictor_projection = false;  // talker width -> predictor width (1.7B)
};

// The speech tokenizer's encoder: convolutions, a transformer at twice the frame rate or more, split residual
// quantizers.
struct CodecEncoderConfig {
    lm::StackConfig transformer;  // but LayerNorm instead of RMS, GELU instead of SwiGLU
    int64_t n_quantizers = 0;     // the first semantic, the others acoustic
    int64_t codebook_size = 0;
    int64_t codebook_dim = 0;
    int64_t n_filters = 0;  // channels after the first convolution, doubled by every stage
    int64_t input_taps = 0;
    int64_t residual_taps = 0;
    int64_t last_taps = 0;
    int64_t compress = 0;              // channels inside a residual block are fewer by this factor
    std::vector<int64_t> strides;      // of the stages, from the audio on
    int64_t downsample_taps = 0;       // of the last convolution; it strides by half of them
    int64_t samples_per_position = 0;  // of the transformer
    int64_t positions_per_frame = 0;
    bool raw_codebooks = false;  // second dialect: codebooks still to be divided by their usage

    int64_t hop_samples() const { return samples_per_position * positions_per_frame; }
};

// All three throw ModelFileError when a key is missing, has the wrong type, or declares impossible dimensions.
TalkerConfig read_talker_config(const GgufFile& file);
codec::DecoderConfig read_codec_config(const GgufFile& file);
CodecEncoderConfig read_codec_encoder_config(const GgufFile& file);

// True when the file carries the talker and predictor / the speech tokenizer / its encoder.
bool has_talker(const GgufFile& file);
bool has_codec(const GgufFile& file);
bool has_codec_encoder(const GgufFile& file);

}  // namespace phonoscope::qwen3_tts
