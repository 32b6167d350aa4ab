#include "gguf/gguf_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace phonoscope {

namespace {

// Maps the whole file read-only; the descriptor is closed again, the mapping stays.
std::span<const std::byte> map_file(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        throw ModelFileError(path.string() + ": cannot be opened (" + std::strerror(errno) + ")");
    }
    struct stat st{};
    const bool regular = ::fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    const auto size = regular ? static_cast<size_t>(st.st_size) : 0;
    void* base = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    ::close(fd);
    if (base == MAP_FAILED) {
        throw ModelFileError(path.string() + (size == 0 ? ": is empty or not a regular file" : ": cannot be mapped"));
    }
    return {static_cast<const std::byte*>(base), size};
}

}  // namespace

GgufFile::GgufFile(const std::filesystem::path& path) : path_(path), mapping_(map_file(path)) {
    const gguf_init_params params{.no_alloc = true, .ctx = nullptr};
    gguf_.reset(gguf_init_from_buffer(mapping_.data(), mapping_.size(), params));
    if (!gguf_) {
        ::munmap(const_cast<std::byte*>(mapping_.data()), mapping_.size());
        throw ModelFileError(path_.string() +
                             ": is not a readable GGUF file (damaged or cut short; fetch or convert it again)");
    }
    const size_t data_offset = gguf_get_data_offset(gguf_.get());
    const int64_t n_tensors = gguf_get_n_tensors(gguf_.get());
    tensors_.reserve(static_cast<size_t>(n_tensors));
    for (int64_t i = 0; i < n_tensors; ++i) {
        GgufTensor t;
        t.name = gguf_get_tensor_name(gguf_.get(), i);
        t.type = gguf_get_tensor_type(gguf_.get(), i);
        const int64_t* ne = gguf_get_tensor_ne(gguf_.get(), i);
        std::copy_n(ne, GGML_MAX_DIMS, t.ne.begin());
        const size_t offset = gguf_get_tensor_offset(gguf_.get(), i);
        const size_t size = gguf_get_tensor_size(gguf_.get(), i);
        const size_t available = mapping_.size() - std::min(mapping_.size(), data_offset);
        if (offset > available || size > available - offset) {
            refuse("tensor " + t.name + " reaches past the end of the file (cut short? fetch or convert it again)");
        }
        t.bytes = mapping_.subspan(data_offset + offset, size);
        tensors_.push_back(std::move(t));
    }
    for (size_t i = 0; i < tensors_.size(); ++i) {
        if (!index_.emplace(tensors_[i].name, i).second) {
            refuse("tensor " + tensors_[i].name + " is listed twice");
        }
    }
}

GgufFile::~GgufFile() {
    if (!mapping_.empty()) {
        ::munmap(const_cast<std::byte*>(mapping_.data()), mapping_.size());
    }
}

void GgufFile::refuse(const std::string& problem) const { throw ModelFileError(path_.string() + ": " + problem); }

const GgufTensor* GgufFile::find(std::string_view name) const {
    const auto it = index_.find(name);
    return it == index_.end() ? nullptr : &tensors_[it->second];
}

int64_t GgufFile::key_id(std::string_view key) const { return gguf_find_key(gguf_.get(), std::string(key).c_str()); }

int64_t GgufFile::required_key_id(std::string_view key) const {
    const int64_t id = key_id(key);
    if (id < 0) {
        refuse("metadata key " + std::string(key) + " is missing");
    }
    return id;
}

bool GgufFile::has(std::string_view key) const { return key_id(key) >= 0; }

