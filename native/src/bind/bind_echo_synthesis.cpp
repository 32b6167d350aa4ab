// Takes of Echo-TTS for Python.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "models/echo_tts/synthesis.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

using namespace echo_tts;

void bind_echo_synthesis(nb::module_& m) {
    nb::class_<EchoModel>(m, "EchoModel", "A loaded Echo-TTS: transformer and codec, with their threads.")
        .def(nb::init<const std::filesystem::path&, const std::filesystem::path&, int>(), "model_path"_a,
             "codec_path"_a, "n_threads"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("n_threads", &EchoModel::n_threads)
        .def_prop_ro("width", [](const EchoModel& self) { return self.config().denoiser.width; })
        .def_prop_ro("n_blocks", [](const EchoModel& self) { return self.config().denoiser.n_layers; })
        .def_prop_ro("latent_width", [](const EchoModel& self) { return self.config().latent_width; })
        .def_prop_ro("patch_frames", [](const EchoModel& self) { return self.config().patch_frames; })
        .def_prop_ro(
            "cache_bytes",
            [](EchoModel& self) {
                const Generator& g = self.generator();
                nb::dict out;
                out["keys and values"] = g.n_key_bytes();
                out["conditioning"] = g.n_conditioning_bytes();
                out["working memory of the steps"] = g.n_working_bytes();
                return out;
            },
            "Bytes of what is kept between steps and takes, by what it is; not while a take is made.")
        .def_prop_ro("continues", [](const EchoModel& self) { return self.config().continues; })
        .def_prop_ro("sample_rate_hz", [](EchoModel& self) { return self.codec().config().sample_rate_hz; })
        .def_prop_ro("hop_samples", [](EchoModel& self) { return self.codec().config().hop_samples(); })
        .def_prop_ro("codec_block_names", [](EchoModel& self) { return self.codec().block_names(); });

    nb::class_<EchoSynthesis, Synthesis>(m, "EchoSynthesis", "A take of Echo-TTS in the making.")
        .def(
            "__init__",
            [](EchoSynthesis* self, std::shared_ptr<EchoModel> model, const TakeSettings& take,
               const SamplerSettings& sampler, NoiseKind noise, int64_t grid_blocks, int64_t preview_steps,
               int64_t preview_frames) {
                new (self) EchoSynthesis(std::move(model), {.take = take,
                                                            .sampler = sampler,
                                                            .noise = noise,
                                                            .grid_blocks = grid_blocks,
                                                            .preview_steps = preview_steps,
                                                            .preview_frames = preview_frames});
            },
            "model"_a, "take"_a, nb::kw_only(), "sampler"_a, "noise"_a = NoiseKind::own,
            "grid_blocks"_a = kLargeGridBlocks, "preview_steps"_a = 0, "preview_frames"_a = 0)
        .def(
            "push",
            [](EchoSynthesis& self, const IntArray& ids, const FloatArray& speaker,
               const std::vector<int64_t>& block_frames, const FloatArray& continuation) {
                self.push({.ids = {ids.data(), ids.data() + ids.size()},
                           .speaker = {speaker.data(), speaker.data() + speaker.size()},
                           .plan = {.block_frames = block_frames,
                                    .continuation = {continuation.data(), continuation.data() + continuation.size()}}});
            },
            "ids"_a, "speaker"_a, "block_frames"_a, "continuation"_a);
}

}  // namespace phonoscope
