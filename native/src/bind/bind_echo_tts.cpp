// Echo-TTS piece by piece, for parity checks: encoders, keys, denoiser, sampler, blocks, noise, principal components.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "base/error.hpp"
#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "models/echo_tts/block_probe.hpp"
#include "models/echo_tts/generator.hpp"
#include "models/echo_tts/latents.hpp"
#include "models/echo_tts/noise.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

using namespace echo_tts;

// Values as rows of `width`.
NumpyArray<float> rows_of(std::vector<float> values, int64_t width) {
    const size_t n = values.size() / static_cast<size_t>(width);
    return owned_array(std::move(values), {n, static_cast<size_t>(width)});
}

nb::dict states_dict(EncodedStates states, int64_t width) {
    nb::dict out;
    if (!states.input.empty()) {
        out["input"] = rows_of(std::move(states.input), width);
    }
    out["states"] = rows_of(std::move(states.states), width);
    out["normed"] = rows_of(std::move(states.normed), width);
    return out;
}

class EchoProbe {
   public:
    EchoProbe(const std::filesystem::path& path, int n_threads)
        : pool_(n_threads), weights_(std::make_shared<const GgufFile>(path)), generator_(weights_, pool_) {}

    nb::dict encode_text(const IntArray& ids) {
        return states_dict(*generator_.text_encoder().encode_text(span_of(ids), nullptr), weights_.config().text.width);
    }
    nb::dict encode_speaker(const FloatArray& latents) {
        return states_dict(*generator_.speaker_encoder().encode_latents(span_of(latents), nullptr),
                           weights_.config().speaker.width);
    }
    nb::dict encode_prefix(const FloatArray& latents) {
        return states_dict(*generator_.latent_encoder().encode_latents(span_of(latents), nullptr),
                           weights_.config().speaker.width);
    }
    void set_text(const IntArray& ids) { generator_.set_text(span_of(ids), nullptr); }
    void set_speaker(const FloatArray& latents) { generator_.set_speaker(span_of(latents), nullptr); }

    nb::tuple keys(const std::string& source, int64_t layer, const std::optional<FloatArray>& prefix) {
        if (layer < 0 || layer >= weights_.config().denoiser.n_layers) {
            throw ArgumentError("there is no block " + std::to_string(layer));
        }
        const auto both = [&](const KeyCache& cache) {
            return nb::make_tuple(rows_of(cache.keys(layer), weights_.config().denoiser.width),
                                  rows_of(cache.values(layer), weights_.config().denoiser.width));
        };
        if (source == "latent" && prefix) {
            return both(*generator_.latent_keys(span_of(*prefix), nullptr));
        }
        return both(source == "text" ? generator_.text_keys() : generator_.speaker_keys());
    }

    // Evaluates the denoiser once. `lanes`: for each lane whether it sees the text and the voice.
    nb::dict denoise(const FloatArray& x, float t, const std::vector<std::pair<bool, bool>>& lanes,
                     const std::optional<FloatArray>& prefix) {
        check_latents(x);
        std::optional<KeyCache> before;
        if (prefix) {
            before = generator_.latent_keys(span_of(*prefix), nullptr);
        }
        const Conditions conditions = conditions_with(before, prefix);
        const Conditioning conditioning = *Conditioning::prepare(weights_, std::vector{t}, pool_, nullptr);
        std::vector<Lane> seen;
        for (const auto& [text, speaker] : lanes) {
            seen.push_back({.text = text, .speaker = speaker});
        }
        Denoiser denoiser(weights_, pool_);
        denoiser.keep_blocks(true);
        std::vector<float> v(x.size() * seen.size());
        denoiser.run(span_of(x), conditioning, 0, conditions, seen, v, nullptr);
        const EchoConfig& c = weights_.config();
        const size_t n_rows = x.size() / static_cast<size_t>(c.latent_width);
        nb::dict out;
        out["v"] = owned_array(std::move(v), {seen.size(), n_rows, static_cast<size_t>(c.latent_width)});
        out["blocks"] =
            owned_array(std::vector<float>(denoiser.kept_blocks()),
                        {static_cast<size_t>(c.denoiser.n_layers), n_rows, static_cast<size_t>(c.denoiser.width)});
        const std::span<const float> embedded = conditioning.embedded(0);
        out["cond"] = owned_array(std::vector<float>(embedded.begin(), embedded.end()), {embedded.size()});
        return out;
    }

    nb::dict first_block(const FloatArray& x, float t) {
        check_latents(x);
        const Conditioning conditioning = *Conditioning::prepare(weights_, std::vector{t}, pool_, nullptr);
        nb::dict out;
        for (auto& [name, values] :
             probe_first_block(weights_, span_of(x), conditioning, conditions_with({}, {}), pool_)) {
            out[name.c_str()] = rows_of(std::move(values), weights_.config().denoiser.width);
        }
        return out;
    }

