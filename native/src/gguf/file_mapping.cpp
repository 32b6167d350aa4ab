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
    fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd_ < 0) {
        refuse(std::string("cannot be opened (") + std::strerror(errno) + ")");
    }
    struct stat st{};
    const bool regular = ::fstat(fd_, &st) == 0 && S_ISREG(st.st_mode);
    const auto size = regular ? static_cast<size_t>(st.st_size) : 0;
    void* base = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd_, 0) : MAP_FAILED;
    if (base == MAP_FAILED) {
        ::close(fd_);
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
    ::close(fd_);
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

void FileMapping::read(std::span<const std::byte> range, std::span<std::byte> out) const {
    const ssize_t n_read = copy_ ? 0 : ::pread(fd_, out.data(), out.size(), range.data() - bytes_.data());
    if (n_read != std::ssize(out)) {
        std::memcpy(out.data(), range.data(), out.size());  // from a file that was cut, as explain_cut_files() says
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
