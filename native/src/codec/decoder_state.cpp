#include "codec/decoder_state.hpp"

#include <algorithm>
#include <cmath>

namespace phonoscope::codec {

DecoderState::DecoderState(const DecoderWeights& weights)
    : quantized(weights.pre_conv ? DecoderWeights::kInputTaps - 1 : 0, kMaxFrames,
                row_stride(weights.config.quantizer_width)),
      transformer(weights.config.transformer, kMaxFrames),
      vocoder_input(0, 0, 0),
      mono(0, 0, 0),
      first_frame_block(std::min<size_t>(1, weights.config.upsample_rates.size())) {
    const DecoderConfig& config = weights.config;
    int64_t rate = 1;  // rows per frame
    for (const int64_t ratio : config.upsampling_ratios) {
        rate *= ratio;
        depthwise.emplace_back(ConvNextWeights::kTaps - 1, rate * kMaxFrames, config.latent_width);
    }
    vocoder_input = RowHistory(DecoderWeights::kVocoderTaps - 1, rate * kMaxFrames, row_stride(config.latent_width));
    int64_t width = config.decoder_width;
    boundary_rows_per_frame = rate;
    double memory_frames = 0;  // every history reaches back by its past rows from where the one before it ends
    for (size_t i = 0; i < config.upsample_rates.size(); ++i) {
        // The boundary is filled for a whole chunk; what comes after it holds one frame at a time.
        const int64_t input_frames = i <= first_frame_block ? kMaxFrames : 1;
        const int64_t frames = i < first_frame_block ? kMaxFrames : 1;
        boundary_rows_per_frame = i <= first_frame_block ? rate : boundary_rows_per_frame;
        VocoderBlockState block{RowHistory(1, rate * input_frames, row_stride(width)), {}};
        memory_frames += i > first_frame_block ? 1.0 / static_cast<double>(rate) : 0.0;
        rate *= config.upsample_rates[i];
        width /= 2;
        for (size_t u = 0; u < ResidualUnitWeights::kDilations.size(); ++u) {
            // All phases of a transposed convolution are written as one long row: no gap after its first
            // unit's rows.
            const int64_t n_past = ResidualUnitWeights::past_rows(ResidualUnitWeights::kDilations[u]);
            block.units.emplace_back(n_past, rate * frames, u == 0 ? width : row_stride(width));
            memory_frames += i >= first_frame_block ? static_cast<double>(n_past) / static_cast<double>(rate) : 0.0;
        }
        blocks.push_back(std::move(block));
    }
    memory_frames += static_cast<double>(DecoderWeights::kVocoderTaps - 1) / static_cast<double>(rate);
    frame_graph_memory_frames = static_cast<int64_t>(std::ceil(memory_frames));
    const bool mono_is_boundary = first_frame_block == blocks.size();
    boundary_rows_per_frame = mono_is_boundary ? rate : boundary_rows_per_frame;
    mono = RowHistory(DecoderWeights::kVocoderTaps - 1, rate * (mono_is_boundary ? kMaxFrames : 1), width);
}

void DecoderState::reset() {
    quantized.clear();
    transformer.reset();
    std::ranges::for_each(depthwise, &RowHistory::clear);
    vocoder_input.clear();
    for (VocoderBlockState& block : blocks) {
        block.upsample.clear();
        std::ranges::for_each(block.units, &RowHistory::clear);
    }
    mono.clear();
}

}  // namespace phonoscope::codec
