#include "gguf/gguf_value.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace phonoscope {

static_assert(std::endian::native == std::endian::little, "GGUF values are read as they are stored");

namespace {

// Values are not aligned in the file.
template <typename T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <typename Stored, typename Out>
std::vector<Out> load_all(const GgufValue& v) {
    std::vector<Out> out(v.count);
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = static_cast<Out>(load<Stored>(v.bytes.data() + i * sizeof(Stored)));
    }
    return out;
}

}  // namespace

size_t gguf_scalar_bytes(gguf_type type) {
    switch (type) {
        case GGUF_TYPE_UINT8:
        case GGUF_TYPE_INT8:
        case GGUF_TYPE_BOOL: return 1;
        case GGUF_TYPE_UINT16:
        case GGUF_TYPE_INT16: return 2;
        case GGUF_TYPE_UINT32:
        case GGUF_TYPE_INT32:
        case GGUF_TYPE_FLOAT32: return 4;
        case GGUF_TYPE_UINT64:
        case GGUF_TYPE_INT64:
        case GGUF_TYPE_FLOAT64: return 8;
        default: return 0;
    }
}

std::optional<std::vector<int64_t>> GgufValue::integers() const {
    switch (type) {
        case GGUF_TYPE_UINT8: return load_all<uint8_t, int64_t>(*this);
        case GGUF_TYPE_INT8: return load_all<int8_t, int64_t>(*this);
        case GGUF_TYPE_UINT16: return load_all<uint16_t, int64_t>(*this);
        case GGUF_TYPE_INT16: return load_all<int16_t, int64_t>(*this);
        case GGUF_TYPE_UINT32: return load_all<uint32_t, int64_t>(*this);
        case GGUF_TYPE_INT32: return load_all<int32_t, int64_t>(*this);
        case GGUF_TYPE_INT64: return load_all<int64_t, int64_t>(*this);
        case GGUF_TYPE_BOOL: {
            auto out = load_all<uint8_t, int64_t>(*this);
            for (int64_t& v : out) {
                v = v != 0 ? 1 : 0;
            }
            return out;
        }
        case GGUF_TYPE_UINT64: {
            std::vector<int64_t> out;
            for (const uint64_t v : load_all<uint64_t, uint64_t>(*this)) {
                if (std::cmp_greater(v, std::numeric_limits<int64_t>::max())) {
                    return std::nullopt;
                }
                out.push_back(static_cast<int64_t>(v));
            }
            return out;
        }
        default: return std::nullopt;
    }
}

std::optional<std::vector<double>> GgufValue::reals() const {
    switch (type) {
        case GGUF_TYPE_FLOAT32: return load_all<float, double>(*this);
        case GGUF_TYPE_FLOAT64: return load_all<double, double>(*this);
        default: return std::nullopt;
    }
}

std::optional<std::vector<std::string>> GgufValue::strings() const {
    if (type != GGUF_TYPE_STRING) {
        return std::nullopt;
    }
    std::vector<std::string> out(count);
    const std::byte* at = bytes.data();
    for (std::string& s : out) {
        const auto length = load<uint64_t>(at);
        s.assign(reinterpret_cast<const char*>(at) + sizeof length, length);
        at += sizeof length + length;
    }
    return out;
}

bool is_utf8(std::span<const std::byte> text) {
    for (size_t i = 0; i < text.size();) {
        const auto first = std::to_integer<uint32_t>(text[i]);
        const size_t length = first < 0x80           ? 1
                              : (first >> 5) == 0x06 ? 2
                              : (first >> 4) == 0x0E ? 3
                              : (first >> 3) == 0x1E ? 4
                                                     : 0;
        if (length == 0 || length > text.size() - i) {
            return false;
        }
        uint32_t code = length == 1 ? first : first & (0x7FU >> length);
        for (size_t j = 1; j < length; ++j) {
            const auto next = std::to_integer<uint32_t>(text[i + j]);
            if ((next >> 6) != 0x02) {
                return false;
            }
            code = (code << 6) | (next & 0x3FU);
        }
        constexpr uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
        if (code < kSmallest[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
            return false;
        }
        i += length;
    }
    return true;
}

}  // namespace phonoscope
