#include "models/qwen3_tts/codec_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "models/qwen3_tts/codec_weights.hpp"

namespace phonoscope::qwen3_tts {

RowHistory::RowHistory(int64_t n_past, int64_t max_rows, int64_t stride)
    : n_past_(n_past), stride_(stride), rows_(static_cast<size_t>((n_past + max_rows) * stride)) {}

void RowHistory::advance(int64_t n_rows) {
    std::copy_n(rows_.begin() + filled_rows_ * stride_, n_past_ * stride_, rows_.begin());
    filled_rows_ = n_rows;
}

void RowHistory::clear() {
    std::fill_n(rows_.begin(), n_past_ * stride_, 0.0F);
    filled_rows_ = 0;
}

CodecState::CodecState(const CodecConfig& config)
    : pre_conv(CodecWeights::kInputTaps - 1, kMaxFrames, row_stride(config.quantizer_width)),
      layers(static_cast<size_t>(config.transformer.n_layers),
             KeyValueRing(config.sliding_window - 1 + kMaxFrames,
                          config.transformer.n_kv_heads * config.transformer.head_dim)),
      vocoder_input(0, 0, 0),
      mono(0, 0, 0),
      first_frame_block(std::min<size_t>(1, config.upsample_rates.size())) {
    int64_t rate = 1;  // rows per frame
    for (const int64_t ratio : config.upsampling_ratios) {
        rate *= ratio;
        depthwise.emplace_back(CodecWeights::kDepthwiseTaps - 1, rate * kMaxFrames, config.latent_width);
    }
    vocoder_input = RowHistory(CodecWeights::kVocoderTaps - 1, rate * kMaxFrames, row_stride(config.latent_width));
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
        for (size_t u = 0; u < CodecWeights::kUnitDilations.size(); ++u) {
            // All phases of a transposed convolution are written as one long row: no gap after its first
            // unit's rows.
            const int64_t n_past = (CodecWeights::kVocoderTaps - 1) * CodecWeights::kUnitDilations[u];
            block.units.emplace_back(n_past, rate * frames, u == 0 ? width : row_stride(width));
            memory_frames += i >= first_frame_block ? static_cast<double>(n_past) / static_cast<double>(rate) : 0.0;
        }
        blocks.push_back(std::move(block));
    }
    memory_frames += static_cast<double>(CodecWeights::kVocoderTaps - 1) / static_cast<double>(rate);
    frame_graph_memory_frames = static_cast<int64_t>(std::ceil(memory_frames));
    const bool mono_is_boundary = first_frame_block == blocks.size();
    boundary_rows_per_frame = mono_is_boundary ? rate : boundary_rows_per_frame;
    mono = RowHistory(CodecWeights::kVocoderTaps - 1, rate * (mono_is_boundary ? kMaxFrames : 1), width);
}

void CodecState::reset() {
    position = 0;
    pre_conv.clear();
    std::ranges::for_each(depthwise, &RowHistory::clear);
    vocoder_input.clear();
    for (VocoderBlockState& block : blocks) {
        block.upsample.clear();
        std::ranges::for_each(block.units, &RowHistory::clear);
    }
    mono.clear();
}

}  // namespace phonoscope::qwen3_tts
