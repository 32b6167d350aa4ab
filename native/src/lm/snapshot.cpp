#include "lm/snapshot.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace phonoscope::lm {

namespace {

// Calls body(bytes of the cache, how many) for the positions in use of every head of every layer, piece by piece.
template <typename Body>
void for_each_head(Stack& stack, int64_t n_positions, bool keys, Body body) {
    const StackConfig& c = stack.config();
    const KvCache& cache = stack.cache();
    for (int64_t layer = 0; layer < c.n_layers; ++layer) {
        for (int64_t head = 0; head < c.n_kv_heads; ++head) {
            const auto rows = keys ? cache.keys<std::byte>(layer, head) : cache.values<std::byte>(layer, head);
            const auto n = static_cast<size_t>(n_positions);
            for (size_t first = 0; first < n; first += kBlockPositions) {
                body(rows.at(first), std::min(kBlockPositions, n - first) * cache.row_bytes());
            }
        }
    }
}

}  // namespace

Snapshot take_snapshot(Stack& stack, int64_t n_positions) {
    Snapshot s{.n_positions = n_positions, .windows = {}, .ssm = {}, .keys = {}, .values = {}, .recorded = {}};
    if (const MambaState* state = stack.mixer_state()) {
        for (int64_t layer = 0; layer < state->n_layers(); ++layer) {
            const std::span<const float> window = state->window(layer);
            const std::span<const float> ssm = state->ssm(layer);
            s.windows.insert(s.windows.end(), window.begin(), window.end());
            s.ssm.insert(s.ssm.end(), ssm.begin(), ssm.end());
        }
    }
    for (const bool keys : {true, false}) {
        std::vector<std::byte>& out = keys ? s.keys : s.values;
        for_each_head(stack, n_positions, keys,
                      [&](const std::byte* at, size_t n) { out.insert(out.end(), at, at + n); });
    }
    return s;
}

void restore(const Snapshot& s, Stack& stack) {
    if (s.n_positions > stack.capacity()) {
        throw ArgumentError("a snapshot of " + std::to_string(s.n_positions) + " positions does not fit the model");
    }
    if (const MambaState* state = stack.mixer_state()) {
        const float* windows = s.windows.data();
        const float* ssm = s.ssm.data();
        for (int64_t layer = 0; layer < state->n_layers(); ++layer) {
            std::span<float> window = state->window(layer);
            std::span<float> states = state->ssm(layer);
            std::memcpy(window.data(), windows, window.size_bytes());
            std::memcpy(states.data(), ssm, states.size_bytes());
            windows += window.size();
            ssm += states.size();
        }
    }
    for (const bool keys : {true, false}) {
        const std::byte* from = (keys ? s.keys : s.values).data();
        for_each_head(stack, s.n_positions, keys, [&](std::byte* at, size_t n) {
            std::memcpy(at, from, n);
            from += n;
        });
    }
}

}  // namespace phonoscope::lm
