// Dimensions of an Echo-TTS checkpoint, read from the file and checked for sense.
#pragma once

#include <cstdint>

#include "gguf/gguf_file.hpp"

namespace phonoscope::echo_tts {

struct TransformerConfig {
    int64_t n_layers = 0;
    int64_t width = 0;
    int64_t ffn_width = 0;
    int64_t n_heads = 0;
    int64_t head_dim() const { return width / n_heads; }
};

struct EchoConfig {
    TransformerConfig denoiser;
    TransformerConfig text;
    TransformerConfig speaker;  // the latent encoder has the same shape
    int64_t latent_width = 0;   // channels of one frame of latents
    int64_t codec_width = 0;    // channels of one frame of the codec, before the principal components
    int64_t text_vocab = 0;
    int64_t patch_frames = 0;  // frames that the speaker and latent encoders read as one position
    int64_t timestep_width = 0;
    int64_t adaln_rank = 0;
    float norm_eps = 0;
    float latent_scale = 0;  // of the principal components
    bool continues = false;  // has the latent encoder: blockwise generation and continuation
};

// The longest text and the longest stretch of latents that the model was trained on.
inline constexpr int64_t kMaxTextIds = 768;
inline constexpr int64_t kMaxFrames = 640;
// The longest voice that the reference encodes.
inline constexpr int64_t kMaxSpeakerFrames = 6400;

// Whether the file carries the transformer; its codec may lie in another.
bool is_echo_tts(const GgufFile& file);
// Throws ModelFileError when a key is missing, has the wrong type, or declares impossible dimensions.
EchoConfig read_config(const GgufFile& file);

}  // namespace phonoscope::echo_tts
