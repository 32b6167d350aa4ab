#include "models/qwen3_tts/text_embedder.hpp"

#include <algorithm>
#include <cstring>

#include "ops/embedding.hpp"

namespace phonoscope::qwen3_tts {

bool TextEmbedder::embed(std::span<const int32_t> ids, std::span<float> out, const std::atomic<bool>* cancel) {
    while (!ids.empty()) {
        const size_t n = std::min(ids.size(), kMaxIds);
        TextGraph& g = graph_for(n);
        std::memcpy(g.ids->data, ids.data(), n * sizeof(int32_t));
        if (!g.graph.compute(cancel)) {
            return false;
        }
        const size_t n_values = n * static_cast<size_t>(weights_->config.talker.width);
        std::memcpy(out.data(), g.output->data, n_values * sizeof(float));
        ids = ids.subspan(n);
        out = out.subspan(n_values);
    }
    return true;
}

TextEmbedder::TextGraph& TextEmbedder::graph_for(size_t n_ids) {
    if (!graphs_.contains(n_ids)) {
        std::erase_if(graphs_, [](const auto& known) { return known.first != kMaxIds; });
    }
    const auto [it, fresh] = graphs_.try_emplace(n_ids);
    TextGraph& g = it->second;
    if (fresh) {
        ggml_context* c = g.graph.context();
        g.ids = Graph::input(ggml_new_tensor_1d(c, GGML_TYPE_I32, static_cast<int64_t>(n_ids)));
        ggml_tensor* rows = embedding_rows(c, weights_->text_embedding, g.ids);
        ggml_tensor* h = ggml_silu(c, lm::apply(c, weights_->text_fc1, rows));
        g.output = g.graph.output(lm::apply(c, weights_->text_fc2, h));
        g.graph.allocate(*pool_);
    }
    return g;
}

}  // namespace phonoscope::qwen3_tts
