// Whole stages of a network for Python.
#pragma once

#include <utility>

#include "bind/arrays.hpp"

namespace phonoscope {

// Adds every stage by its name as [row][channel]. A stage has a name, n_rows, width and values.
template <typename Stages>
void add_stages(nanobind::dict& out, Stages& stages) {
    for (auto& stage : stages) {
        const auto n_rows = static_cast<size_t>(stage.n_rows);
        const auto width = static_cast<size_t>(stage.width);
        out[stage.name.c_str()] = owned_array(std::move(stage.values), {n_rows, width});
    }
}

}  // namespace phonoscope
