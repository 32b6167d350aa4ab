#include "gguf/quantize.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <thread>
#include <vector>

#include "base/error.hpp"

namespace phonoscope {

namespace {

constexpr std::array kStorageTypes{GGML_TYPE_F32,  GGML_TYPE_F16,  GGML_TYPE_BF16, GGML_TYPE_Q8_0,
                                   GGML_TYPE_Q4_0, GGML_TYPE_Q4_K, GGML_TYPE_Q5_K, GGML_TYPE_Q6_K};

std::string lower(std::string s) {
    std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return s;
}

int64_t checked_rows(ggml_type type, size_t n_values, int64_t n_per_row, size_t n_bytes) {
    const size_t row = row_bytes(type, n_per_row);
    const auto per_row = static_cast<size_t>(n_per_row);
    const size_t n_rows = n_values / per_row;
    if (n_values % per_row != 0 || n_bytes != n_rows * row) {
        throw ArgumentError(std::to_string(n_values) + " values of " + ggml_type_name(type) + " in rows of " +
                            std::to_string(n_per_row) + " do not take " + std::to_string(n_bytes) + " bytes");
    }
    return static_cast<int64_t>(n_rows);
}

}  // namespace

ggml_type storage_type(const std::string& name) {
    for (const ggml_type type : kStorageTypes) {
        if (lower(ggml_type_name(type)) == lower(name)) {
            return type;
        }
    }
    throw ArgumentError("storage type " + name + " is not one of f32, f16, bf16, q8_0, q4_0, q4_K, q5_K, q6_K");
}

size_t row_bytes(ggml_type type, int64_t n_per_row) {
    const int64_t block = ggml_blck_size(type);
    if (block <= 0 || n_per_row < 1 || n_per_row % block != 0 || n_per_row > (int64_t{1} << 40)) {
        throw ArgumentError("rows of " + std::to_string(n_per_row) + " values cannot be stored as " +
                            ggml_type_name(type) + " (blocks of " + std::to_string(block) + ")");
    }
    return ggml_row_size(type, n_per_row);
}

void quantize_rows(ggml_type type, std::span<const float> values, int64_t n_per_row, std::span<std::byte> out,
                   int n_threads) {
    const int64_t n_rows = checked_rows(type, values.size(), n_per_row, out.size());
    if (n_threads < 1 || n_threads > 64) {
        throw ArgumentError("the number of threads must be in 1..64, not " + std::to_string(n_threads));
    }
    const auto convert = [&](int64_t first, int64_t count) {
        ggml_quantize_chunk(type, values.data(), out.data(), first * n_per_row, count, n_per_row, nullptr);
    };
    const int64_t share = (n_rows + n_threads - 1) / n_threads;
    std::vector<std::jthread> workers;
    for (int64_t first = share; first < n_rows; first += share) {
        workers.emplace_back(convert, first, std::min(share, n_rows - first));
    }
    convert(0, std::min(share, n_rows));
}

void dequantize_rows(ggml_type type, std::span<const std::byte> bytes, int64_t n_per_row, std::span<float> out) {
    checked_rows(type, out.size(), n_per_row, bytes.size());
    if (type == GGML_TYPE_F32) {
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return;
    }
    const ggml_to_float_t to_float = ggml_get_type_traits(type)->to_float;
    if (to_float == nullptr) {
        throw ArgumentError(std::string("tensors of type ") + ggml_type_name(type) + " cannot be read as numbers");
    }
    to_float(bytes.data(), out.data(), static_cast<int64_t>(out.size()));
}

}  // namespace phonoscope
