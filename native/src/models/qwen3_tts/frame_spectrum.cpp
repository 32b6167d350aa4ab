#include "models/qwen3_tts/frame_spectrum.hpp"

#include <cmath>
#include <numbers>

namespace phonoscope::qwen3_tts {

namespace {

using Complex = std::complex<float>;

constexpr float kDiagonal = 0x1.6a09e8p-1F;  // the square root of a half, as the library has it: rounded up

// Every product is rounded before the sum. The operator of std::complex looks for infinities as well.
Complex product(Complex a, Complex b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// The transform of four values.
std::array<Complex, 4> butterfly(const std::array<Complex, 4>& in) {
    const Complex even_sum = in[0] + in[2];
    const Complex even_difference = in[0] - in[2];
    const Complex odd_sum = in[1] + in[3];
    const Complex odd_difference = in[1] - in[3];
    const Complex turned(odd_difference.imag(), -odd_difference.real());
    return {even_sum + odd_sum, even_difference + turned, even_sum - odd_sum, even_difference - turned};
}

// The transform of eight values.
std::array<Complex, 8> butterfly(const std::array<Complex, 8>& in) {
    const std::array even = butterfly(std::array{in[0], in[2], in[4], in[6]});
    std::array odd = butterfly(std::array{in[1], in[3], in[5], in[7]});
    const Complex eighth = kDiagonal * odd[1];
    const Complex three_eighths = kDiagonal * odd[3];
    odd[1] = {eighth.real() + eighth.imag(), eighth.imag() - eighth.real()};
    odd[2] = {odd[2].imag(), -odd[2].real()};
    odd[3] = {three_eighths.imag() - three_eighths.real(), -(three_eighths.real() + three_eighths.imag())};
    std::array<Complex, 8> out;
    for (size_t i = 0; i < 4; ++i) {
        out[i] = even[i] + odd[i];
        out[i + 4] = even[i] - odd[i];
    }
    return out;
}

}  // namespace

FrameSpectrum::FrameSpectrum() {
    constexpr double kTurn = 2.0 * std::numbers::pi;
    for (size_t i = 0; i < kPairs; ++i) {
        roots_[i] = Complex(std::polar(1.0, -kTurn * static_cast<double>(i) / static_cast<double>(kPairs)));
        const size_t eight = i / 64;
        const size_t within = i % 64;
        order_[i] = eight + 8 * (within / 16) + 32 * (within / 4 % 4) + 128 * (within % 4);
    }
    for (size_t i = 0; i < kBins; ++i) {
        const std::complex<double> root =
            std::polar(1.0, -kTurn * static_cast<double>(i) / static_cast<double>(kSamples));
        partings_[i] = {0.5F * (1.0F + static_cast<float>(root.imag())), -0.5F * static_cast<float>(root.real())};
    }
}

template <size_t Radix>
void FrameSpectrum::combine(Values& values, size_t length) const {
    const size_t root_step = kPairs / (Radix * length);
    for (size_t begin = 0; begin < kPairs; begin += Radix * length) {
        for (size_t k = 0; k < length; ++k) {
            std::array<Complex, Radix> parts;
            for (size_t i = 0; i < Radix; ++i) {
                parts[i] = product(values[begin + i * length + k], roots_[i * k * root_step]);
            }
            parts = butterfly(parts);
            for (size_t i = 0; i < Radix; ++i) {
                values[begin + i * length + k] = parts[i];
            }
        }
    }
}

FrameSpectrum::Spectrum FrameSpectrum::transform(const Frame& frame) const {
    Values values;
    for (size_t i = 0; i < kPairs; ++i) {
        values[i] = {frame[2 * order_[i]], frame[2 * order_[i] + 1]};
    }
    combine<4>(values, 1);
    combine<4>(values, 4);
    combine<4>(values, 16);
    combine<8>(values, 64);
    Spectrum spectrum;
    for (size_t k = 0; k < kBins; ++k) {
        const Complex mirrored = std::conj(values[(kPairs - k) % kPairs]);
        spectrum[k] = mirrored + product(values[k % kPairs] - mirrored, partings_[k]);
    }
    return spectrum;
}

}  // namespace phonoscope::qwen3_tts
