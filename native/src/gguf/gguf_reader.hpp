// Reads the tables of a GGUF file: header, metadata and tensor list.
#pragma once

#include <ggml.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gguf/gguf_value.hpp"

namespace phonoscope {

// One tensor of the file. `ne` is in ggml order (fastest dimension first); unused dimensions are 1.
struct GgufTensor {
    std::string name;
    ggml_type type = GGML_TYPE_F32;
    std::array<int64_t, GGML_MAX_DIMS> ne{1, 1, 1, 1};
    std::span<const std::byte> bytes;  // inside the mapping, valid while the GgufFile lives
};

struct GgufKey {
    std::string name;
    GgufValue value;
};

struct GgufTables {
    std::vector<GgufKey> keys;
    std::vector<GgufTensor> tensors;
};

// Reads versions 2 and 3, little-endian. Own code rather than ggml's reader, which aborts, compares every name with
// every other and allocates by declared counts when a file lies; here memory and time are bounded by the file's size.
// Throws ModelFileError naming `path` and the first problem: nothing that is handed out reaches outside `file`, names
// are unique, tensors are aligned and do not overlap, and their sizes cannot overflow.
GgufTables read_gguf_tables(std::span<const std::byte> file, const std::filesystem::path& path);

}  // namespace phonoscope
