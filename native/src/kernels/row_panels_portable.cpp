// The reference version, in plain C++ that compilers vectorise: also what runs on processors without the vector levels.
#include <array>
#include <cmath>
#include <cstring>

#include "kernels/row_panels_impl.hpp"

namespace phonoscope {

namespace {

struct PanelPortable {
    using Bytes = std::array<uint8_t, chunk_bytes>;
    using Ints = std::array<int32_t, panel_rows>;
    using NibbleSums = Ints;
    using Floats = std::array<float, panel_rows>;

    // result[i] = value(i)
    template <typename Result, typename Value>
    static Result each(Value value) {
        Result result;
        for (size_t i = 0; i < result.size(); ++i) {
            result[i] = value(i);
        }
        return result;
    }

    static Bytes load(const std::byte* p) {
        Bytes bytes;
        std::memcpy(bytes.data(), p, bytes.size());
        return bytes;
    }
    static Bytes low_nibbles(const Bytes& b) {
        return each<Bytes>([&](size_t i) { return static_cast<uint8_t>(b[i] & 15); });
    }
    static Bytes high_nibbles(const Bytes& b) {
        return each<Bytes>([&](size_t i) { return static_cast<uint8_t>(b[i] >> 4); });
    }
    static Ints of_low_nibbles(const NibbleSums& sums) { return sums; }
    static Ints of_high_nibbles(const NibbleSums& sums) { return sums; }
    static Ints plus(const Ints& a, const Ints& b) {
        return each<Ints>([&](size_t i) { return a[i] + b[i]; });
    }
    static NibbleSums nibble_sums_from(int32_t v) {
        return each<NibbleSums>([&](size_t) { return v; });
    }
    static Ints add_products(const Ints& sums, const Bytes& weights, const int8_t* x) {
        return each<Ints>([&](size_t row) {
            const uint8_t* w = weights.data() + 4 * row;
            return sums[row] + w[0] * x[0] + w[1] * x[1] + w[2] * x[2] + w[3] * x[3];
        });
    }
    static Ints signed_sums_from(int32_t sum_of_x) { return nibble_sums_from(-128 * sum_of_x); }
    static Ints add_signed_products(const Ints& sums, const Bytes& weights, const int8_t* x) {
        return add_products(sums, weights, x);
    }
    static Floats all(float v) {
        return each<Floats>([&](size_t) { return v; });
    }
    static Floats to_float(const Ints& v) {
        return each<Floats>([&](size_t i) { return static_cast<float>(v[i]); });
    }
    static Floats halves(const std::byte* p) {
        return each<Floats>([&](size_t i) {
            ggml_fp16_t half = 0;
            std::memcpy(&half, p + i * sizeof(half), sizeof(half));
            return ggml_fp16_to_fp32(half);
        });
    }
    static Floats byte_values(const std::byte* p) {
        return each<Floats>([&](size_t i) { return static_cast<float>(p[i]); });
    }
    static Floats times(const Floats& a, const Floats& b) {
        return each<Floats>([&](size_t i) { return a[i] * b[i]; });
    }
    static Floats fma(const Floats& a, const Floats& b, const Floats& c) {
        return each<Floats>([&](size_t i) { return std::fma(a[i], b[i], c[i]); });
    }
    static Floats minus(const Floats& a, const Floats& b) {
        return each<Floats>([&](size_t i) { return a[i] - b[i]; });
    }
    static void store(const Floats& v, float* y, int64_t n) { std::copy_n(v.data(), n, y); }
    static constexpr bool unrolls_groups = true;
    static void call_ahead(const std::byte* /*p*/, size_t /*n*/) {}
};

}  // namespace

const PanelLevel panels_portable = panel_level<PanelPortable>;

}  // namespace phonoscope
