// Takes for Python, whatever the family: watch through numpy views without a copy, cancel, read results.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "synthesis/synthesis.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

namespace {

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

// Rows with something in each frame; models without codes have as many empty rows as frames.
template <typename T>
size_t rows_of(const Synthesis& s, const AppendBuffer<T>& buffer) {
    return buffer.row_size() > 0 ? buffer.rows() : s.buffers().frames.rows();
}

NumpyArray<const int32_t> codes(nb::handle self) {
    const auto& s = nb::cast<const Synthesis&>(self);
    return view<int32_t>(self, s.buffers().codes, rows_of(s, s.buffers().codes), {s.buffers().codes.row_size()});
}

NumpyArray<const float> draws(nb::handle self) {
    const auto& s = nb::cast<const Synthesis&>(self);
    return view<float>(self, s.buffers().draws, rows_of(s, s.buffers().draws), {s.buffers().draws.row_size(), 2});
}

NumpyArray<const double> frames(nb::handle self) {
    const auto& buffer = nb::cast<const Synthesis&>(self).buffers().frames;
    return view<double>(self, buffer, buffer.rows(), {sizeof(FrameRecord) / sizeof(double)});
}

// As `view`, of a buffer that only some families have: without it no rows of `n_columns`.
template <typename Shown, typename T>
NumpyArray<const Shown> optional_view(nb::handle owner, const AppendBuffer<T>* buffer, size_t n_columns) {
    if (buffer == nullptr) {
        static constexpr Shown kNothing = 0;
        return NumpyArray<const Shown>(&kNothing, {0, n_columns}, owner);
    }
    return view<Shown>(owner, *buffer, buffer->rows(), {n_columns});
}

NumpyArray<const double> steps(nb::handle self) {
    return optional_view<double>(self, nb::cast<const Synthesis&>(self).steps(), sizeof(StepRecord) / sizeof(double));
}

NumpyArray<const float> latents(nb::handle self) {
    const AppendBuffer<float>* latents = nb::cast<const Synthesis&>(self).latents();
    return optional_view<float>(self, latents, latents == nullptr ? 0 : latents->row_size());
}

// Rows, then the sound that they lie in: it is published first, and so reaches at least as far.
nb::tuple previews(nb::handle self) {
    const PreviewTrack* track = nb::cast<const Synthesis&>(self).previews();
    const auto rows =
        optional_view<double>(self, track == nullptr ? nullptr : &track->rows, sizeof(PreviewRecord) / sizeof(double));
    return nb::make_tuple(rows, optional_view<float>(self, track == nullptr ? nullptr : &track->audio, 1));
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
    for (const auto& group : nb::cast<const Synthesis&>(self).buffers().tap_groups()) {
        out[group->name.c_str()] = view<float>(self, group->rows, group->rows.rows(), {group->n_layers, 3});
    }
    return out;
}

}  // namespace

void bind_synthesis(nb::module_& m) {
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
        .def_ro("n_restored_rows", &SegmentResult::n_restored_rows)
        .def_ro("first_silent_frame", &SegmentResult::first_silent_frame)
        .def_ro("prefill_ms", &SegmentResult::prefill_ms)
        .def_prop_ro("stop_reason", [](const SegmentResult& self) { return name_of(self.stop_reason); })
        .def_prop_ro("discarded", [](const SegmentResult& self) {
            std::vector<std::string> names;
            std::ranges::transform(self.discarded, std::back_inserter(names), name_of);
            return names;
        });

    nb::class_<TakeSettings>(m, "TakeSettings", "What a take of any family is told.")
        .def(
            "__init__",
            [](TakeSettings* self, uint64_t seed, int32_t chunk_frames, int32_t n_retries, int64_t capacity_frames,
               int64_t capacity_positions, bool record_magnitudes, int32_t max_silent_frames, float silence_rms,
               int32_t max_equal_codes, const std::vector<std::pair<std::string, int64_t>>& keep_layers,
               int64_t keep_first_step, int64_t keep_n_steps) {
                new (self) TakeSettings{.watchdog = {.max_silent_frames = max_silent_frames,
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
            nb::kw_only(), "seed"_a, "chunk_frames"_a = 4, "n_retries"_a = 0, "capacity_frames"_a,
            "capacity_positions"_a = 1, "record_magnitudes"_a = false, "max_silent_frames"_a = 0,
            "silence_rms"_a = 0.0F, "max_equal_codes"_a = 0,
            "keep_layers"_a = std::vector<std::pair<std::string, int64_t>>(), "keep_first_step"_a = 0,
            "keep_n_steps"_a = 0);

    nb::class_<Synthesis>(m, "Synthesis", "A take in the making. Arrays are views of what is published so far.")
        .def("close", &Synthesis::close)
        .def("cancel", &Synthesis::cancel)
        .def("pause", &Synthesis::pause, "paused"_a)
        .def_prop_ro("paused", &Synthesis::paused)
        .def_prop_ro(
            "progress",
            [](const Synthesis& self) {
                std::vector<std::tuple<double, double, double>> stages;
                for (const StageProgress& p : self.progress()) {
                    stages.emplace_back(p.done, p.total, p.seconds);
                }
                return stages;
            },
            "Of each stage that the family declares: pieces of work done, their number as far as is known, and the "
            "seconds that those done took; nothing where nobody can tell.")
        .def("wait", &Synthesis::wait, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("finished", &Synthesis::finished)
        .def_prop_ro("audio", &audio, nb::rv_policy::automatic)
        .def_prop_ro("codes", &codes, nb::rv_policy::automatic)
        .def_prop_ro("draws", &draws, nb::rv_policy::automatic)
        .def_prop_ro("frames", &frames, nb::rv_policy::automatic)
        .def_prop_ro("taps", &taps)
        .def("kept_states", &kept_states)
        .def_prop_ro("steps", &steps, nb::rv_policy::automatic,
                     "Steps of a diffusion so far, float64 [steps, 5]: from t, to t, evaluations, milliseconds, "
                     "milliseconds since the take began.")
        .def_prop_ro("previews", &previews, nb::rv_policy::automatic,
                     "Decoded estimates so far: float64 [previews, 5] of step, segment, first sample, samples and "
                     "milliseconds since the take began; and their sound, float32 [samples, 1].")
        .def_prop_ro("latents", &latents, nb::rv_policy::automatic,
                     "Latents of the frames so far, float32 [frames, width]; none of models without.")
        .def_prop_ro("segments", &Synthesis::segments)
        .def_prop_ro("stop_reason", [](const Synthesis& self) { return name_of(self.stop_reason()); })
        .def_prop_ro("alarm", &Synthesis::alarm)
        .def_prop_ro("error", &Synthesis::error)
        .def_prop_ro("seconds", &Synthesis::seconds);
}

}  // namespace phonoscope
