#include "gguf/gguf_reader.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_set>

#include "base/error.hpp"

namespace phonoscope {

namespace {

constexpr uint64_t kMaxArrayElements = 1 << 24;  // a hundred times the largest vocabulary
constexpr uint64_t kMaxNameBytes = 255;   // ggml itself keeps 63; files of programs that build it otherwise have more
constexpr uint64_t kMaxKeyBytes = 65535;  // by the format's definition
constexpr uint64_t kDefaultAlignment = 32;
constexpr uint64_t kMinAlignment = 8;  // weights are read through pointers to their own type
constexpr uint64_t kMaxAlignment = 1 << 20;
constexpr int64_t kMaxTensorValues = int64_t{1} << 48;  // products with any block size stay inside 64 bits
constexpr const char* kDamaged = " (damaged or cut short? fetch or convert it again)";

class Reader {
   public:
    Reader(std::span<const std::byte> file, const std::filesystem::path& path) : file_(file), path_(path) {}

    GgufTables read() {
        if (file_.size() < 4 || std::memcmp(file_.data(), "GGUF", 4) != 0) {
            refuse("is not a GGUF file");
        }
        position_ = 4;
        const auto version = take<uint32_t>("the version");
        if (version != 2 && version != 3) {
            refuse("has GGUF version " + std::to_string(version) + "; versions 2 and 3 (little-endian) can be read");
        }
        const auto n_tensors = take<uint64_t>("the number of tensors");
        const auto n_keys = take<uint64_t>("the number of metadata keys");
        GgufTables tables;
        read_keys(n_keys, tables.keys);
        read_tensors(n_tensors, tables.tensors);
        place_tensors(alignment(tables.keys), tables.tensors);
        return tables;
    }

   private:
    [[noreturn]] void refuse(const std::string& problem) const {
        throw ModelFileError(path_.string() + ": " + problem);
    }

    std::span<const std::byte> take_bytes(uint64_t n, const char* what) {
        if (n > file_.size() - position_) {
            refuse(std::string("ends inside ") + what + kDamaged);
        }
        const auto out = file_.subspan(position_, n);
        position_ += n;
        return out;
    }

    template <typename T>
    T take(const char* what) {
        T value;
        std::memcpy(&value, take_bytes(sizeof value, what).data(), sizeof value);
        return value;
    }

