// DacEncoder for Python: recordings in, codes and latents out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>

#include <utility>

#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "bind/stages.hpp"
#include "models/dac/encoder.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using Encoded = std::pair<NumpyArray<int32_t>, NumpyArray<float>>;  // codes and latents

// An encoder with weights and threads of its own; an encoding in work can be cancelled from another thread.
class PythonDacEncoder {
   public:
    PythonDacEncoder(const std::filesystem::path& path, int n_threads)
        : pool_(n_threads),
          encoder_(std::make_shared<const dac::EncoderWeights>(std::make_shared<const GgufFile>(path)), pool_) {}

    void reset() {
        encoder_.reset();
        cancel_ = false;
    }

    Encoded push(const Vector& audio) {
        return run([&] { return encoder_.push(span_of(audio), &cancel_); });
    }

    Encoded finish() {
        return run([&] { return encoder_.finish(&cancel_); });
    }

    Encoded encode(const Vector& audio) { return encode(audio, nullptr); }

    // Every stage as [row][channel], with "codes" and "latents".
    nb::dict encode_stages(const Vector& audio) {
        codec::StageCapture capture;
        nb::dict out;
        const auto [codes, latents] = encode(audio, &capture);
        out["codes"] = codes;
        out["latents"] = latents;
        add_stages(out, capture.stages);
        return out;
    }

    void cancel() { cancel_ = true; }
    int64_t sample_rate_hz() const { return encoder_.config().sample_rate_hz; }
    int64_t hop_samples() const { return encoder_.config().hop_samples(); }
    int64_t n_quantizers() const { return encoder_.config().n_quantizers(); }
    int64_t latent_width() const { return encoder_.config().latent_width; }

   private:
    Encoded encode(const Vector& audio, codec::StageCapture* capture) {
        cancel_ = false;
        return run([&] { return encoder_.encode(span_of(audio), &cancel_, capture); });
    }

    // What `encodes` returns, computed without Python's lock; both arrays are empty when it was cancelled.
    template <typename Encodes>
    Encoded run(Encodes encodes) {
        dac::EncodedAudio encoded;
        {
            const nb::gil_scoped_release release;
            encoded = encodes().value_or(dac::EncodedAudio{});
        }
        const auto n_codes = static_cast<size_t>(n_quantizers());
        const auto width = static_cast<size_t>(latent_width());
        const size_t n_frames = encoded.codes.size() / n_codes;
        return {owned_array(std::move(encoded.codes), {n_frames, n_codes}),
                owned_array(std::move(encoded.latents), {n_frames, width})};
    }

    ComputePool pool_;
    dac::Encoder encoder_;
    std::atomic<bool> cancel_{false};
};

}  // namespace

void bind_dac(nb::module_& m) {
    nb::class_<PythonDacEncoder>(m, "DacEncoder")
        .def(nb::init<const std::filesystem::path&, int>(), "path"_a, "n_threads"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("sample_rate_hz", &PythonDacEncoder::sample_rate_hz)
        .def_prop_ro("hop_samples", &PythonDacEncoder::hop_samples)
        .def_prop_ro("n_quantizers", &PythonDacEncoder::n_quantizers)
        .def_prop_ro("latent_width", &PythonDacEncoder::latent_width)
        .def("encode", nb::overload_cast<const Vector&>(&PythonDacEncoder::encode), "audio"_a,
             "Codes [frame][codebook] and latents [frame][channel] of a mono recording at the codec's rate; both empty "
             "when cancelled.")
        .def("encode_stages", &PythonDacEncoder::encode_stages, "audio"_a)
        .def("reset", &PythonDacEncoder::reset, "Begin another recording, and forget any cancellation.")
        .def("push", &PythonDacEncoder::push, "audio"_a,
             "Take in the next piece of a recording, of any length; returns what encode would of the frames that were "
             "computed with it.")
        .def("finish", &PythonDacEncoder::finish, "End a recording; returns the frames that are left.")
        .def("cancel", &PythonDacEncoder::cancel,
             "End the encoding in work, and every later piece until reset, early and with empty results.");
}

}  // namespace phonoscope