    // Generates with the given noise: `blocks` frames each, noise [frames of all blocks][latent_width].
    nb::dict generate(const FloatArray& noise, const std::vector<int64_t>& blocks, const SamplerSettings& settings,
                      const std::optional<FloatArray>& continuation) {
        check_latents(noise);
        std::span<const float> left = span_of(noise);
        const NoiseDraw draw = [&](std::span<float> out) {
            if (out.size() > left.size()) {
                throw ArgumentError("the noise has fewer frames than the blocks");
            }
            std::ranges::copy(left.first(out.size()), out.begin());
            left = left.subspan(out.size());
        };
        GenerationPlan plan{.block_frames = blocks, .continuation = {}};
        if (continuation) {
            check_latents(*continuation);
            plan.continuation.assign(continuation->data(), continuation->data() + continuation->size());
        }
        std::vector<float> states;
        std::vector<int32_t> lanes;
        const GenerationObserver observe = [&](int64_t, const StepReport& step) {
            states.insert(states.end(), step.latents.begin(), step.latents.end());
            lanes.push_back(static_cast<int32_t>(step.n_lanes));
        };
        std::vector<float> latents;
        {
            nb::gil_scoped_release unlocked;
            generator_.run(plan, settings, draw, observe, [](int64_t, int64_t) { return true; }, latents, nullptr);
        }
        const int64_t width = weights_.config().latent_width;
        nb::dict out;
        out["latents"] = rows_of(std::move(latents), width);
        out["states"] = rows_of(std::move(states), width);
        const size_t n_steps = lanes.size();
        out["lanes"] = owned_array(std::move(lanes), {n_steps});
        return out;
    }

    const EchoWeights& weights() const { return weights_; }

   private:
    void check_latents(const FloatArray& x) const {
        if (x.size() == 0 || x.size() % static_cast<size_t>(weights_.config().latent_width) != 0) {
            throw ArgumentError("latents must be rows of " + std::to_string(weights_.config().latent_width));
        }
    }
    Conditions conditions_with(const std::optional<KeyCache>& before, const std::optional<FloatArray>& prefix) const {
        if (generator_.text_keys().empty()) {
            throw ArgumentError("set a text first");
        }
        return {.text = &generator_.text_keys(),
                .speaker = &generator_.speaker_keys(),
                .latent = before ? &*before : nullptr,
                .first_position =
                    prefix ? static_cast<int64_t>(prefix->size()) / weights_.config().latent_width : int64_t{0}};
    }

    ComputePool pool_;
    EchoWeights weights_;
    Generator generator_;
};

// Rows through principal components: towards the codec, or back.
NumpyArray<float> change_basis(const FloatArray& components, const FloatArray& mean, float scale,
                               const FloatArray& rows, bool towards_codec) {
    if (components.ndim() != 2 || components.shape(0) == 0 || components.shape(1) == 0 ||
        mean.size() != components.shape(1) || rows.ndim() != 2 ||
        rows.shape(1) != components.shape(towards_codec ? 0 : 1)) {
        throw ArgumentError("components [latent, codec], mean [codec] and rows do not fit together");
    }
    const PrincipalComponents basis{.components = span_of(components), .mean = span_of(mean), .scale = scale};
    return rows_of(towards_codec ? basis.unproject(span_of(rows)) : basis.project(span_of(rows)),
                   static_cast<int64_t>(components.shape(towards_codec ? 1 : 0)));
}

NumpyArray<float> draw_noise(NoiseKind kind, uint64_t seed, const std::vector<int64_t>& draws, int64_t grid_blocks) {
    NoiseSource source(kind, seed, grid_blocks);
    std::vector<float> all;
    for (const int64_t n : draws) {
        if (n < 1 || n > kMaxFrames * 1024) {
            throw ArgumentError("draw 1 to " + std::to_string(kMaxFrames * 1024) + " values at once");
        }
        all.resize(all.size() + static_cast<size_t>(n));
        source.draw(std::span(all).last(static_cast<size_t>(n)));
    }
    const size_t n = all.size();
    return owned_array(std::move(all), {n});
}

}  // namespace

