#include "gguf/file_mapping.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "base/error.hpp"

namespace phonoscope {

FileMapping::FileMapping(const std::filesystem::path& path) {
    const auto refuse = [&](const std::string& problem) { throw ModelFileError(path.string() + ": " + problem); };
    // Not blocking: opening a named pipe would otherwise wait for a writer.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        refuse(std::string("cannot be opened (") + std::strerror(errno) + ")");
    }
    struct stat st{};
    const bool regular = ::fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    const auto size = regular ? static_cast<size_t>(st.st_size) : 0;
    void* base = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    ::close(fd);
    if (base == MAP_FAILED) {
        refuse(!regular ? "is not a regular file" : size == 0 ? "is empty" : "cannot be mapped");
    }
    bytes_ = {static_cast<const std::byte*>(base), size};
#if defined(__SANITIZE_ADDRESS__)
    // Reads past the end of a mapping often go unseen, those past the end of a heap block do not.
    copy_ = std::make_unique<std::byte[]>(size);
    std::memcpy(copy_.get(), base, size);
    ::munmap(base, size);
    bytes_ = {copy_.get(), size};
#endif
}

FileMapping::~FileMapping() {
    if (!copy_) {
        ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
}

void FileMapping::release_pages(std::span<const std::byte> range) const {
    if (copy_) {
        return;  // no pages of the file
    }
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<uintptr_t>(range.data());
    const uintptr_t first = (begin + page - 1) / page * page;
    const uintptr_t end = (begin + range.size()) / page * page;
    if (first < end) {
        ::madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
    }
}

void explain_cut_files() {
    struct sigaction action{};
    action.sa_handler = [](int) {
        static constexpr char message[] =
            "phonoscope: a file was cut shorter while it was in use; bring the model again and leave it alone "
            "meanwhile\n";
        // Nothing but these two is allowed here.
        static_cast<void>(!::write(STDERR_FILENO, message, sizeof(message) - 1));
        ::_exit(2);
    };
    ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace phonoscope
