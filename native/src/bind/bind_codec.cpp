// CodecDecoder for Python: codes or latents in, audio out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "codec/decoder.hpp"
#include "models/dac/decoder.hpp"
#include "models/qwen3_tts/codec_weights.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using Codes = nb::ndarray<const int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// A decoder with weights and threads of its own.
class PythonCodecDecoder {
   public:
    PythonCodecDecoder(const std::filesystem::path& path, int n_threads)
        : pool_(n_threads), decoder_(read_decoder(std::make_shared<const GgufFile>(path)), pool_) {}

    void reset() {
        decoder_.reset();
        cancel_ = false;
    }

    template <typename Frames>
    NumpyArray<float> decode(const Frames& frames) {
        std::vector<float> audio = room_for(frames);
        {
            const nb::gil_scoped_release release;
            if (!decoder_.decode(input(frames), audio, &cancel_)) {
                audio.clear();
            }
        }
        const size_t n = audio.size();
        return owned_array(std::move(audio), {n});
    }

    template <typename Frames>
    bool prime(const Frames& frames) {
        check_width(frames);
        const nb::gil_scoped_release release;
        return decoder_.prime(input(frames), &cancel_);
    }

    // Whole stages, [channel][time], and the audio as "wav".
    template <typename Frames>
    nb::dict decode_stages(const Frames& frames) {
        std::vector<float> audio = room_for(frames);
        codec::StageCapture capture;
        {
            const nb::gil_scoped_release release;
            capture = decoder_.decode_stages(input(frames), audio);
        }
        nb::dict out;
        for (codec::StageCapture::Stage& stage : capture.stages) {
            const auto width = static_cast<size_t>(stage.width);
            const auto rows = static_cast<size_t>(stage.n_rows);
            out[stage.name.c_str()] = owned_array(std::move(stage.values), {width, rows}, {1, stage.width});
        }
        const size_t n = audio.size();
        out["wav"] = owned_array(std::move(audio), {n});
        return out;
    }

    // Decodes with taps: one row a frame of (rms, absmax, non-finite count) for each transformer layer and
    // each block.
    nb::dict decode_taps(const Codes& codes) {
        std::vector<float> audio = room_for(codes);
        const size_t n_frames = codes.shape(0);
        TapGroup layers("codec layers", n_frames, static_cast<size_t>(decoder_.config().transformer.n_layers));
        TapGroup blocks("codec blocks", n_frames, decoder_.block_names().size());
        {
            const nb::gil_scoped_release release;
            decoder_.set_taps({&layers, &blocks});
            try {
                decoder_.decode(input(codes), audio, &cancel_);
            } catch (...) {
                decoder_.set_taps({});
                throw;
            }
            decoder_.set_taps({});
        }
        nb::dict out;
        for (const TapGroup* group : {&layers, &blocks}) {
            std::vector<float> values;
            for (size_t i = 0; i < group->rows.rows() * group->n_layers; ++i) {
                const Magnitude& m = group->rows.data()[i];
                values.insert(values.end(), {m.rms, m.absmax, m.n_nonfinite});
            }
            out[group == &layers ? "layers" : "blocks"] =
                owned_array(std::move(values), {group->rows.rows(), group->n_layers, 3});
        }
        return out;
    }

    void cancel() { cancel_ = true; }
    std::vector<std::string> block_names() const { return decoder_.block_names(); }

    nb::dict config() const {
        const codec::DecoderConfig& c = decoder_.config();
        nb::dict out;
        out["sample_rate_hz"] = c.sample_rate_hz;
        out["hop_samples"] = c.hop_samples();
        out["n_quantizers"] = c.n_quantizers();
        out["codebook_size"] = c.codebook_sizes.front();
        out["codebook_sizes"] = c.codebook_sizes;
        out["sliding_window"] = c.transformer.window;
        out["latent_width"] = c.latent_width;
        out["decoder_width"] = c.decoder_width;
        return out;
    }

   private:
    static std::shared_ptr<const codec::DecoderWeights> read_decoder(std::shared_ptr<const GgufFile> file) {
        return dac::is_dac(*file) ? dac::read_decoder(std::move(file)) : qwen3_tts::read_codec(std::move(file));
    }

    static codec::DecoderInput input(const Codes& codes) { return span_of(codes); }
    static codec::DecoderInput input(const Rows& latents) { return span_of(latents); }

    void check_width(const Codes& codes) const {
        if (static_cast<int64_t>(codes.shape(1)) != decoder_.config().n_quantizers()) {
            throw ArgumentError("codes have " + std::to_string(codes.shape(1)) + " columns, the codec has " +
                                std::to_string(decoder_.config().n_quantizers()) + " codebooks");
        }
    }

    void check_width(const Rows& latents) const {
        if (static_cast<int64_t>(latents.shape(1)) != decoder_.config().quantizer_width) {
            throw ArgumentError("latents have " + std::to_string(latents.shape(1)) + " columns, the codec's have " +
                                std::to_string(decoder_.config().quantizer_width));
        }
    }

    template <typename Frames>
    std::vector<float> room_for(const Frames& frames) const {
        check_width(frames);
        return std::vector<float>(frames.shape(0) * static_cast<size_t>(decoder_.config().hop_samples()));
    }

    ComputePool pool_;
    codec::Decoder decoder_;
    std::atomic<bool> cancel_{false};
};

}  // namespace

void bind_codec(nb::module_& m) {
    nb::class_<PythonCodecDecoder>(m, "CodecDecoder")
        .def(nb::init<const std::filesystem::path&, int>(), "path"_a, "n_threads"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("config", &PythonCodecDecoder::config)
        .def_prop_ro("block_names", &PythonCodecDecoder::block_names)
        .def("reset", &PythonCodecDecoder::reset, "Forget all frames, and any cancellation.")
        .def("cancel", &PythonCodecDecoder::cancel,
             "Make the decode in work, and every later one until reset, end early with an empty result.")
        .def("decode", &PythonCodecDecoder::decode<Codes>, "codes"_a)
        .def("decode_latents", &PythonCodecDecoder::decode<Rows>, "latents"_a,
             "Decode what the quantizer would make of codes, [frame][channel].")
        .def("prime", &PythonCodecDecoder::prime<Codes>, "codes"_a,
             "Take in frames whose audio nobody will hear; False when cancelled.")
        .def("decode_stages", &PythonCodecDecoder::decode_stages<Codes>, "codes"_a)
        .def("decode_latent_stages", &PythonCodecDecoder::decode_stages<Rows>, "latents"_a)
        .def("decode_taps", &PythonCodecDecoder::decode_taps, "codes"_a);
}

}  // namespace phonoscope
