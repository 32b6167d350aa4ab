#include "models/qwen3_tts/prompt.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "ops/embedding.hpp"

namespace phonoscope::qwen3_tts {

PromptEmbedder::PromptEmbedder(const TalkerWeights& talker, const lm::CodePassWeights& predictor, ComputePool& pool)
    : talker_(&talker),
      predictor_(&predictor),
      text_embedder_(talker, pool),
      scratch_(static_cast<size_t>(talker.config.talker.width)) {}

namespace {

void check_range(std::span<const int32_t> values, int64_t first, int64_t end, const char* what) {
    for (const int32_t v : values) {
        if (v < first || v >= end) {
            throw ArgumentError(std::string(what) + " " + std::to_string(v) + " is outside the model's range 0.." +
                                std::to_string(end - 1));
        }
    }
}

}  // namespace

void PromptEmbedder::check(const PromptLayout& p) const {
    const TalkerConfig& c = talker_->config;
    const size_t n = p.text_ids.size();
    if (n == 0 || p.codec_ids.size() != n || p.ref_frames.size() != n || p.speaker_rows.size() != n) {
        throw ArgumentError("the prompt's columns must have the same length of at least one row");
    }
    if (p.ref_codes.size() % static_cast<size_t>(c.n_code_groups) != 0) {
        throw ArgumentError("reference codes must come in frames of " + std::to_string(c.n_code_groups));
    }
    const auto n_ref = static_cast<int64_t>(p.ref_codes.size()) / c.n_code_groups;
    check_range(p.text_ids, -1, c.text_vocab, "text token");
    check_range(p.trailing_text_ids, 0, c.text_vocab, "text token");
    check_range({&p.tts_pad_id, 1}, 0, c.text_vocab, "text token");
    check_range(p.codec_ids, -1, c.codec_vocab, "codec token");
    check_range(p.ref_codes, 0, c.codebook_size, "reference code");
    check_range(p.ref_frames, -1, n_ref, "reference frame");
    const bool wants_speaker =
        std::any_of(p.speaker_rows.begin(), p.speaker_rows.end(), [](int32_t v) { return v != 0; });
    if (wants_speaker && std::ssize(p.speaker) != c.talker.width) {
        throw ArgumentError("the speaker vector has " + std::to_string(p.speaker.size()) + " values, the model needs " +
                            std::to_string(c.talker.width) + " (a voice made for another model size?)");
    }
    if (!all_finite(p.speaker)) {
        throw ArgumentError("the speaker vector holds values that are not finite");
    }
}

std::optional<EmbeddedPrompt> PromptEmbedder::embed(const PromptLayout& p, const std::atomic<bool>* cancel) {
    check(p);
    const auto width = static_cast<size_t>(talker_->config.talker.width);
    // Every text id of the prompt and of the decoding phase in one batch: rows first, then trailing, then
    // tts_pad.
    std::vector<int32_t> ids;
    std::copy_if(p.text_ids.begin(), p.text_ids.end(), std::back_inserter(ids), [](int32_t id) { return id >= 0; });
    const size_t n_in_rows = ids.size();
    ids.insert(ids.end(), p.trailing_text_ids.begin(), p.trailing_text_ids.end());
    ids.push_back(p.tts_pad_id);
    std::vector<float> texts(ids.size() * width);
    if (!text_embedder_.embed(ids, texts, cancel)) {
        return std::nullopt;
    }
    EmbeddedPrompt out;
    out.rows.resize(p.text_ids.size() * width);
    size_t next_text = 0;
    for (size_t r = 0; r < p.text_ids.size(); ++r) {
        const std::span<float> row(out.rows.data() + r * width, width);
        if (p.text_ids[r] >= 0) {
            std::copy_n(texts.begin() + static_cast<ptrdiff_t>(next_text++ * width), width, row.begin());
        }
        if (p.codec_ids[r] >= 0) {
            add_embedding_row(talker_->codec_embedding, p.codec_ids[r], row, scratch_);
        }
        if (p.ref_frames[r] >= 0) {
            const auto n_groups = static_cast<size_t>(talker_->config.n_code_groups);
            add_frame(std::span(p.ref_codes).subspan(static_cast<size_t>(p.ref_frames[r]) * n_groups, n_groups), row);
        }
        if (p.speaker_rows[r] != 0) {
            std::transform(row.begin(), row.end(), p.speaker.begin(), row.begin(), std::plus<>());
        }
    }
    out.trailing.assign(texts.begin() + static_cast<ptrdiff_t>(n_in_rows * width), texts.end());
    return out;
}

void PromptEmbedder::add_frame(std::span<const int32_t> codes, std::span<float> out) {
    for (size_t group = 0; group < codes.size(); ++group) {
        add_embedding_row(predictor_->embeddings[group], codes[group], out, scratch_);
    }
}

}  // namespace phonoscope::qwen3_tts
