// Takes of Audio8 for Python.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "models/audio8/synthesis.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

using namespace audio8;

void bind_audio8_synthesis(nb::module_& m) {
    nb::class_<Model>(m, "Audio8Model", "A loaded Audio8: language model and codec, with their threads.")
        .def(nb::init<const std::filesystem::path&, const std::filesystem::path&, int>(), "model_path"_a,
             "codec_path"_a, "n_threads"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("n_threads", &Model::n_threads)
        .def_prop_ro("sample_rate_hz", [](const Model& self) { return self.codec_config().sample_rate_hz; })
        .def_prop_ro("hop_samples", [](const Model& self) { return self.codec_config().hop_samples(); })
        .def_prop_ro("n_codec_layers", [](Model& self) { return self.codec().config().transformer.n_layers; })
        .def_prop_ro("codec_block_names", [](Model& self) { return self.codec().block_names(); });

    nb::class_<Audio8Synthesis, Synthesis>(m, "Audio8Synthesis", "A take of Audio8 in the making.")
        .def(
            "__init__",
            [](Audio8Synthesis* self, std::shared_ptr<Model> model, const TakeSettings& take,
               const SamplerSettings& sampler, const SamplerSettings& rescue, int32_t rescue_window,
               int32_t min_frames) {
                new (self) Audio8Synthesis(std::move(model), {.take = take,
                                                              .sampler = sampler,
                                                              .rescue = rescue,
                                                              .rescue_window = rescue_window,
                                                              .min_frames = min_frames});
            },
            "model"_a, "take"_a, nb::kw_only(), "sampler"_a, "rescue"_a, "rescue_window"_a = 10, "min_frames"_a = 0)
        .def(
            "push",
            [](Audio8Synthesis& self, const IntArray& columns, int64_t n_shared, int64_t max_frames) {
                self.push({.columns = {columns.data(), columns.data() + columns.size()},
                           .n_shared = n_shared,
                           .max_frames = max_frames});
            },
            "columns"_a, "n_shared"_a, "max_frames"_a);
}

}  // namespace phonoscope
