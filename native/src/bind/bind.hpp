// What each bind_*.cpp adds to the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace phonoscope {

void bind_audio8(nanobind::module_& m);
void bind_audio8_synthesis(nanobind::module_& m);
void bind_codec(nanobind::module_& m);
void bind_ceilings(nanobind::module_& m);
void bind_echo_synthesis(nanobind::module_& m);
void bind_echo_tts(nanobind::module_& m);
void bind_gguf(nanobind::module_& m);
void bind_conv(nanobind::module_& m);
void bind_dac(nanobind::module_& m);
void bind_encoders(nanobind::module_& m);
void bind_pictures(nanobind::module_& m);
void bind_quantize(nanobind::module_& m);
void bind_layers(nanobind::module_& m);
void bind_linear(nanobind::module_& m);
void bind_philox(nanobind::module_& m);
void bind_qwen3_sampler(nanobind::module_& m);
void bind_qwen3_synthesis(nanobind::module_& m);
void bind_qwen3_tts(nanobind::module_& m);
void bind_synthesis(nanobind::module_& m);
void bind_workers(nanobind::module_& m);

}  // namespace phonoscope