void bind_echo_tts(nb::module_& m) {
    m.attr("ECHO_MAX_TEXT_IDS") = kMaxTextIds;
    m.attr("ECHO_MAX_FRAMES") = kMaxFrames;
    m.attr("ECHO_MAX_VOICE_FRAMES") = kMaxSpeakerFrames;
    nb::enum_<NoiseKind>(m, "NoiseKind", "Whose normal numbers generation starts from.")
        .value("own", NoiseKind::own)
        .value("torch_cuda", NoiseKind::torch_cuda)
        .value("torch_cpu", NoiseKind::torch_cpu);
    m.def("draw_noise", &draw_noise, "kind"_a, "seed"_a, "draws"_a, "grid_blocks"_a = kLargeGridBlocks,
          "Normal numbers of consecutive draws after seeding, one after another; a CUDA device runs `grid_blocks` at "
          "once.");
    m.def(
        "flattening_point",
        [](const FloatArray& latents) {
            if (latents.ndim() != 2) {
                throw ArgumentError("latents must be two-dimensional");
            }
            return flattening_point(span_of(latents), static_cast<int64_t>(latents.shape(1)));
        },
        "latents"_a, "The first frame from which on latents [frames, width] are flat, or their number.");
    m.def(
        "unproject",
        [](const FloatArray& components, const FloatArray& mean, float scale, const FloatArray& latents) {
            return change_basis(components, mean, scale, latents, true);
        },
        "components"_a, "mean"_a, "scale"_a, "latents"_a, "Frames of the codec from latents: (z / scale) C + mean.");
    m.def(
        "project",
        [](const FloatArray& components, const FloatArray& mean, float scale, const FloatArray& frames) {
            return change_basis(components, mean, scale, frames, false);
        },
        "components"_a, "mean"_a, "scale"_a, "frames"_a, "Latents from frames of the codec: scale (x - mean) C^T.");
    m.def("timestep_schedule", [](int64_t n_steps) {
        check(SamplerSettings{.n_steps = n_steps});
        std::vector<float> t = timestep_schedule(n_steps);
        const size_t n = t.size();
        return owned_array(std::move(t), {n});
    });
    m.def("round_to_bf16", &round_to_bf16, "value"_a);
    m.def("embed_timestep", [](float t, int64_t width) {
        if (width < 2 || width % 2 != 0 || width > 65536) {
            throw ArgumentError("the width must be even, 2 to 65536");
        }
        return owned_array(embed_timestep(t, width), {static_cast<size_t>(width)});
    });

    nb::class_<SamplerSettings>(m, "EchoSamplerSettings")
        .def(
            "__init__",
            [](SamplerSettings* self, int64_t n_steps, float text_guidance, float speaker_guidance,
               float guidance_min_t, float guidance_max_t, float truncation, float rescale_k, float rescale_sigma,
               float speaker_scale, int64_t speaker_scale_layers, float speaker_scale_min_t, bool round_timesteps) {
                new (self) SamplerSettings{.n_steps = n_steps,
                                           .text_guidance = text_guidance,
                                           .speaker_guidance = speaker_guidance,
                                           .guidance_min_t = guidance_min_t,
                                           .guidance_max_t = guidance_max_t,
                                           .truncation = truncation,
                                           .rescale_k = rescale_k,
                                           .rescale_sigma = rescale_sigma,
                                           .speaker_scale = speaker_scale,
                                           .speaker_scale_layers = speaker_scale_layers,
                                           .speaker_scale_min_t = speaker_scale_min_t,
                                           .round_timesteps = round_timesteps};
                check(*self);
            },
            nb::kw_only(), "n_steps"_a = 40, "text_guidance"_a = 3.0F, "speaker_guidance"_a = 8.0F,
            "guidance_min_t"_a = 0.5F, "guidance_max_t"_a = 1.0F, "truncation"_a = 1.0F, "rescale_k"_a = 1.0F,
            "rescale_sigma"_a = 3.0F, "speaker_scale"_a = 1.0F, "speaker_scale_layers"_a = 24,
            "speaker_scale_min_t"_a = 0.9F, "round_timesteps"_a = false);

    nb::class_<EchoProbe>(m, "EchoProbe", "An Echo-TTS model, piece by piece.")
        .def(nb::init<const std::filesystem::path&, int>(), "path"_a, "n_threads"_a = 1)
        .def("encode_text", &EchoProbe::encode_text, "ids"_a)
        .def("encode_speaker", &EchoProbe::encode_speaker, "latents"_a)
        .def("encode_prefix", &EchoProbe::encode_prefix, "latents"_a)
        .def("set_text", &EchoProbe::set_text, "ids"_a)
        .def("set_speaker", &EchoProbe::set_speaker, "latents"_a)
        .def("keys", &EchoProbe::keys, "source"_a, "layer"_a, "prefix"_a = nb::none())
        .def("denoise", &EchoProbe::denoise, "x"_a, "t"_a, "lanes"_a, "prefix"_a = nb::none())
        .def("first_block", &EchoProbe::first_block, "x"_a, "t"_a)
        .def("generate", &EchoProbe::generate, "noise"_a, "blocks"_a, "settings"_a, "continuation"_a = nb::none())
        .def(
            "components",
            [](const EchoProbe& self) {
                const PrincipalComponents& c = self.weights().components;
                return nb::make_tuple(rows_of({c.components.begin(), c.components.end()}, std::ssize(c.mean)),
                                      owned_array(std::vector<float>(c.mean.begin(), c.mean.end()), {c.mean.size()}),
                                      c.scale);
            },
            "Principal components [latent, codec], mean [codec] and scale.");
}

}  // namespace phonoscope
