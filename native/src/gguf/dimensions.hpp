// Dimensions that a model file declares, read with a check for sense.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gguf/gguf_file.hpp"

namespace phonoscope {

// Products of three stay inside int64_t.
constexpr int64_t kMaxDimension = 1 << 20;

// Each throws ModelFileError when the key is missing, has the wrong type, or holds what no plausible checkpoint would.

// An integer in 1..highest.
int64_t dimension(const GgufFile& file, const std::string& key, int64_t highest = kMaxDimension);
// The same, or `otherwise` where the key is absent.
int64_t dimension_or(const GgufFile& file, const std::string& key, int64_t otherwise);
// A list of at most `longest` dimensions, not empty.
std::vector<int64_t> dimensions(const GgufFile& file, const std::string& key, size_t longest);
// At most eight factors by which a codec changes its rate, each in 1..64.
std::vector<int64_t> rate_factors(const GgufFile& file, const std::string& key);
// A number above 0 and below 10^12.
float positive(const GgufFile& file, const std::string& key);

}  // namespace phonoscope
