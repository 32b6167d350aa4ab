#include "lm/backbone_taps.hpp"

#include <algorithm>
#include <cmath>

namespace phonoscope::lm {

void BackboneRecorder::prepare(Step& step, MambaStep& mamba_step, int64_t n_rows) {
    const StackConfig& c = *config_;
    step.magnitudes =
        taps_.layers != nullptr ? taps_.layers->rows.reserve(static_cast<size_t>(n_rows)) : std::span<Magnitude>();
    if (std::ssize(step.magnitudes) < n_rows * c.n_layers) {
        step.magnitudes = {};  // the tap buffer is full
    }
    const auto room = [&](auto& parts, const TapGroup* group, int64_t n_parts) {
        parts.resize(group != nullptr ? static_cast<size_t>(n_rows * c.n_layers * n_parts) : 0);
        return std::span(parts);
    };
    step.key_heads = room(key_heads_, taps_.keys, c.n_kv_heads);
    step.value_heads = room(value_heads_, taps_.keys, c.n_kv_heads);
    if (c.mixer) {
        mamba_step.windows = room(window_parts_, taps_.windows, c.mixer->n_conv_blocks());
        mamba_step.ssm = room(ssm_parts_, taps_.ssm != nullptr ? taps_.ssm : taps_.ssm_heads, c.mixer->n_heads);
    }
}

namespace {

// Puts the parts of every [row][layer] together and publishes the rows.
template <typename Part, typename Together>
void publish_parts(TapGroup* group, const std::vector<Part>& parts, size_t n_rows, Together put_together) {
    if (group == nullptr || parts.empty()) {
        return;
    }
    std::span<Magnitude> rows = group->rows.reserve(n_rows);
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i] = put_together(std::span(parts).subspan(i * put_together.n_parts, put_together.n_parts));
    }
    group->rows.commit(rows.size() / group->n_layers);
}

struct HeadsTogether {
    size_t n_parts;
    Magnitude operator()(std::span<const Magnitude> heads) const {
        double squares = 0;
        Magnitude m{};
        for (const Magnitude& head : heads) {
            squares += static_cast<double>(head.rms) * head.rms;
            m.absmax = std::max(m.absmax, head.absmax);
            m.n_nonfinite += head.n_nonfinite;
        }
        m.rms = static_cast<float>(std::sqrt(squares / static_cast<double>(heads.size())));
        return m;
    }
};

struct PartsTogether {
    size_t n_parts;
    int64_t n_values;
    Magnitude operator()(std::span<const PartialMagnitude> parts) const { return together(parts, n_values); }
};

}  // namespace

void BackboneRecorder::publish(const Step& step, int64_t n_rows) {
    const StackConfig& c = *config_;
    const auto n = static_cast<size_t>(n_rows);
    const auto per_layer = [&](const auto& parts) { return parts.size() / (n * static_cast<size_t>(c.n_layers)); };
    if (!step.magnitudes.empty()) {
        taps_.layers->rows.commit(n);
    }
    publish_parts(taps_.keys, key_heads_, n, HeadsTogether{per_layer(key_heads_)});
    publish_parts(taps_.values, value_heads_, n, HeadsTogether{per_layer(value_heads_)});
    if (c.mixer) {
        publish_parts(taps_.windows, window_parts_, n, PartsTogether{per_layer(window_parts_), c.mixer->window_size()});
        publish_parts(taps_.ssm_heads, ssm_parts_, n, PartsTogether{1, c.mixer->head_dim * c.mixer->n_state});
        publish_parts(taps_.ssm, ssm_parts_, n, PartsTogether{per_layer(ssm_parts_), c.mixer->ssm_size()});
    }
}

RecordedRows BackboneRecorder::recorded(int64_t n_rows) const {
    RecordedRows out;
    std::ranges::transform(taps_.groups(), out.begin(), [n = static_cast<size_t>(n_rows)](const TapGroup* group) {
        // A full group may have dropped rows.
        if (group == nullptr || group->rows.rows() < n || group->rows.rows() == group->rows.capacity()) {
            return std::vector<Magnitude>();
        }
        const Magnitude* end = group->rows.data() + group->rows.rows() * group->n_layers;
        return std::vector<Magnitude>(end - n * group->n_layers, end);
    });
    return out;
}

bool BackboneRecorder::is_all(const RecordedRows& rows) const {
    return std::ranges::equal(taps_.groups(), rows, [](const TapGroup* group, const std::vector<Magnitude>& recorded) {
        return group == nullptr || !recorded.empty();
    });
}

void BackboneRecorder::record_again(const RecordedRows& rows) {
    const std::array<TapGroup*, 6> groups = taps_.groups();
    for (size_t i = 0; i < groups.size(); ++i) {
        if (groups[i] != nullptr) {
            groups[i]->rows.append(rows[i]);
        }
    }
}

}  // namespace phonoscope::lm
