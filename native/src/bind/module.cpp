// The Python module phonoscope._native: one bind_*.cpp for each concept.
#include <nanobind/nanobind.h>

#include "base/error.hpp"
#include "bind/bind.hpp"

NB_MODULE(_native, m) {
    m.doc() = "Native engine of Phonoscope, on ggml";
    nanobind::exception<phonoscope::Error> error(m, "Error");
    nanobind::exception<phonoscope::ModelFileError>(m, "ModelFileError", error);
    nanobind::exception<phonoscope::ArgumentError>(m, "ArgumentError", error);
    phonoscope::bind_audio8(m);
    phonoscope::bind_codec(m);
    phonoscope::bind_ceilings(m);
    phonoscope::bind_echo_tts(m);
    phonoscope::bind_gguf(m);
    phonoscope::bind_conv(m);
    phonoscope::bind_layers(m);
    phonoscope::bind_dac(m);
    phonoscope::bind_encoders(m);
    phonoscope::bind_pictures(m);
    phonoscope::bind_quantize(m);
    phonoscope::bind_linear(m);
    phonoscope::bind_philox(m);
    phonoscope::bind_qwen3_sampler(m);
    phonoscope::bind_qwen3_tts(m);
    phonoscope::bind_synthesis(m);
    phonoscope::bind_workers(m);
    phonoscope::bind_qwen3_synthesis(m);  // families after their base
    phonoscope::bind_audio8_synthesis(m);
    phonoscope::bind_echo_synthesis(m);
}
