// Takes for Python: start, watch through numpy views without a copy, cancel, read results.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "models/qwen3_tts/synthesis.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using namespace qwen3_tts;

// A read-only view of the first `n` rows of a buffer that `owner` keeps alive; `tail` gives the shape of a row.
template <typename Shown, typename T>
NumpyArray<const Shown> view(nb::handle owner, const AppendBuffer<T>& buffer, size_t n,
                             std::initializer_list<size_t> tail) {
    std::vector<size_t> shape{n};
    shape.insert(shape.end(), tail.begin(), tail.end());
    return NumpyArray<const Shown>(reinterpret_cast<const Shown*>(buffer.data()), shape.size(), shape.data(), owner);
}

NumpyArray<const float> audio(nb::handle self) {
    const auto& s = nb::cast<const Synthesis&>(self);
    return view<float>(self, s.buffers().audio, s.buffers().audio.rows(), {});
}

NumpyArray<const int32_t> codes(nb::handle self) {
    const auto& buffer = nb::cast<const Synthesis&>(self).buffers().codes;
    return view<int32_t>(self, buffer, buffer.rows(), {buffer.row_size()});
}

NumpyArray<const float> draws(nb::handle self) {
    const auto& buffer = nb::cast<const Synthesis&>(self).buffers().draws;
    return view<float>(self, buffer, buffer.rows(), {buffer.row_size(), 2});
}

NumpyArray<const double> frames(nb::handle self) {
    const auto& buffer = nb::cast<const Synthesis&>(self).buffers().frames;
    return view<double>(self, buffer, buffer.rows(), {sizeof(FrameRecord) / sizeof(double)});
}

nb::list kept_states(const Synthesis& self) {
    nb::list out;
    for (KeptState& state : self.kept_states()) {
        const size_t n = state.values.size();
        out.append(nb::make_tuple(state.group, state.layer, state.step, owned_array(std::move(state.values), {n})));
    }
    return out;
}

nb::dict taps(nb::handle self) {
    nb::dict out;
    for (const TapGroup* group : nb::cast<const Synthesis&>(self).buffers().tap_groups()) {
        out[group->name.c_str()] = view<float>(self, group->rows, group->rows.rows(), {group->n_layers, 3});
    }
    return out;
}

}  // namespace

