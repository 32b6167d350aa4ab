// SpeakerEncoder and CodecEncoder for Python: recordings in, speaker vectors and codes out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>

#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "bind/stages.hpp"
#include "models/qwen3_tts/codec_encoder.hpp"
#include "models/qwen3_tts/speaker_encoder.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

// One after the other with threads of its own; an encoding in work can be cancelled from another thread.
class PythonSpeakerEncoder {
   public:
    PythonSpeakerEncoder(const std::filesystem::path& path, int n_threads)
        : pool_(n_threads),
          encoder_(std::make_shared<const qwen3_tts::SpeakerWeights>(std::make_shared<const GgufFile>(path)), pool_) {}

    NumpyArray<float> encode(const Vector& audio) { return run(audio, nullptr); }

    // Every stage as [frame][channel].
    nb::dict encode_stages(const Vector& audio) {
        std::vector<qwen3_tts::EncoderStage> stages;
        nb::dict out;
        out["xvector"] = run(audio, &stages);
        add_stages(out, stages);
        return out;
    }

    void cancel() { cancel_ = true; }
    int64_t width() const { return encoder_.width(); }

   private:
    NumpyArray<float> run(const Vector& audio, std::vector<qwen3_tts::EncoderStage>* stages) {
        std::vector<float> vector;
        {
            const nb::gil_scoped_release release;
            cancel_ = false;
            vector = encoder_.encode(span_of(audio), &cancel_, stages);
        }
        const size_t n = vector.size();
        return owned_array(std::move(vector), {n});
    }

    ComputePool pool_;
    qwen3_tts::SpeakerEncoder encoder_;
    std::atomic<bool> cancel_{false};
};

class PythonCodecEncoder {
   public:
    PythonCodecEncoder(const std::filesystem::path& path, int n_threads)
        : pool_(n_threads),
          encoder_(std::make_shared<const qwen3_tts::EncoderWeights>(std::make_shared<const GgufFile>(path)), pool_) {}

    NumpyArray<int32_t> encode(const Vector& audio) { return run(audio, nullptr); }

    nb::dict encode_stages(const Vector& audio) {
        codec::StageCapture capture;
        nb::dict out;
        out["codes"] = run(audio, &capture);
        add_stages(out, capture.stages);
        return out;
    }

    void cancel() { cancel_ = true; }
    int64_t hop_samples() const { return encoder_.config().hop_samples(); }
    int64_t n_quantizers() const { return encoder_.config().n_quantizers; }

   private:
    NumpyArray<int32_t> run(const Vector& audio, codec::StageCapture* capture) {
        std::vector<int32_t> codes;
        {
            const nb::gil_scoped_release release;
            cancel_ = false;
            codes = encoder_.encode(span_of(audio), &cancel_, capture);
        }
        const auto width = static_cast<size_t>(n_quantizers());
        const size_t n_frames = codes.size() / width;
        return owned_array(std::move(codes), {n_frames, width});
    }

    ComputePool pool_;
    qwen3_tts::CodecEncoder encoder_;
    std::atomic<bool> cancel_{false};
};

}  // namespace

void bind_encoders(nb::module_& m) {
    nb::class_<PythonSpeakerEncoder>(m, "SpeakerEncoder")
        .def(nb::init<const std::filesystem::path&, int>(), "path"_a, "n_threads"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro_static("sample_rate_hz",
                            [](nb::handle /*cls*/) { return qwen3_tts::MelSpectrogram::kSampleRateHz; })
        .def_prop_ro_static("min_samples", [](nb::handle /*cls*/) { return qwen3_tts::SpeakerEncoder::kMinSamples; })
        .def_prop_ro("width", &PythonSpeakerEncoder::width)
        .def("encode", &PythonSpeakerEncoder::encode, "audio"_a,
             "The speaker vector of a mono recording at sample_rate_hz; empty when cancelled.")
        .def("encode_stages", &PythonSpeakerEncoder::encode_stages, "audio"_a)
        .def("cancel", &PythonSpeakerEncoder::cancel, "End the encoding in work.");
    nb::class_<PythonCodecEncoder>(m, "CodecEncoder")
        .def(nb::init<const std::filesystem::path&, int>(), "path"_a, "n_threads"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("hop_samples", &PythonCodecEncoder::hop_samples)
        .def_prop_ro("n_quantizers", &PythonCodecEncoder::n_quantizers)
        .def("encode", &PythonCodecEncoder::encode, "audio"_a,
             "The codes of a mono recording at the codec's rate, [frame][codebook]; empty when cancelled.")
        .def("encode_stages", &PythonCodecEncoder::encode_stages, "audio"_a)
        .def("cancel", &PythonCodecEncoder::cancel, "End the encoding in work.");
}

}  // namespace phonoscope
