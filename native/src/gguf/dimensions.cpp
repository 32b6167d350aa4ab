#include "gguf/dimensions.hpp"

#include <algorithm>

namespace phonoscope {

namespace {

bool plausible(int64_t v) { return v >= 1 && v <= kMaxDimension; }

}  // namespace

int64_t dimension(const GgufFile& file, const std::string& key, int64_t highest) {
    const int64_t v = file.integer(key);
    if (v < 1 || v > highest) {
        file.refuse("metadata key " + key + " = " + std::to_string(v) + " is not a plausible dimension");
    }
    return v;
}

int64_t dimension_or(const GgufFile& file, const std::string& key, int64_t otherwise) {
    return file.has(key) ? dimension(file, key) : otherwise;
}

std::vector<int64_t> dimensions(const GgufFile& file, const std::string& key, size_t longest) {
    std::vector<int64_t> v = file.integers(key);
    if (v.empty() || v.size() > longest || !std::ranges::all_of(v, plausible)) {
        file.refuse("metadata key " + key + " is not a list of 1 to " + std::to_string(longest) +
                    " plausible dimensions");
    }
    return v;
}

std::vector<int64_t> rate_factors(const GgufFile& file, const std::string& key) {
    std::vector<int64_t> v = file.integers(key);
    if (v.empty() || v.size() > 8 || !std::ranges::all_of(v, [](int64_t r) { return r >= 1 && r <= 64; })) {
        file.refuse("metadata key " + key + " is not a short list of rate factors");
    }
    return v;
}

float positive(const GgufFile& file, const std::string& key) {
    const auto v = static_cast<float>(file.number(key));
    if (!(v > 0.0F) || !(v < 1e12F)) {
        file.refuse("metadata key " + key + " must be a positive number");
    }
    return v;
}

}  // namespace phonoscope
