// A file mapped read-only for as long as the object lives.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace phonoscope {

class FileMapping {
   public:
    // Throws ModelFileError when `path` is no regular file, is empty, or cannot be opened or mapped.
    explicit FileMapping(const std::filesystem::path& path);
    ~FileMapping();
    FileMapping(const FileMapping&) = delete;
    FileMapping& operator=(const FileMapping&) = delete;

    std::span<const std::byte> bytes() const { return bytes_; }
    // Takes the whole pages inside `range`, a part of bytes(), out of this process's memory; whoever reads them again
    // gets them back from the file.
    void release_pages(std::span<const std::byte> range) const;

   private:
    std::span<const std::byte> bytes_;
    std::unique_ptr<std::byte[]> copy_;  // under AddressSanitizer only
};

}  // namespace phonoscope
