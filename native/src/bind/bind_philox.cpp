// The generator of random numbers for Python: for parity checks.
#include <nanobind/stl/array.h>

#include "base/philox.hpp"
#include "bind/bind.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

void bind_philox(nb::module_& m) {
    m.def(
        "philox4x32_10",
        [](std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) { return philox4x32_10(counter, key); },
        "counter"_a, "key"_a, "The four words that counter and key stand for (Salmon et al. 2011).");
}

}  // namespace phonoscope
