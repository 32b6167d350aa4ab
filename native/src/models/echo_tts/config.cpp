#include "models/echo_tts/config.hpp"

#include <string>

namespace phonoscope::echo_tts {

namespace {

// Larger than any plausible checkpoint, small enough that products of three dimensions stay inside int64_t.
constexpr int64_t kMaxDimension = 1 << 20;

class Reader {
   public:
    explicit Reader(const GgufFile& file) : file_(&file) {}

    int64_t dimension(const std::string& name, int64_t highest = kMaxDimension) const {
        const int64_t v = file_->integer("echo-tts." + name);
        if (v < 1 || v > highest) {
            file_->refuse("metadata key echo-tts." + name + " = " + std::to_string(v) +
                          " is not a plausible dimension");
        }
        return v;
    }

    float positive(const std::string& name) const {
        const auto v = static_cast<float>(file_->number("echo-tts." + name));
        if (!(v > 0.0F) || !(v < 1e6F)) {
            file_->refuse("metadata key echo-tts." + name + " must be a positive number");
        }
        return v;
    }

    TransformerConfig transformer(const std::string& prefix) const {
        TransformerConfig c{.n_layers = dimension(prefix + "block_count", 1024),
                            .width = dimension(prefix + "embedding_length"),
                            .ffn_width = dimension(prefix + "feed_forward_length"),
                            .n_heads = dimension(prefix + "attention.head_count")};
        if (c.width % c.n_heads != 0 || c.head_dim() % 2 != 0) {
            file_->refuse("metadata keys echo-tts." + prefix + "*: " + std::to_string(c.n_heads) +
                          " heads do not divide a width of " + std::to_string(c.width) + " into pairs");
        }
        return c;
    }

   private:
    const GgufFile* file_;
};

}  // namespace

EchoConfig read_config(const GgufFile& file) {
    if (file.find("cond_module.0.weight") == nullptr) {
        file.refuse("has no Echo-TTS transformer");
    }
    const Reader read(file);
    EchoConfig c{.denoiser = read.transformer(""),
                 .text = read.transformer("text."),
                 .speaker = read.transformer("speaker."),
                 .latent_width = read.dimension("latent_length"),
                 .codec_width = read.dimension("codec_length"),
                 .text_vocab = read.dimension("text.vocab_size"),
                 .patch_frames = read.dimension("speaker.patch_frames", 64),
                 .timestep_width = read.dimension("timestep_length"),
                 .adaln_rank = read.dimension("adaln_rank"),
                 .norm_eps = read.positive("attention.layer_norm_rms_epsilon"),
                 .latent_scale = read.positive("latent_scale"),
                 .continues = file.find("latent_norm.weight") != nullptr};
    if (c.denoiser.n_heads % 2 != 0 || c.timestep_width % 2 != 0 || c.text_vocab < 256) {
        file.refuse("the declared dimensions do not fit together");
    }
    return c;
}

}  // namespace phonoscope::echo_tts
