// The decoder of a DAC file: codec::Decoder runs it, from codes or from the sums of their codewords (latents).
#pragma once

#include <memory>

#include "codec/decoder.hpp"
#include "models/dac/config.hpp"

namespace phonoscope::dac {

// Reads, checks and packs every tensor that decoding needs. Throws ModelFileError.
std::shared_ptr<const codec::DecoderWeights> read_decoder(std::shared_ptr<const GgufFile> file);

}  // namespace phonoscope::dac
