#include "models/qwen3_tts/speaker_weights.hpp"

#include "models/qwen3_tts/mel_spectrogram.hpp"

namespace phonoscope::qwen3_tts {

SpeakerWeights::SpeakerWeights(std::shared_ptr<const GgufFile> file)
    : conv(conv_kernels(cpu_level())), file_(file), packer_(file, conv.panel_width) {
    if (!in_file(*file)) {
        file->refuse("has no speaker encoder (only Base models can take a voice from a recording)");
    }
    const std::string p = "spk_enc.";
    n_channels = outputs_of(p + "conv0");
    n_pooled = outputs_of(p + "mfa");
    width = outputs_of(p + "fc");
    if (n_channels % kGroups != 0) {
        file->refuse("the speaker encoder's " + std::to_string(n_channels) + " channels do not make " +
                     std::to_string(kGroups) + " groups");
    }
    input = packer_.convolution(p + "conv0", kInputTaps, MelSpectrogram::kBands, n_channels, true);
    for (size_t i = 0; i < kDilations.size(); ++i) {
        const std::string b = p + "blk." + std::to_string(i + 1) + ".";
        const int64_t n_squeezed = outputs_of(b + "se.conv1");
        const int64_t n_group = n_channels / kGroups;
        SpeakerBlockWeights& block = blocks.emplace_back();
        block.dilation = kDilations[i];
        block.before = packer_.convolution(b + "tdnn1", 1, n_channels, n_channels, true);
        for (int64_t g = 0; g + 1 < kGroups; ++g) {
            block.groups.push_back(
                packer_.convolution(b + "res2net." + std::to_string(g), kGroupTaps, n_group, n_group, true));
        }
        block.after = packer_.convolution(b + "tdnn2", 1, n_channels, n_channels, true);
        block.squeeze = packer_.convolution(b + "se.conv1", 1, n_channels, n_squeezed, true);
        block.excite = packer_.convolution(b + "se.conv2", 1, n_squeezed, n_channels, true);
    }
    const auto n_blocks = static_cast<int64_t>(blocks.size());
    const int64_t n_attention = outputs_of(p + "asp.tdnn");
    aggregate = packer_.convolution(p + "mfa", 1, n_blocks * n_channels, n_pooled, true);
    attention = packer_.convolution(p + "asp.tdnn", 1, 3 * n_pooled, n_attention, true);
    attention_score = packer_.convolution(p + "asp.conv", 1, n_attention, n_pooled, true);
    output = packer_.convolution(p + "fc", 1, 2 * n_pooled, width, true);
}

int64_t SpeakerWeights::outputs_of(const std::string& name) const {
    const GgufTensor* t = file_->find(name + ".weight");
    if (t == nullptr) {
        file_->refuse("tensor " + name + ".weight is missing");
    }
    return t->ne[2];
}

}  // namespace phonoscope::qwen3_tts
