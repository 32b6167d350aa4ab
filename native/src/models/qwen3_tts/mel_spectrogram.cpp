#include "models/qwen3_tts/mel_spectrogram.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phonoscope::qwen3_tts {

namespace {

constexpr double kHighestHz = 12000.0;
constexpr double kMagnitudeFloor = 1e-9;  // added to the power
constexpr float kMelFloor = 1e-5F;

// Slaney's mel scale: linear below 1 kHz, logarithmic above.
constexpr double kLinearHzPerMel = 200.0 / 3.0;
constexpr double kLogFromHz = 1000.0;
constexpr double kLogFromMel = kLogFromHz / kLinearHzPerMel;
const double kLogStep = std::log(6.4) / 27.0;

double mel_to_hz(double mel) {
    return mel < kLogFromMel ? mel * kLinearHzPerMel : kLogFromHz * std::exp(kLogStep * (mel - kLogFromMel));
}

double hz_to_mel(double hz) {
    return hz < kLogFromHz ? hz / kLinearHzPerMel : kLogFromMel + std::log(hz / kLogFromHz) / kLogStep;
}

// The sample at `i`, which may lie up to a window beyond either end of the mirror.
float reflected(std::span<const float> audio, int64_t i) {
    const auto last = static_cast<int64_t>(audio.size()) - 1;
    i = i < 0 ? -i : i;
    return audio[static_cast<size_t>(i > last ? 2 * last - i : i)];
}

}  // namespace

MelSpectrogram::MelSpectrogram() {
    constexpr double kTurn = 2.0 * std::numbers::pi;
    constexpr auto kSize = static_cast<size_t>(kWindowSamples);
    for (size_t i = 0; i < kSize; ++i) {
        const double angle = kTurn * static_cast<double>(i) / static_cast<double>(kSize);
        window_[i] = 0.5 - 0.5 * std::cos(angle);
        if (i < roots_.size()) {
            roots_[i] = std::polar(1.0, -angle);
        }
        reversed_[i] = i == 0 ? 0 : reversed_[i / 2] / 2 + (i % 2) * (kSize / 2);
    }
    std::array<double, kBands + 2> corner_hz;
    for (size_t i = 0; i < corner_hz.size(); ++i) {
        corner_hz[i] = mel_to_hz(hz_to_mel(kHighestHz) * static_cast<double>(i) / static_cast<double>(kBands + 1));
    }
    for (size_t b = 0; b < static_cast<size_t>(kBands); ++b) {
        const double low = corner_hz[b];
        const double centre = corner_hz[b + 1];
        const double high = corner_hz[b + 2];
        Band band{0, {}};
        for (size_t bin = 0; bin <= kSize / 2; ++bin) {
            const double hz =
                static_cast<double>(bin) * static_cast<double>(kSampleRateHz) / static_cast<double>(kSize);
            const double weight = std::min((hz - low) / (centre - low), (high - hz) / (high - centre));
            if (weight > 0.0) {
                band.first_bin = band.weights.empty() ? bin : band.first_bin;
                band.weights.push_back(static_cast<float>(weight * 2.0 / (high - low)));
            }
        }
        bands_.push_back(std::move(band));
    }
}

void MelSpectrogram::frame_pair(std::span<const float> audio, int64_t first, float* out) const {
    // Two real frames are the real and the imaginary part of one transform.
    const bool has_second = first + 1 < n_frames(static_cast<int64_t>(audio.size()));
    std::array<std::complex<double>, kWindowSamples> values;
    for (int64_t i = 0; i < kWindowSamples; ++i) {
        const int64_t at = first * kHopSamples - kEdgeSamples + i;
        const double second = has_second ? reflected(audio, at + kHopSamples) : 0.0;
        values[reversed_[static_cast<size_t>(i)]] =
            window_[static_cast<size_t>(i)] * std::complex<double>(reflected(audio, at), second);
    }
    transform(values);
    std::array<std::array<float, kWindowSamples / 2 + 1>, 2> magnitudes;
    for (size_t bin = 0; bin <= kWindowSamples / 2; ++bin) {
        const std::complex<double> z = values[bin];
        const std::complex<double> mirrored = std::conj(values[(kWindowSamples - bin) % kWindowSamples]);
        magnitudes[0][bin] = static_cast<float>(std::sqrt(std::norm(z + mirrored) / 4.0 + kMagnitudeFloor));
        magnitudes[1][bin] = static_cast<float>(std::sqrt(std::norm(z - mirrored) / 4.0 + kMagnitudeFloor));
    }
    for (size_t frame = 0; frame < (has_second ? 2U : 1U); ++frame) {
        for (const Band& band : bands_) {
            float sum = 0;
            for (size_t i = 0; i < band.weights.size(); ++i) {
                sum += band.weights[i] * magnitudes[frame][band.first_bin + i];
            }
            *out++ = std::log(std::max(sum, kMelFloor));
        }
    }
}

// Radix-2 butterflies over values in bit-reversed order.
void MelSpectrogram::transform(std::array<std::complex<double>, kWindowSamples>& values) const {
    for (size_t half = 1; half < values.size(); half *= 2) {
        const size_t root_step = roots_.size() / half;
        for (size_t begin = 0; begin < values.size(); begin += 2 * half) {
            for (size_t i = 0; i < half; ++i) {
                const std::complex<double> root = roots_[i * root_step];
                const std::complex<double> b = values[begin + half + i];
                const std::complex<double> turned(root.real() * b.real() - root.imag() * b.imag(),
                                                  root.real() * b.imag() + root.imag() * b.real());
                values[begin + half + i] = values[begin + i] - turned;
                values[begin + i] += turned;
            }
        }
    }
}

}  // namespace phonoscope::qwen3_tts
