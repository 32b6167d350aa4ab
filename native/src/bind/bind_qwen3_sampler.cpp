// Sampler settings of Qwen3-TTS, and its sampler on its own for parity checks.
#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "models/qwen3_tts/sampler.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using namespace qwen3_tts;

void check(const FloatArray& logits, const IntArray& history) {
    bool fit = logits.size() > 0;
    for (size_t i = 0; i < history.size(); ++i) {
        fit = fit && history.data()[i] >= 0 && static_cast<size_t>(history.data()[i]) < logits.size();
    }
    if (!fit) {
        throw ArgumentError("logits must not be empty and the history must hold ids of that vocabulary");
    }
}

}  // namespace

void bind_qwen3_sampler(nb::module_& m) {
    nb::class_<SamplerSettings>(m, "Qwen3SamplerSettings")
        .def(
            "__init__",
            [](SamplerSettings* self, bool do_sample, float temperature, int32_t top_k, float top_p,
               float repetition_penalty, int32_t penalty_window, int32_t min_new_tokens) {
                if (!(temperature > 0) || top_k < 0 || !(top_p > 0) || !(top_p <= 1) || !(repetition_penalty > 0) ||
                    penalty_window < 0 || min_new_tokens < 0) {
                    throw ArgumentError("a sampler value is out of range");
                }
                new (self) SamplerSettings{do_sample,          temperature,    top_k,         top_p,
                                           repetition_penalty, penalty_window, min_new_tokens};
            },
            "do_sample"_a = true, "temperature"_a = 0.9F, "top_k"_a = 50, "top_p"_a = 1.0F,
            "repetition_penalty"_a = 1.0F, "penalty_window"_a = 0, "min_new_tokens"_a = 0);
    m.def(
        "qwen3_distribution",
        [](const FloatArray& logits, const IntArray& history, const SamplerSettings& settings, int32_t eos,
           int32_t first_suppressed) {
            check(logits, history);
            Sampler sampler(logits.size());
            const auto p = sampler.distribution(span_of(logits), span_of(history), settings,
                                                {.eos = eos, .first_suppressed = first_suppressed});
            return owned_array(std::vector<float>(p.begin(), p.end()), {p.size()});
        },
        "logits"_a, "history"_a, "settings"_a, "eos"_a, "first_suppressed"_a,
        "Probability of every token after penalty, cut and temperature.");
}

}  // namespace phonoscope
