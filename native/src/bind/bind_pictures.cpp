// What pictures of a take are computed from.
#include <bit>

#include "bind/arrays.hpp"
#include "bind/bind.hpp"
#include "pictures/power_spectrum.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace phonoscope {

void bind_pictures(nb::module_& m) {
    nb::class_<PowerSpectrum>(m, "PowerSpectrum",
                              "Squared magnitudes of a short-time Fourier transform, column by column.")
        .def(
            "__init__",
            [](PowerSpectrum* self, const Vector& window) {
                need(window.size() >= 4 && std::has_single_bit(window.size()), "a window must be a power of two long");
                new (self) PowerSpectrum({window.data(), window.size()});
            },
            "window"_a, "``window`` is as long as a transform, a power of two.")
        .def(
            "columns",
            [](const PowerSpectrum& self, const Vector& sound, size_t hop) {
                need(hop > 0, "a hop must be at least one sample");
                return owned_array(self.columns({sound.data(), sound.size()}, hop),
                                   {self.n_columns(sound.size(), hop), self.n_bins()});
            },
            "sound"_a, "hop"_a, "Return all columns that fit into ``sound``, ``[columns, bins]``.");
}

}  // namespace phonoscope
