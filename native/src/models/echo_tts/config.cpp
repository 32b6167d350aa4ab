#include "models/echo_tts/config.hpp"

#include <string>

#include "gguf/dimensions.hpp"

namespace phonoscope::echo_tts {

namespace {

const std::string kPrefix = "echo-tts.";

TransformerConfig read_transformer(const GgufFile& file, const std::string& prefix) {
    TransformerConfig c{.n_layers = dimension(file, prefix + "block_count", 1024),
                        .width = dimension(file, prefix + "embedding_length"),
                        .ffn_width = dimension(file, prefix + "feed_forward_length"),
                        .n_heads = dimension(file, prefix + "attention.head_count")};
    if (c.width % c.n_heads != 0 || c.head_dim() % 2 != 0) {
        file.refuse("metadata keys " + prefix + "*: " + std::to_string(c.n_heads) + " heads do not divide a width of " +
                    std::to_string(c.width) + " into pairs");
    }
    return c;
}

}  // namespace

bool is_echo_tts(const GgufFile& file) { return file.find("cond_module.0.weight") != nullptr; }

EchoConfig read_config(const GgufFile& file) {
    if (!is_echo_tts(file)) {
        file.refuse("has no Echo-TTS transformer");
    }
    const auto size = [&](const char* name, int64_t highest = kMaxDimension) {
        return dimension(file, kPrefix + name, highest);
    };
    EchoConfig c{.denoiser = read_transformer(file, kPrefix),
                 .text = read_transformer(file, kPrefix + "text."),
                 .speaker = read_transformer(file, kPrefix + "speaker."),
                 .latent_width = size("latent_length"),
                 .codec_width = size("codec_length"),
                 .text_vocab = size("text.vocab_size"),
                 .patch_frames = size("speaker.patch_frames", 64),
                 .timestep_width = size("timestep_length"),
                 .adaln_rank = size("adaln_rank"),
                 .norm_eps = positive(file, kPrefix + "attention.layer_norm_rms_epsilon"),
                 .latent_scale = positive(file, kPrefix + "latent_scale"),
                 .continues = file.find("latent_norm.weight") != nullptr};
    if (c.denoiser.n_heads % 2 != 0 || c.timestep_width % 2 != 0 || c.text_vocab < 256) {
        file.refuse("the declared dimensions do not fit together");
    }
    return c;
}

}  // namespace phonoscope::echo_tts
