#include "models/qwen3_tts/weights.hpp"

namespace phonoscope::qwen3_tts {

TalkerWeights load_talker(Weights& w, const TalkerConfig& c) {
    return {.config = c,
            .text_embedding = w.table("talker.text_embd.weight", c.text_width, c.text_vocab),
            .text_fc1 = lm::load_linear(w, "talker.text_proj.fc1", c.text_width, c.text_width),
            .text_fc2 = lm::load_linear(w, "talker.text_proj.fc2", c.text_width, c.talker.width),
            .codec_embedding = w.table("talker.codec_embd.weight", c.talker.width, c.codec_vocab),
            .codec_head = w.matrix("talker.codec_head.weight", {c.talker.width, c.codec_vocab}),
            .stack = lm::load_stack(w, "talker.", c.talker)};
}

lm::CodePassWeights load_predictor(Weights& w, const TalkerWeights& talker) {
    const TalkerConfig& c = talker.config;
    lm::CodePassWeights p{.stack = lm::load_stack(w, "code_pred.", c.predictor),
                          .projection = {},
                          .projects_codes = true,
                          .embeddings = {talker.codec_embedding},
                          .heads = {}};
    if (c.has_predictor_projection) {
        p.projection = lm::load_linear(w, "code_pred.mtp_proj", c.talker.width, c.predictor.width);
    }
    for (int64_t group = 0; group + 1 < c.n_code_groups; ++group) {
        const std::string g = std::to_string(group);
        p.embeddings.push_back(w.table("code_pred.codec_embd." + g + ".weight", c.talker.width, c.codebook_size));
        p.heads.push_back(w.matrix("code_pred.lm_head." + g + ".weight", {c.predictor.width, c.codebook_size}));
    }
    return p;
}

}  // namespace phonoscope::qwen3_tts
