// One metadata value of a GGUF file, still encoded, and its decoding into plain types.
#pragma once

#include <gguf.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace phonoscope {

// `bytes` lies inside the file's mapping and was checked when the file was opened: it holds exactly `count` values
// of `type`, strings each behind a 64-bit length.
struct GgufValue {
    gguf_type type = GGUF_TYPE_COUNT;  // of the value, or of every element
    bool is_array = false;
    uint64_t count = 1;
    std::span<const std::byte> bytes;

    bool is_real() const { return type == GGUF_TYPE_FLOAT32 || type == GGUF_TYPE_FLOAT64; }

    // All elements of the value (one unless it is an array). Each is empty when the type does not fit;
    // integers() takes booleans as 0 and 1 and is also empty when a value exceeds int64_t.
    std::optional<std::vector<int64_t>> integers() const;
    std::optional<std::vector<double>> reals() const;
    std::optional<std::vector<std::string>> strings() const;
};

// Bytes of one value of a fixed-size type, 0 for strings and for numbers that are no type.
size_t gguf_scalar_bytes(gguf_type type);

// Whether `text` is well-formed UTF-8 (RFC 3629: no surrogates, no overlong forms).
bool is_utf8(std::span<const std::byte> text);

}  // namespace phonoscope
