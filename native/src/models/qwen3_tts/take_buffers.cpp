#include "models/qwen3_tts/take_buffers.hpp"

namespace phonoscope::qwen3_tts {

TakeBuffers::TakeBuffers(const TalkerConfig& model, const CodecDecoder& codec, size_t capacity_frames,
                         size_t capacity_positions, bool record_magnitudes)
    : audio(capacity_frames * static_cast<size_t>(codec.config().hop_samples), 1),
      codes(capacity_frames, static_cast<size_t>(model.n_code_groups)),
      draws(capacity_frames, static_cast<size_t>(model.n_code_groups)),
      frames(capacity_frames, 1) {
    if (!record_magnitudes) {
        return;
    }
    const auto group = [](const char* name, size_t rows, int64_t layers) {
        return std::make_unique<TapGroup>(name, rows, static_cast<size_t>(layers));
    };
    const auto n_passes = static_cast<size_t>(model.n_code_groups - 1);
    talker = group("talker", capacity_positions, model.talker.n_layers);
    talker_keys = group("talker_keys", capacity_positions, model.talker.n_layers);
    talker_values = group("talker_values", capacity_positions, model.talker.n_layers);
    predictor = group("predictor", capacity_frames * n_passes, model.predictor.n_layers);
    codec_transformer = group("codec_transformer", capacity_frames, codec.config().transformer.n_layers);
    codec_blocks = group("codec_blocks", capacity_frames, std::ssize(codec.block_names()));
}

std::vector<TapGroup*> TakeBuffers::tap_groups() const {
    std::vector<TapGroup*> groups;
    for (const auto* group : {&talker, &talker_keys, &talker_values, &predictor, &codec_transformer, &codec_blocks}) {
        if (*group) {
            groups.push_back(group->get());
        }
    }
    return groups;
}

}  // namespace phonoscope::qwen3_tts
