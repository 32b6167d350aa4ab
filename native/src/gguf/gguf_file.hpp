// A GGUF file, mapped read-only. Every count, offset and size is checked against the file before anything is
// handed out, so that a file that lies is refused with one clear line instead of being read out of bounds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gguf/file_mapping.hpp"
#include "gguf/gguf_reader.hpp"

namespace phonoscope {

class GgufFile {
   public:
    // Maps `path` and checks its tables. Throws ModelFileError naming the file and the problem.
    explicit GgufFile(const std::filesystem::path& path);
    GgufFile(const GgufFile&) = delete;
    GgufFile& operator=(const GgufFile&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::span<const GgufTensor> tensors() const { return tables_.tensors; }
    std::span<const GgufKey> keys() const { return tables_.keys; }
    // The tensor called `name` / the value of `key`, or nullptr.
    const GgufTensor* find(std::string_view name) const;
    const GgufValue* find_value(std::string_view key) const;

    bool has(std::string_view key) const { return find_value(key) != nullptr; }
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

    // Takes mapped pages out of memory until they are read again: those of `range`, or all.
    void release_pages(std::span<const std::byte> range) const { mapping_.release_pages(range); }
    void release_pages() const { mapping_.release_pages(mapping_.bytes()); }
    // Copies the start of `range`, a part of the file, to `out`; no page of it is mapped for that.
    void read(std::span<const std::byte> range, std::span<std::byte> out) const { mapping_.read(range, out); }

    // Throws ModelFileError("<path>: <problem>").
    [[noreturn]] void refuse(const std::string& problem) const;

   private:
    const GgufValue& required(std::string_view key) const;
    [[noreturn]] void refuse_type(std::string_view key, const char* wanted) const;

    std::filesystem::path path_;
    FileMapping mapping_;
    GgufTables tables_;
    std::unordered_map<std::string_view, size_t> tensor_index_;
    std::unordered_map<std::string_view, size_t> key_index_;
};

}  // namespace phonoscope