void bind_synthesis(nb::module_& m) {
    nb::class_<Model>(m, "Qwen3Model", "A loaded Qwen3-TTS: language model and codec, with their threads.")
        .def(nb::init<const std::filesystem::path&, const std::filesystem::path&, int>(), "talker_path"_a,
             "codec_path"_a, "n_threads"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("n_threads", &Model::n_threads)
        .def_prop_ro("width", [](const Model& self) { return self.config().talker.width; })
        .def_prop_ro("n_talker_layers", [](const Model& self) { return self.config().talker.n_layers; })
        .def_prop_ro("n_predictor_layers", [](const Model& self) { return self.config().predictor.n_layers; })
        .def_prop_ro("n_code_groups", [](const Model& self) { return self.config().n_code_groups; })
        .def_prop_ro("codebook_size", [](const Model& self) { return self.config().codebook_size; })
        .def_prop_ro("codec_vocab", [](const Model& self) { return self.config().codec_vocab; })
        .def_prop_ro("max_positions", [](const Model& self) { return self.config().max_positions; })
        .def_prop_ro("sample_rate_hz", [](const Model& self) { return self.codec_config().sample_rate_hz; })
        .def_prop_ro("hop_samples", [](const Model& self) { return self.codec_config().hop_samples; })
        .def_prop_ro("codec_block_names", [](Model& self) { return self.codec().block_names(); });

    nb::class_<Alarm>(m, "Alarm", "The first value of a take that was not finite.")
        .def_ro("stage", &Alarm::stage)
        .def_ro("layer", &Alarm::layer)
        .def_ro("step", &Alarm::step)
        .def_ro("operation", &Alarm::operation);

    nb::class_<SegmentResult>(m, "SegmentResult")
        .def_ro("seed", &SegmentResult::seed)
        .def_ro("first_frame", &SegmentResult::first_frame)
        .def_ro("n_frames", &SegmentResult::n_frames)
        .def_ro("n_prompt_rows", &SegmentResult::n_prompt_rows)
        .def_ro("first_talker_row", &SegmentResult::first_talker_position)
        .def_ro("first_silent_frame", &SegmentResult::first_silent_frame)
        .def_ro("prefill_ms", &SegmentResult::prefill_ms)
        .def_prop_ro("stop_reason", [](const SegmentResult& self) { return name_of(self.stop_reason); });

    nb::class_<SynthesisSettings>(m, "SynthesisSettings")
        .def(
            "__init__",
            [](SynthesisSettings* self, const SamplerSettings& talker, const SamplerSettings& predictor, int32_t eos,
               int32_t first_suppressed, uint64_t seed, int32_t chunk_frames, int32_t n_retries,
               int64_t capacity_frames, int64_t capacity_positions, bool record_magnitudes, int32_t max_silent_frames,
               float silence_rms, int32_t max_equal_codes,
               const std::vector<std::pair<std::string, int64_t>>& keep_layers, int64_t keep_first_step,
               int64_t keep_n_steps) {
                new (self) SynthesisSettings{.talker = talker,
                                             .predictor = predictor,
                                             .rules = {.eos = eos, .first_suppressed = first_suppressed},
                                             .watchdog = {.max_silent_frames = max_silent_frames,
                                                          .silence_rms = silence_rms,
                                                          .max_equal_codes = max_equal_codes},
                                             .seed = seed,
                                             .chunk_frames = chunk_frames,
                                             .n_retries = n_retries,
                                             .capacity_frames = capacity_frames,
                                             .capacity_positions = capacity_positions,
                                             .record_magnitudes = record_magnitudes,
                                             .keep = {.layers = {keep_layers.begin(), keep_layers.end()},
                                                      .first_step = keep_first_step,
                                                      .n_steps = keep_n_steps}};
            },
            nb::kw_only(), "talker"_a, "predictor"_a, "eos"_a, "first_suppressed"_a, "seed"_a, "chunk_frames"_a,
            "n_retries"_a, "capacity_frames"_a, "capacity_positions"_a, "record_magnitudes"_a, "max_silent_frames"_a,
            "silence_rms"_a, "max_equal_codes"_a, "keep_layers"_a, "keep_first_step"_a, "keep_n_steps"_a);

    nb::class_<Synthesis>(m, "Qwen3Synthesis", "A take in the making. Arrays are views of what is published so far.")
        .def(nb::init<std::shared_ptr<Model>, const SynthesisSettings&>(), "model"_a, "settings"_a)
        .def(
            "push",
            [](Synthesis& self, const PromptLayout& prompt, int64_t max_frames) {
                self.push({.prompt = prompt, .max_frames = max_frames});
            },
            "prompt"_a, "max_frames"_a)
        .def("close", &Synthesis::close)
        .def("cancel", &Synthesis::cancel)
        .def("wait", &Synthesis::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("finished", &Synthesis::finished)
        .def_prop_ro("audio", &audio, nb::rv_policy::automatic)
        .def_prop_ro("codes", &codes, nb::rv_policy::automatic)
        .def_prop_ro("draws", &draws, nb::rv_policy::automatic)
        .def_prop_ro("frames", &frames, nb::rv_policy::automatic)
        .def_prop_ro("taps", &taps)
        .def("kept_states", &kept_states)
        .def_prop_ro("segments", &Synthesis::segments)
        .def_prop_ro("stop_reason", [](const Synthesis& self) { return name_of(self.stop_reason()); })
        .def_prop_ro("alarm", &Synthesis::alarm)
        .def_prop_ro("error", &Synthesis::error)
        .def_prop_ro("seconds", &Synthesis::seconds);
}

}  // namespace phonoscope
