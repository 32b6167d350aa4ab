// A GGUF file, mapped read-only. Every count, offset and size is checked against the file before anything is
// handed out, so that a file that lies is refused with one clear line instead of being read out of bounds.
#pragma once

#include <ggml.h>
#include <gguf.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace phonoscope {

// One tensor of the file. `ne` is in ggml order (fastest dimension first); unused dimensions are 1.
struct GgufTensor {
    std::string name;
    ggml_type type = GGML_TYPE_F32;
    std::array<int64_t, GGML_MAX_DIMS> ne{1, 1, 1, 1};
    std::span<const std::byte> bytes;  // inside the mapping, valid while the GgufFile lives
};

class GgufFile {
   public:
    // Maps `path` and checks its tables. Throws ModelFileError naming the file and the problem.
    explicit GgufFile(const std::filesystem::path& path);
    ~GgufFile();
    GgufFile(const GgufFile&) = delete;
    GgufFile& operator=(const GgufFile&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::span<const GgufTensor> tensors() const { return tensors_; }
    // The tensor called `name`, or nullptr.
    const GgufTensor* find(std::string_view name) const;

    bool has(std::string_view key) const;
    // Typed access to metadata; the optional forms are empty when the key is absent, the others throw
    // ModelFileError when it is absent. All throw when the stored type does not fit.
    std::optional<int64_t> find_integer(std::string_view key) const;
    std::optional<double> find_number(std::string_view key) const;
    std::optional<std::string> find_string(std::string_view key) const;
    int64_t integer(std::string_view key) const;
    double number(std::string_view key) const;
    std::string string(std::string_view key) const;
    std::vector<int64_t> integers(std::string_view key) const;
    std::vector<std::string> strings(std::string_view key) const;

    const gguf_context* context() const { return gguf_.get(); }
    // Throws ModelFileError("<path>: <problem>").
    [[noreturn]] void refuse(const std::string& problem) const;

   private:
    struct GgufDeleter {
        void operator()(gguf_context* c) const { gguf_free(c); }
    };
    int64_t key_id(std::string_view key) const;
    int64_t required_key_id(std::string_view key) const;

    std::filesystem::path path_;
    std::span<const std::byte> mapping_;
    std::unique_ptr<gguf_context, GgufDeleter> gguf_;
    std::vector<GgufTensor> tensors_;
    std::unordered_map<std::string_view, size_t> index_;
};

}  // namespace phonoscope
