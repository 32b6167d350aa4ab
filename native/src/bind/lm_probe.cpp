#include "bind/lm_probe.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace nb = nanobind;

namespace phonoscope {

namespace {

// Keeps the output of every layer at every position.
class LayerRecorder : public StateCapture {
   public:
    LayerRecorder(int64_t n_layers, int64_t first_position, int64_t n_positions, int64_t width)
        : first_(first_position),
          n_positions_(n_positions),
          width_(width),
          values_(static_cast<size_t>(n_layers * n_positions * width)) {}
    void keep(int64_t layer, int64_t position, std::span<const float> state) override {
        const int64_t at = (layer * n_positions_ + position - first_) * width_;
        std::copy(state.begin(), state.end(), values_.begin() + at);
    }
    std::vector<float>& values() { return values_; }

   private:
    int64_t first_;
    int64_t n_positions_;
    int64_t width_;
    std::vector<float> values_;
};

void raise(const std::optional<Alarm>& alarm) {
    if (alarm) {
        throw Error(alarm->stage + " layer " + std::to_string(alarm->layer) + ", step " + std::to_string(alarm->step) +
                    ": " + alarm->operation + " produced a value that is not finite");
    }
}

NumpyArray<float> copy(std::span<const float> values, std::initializer_list<size_t> shape) {
    return owned_array(std::vector<float>(values.begin(), values.end()), shape);
}

}  // namespace

nb::dict run_backbone(lm::Backbone& backbone, std::span<const float> rows) {
    const auto width = static_cast<size_t>(backbone.width());
    const auto layers = static_cast<size_t>(backbone.stack().config().n_layers);
    const size_t n = rows.size() / width;
    if (n == 0 || n > static_cast<size_t>(lm::Backbone::kMaxRows) || rows.size() != n * width) {
        throw ArgumentError("give 1 to " + std::to_string(lm::Backbone::kMaxRows) + " rows of " +
                            std::to_string(width) + " values");
    }
    LayerRecorder recorder(backbone.stack().config().n_layers, backbone.n_positions(), static_cast<int64_t>(n),
                           backbone.width());
    backbone.set_captures({.layers = &recorder});
    backbone.run(rows, nullptr);
    backbone.set_captures({});
    raise(backbone.alarm());
    nb::dict out;
    out["layers"] = owned_array(std::move(recorder.values()), {layers, n, width});
    if (!backbone.attention_branches().empty()) {
        out["attention"] = copy(backbone.attention_branches(), {layers, n, width});
    }
    if (!backbone.mixer_branches().empty()) {
        out["mixer"] = copy(backbone.mixer_branches(), {layers, n, width});
    }
    out["final"] = copy(backbone.hidden_rows(), {n, width});
    out["logits"] = copy(backbone.logits(), {backbone.logits().size()});
    return out;
}

nb::dict run_passes(lm::CodePasses& passes, const lm::FrameRequest& request) {
    passes.check(request);
    const lm::StackConfig& c = passes.stack().config();
    const int64_t n_positions = passes.n_passes() + 1;
    LayerRecorder recorder(c.n_layers, 0, n_positions, c.width);
    passes.set_capture(&recorder);
    passes.run(request, nullptr);
    passes.set_capture(nullptr);
    raise(passes.alarm());
    std::vector<int32_t> codes;
    std::vector<float> logits;
    for (int64_t pass = 0; pass < passes.n_passes(); ++pass) {
        codes.push_back(passes.choices()[static_cast<size_t>(pass)].token);
        logits.insert(logits.end(), passes.logits(pass).begin(), passes.logits(pass).end());
    }
    nb::dict out;
    const size_t n = codes.size();
    const size_t n_scores = logits.size() / n;
    out["codes"] = owned_array(std::move(codes), {n});
    out["logits"] = owned_array(std::move(logits), {n, n_scores});
    out["layers"] =
        owned_array(std::move(recorder.values()),
                    {static_cast<size_t>(c.n_layers), static_cast<size_t>(n_positions), static_cast<size_t>(c.width)});
    add_cache(out, passes.stack(), n_positions);
    return out;
}

void add_cache(nb::dict& out, const lm::Stack& stack, int64_t n_positions) {
    const lm::StackConfig& c = stack.config();
    const KvCache& cache = stack.cache();
    if (cache.half_precision()) {
        return;
    }
    for (const bool is_key : {true, false}) {
        std::vector<float> all;
        for (int64_t layer = 0; layer < c.n_layers; ++layer) {
            for (int64_t head = 0; head < c.n_kv_heads; ++head) {
                const auto rows = is_key ? cache.keys<float>(layer, head) : cache.values<float>(layer, head);
                for (size_t position = 0; position < static_cast<size_t>(n_positions); ++position) {
                    all.insert(all.end(), rows.at(position), rows.at(position) + rows.row_size);
                }
            }
        }
        out[is_key ? "keys" : "values"] =
            owned_array(std::move(all), {static_cast<size_t>(c.n_layers), static_cast<size_t>(c.n_kv_heads),
                                         static_cast<size_t>(n_positions), static_cast<size_t>(c.head_dim)});
    }
}

}  // namespace phonoscope
