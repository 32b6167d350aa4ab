// Four floats at a time through the compiler's own vector type: SSE2 on x86-64, NEON on AArch64.
#pragma once

#include <cstdint>
#include <cstring>

namespace phonoscope {

// Every Simd type has the same members, so that one template serves all instruction sets. min and max return
// their second argument when either is not a number, as the x86 instructions do.
struct SimdPortable {
    typedef float Reg __attribute__((vector_size(16)));
    typedef int32_t IntReg __attribute__((vector_size(16)));
    static constexpr int kLanes = 4;
    static constexpr int kTileRows = 6;  // rows of a register tile two vectors wide
    // Tiles that may each convert the same f16 weights before a converted copy pays: here it takes several
    // instructions.
    static constexpr int kTilesPerHalfLoad = 1;

    static Reg zero() { return Reg{}; }
    static Reg set1(float v) { return Reg{v, v, v, v}; }
    static Reg load(const float* p) {
        Reg r;
        std::memcpy(&r, p, sizeof r);
        return r;
    }
    static void store(float* p, Reg v) { std::memcpy(p, &v, sizeof v); }
    static Reg load_partial(const float* p, int n) {
        Reg r{};
        std::memcpy(&r, p, sizeof(float) * static_cast<size_t>(n));
        return r;
    }
    static void store_partial(float* p, Reg v, int n) { std::memcpy(p, &v, sizeof(float) * static_cast<size_t>(n)); }
    // Finite IEEE halves: exponent and mantissa moved into place, then rescaled, which also normalises
    // subnormals.
    static Reg load_f16(const uint16_t* p) {
        const IntReg h{p[0], p[1], p[2], p[3]};
        const IntReg magnitude = (h & 0x7fff) << 13;
        const Reg scaled = as_float(magnitude) * set1(0x1p112F);
        return as_float(as_int(scaled) | ((h & 0x8000) << 16));
    }
    static Reg fma(Reg a, Reg b, Reg c) { return a * b + c; }
    static Reg add(Reg a, Reg b) { return a + b; }
    static Reg sub(Reg a, Reg b) { return a - b; }
    static Reg mul(Reg a, Reg b) { return a * b; }
    static Reg div(Reg a, Reg b) { return a / b; }
    static Reg min(Reg a, Reg b) { return a < b ? a : b; }
    static Reg max(Reg a, Reg b) { return a > b ? a : b; }
    static Reg abs(Reg a) { return as_float(as_int(a) & 0x7fffffff); }
    // Nearest integer, for magnitudes below 2^22: adding 1.5 * 2^23 pushes the fraction out of the mantissa.
    static Reg round(Reg a) { return (a + set1(0x1.8p23F)) - set1(0x1.8p23F); }
    // 2^n for integral n in -126..127.
    static Reg pow2(Reg n) { return as_float((__builtin_convertvector(n, IntReg) + 127) << 23); }
    static float sum(Reg v) { return (v[0] + v[2]) + (v[1] + v[3]); }
    static float max_lane(Reg v) {
        const float a = v[0] > v[1] ? v[0] : v[1];
        const float b = v[2] > v[3] ? v[2] : v[3];
        return a > b ? a : b;
    }
    // Zeroes the lanes that are NaN or infinite and adds their number to `count`.
    static Reg keep_finite(Reg v, int64_t& count) {
        const IntReg finite = abs(v) <= set1(0x1.fffffep127F);
        count += 4 + finite[0] + finite[1] + finite[2] + finite[3];
        return as_float(as_int(v) & finite);
    }

   private:
    static IntReg as_int(Reg v) {
        IntReg r;
        std::memcpy(&r, &v, sizeof r);
        return r;
    }
    static Reg as_float(IntReg v) {
        Reg r;
        std::memcpy(&r, &v, sizeof r);
        return r;
    }
};

}  // namespace phonoscope