std::optional<int64_t> GgufFile::find_integer(std::string_view key) const {
    const int64_t id = key_id(key);
    if (id < 0) {
        return std::nullopt;
    }
    switch (gguf_get_kv_type(gguf_.get(), id)) {
        case GGUF_TYPE_UINT8: return gguf_get_val_u8(gguf_.get(), id);
        case GGUF_TYPE_INT8: return gguf_get_val_i8(gguf_.get(), id);
        case GGUF_TYPE_UINT16: return gguf_get_val_u16(gguf_.get(), id);
        case GGUF_TYPE_INT16: return gguf_get_val_i16(gguf_.get(), id);
        case GGUF_TYPE_UINT32: return gguf_get_val_u32(gguf_.get(), id);
        case GGUF_TYPE_INT32: return gguf_get_val_i32(gguf_.get(), id);
        case GGUF_TYPE_INT64: return gguf_get_val_i64(gguf_.get(), id);
        case GGUF_TYPE_UINT64: {
            const uint64_t v = gguf_get_val_u64(gguf_.get(), id);
            if (v > static_cast<uint64_t>(INT64_MAX)) {
                refuse("metadata key " + std::string(key) + " is out of range");
            }
            return static_cast<int64_t>(v);
        }
        case GGUF_TYPE_BOOL: return gguf_get_val_bool(gguf_.get(), id) ? 1 : 0;
        default: refuse("metadata key " + std::string(key) + " is not an integer");
    }
}

std::optional<double> GgufFile::find_number(std::string_view key) const {
    const int64_t id = key_id(key);
    if (id < 0) {
        return std::nullopt;
    }
    switch (gguf_get_kv_type(gguf_.get(), id)) {
        case GGUF_TYPE_FLOAT32: return gguf_get_val_f32(gguf_.get(), id);
        case GGUF_TYPE_FLOAT64: return gguf_get_val_f64(gguf_.get(), id);
        default: return static_cast<double>(integer(key));
    }
}

std::optional<std::string> GgufFile::find_string(std::string_view key) const {
    const int64_t id = key_id(key);
    if (id < 0) {
        return std::nullopt;
    }
    if (gguf_get_kv_type(gguf_.get(), id) != GGUF_TYPE_STRING) {
        refuse("metadata key " + std::string(key) + " is not a string");
    }
    return gguf_get_val_str(gguf_.get(), id);
}

int64_t GgufFile::integer(std::string_view key) const {
    required_key_id(key);
    return *find_integer(key);
}

double GgufFile::number(std::string_view key) const {
    required_key_id(key);
    return *find_number(key);
}

std::string GgufFile::string(std::string_view key) const {
    required_key_id(key);
    return *find_string(key);
}

std::vector<int64_t> GgufFile::integers(std::string_view key) const {
    const int64_t id = required_key_id(key);
    const bool is_array = gguf_get_kv_type(gguf_.get(), id) == GGUF_TYPE_ARRAY;
    const gguf_type type = is_array ? gguf_get_arr_type(gguf_.get(), id) : GGUF_TYPE_COUNT;
    if (type != GGUF_TYPE_INT32 && type != GGUF_TYPE_UINT32) {
        refuse("metadata key " + std::string(key) + " is not an array of 32-bit integers");
    }
    const size_t n = gguf_get_arr_n(gguf_.get(), id);
    const void* data = gguf_get_arr_data(gguf_.get(), id);
    std::vector<int64_t> out(n);
    for (size_t i = 0; i < n; ++i) {
        out[i] = type == GGUF_TYPE_INT32 ? static_cast<int64_t>(static_cast<const int32_t*>(data)[i])
                                         : static_cast<int64_t>(static_cast<const uint32_t*>(data)[i]);
    }
    return out;
}

std::vector<std::string> GgufFile::strings(std::string_view key) const {
    const int64_t id = required_key_id(key);
    if (gguf_get_kv_type(gguf_.get(), id) != GGUF_TYPE_ARRAY ||
        gguf_get_arr_type(gguf_.get(), id) != GGUF_TYPE_STRING) {
        refuse("metadata key " + std::string(key) + " is not an array of strings");
    }
    std::vector<std::string> out(gguf_get_arr_n(gguf_.get(), id));
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = gguf_get_arr_str(gguf_.get(), id, i);
    }
    return out;
}

}  // namespace phonoscope
