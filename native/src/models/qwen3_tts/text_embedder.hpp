// Embeds text for the talker.
#pragma once

#include <map>
#include <span>

#include "models/qwen3_tts/weights.hpp"

namespace phonoscope::qwen3_tts {

class TextEmbedder {
   public:
    TextEmbedder(const TalkerWeights& weights, ComputePool& pool) : weights_(&weights), pool_(&pool) {}

    // T(id) = text_projection(text_embedding[id]) for every id, all in the vocabulary: rows of `out` [ids][width].
    // Returns false when cancelled.
    bool embed(std::span<const int32_t> ids, std::span<float> out, const std::atomic<bool>* cancel);

   private:
    // Ids that one graph embeds at most.
    static constexpr size_t kMaxIds = 32;
    struct TextGraph {
        TextGraph() : graph(64) {}
        Graph graph;
        ggml_tensor* ids = nullptr;
        ggml_tensor* output = nullptr;
    };
    TextGraph& graph_for(size_t n_ids);

    const TalkerWeights* weights_;
    ComputePool* pool_;
    std::map<size_t, TextGraph> graphs_;  // by ids: kMaxIds and the other number that came last
};

}  // namespace phonoscope::qwen3_tts
