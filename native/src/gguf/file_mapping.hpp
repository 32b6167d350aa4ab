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
    // Copies the start of `range`, a part of bytes(), to `out` without mapping a page: the system maps up to 2 MiB
    // around each place that is read through the mapping.
    void read(std::span<const std::byte> range, std::span<std::byte> out) const;

   private:
    std::span<const std::byte> bytes_;
    int fd_ = -1;
    std::unique_ptr<std::byte[]> copy_;  // under AddressSanitizer only
};

// For programs: from now on, reading a mapped file that somebody has cut shorter meanwhile ends the process with one
// line and exit code 2 instead of a bus error's core dump.
void explain_cut_files();

}  // namespace phonoscope
