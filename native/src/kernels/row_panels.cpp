#include "kernels/row_panels.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "kernels/quant_blocks.hpp"
#include "kernels/row_panels_layout.hpp"

namespace phonoscope {

namespace {

char panel_mark = 0;  // its address is the mark

template <typename T>
void put(std::byte* at, T value) {
    std::memcpy(at, &value, sizeof(value));
}

// Four neighbouring bytes of a row go to its place in each of the chunks.
void put_chunks(const void* bytes, int n_chunks, int64_t row, std::byte* chunks, uint32_t flipped_bits = 0) {
    for (int chunk = 0; chunk < n_chunks; ++chunk) {
        uint32_t four = 0;
        std::memcpy(&four, static_cast<const std::byte*>(bytes) + 4 * chunk, sizeof(four));
        put(chunks + static_cast<size_t>(chunk) * chunk_bytes + 4 * row, four ^ flipped_bits);
    }
}

// Puts one row of a group, whose first block is `blocks[0]`, into its place.
void put_row(PanelQ8_0, const BlockQ8_0* blocks, int64_t n_blocks, int64_t row, std::byte* group) {
    for (int64_t b = 0; b < n_blocks; ++b) {
        put(group + 2 * (b * panel_rows + row), blocks[b].d);
        put_chunks(blocks[b].qs, chunks_per_block, row,
                   group + PanelQ8_0::weights_at + static_cast<size_t>(b * chunks_per_block) * chunk_bytes,
                   0x80808080U);
    }
}

void put_row(PanelQ4_0, const BlockQ4_0* blocks, int64_t n_blocks, int64_t row, std::byte* group) {
    constexpr int n_chunks = chunks_per_block / 2;
    for (int64_t b = 0; b < n_blocks; ++b) {
        put(group + 2 * (b * panel_rows + row), blocks[b].d);
        put_chunks(blocks[b].qs, n_chunks, row,
                   group + PanelQ4_0::weights_at + static_cast<size_t>(b * n_chunks) * chunk_bytes);
    }
}

void put_row(PanelQ4_K, const BlockQ4_K* block, int64_t /*n_blocks*/, int64_t row, std::byte* group) {
    put(group + 2 * row, block->d);
    put(group + PanelQ4_K::dmin_at + 2 * row, block->dmin);
    const ScalesAndMins unpacked = unpack_scales(block->scales);
    for (int64_t b = 0; b < PanelQ4_K::blocks; ++b) {
        put(group + PanelQ4_K::scales_at + b * panel_rows + row, static_cast<uint8_t>(unpacked.scales >> (8 * b)));
        put(group + PanelQ4_K::mins_at + b * panel_rows + row, static_cast<uint8_t>(unpacked.mins >> (8 * b)));
    }
    for (int64_t pair = 0; pair < PanelQ4_K::blocks / 2; ++pair) {
        put_chunks(block->qs[pair], chunks_per_block, row,
                   group + PanelQ4_K::weights_at + static_cast<size_t>(pair * chunks_per_block) * chunk_bytes);
    }
}

// GGUF blocks of a group: eight blocks of 32 weights are one K block.
template <typename Layout, typename Block>
void pack(int64_t k, std::span<const std::byte> rows, std::span<std::byte> panels) {
    constexpr int64_t block_size = std::is_same_v<Block, BlockQ4_K> ? group_weights : block_weights;
    constexpr int64_t blocks_per_group = Layout::blocks * block_weights / block_size;
    const int64_t n_blocks = k / block_size;
    const int64_t n_groups = (n_blocks + blocks_per_group - 1) / blocks_per_group;
    const auto* next = reinterpret_cast<const Block*>(rows.data());
    const auto n_rows = static_cast<int64_t>(rows.size() / sizeof(Block)) / n_blocks;
    for (int64_t row = 0; row < n_rows; ++row, next += n_blocks) {
        std::byte* panel = panels.data() + static_cast<size_t>(row / panel_rows * n_groups) * Layout::bytes;
        for (int64_t g = 0; g < n_groups; ++g) {
            const int64_t first = g * blocks_per_group;
            put_row(Layout{}, next + first, std::min(blocks_per_group, n_blocks - first), row % panel_rows,
                    panel + static_cast<size_t>(g) * Layout::bytes);
        }
    }
}

template <typename Layout>
size_t bytes_of_panel(int64_t k) {
    const int64_t n_blocks = k / block_weights;
    return static_cast<size_t>((n_blocks + Layout::blocks - 1) / Layout::blocks) * Layout::bytes;
}

const PanelLevel& panels_of(CpuLevel level) {
    switch (level) {
#ifdef __x86_64__
        case CpuLevel::avx512: return panels_avx512;
        case CpuLevel::avx2: return panels_avx2;
#endif
        default: return panels_portable;
    }
}

}  // namespace

void mark_in_panels(ggml_tensor& tensor) { tensor.extra = &panel_mark; }

bool is_in_panels(const ggml_tensor* tensor) { return tensor->extra == &panel_mark; }

bool has_row_panels(ggml_type type) {
    return type == GGML_TYPE_Q8_0 || type == GGML_TYPE_Q4_0 || type == GGML_TYPE_Q4_K;
}

size_t row_panel_bytes(ggml_type type, int64_t k) {
    switch (type) {
        case GGML_TYPE_Q8_0: return bytes_of_panel<PanelQ8_0>(k);
        case GGML_TYPE_Q4_0: return bytes_of_panel<PanelQ4_0>(k);
        case GGML_TYPE_Q4_K: return bytes_of_panel<PanelQ4_K>(k);
        default: return 0;
    }
}

void pack_row_panels(ggml_type type, int64_t k, std::span<const std::byte> rows, std::span<std::byte> panels) {
    switch (type) {
        case GGML_TYPE_Q8_0: pack<PanelQ8_0, BlockQ8_0>(k, rows, panels); break;
        case GGML_TYPE_Q4_0: pack<PanelQ4_0, BlockQ4_0>(k, rows, panels); break;
        case GGML_TYPE_Q4_K: pack<PanelQ4_K, BlockQ4_K>(k, rows, panels); break;
        default: break;
    }
}

PanelKernel panel_kernel(ggml_type type, CpuLevel level) {
    switch (type) {
        case GGML_TYPE_Q8_0: return panels_of(level).q8_0;
        case GGML_TYPE_Q4_0: return panels_of(level).q4_0;
        case GGML_TYPE_Q4_K: return panels_of(level).q4_K;
        default: return nullptr;
    }
}

}  // namespace phonoscope
