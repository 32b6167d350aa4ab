// Qwen3-TTS piece by piece, for parity checks: prompts, talker and predictor with every layer's output.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "bind/lm_probe.hpp"
#include "models/qwen3_tts/language_model.hpp"
#include "models/qwen3_tts/sampler.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using namespace qwen3_tts;

class Probe {
   public:
    Probe(const std::filesystem::path& path, int n_threads) : pool_(n_threads), model_(path, pool_) {}

    nb::tuple embed_prompt(const PromptLayout& prompt) {
        const auto width = static_cast<size_t>(model_.talker().width());
        EmbeddedPrompt out = *model_.embedder().embed(prompt, nullptr);
        const size_t n_rows = out.rows.size() / width;
        const size_t n_trailing = out.trailing.size() / width;
        return nb::make_tuple(owned_array(std::move(out.rows), {n_rows, width}),
                              owned_array(std::move(out.trailing), {n_trailing, width}));
    }

    NumpyArray<float> embed_frame(const IntArray& codes) {
        check_codes(span_of(codes), model_.config().n_code_groups);
        std::vector<float> out(static_cast<size_t>(model_.talker().width()));
        model_.embedder().add_frame(span_of(codes), out);
        const size_t n = out.size();
        return owned_array(std::move(out), {n});
    }

    void reset() { model_.talker().reset(); }

    // Runs rows [n, width] at the next positions; see run_backbone.
    nb::dict run_talker(const FloatArray& rows) { return run_backbone(model_.talker(), span_of(rows)); }

    // Draws one frame's codes from the talker's state `hidden` [width] and code 0; `forced` codes are taken as they
    // are. See run_passes.
    nb::dict run_predictor(const FloatArray& hidden, int32_t first_code, const SamplerSettings& settings,
                           const std::optional<IntArray>& forced) {
        model_.predictor().set_draw(code_draw(static_cast<size_t>(model_.config().codebook_size), settings));
        return run_passes(model_.predictor(), {.state = span_of(hidden),
                                               .first_code = first_code,
                                               .at = {.stage = static_cast<uint32_t>(DrawStage::predictor)},
                                               .forced = forced ? span_of(*forced) : std::span<const int32_t>()});
    }

   private:
    void check_codes(std::span<const int32_t> codes, int64_t count) const {
        bool fit = std::ssize(codes) == count;
        for (const int32_t code : codes) {
            fit = fit && code >= 0 && code < model_.config().codebook_size;
        }
        if (!fit) {
            throw ArgumentError("codes must be " + std::to_string(count) + " numbers in 0.." +
                                std::to_string(model_.config().codebook_size - 1));
        }
    }

    ComputePool pool_;
    LanguageModel model_;
};

std::vector<int32_t> ints(const IntArray& a) { return {a.data(), a.data() + a.size()}; }

}  // namespace

void bind_qwen3_tts(nb::module_& m) {
    nb::class_<PromptLayout>(m, "PromptLayout")
        .def(
            "__init__",
            [](PromptLayout* self, const IntArray& text_ids, const IntArray& codec_ids, const IntArray& ref_frames,
               const IntArray& speaker_rows, const IntArray& trailing_text_ids, const FloatArray& speaker,
               const IntArray& ref_codes, int32_t tts_pad_id) {
                new (self) PromptLayout{.text_ids = ints(text_ids),
                                        .codec_ids = ints(codec_ids),
                                        .ref_frames = ints(ref_frames),
                                        .speaker_rows = ints(speaker_rows),
                                        .trailing_text_ids = ints(trailing_text_ids),
                                        .speaker = {speaker.data(), speaker.data() + speaker.size()},
                                        .ref_codes = ints(ref_codes),
                                        .tts_pad_id = tts_pad_id};
            },
            "text_ids"_a, "codec_ids"_a, "ref_frames"_a, "speaker_rows"_a, "trailing_text_ids"_a, "speaker"_a,
            "ref_codes"_a, "tts_pad_id"_a);
    nb::class_<Probe>(m, "Qwen3Probe")
        .def(nb::init<const std::filesystem::path&, int>(), "path"_a, "n_threads"_a = 1)
        .def("embed_prompt", &Probe::embed_prompt, "prompt"_a)
        .def("embed_frame", &Probe::embed_frame, "codes"_a)
        .def("reset", &Probe::reset)
        .def("run_talker", &Probe::run_talker, "rows"_a)
        .def("run_predictor", &Probe::run_predictor, "hidden"_a, "first_code"_a, "settings"_a, "forced"_a = nb::none());
}

}  // namespace phonoscope
