// The causal codec of Audio8 and Echo-TTS: a DAC (Kumar et al. 2023) with transformers around its quantizer, as Fish
// Audio built it. Its dimensions, read from a file of the architecture "dac" and checked for sense.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/decoder_weights.hpp"
#include "codec/window_transformer.hpp"
#include "gguf/gguf_file.hpp"

namespace phonoscope::dac {

struct EncoderConfig {
    int64_t first_width = 0;                          // channels of the first convolution, doubled by every block
    std::vector<int64_t> rates;                       // by which the blocks shorten, first to last
    std::vector<int64_t> downsampling_ratios;         // of the ConvNeXt stages before the quantizer
    codec::WindowTransformerConfig transformer;       // behind the last block
    codec::WindowTransformerConfig before_quantizer;  // at the rate of frames
    std::vector<int64_t> codebook_sizes;
    int64_t codeword_width = 0;
    int64_t latent_width = 0;
    int64_t sample_rate_hz = 0;

    int64_t n_quantizers() const { return static_cast<int64_t>(codebook_sizes.size()); }
    int64_t positions_per_frame() const;  // of the transformer behind the last block
    int64_t hop_samples() const;
};

// Both throw ModelFileError when a key is missing, has the wrong type, or declares impossible dimensions.
codec::DecoderConfig read_decoder_config(const GgufFile& file);
EncoderConfig read_encoder_config(const GgufFile& file);

// Whether the file carries the decoder.
bool is_dac(const GgufFile& file);
// Files may come without an encoder.
bool has_encoder(const GgufFile& file);

}  // namespace phonoscope::dac
