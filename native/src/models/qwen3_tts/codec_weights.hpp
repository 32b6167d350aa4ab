// The decoder of Qwen3-TTS's speech tokenizer, as its files name it.
#pragma once

#include <memory>

#include "codec/decoder_weights.hpp"

namespace phonoscope::qwen3_tts {

// Reads, checks and packs every decoder tensor of a speech tokenizer file in either dialect. Throws ModelFileError.
std::shared_ptr<const codec::DecoderWeights> read_codec(std::shared_ptr<const GgufFile> file);

}  // namespace phonoscope::qwen3_tts
