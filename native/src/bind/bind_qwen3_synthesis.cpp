// Takes of Qwen3-TTS for Python.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/bind.hpp"
#include "models/qwen3_tts/synthesis.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

using namespace qwen3_tts;

void bind_qwen3_synthesis(nb::module_& m) {
    nb::class_<Model>(m, "Qwen3Model", "A loaded Qwen3-TTS: language model and codec, with their threads.")
        .def(nb::init<const std::filesystem::path&, const std::filesystem::path&, int>(), "talker_path"_a,
             "codec_path"_a, "n_threads"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("n_threads", &Model::n_threads)
        .def_prop_ro("width", [](const Model& self) { return self.config().talker.width; })
        .def_prop_ro("n_talker_layers", [](const Model& self) { return self.config().talker.n_layers; })
        .def_prop_ro("n_predictor_layers", [](const Model& self) { return self.config().predictor.n_layers; })
        .def_prop_ro("sample_rate_hz", [](const Model& self) { return self.codec_config().sample_rate_hz; })
        .def_prop_ro("hop_samples", [](const Model& self) { return self.codec_config().hop_samples(); })
        .def_prop_ro("n_codec_layers", [](Model& self) { return self.codec().config().transformer.n_layers; })
        .def_prop_ro("codec_block_names", [](Model& self) { return self.codec().block_names(); });

    nb::class_<Qwen3Synthesis, Synthesis>(m, "Qwen3Synthesis", "A take of Qwen3-TTS in the making.")
        .def(
            "__init__",
            [](Qwen3Synthesis* self, std::shared_ptr<Model> model, const TakeSettings& take,
               const SamplerSettings& talker, const SamplerSettings& predictor, int32_t eos, int32_t first_suppressed) {
                new (self)
                    Qwen3Synthesis(std::move(model), {.take = take,
                                                      .talker = talker,
                                                      .predictor = predictor,
                                                      .rules = {.eos = eos, .first_suppressed = first_suppressed}});
            },
            "model"_a, "take"_a, nb::kw_only(), "talker"_a, "predictor"_a, "eos"_a, "first_suppressed"_a)
        .def(
            "push",
            [](Qwen3Synthesis& self, const PromptLayout& prompt, int64_t max_frames) {
                self.push({.prompt = prompt, .max_frames = max_frames});
            },
            "prompt"_a, "max_frames"_a);
}

}  // namespace phonoscope
