#include "models/metadata_check.hpp"

#include "models/audio8/config.hpp"
#include "models/dac/config.hpp"
#include "models/echo_tts/config.hpp"
#include "models/qwen3_tts/config.hpp"

namespace phonoscope {

void check_metadata(const GgufFile& file) {
    if (audio8::is_audio8(file)) {
        audio8::read_config(file);
    }
    if (echo_tts::is_echo_tts(file)) {
        echo_tts::read_config(file);
    }
    if (qwen3_tts::has_talker(file)) {
        qwen3_tts::read_talker_config(file);
    }
    if (qwen3_tts::has_codec(file)) {
        qwen3_tts::read_codec_config(file);
    }
    if (qwen3_tts::has_codec_encoder(file)) {
        qwen3_tts::read_codec_encoder_config(file);
    }
    if (dac::is_dac(file)) {
        dac::read_decoder_config(file);
    }
    if (dac::has_encoder(file)) {
        dac::read_encoder_config(file);
    }
}

}  // namespace phonoscope
