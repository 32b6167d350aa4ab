#include "models/qwen3_tts/mel_spectrogram.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace phonoscope::qwen3_tts {

namespace {

constexpr double kHighestHz = 12000.0;
constexpr float kPowerFloor = 1e-9F;
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

// A periodic Hann window as PyTorch makes it on x86: of rounded angles, and of cosines of which a few are not the
// nearest number but the one above or below. The last bit of a sample is heard in the logarithms of quiet bands.
constexpr std::array kRaised{20,  22,  78,  93,  117, 121, 122, 336, 449,  470,  483,
                             551, 558, 902, 905, 910, 921, 923, 931, 1006, 1015, 1018};
constexpr std::array kLowered{32, 175, 413, 500, 614, 834, 851, 857, 873, 958, 961, 988};

FrameSpectrum::Frame hann_window() {
    constexpr auto kStep = static_cast<float>(2.0 * std::numbers::pi / static_cast<double>(FrameSpectrum::kSamples));
    FrameSpectrum::Frame window;
    for (size_t i = 0; i < window.size(); ++i) {
        const float angle = static_cast<float>(i) * kStep;
        window[i] = 0.5F - 0.5F * static_cast<float>(std::cos(static_cast<double>(angle)));
    }
    const auto next = [&window](int at, float sign) {
        float& value = window[static_cast<size_t>(at)];
        value += sign * (value < 0.5F ? 0x1p-25F : 0x1p-24F);
    };
    std::ranges::for_each(kRaised, [&next](int at) { next(at, 1.0F); });
    std::ranges::for_each(kLowered, [&next](int at) { next(at, -1.0F); });
    return window;
}

}  // namespace

MelSpectrogram::MelSpectrogram() : window_(hann_window()) {
    constexpr size_t kSize = FrameSpectrum::kSamples;
    std::array<double, kBands + 2> corner_hz;
    for (size_t i = 0; i < corner_hz.size(); ++i) {
        corner_hz[i] = mel_to_hz(hz_to_mel(kHighestHz) * static_cast<double>(i) / static_cast<double>(kBands + 1));
    }
    for (size_t b = 0; b < static_cast<size_t>(kBands); ++b) {
        const double low = corner_hz[b];
        const double centre = corner_hz[b + 1];
        const double high = corner_hz[b + 2];
        Band band{0, {}};
        for (size_t bin = 0; bin < FrameSpectrum::kBins; ++bin) {
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

void MelSpectrogram::frame(std::span<const float> audio, int64_t index, float* out) const {
    FrameSpectrum::Frame windowed;
    for (int64_t i = 0; i < kWindowSamples; ++i) {
        const auto at = static_cast<size_t>(i);
        windowed[at] = window_[at] * reflected(audio, index * kHopSamples - kEdgeSamples + i);
    }
    const FrameSpectrum::Spectrum spectrum = spectrum_.transform(windowed);
    std::array<float, FrameSpectrum::kBins> magnitudes;
    for (size_t bin = 0; bin < magnitudes.size(); ++bin) {
        magnitudes[bin] = std::sqrt(std::norm(spectrum[bin]) + kPowerFloor);
    }
    for (const Band& band : bands_) {
        float sum = 0;
        for (size_t i = 0; i < band.weights.size(); ++i) {
            sum += band.weights[i] * magnitudes[band.first_bin + i];
        }
        *out++ = std::log(std::max(sum, kMelFloor));
    }
}

}  // namespace phonoscope::qwen3_tts
