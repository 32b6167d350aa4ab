// The language model of a family step by step, for parity checks.
#pragma once

#include <span>

#include "bind/arrays.hpp"
#include "lm/backbone.hpp"
#include "lm/code_passes.hpp"

namespace phonoscope {

// Computes `rows` [n][width] at the next positions, at most lm::Backbone::kMaxRows, so that they are one graph. Returns
// "layers" [layer, row, width], "final" [row, width], "logits" after the last row, and where branches are probed
// "attention" and "mixer" like "layers". Throws ArgumentError when the rows do not fit, Error when a state is not
// finite.
nanobind::dict run_backbone(lm::Backbone& backbone, std::span<const float> rows);

// Draws the codes of one frame. Returns "codes" and "logits" of the passes that choose one, "layers" [layer, position,
// width], and the cache. Throws ArgumentError when the request does not fit, Error when a state is not finite.
nanobind::dict run_passes(lm::CodePasses& passes, const lm::FrameRequest& request);

// Adds "keys" and "values" [layer, kv head, position, head_dim] of the first positions; none of a cache in half
// precision.
void add_cache(nanobind::dict& out, const lm::Stack& stack, int64_t n_positions);

}  // namespace phonoscope