    // Keys and tensor names: short, printable, so that they can stand in a message.
    std::string take_name(uint64_t max_bytes, const char* what) {
        const auto length = take<uint64_t>(what);
        if (length == 0 || length > max_bytes) {
            refuse(std::string(what) + " is " + std::to_string(length) + " bytes long, 1 to " +
                   std::to_string(max_bytes) + " are allowed" + kDamaged);
        }
        const auto bytes = take_bytes(length, what);
        const bool printable = std::none_of(bytes.begin(), bytes.end(),
                                            [](std::byte b) { return b < std::byte{0x20} || b == std::byte{0x7F}; });
        if (!printable || !is_utf8(bytes)) {
            refuse(std::string(what) + " is not printable text" + kDamaged);
        }
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

    GgufValue take_value(const std::string& key) {
        GgufValue value;
        auto type = take<uint32_t>("a metadata type");
        value.is_array = type == GGUF_TYPE_ARRAY;
        if (value.is_array) {
            type = take<uint32_t>("a metadata type");
            value.count = take<uint64_t>("a metadata length");
            if (value.count > kMaxArrayElements) {
                refuse("metadata key " + key + " claims " + std::to_string(value.count) + " elements" + kDamaged);
            }
        }
        const size_t scalar = type < GGUF_TYPE_COUNT ? gguf_scalar_bytes(static_cast<gguf_type>(type)) : 0;
        if (scalar == 0 && type != GGUF_TYPE_STRING) {
            refuse("metadata key " + key + " has unknown type " + std::to_string(type));
        }
        value.type = static_cast<gguf_type>(type);
        const size_t start = position_;
        if (scalar > 0) {
            take_bytes(value.count * scalar, "a metadata value");
        } else {
            for (uint64_t i = 0; i < value.count; ++i) {
                if (!is_utf8(take_bytes(take<uint64_t>("a metadata string"), "a metadata string"))) {
                    refuse("metadata key " + key + " holds a string that is not UTF-8 text");
                }
            }
        }
        value.bytes = file_.subspan(start, position_ - start);
        return value;
    }

    void read_keys(uint64_t n, std::vector<GgufKey>& keys) {
        std::unordered_set<std::string> seen;
        for (uint64_t i = 0; i < n; ++i) {
            GgufKey key;
            key.name = take_name(kMaxKeyBytes, "a metadata key");
            key.value = take_value(key.name);
            if (!seen.insert(key.name).second) {
                refuse("metadata key " + key.name + " is listed twice");
            }
            keys.push_back(std::move(key));
        }
    }

    uint64_t alignment(std::span<const GgufKey> keys) const {
        const auto key =
            std::find_if(keys.begin(), keys.end(), [](const GgufKey& k) { return k.name == "general.alignment"; });
        if (key == keys.end()) {
            return kDefaultAlignment;
        }
        const auto value = key->value.is_array ? std::nullopt : key->value.integers();
        const uint64_t n = value ? static_cast<uint64_t>(value->front()) : 0;
        if (n < kMinAlignment || n > kMaxAlignment || (n & (n - 1)) != 0) {
            refuse("general.alignment must be a power of two in 8..1048576");
        }
        return n;
    }

    // Name, shape and type; leaves the offset in offsets_.
    void read_tensors(uint64_t n, std::vector<GgufTensor>& tensors) {
        std::unordered_set<std::string> seen;
        for (uint64_t i = 0; i < n; ++i) {
            GgufTensor t;
            t.name = take_name(kMaxNameBytes, "a tensor name");
            if (!seen.insert(t.name).second) {
                refuse("tensor " + t.name + " is listed twice");
            }
            const auto n_dims = take<uint32_t>("a tensor's shape");
            if (n_dims < 1 || n_dims > GGML_MAX_DIMS) {
                refuse("tensor " + t.name + " has " + std::to_string(n_dims) + " dimensions, 1 to 4 are allowed");
            }
            int64_t n_values = 1;
            for (uint32_t d = 0; d < n_dims; ++d) {
                t.ne[d] = take<int64_t>("a tensor's shape");
                if (t.ne[d] < 1 || t.ne[d] > kMaxTensorValues / n_values) {
                    refuse("tensor " + t.name + " has impossible dimension " + std::to_string(t.ne[d]) + kDamaged);
                }
                n_values *= t.ne[d];
            }
            const auto type = take<uint32_t>("a tensor's type");
            t.type = static_cast<ggml_type>(type);
            if (type >= GGML_TYPE_COUNT || ggml_blck_size(t.type) < 1 || ggml_type_size(t.type) == 0) {
                refuse("tensor " + t.name + " has unknown type " + std::to_string(type));
            }
            if (t.ne[0] % ggml_blck_size(t.type) != 0) {
                refuse("tensor " + t.name + " has rows of " + std::to_string(t.ne[0]) + " values, not a multiple of " +
                       std::to_string(ggml_blck_size(t.type)) + " as " + ggml_type_name(t.type) + " needs");
            }
            offsets_.push_back(take<uint64_t>("a tensor's offset"));
            tensors.push_back(std::move(t));
        }
    }

    void place_tensors(uint64_t alignment, std::vector<GgufTensor>& tensors) {
        const uint64_t start = (position_ + alignment - 1) / alignment * alignment;
        const uint64_t available = file_.size() > start ? file_.size() - start : 0;
        for (size_t i = 0; i < tensors.size(); ++i) {
            GgufTensor& t = tensors[i];
            const uint64_t n_rows = static_cast<uint64_t>(t.ne[1]) * static_cast<uint64_t>(t.ne[2] * t.ne[3]);
            const uint64_t n_bytes = ggml_row_size(t.type, t.ne[0]) * n_rows;
            if (offsets_[i] % alignment != 0) {
                refuse("tensor " + t.name + " is not aligned to " + std::to_string(alignment) + " bytes" + kDamaged);
            }
            if (offsets_[i] > available || n_bytes > available - offsets_[i]) {
                refuse("tensor " + t.name + " reaches past the end of the file (cut short? fetch or convert it again)");
            }
            t.bytes = file_.subspan(start + offsets_[i], n_bytes);
        }
        std::vector<const GgufTensor*> order;
        for (const GgufTensor& t : tensors) {
            order.push_back(&t);
        }
        std::sort(order.begin(), order.end(),
                  [](const GgufTensor* a, const GgufTensor* b) { return a->bytes.data() < b->bytes.data(); });
        for (size_t i = 1; i < order.size(); ++i) {
            if (order[i - 1]->bytes.data() + order[i - 1]->bytes.size() > order[i]->bytes.data()) {
                refuse("tensors " + order[i - 1]->name + " and " + order[i]->name + " overlap" + kDamaged);
            }
        }
    }

    std::span<const std::byte> file_;
    const std::filesystem::path& path_;
    size_t position_ = 0;
    std::vector<uint64_t> offsets_;
};

}  // namespace

GgufTables read_gguf_tables(std::span<const std::byte> file, const std::filesystem::path& path) {
    return Reader(file, path).read();
}

}  // namespace phonoscope
