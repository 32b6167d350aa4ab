// Audio8 piece by piece, for parity checks: embeddings, slow model with branches and states, fast model, sampler.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "bind/lm_probe.hpp"
#include "models/audio8/language_model.hpp"
#include "models/audio8/sampler.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using namespace audio8;

class Audio8Probe {
   public:
    Audio8Probe(const std::filesystem::path& path, int n_threads) : pool_(n_threads), model_(path, pool_) {
        model_.slow().probe_branches();
    }

    // Inputs of columns [n, codebooks + 1].
    NumpyArray<float> embed(const IntArray& columns) {
        model_.embedder().check(span_of(columns));
        std::vector<float> rows = model_.embedder().rows(span_of(columns));
        const auto width = static_cast<size_t>(model_.config().slow.width);
        const size_t n = rows.size() / width;
        return owned_array(std::move(rows), {n, width});
    }

    void reset() { model_.slow().reset(); }
    void take_snapshot() { snapshot_ = model_.slow().snapshot(); }
    void restore_snapshot() { model_.slow().restore(snapshot_); }

    // Runs columns [n, codebooks + 1] at the next positions; see run_backbone.
    nb::dict run_slow(const IntArray& columns) {
        model_.embedder().check(span_of(columns));
        return run_backbone(model_.slow(), model_.embedder().rows(span_of(columns)));
    }

    // What the slow model remembers: windows [layer, tap, channel], ssm [layer, head, head_dim, n_state], keys and
    // values [layer, kv head, position, head_dim].
    nb::dict slow_state() {
        nb::dict out;
        const lm::StackConfig& c = model_.config().slow;
        const auto layers = static_cast<size_t>(c.n_layers);
        if (const MambaState* state = model_.slow().stack().mixer_state()) {
            const MambaConfig& m = *c.mixer;
            std::vector<float> windows;
            std::vector<float> ssm;
            for (int64_t i = 0; i < c.n_layers; ++i) {
                windows.insert(windows.end(), state->window(i).begin(), state->window(i).end());
                ssm.insert(ssm.end(), state->ssm(i).begin(), state->ssm(i).end());
            }
            out["windows"] = owned_array(std::move(windows),
                                         {layers, static_cast<size_t>(m.n_taps), static_cast<size_t>(m.conv_width())});
            out["ssm"] = owned_array(std::move(ssm), {layers, static_cast<size_t>(m.n_heads),
                                                      static_cast<size_t>(m.head_dim), static_cast<size_t>(m.n_state)});
        }
        add_cache(out, model_.slow().stack(), model_.slow().n_positions());
        return out;
    }

    // Draws the codes of one frame from the slow model's state `hidden` [width] and code 0; `forced` codes are taken as
    // they are. See run_passes.
    nb::dict run_fast(const FloatArray& hidden, int32_t first_code, const SamplerSettings& settings,
                      const std::optional<IntArray>& forced) {
        model_.fast().set_draw(code_draw(settings));
        return run_passes(model_.fast(), {.state = span_of(hidden),
                                          .first_code = first_code,
                                          .at = {.stage = static_cast<uint32_t>(DrawStage::fast)},
                                          .forced = forced ? span_of(*forced) : std::span<const int32_t>()});
    }

   private:
    ComputePool pool_;
    LanguageModel model_;
    lm::Snapshot snapshot_;
};

// Uniform numbers as given, one for each token.
class GivenUniforms : public Uniforms {
   public:
    explicit GivenUniforms(std::span<const float> values) : values_(values) {}
    double of(int32_t token) const override { return static_cast<double>(values_[static_cast<size_t>(token)]); }

   private:
    std::span<const float> values_;
};

void check_scores(const FloatArray& scores) {
    if (scores.size() == 0) {
        throw ArgumentError("scores must not be empty");
    }
}

}  // namespace

void bind_audio8(nb::module_& m) {
    nb::class_<SamplerSettings>(m, "Audio8SamplerSettings")
        .def(
            "__init__",
            [](SamplerSettings* self, bool do_sample, float temperature, int32_t top_k, float top_p) {
                if (!(temperature > 0) || top_k < 0 || !(top_p > 0) || !(top_p <= 1)) {
                    throw ArgumentError("a sampler value is out of range");
                }
                new (self) SamplerSettings{do_sample, temperature, top_k, top_p};
            },
            "do_sample"_a = true, "temperature"_a = 0.7F, "top_k"_a = 50, "top_p"_a = 0.9F);
    m.def(
        "audio8_filter",
        [](const FloatArray& scores, const SamplerSettings& settings) {
            check_scores(scores);
            Sampler sampler;
            const auto filtered = sampler.filter(span_of(scores), settings);
            return owned_array(std::vector<float>(filtered.begin(), filtered.end()), {filtered.size()});
        },
        "scores"_a, "settings"_a, "What is left of scores after the cut, divided by the temperature.");
    m.def(
        "audio8_choose",
        [](const FloatArray& scores, const SamplerSettings& settings, const FloatArray& uniforms) {
            check_scores(scores);
            if (uniforms.size() != scores.size()) {
                throw ArgumentError("one uniform number is needed for each score");
            }
            Sampler sampler;
            return sampler.choose(span_of(scores), settings, GivenUniforms(span_of(uniforms))).token;
        },
        "scores"_a, "settings"_a, "uniforms"_a, "The token that wins the exponential race with these numbers.");
    m.def(
        "audio8_rescue",
        [](const IntArray& normal, const IntArray& high, int32_t eos, size_t window) {
            if (normal.size() != high.size() || window == 0) {
                throw ArgumentError("both draws must have the same length and the window at least one entry");
            }
            RepetitionRescue rescue(window);
            std::vector<int32_t> out;
            for (size_t i = 0; i < normal.size(); ++i) {
                const int32_t token = normal.data()[i];
                out.push_back(token != eos && rescue.repeats(token) ? high.data()[i] : token);
                rescue.add(out.back());
            }
            const size_t n = out.size();
            return owned_array(std::move(out), {n});
        },
        "normal"_a, "high"_a, "eos"_a, "window"_a, "What is spoken of two sequences of draws.");

    nb::class_<Audio8Probe>(m, "Audio8Probe", "Slow and fast model of an Audio8 file, step by step.")
        .def(nb::init<const std::filesystem::path&, int>(), "path"_a, "n_threads"_a)
        .def("embed", &Audio8Probe::embed, "columns"_a)
        .def("reset", &Audio8Probe::reset)
        .def("take_snapshot", &Audio8Probe::take_snapshot)
        .def("restore_snapshot", &Audio8Probe::restore_snapshot)
        .def("run_slow", &Audio8Probe::run_slow, "columns"_a)
        .def("slow_state", &Audio8Probe::slow_state)
        .def("run_fast", &Audio8Probe::run_fast, "hidden"_a, "first_code"_a, "settings"_a, "forced"_a = nb::none());
}

}  // namespace phonoscope
