#include "models/qwen3_tts/config.hpp"

#include <string>

#include "gguf/dimensions.hpp"

namespace phonoscope::qwen3_tts {

namespace {

lm::StackConfig read_stack(const GgufFile& file, const std::string& prefix) {
    lm::StackConfig c = lm::read_stack_config(file, prefix);
    c.norms_qk = true;
    return c;
}

// Second dialect: the predictor repeats the talker's sizes unless it says otherwise.
lm::StackConfig read_second_dialect_predictor(const GgufFile& file, const lm::StackConfig& talker) {
    lm::StackConfig c = talker;
    c.n_layers = dimension(file, "qwen3-tts.code_predictor.layer_count");
    const std::string p = "qwen3-tts.code_pred.";
    c.width = dimension_or(file, p + "embedding_length", c.width);
    c.ffn_width = dimension_or(file, p + "feed_forward_length", c.ffn_width);
    c.n_heads = dimension_or(file, p + "attention.head_count", c.n_heads);
    c.n_kv_heads = dimension_or(file, p + "attention.head_count_kv", c.n_kv_heads);
    c.head_dim = dimension_or(file, p + "attention.key_length", c.head_dim);
    lm::check(file, c, p);
    return c;
}

}  // namespace

bool has_talker(const GgufFile& file) { return file.find("talker.codec_head.weight") != nullptr; }
bool has_codec(const GgufFile& file) { return file.find("tok_dec.pre_conv.weight") != nullptr; }
bool has_codec_encoder(const GgufFile& file) { return file.find("tok_enc.conv.0.weight") != nullptr; }

TalkerConfig read_talker_config(const GgufFile& file) {
    if (!has_talker(file)) {
        file.refuse("has no talker weights (this is not a Qwen3-TTS model file)");
    }
    const bool first_dialect = file.has("qwen3-tts.talker.block_count");
    const std::string p = first_dialect ? "qwen3-tts.talker." : "qwen3-tts.";
    TalkerConfig c;
    c.talker = read_stack(file, p);
    c.codec_vocab = dimension(file, p + "vocab_size");
    c.text_vocab = dimension(file, p + "text_vocab_size");
    c.text_width = dimension(file, p + "text_hidden_size");
    c.max_positions = dimension_or(file, p + "context_length", 32768);
    c.n_code_groups = dimension(file, "qwen3-tts.num_code_groups");
    if (first_dialect) {
        c.predictor = read_stack(file, "qwen3-tts.code_pred.");
        c.codebook_size = dimension(file, "qwen3-tts.code_pred.vocab_size");
    } else {
        c.predictor = read_second_dialect_predictor(file, c.talker);
        c.codebook_size = dimension(file, "qwen3-tts.code_predictor.vocab_size");
    }
    c.has_predictor_projection = file.find("code_pred.mtp_proj.weight") != nullptr;
    if (!c.has_predictor_projection && c.predictor.width != c.talker.width) {
        file.refuse("code_pred.mtp_proj.weight is missing although talker and predictor widths differ");
    }
    if (c.n_code_groups < 2 || c.n_code_groups > 64 || c.codebook_size > c.codec_vocab) {
        file.refuse("codebook dimensions do not fit together");
    }
    return c;
}

codec::DecoderConfig read_codec_config(const GgufFile& file) {
    if (!has_codec(file)) {
        file.refuse("has no speech tokenizer weights (give the tokenizer file that belongs to the talker)");
    }
    const std::string p = "qwen3-tts-tokenizer.decoder.";
    codec::DecoderConfig c;
    codec::WindowTransformerConfig& t = c.transformer;
    t.n_layers = dimension(file, p + "num_hidden_layers");
    t.width = dimension(file, p + "hidden_size");
    t.ffn_width = dimension(file, p + "intermediate_size");
    t.n_heads = dimension(file, p + "num_attention_heads");
    t.n_kv_heads = dimension(file, p + "num_key_value_heads");
    t.rotary.head_dim = dimension(file, p + "head_dim");
    t.window = dimension(file, p + "sliding_window");
    t.rotary.theta = positive(file, p + "rope_theta");
    t.rms_eps = positive(file, p + "rms_norm_eps");
    const int64_t n_quantizers = dimension(file, p + "num_quantizers");
    if (n_quantizers < 2 || n_quantizers > 64) {
        file.refuse("speech tokenizer dimensions do not fit together");
    }
    c.codebook_sizes.assign(static_cast<size_t>(n_quantizers), dimension(file, p + "codebook_size"));
    c.latent_width = dimension(file, p + "latent_dim");
    c.quantizer_width = dimension(file, p + "codebook_dim");
    c.decoder_width = dimension(file, p + "decoder_dim");
    c.upsampling_ratios = rate_factors(file, p + "upsampling_ratios");
    c.upsample_rates = rate_factors(file, p + "upsample_rates");
    c.sample_rate_hz = dimension(file, "qwen3-tts-tokenizer.output_sample_rate");
    // The width of a codeword is taken from the tensor: converters write a constant into the metadata.
    const GgufTensor* codebook = file.find("tok_dec.vq_first.0.codebook");
    if (codebook == nullptr) {
        file.refuse("tensor tok_dec.vq_first.0.codebook is missing");
    }
    c.codeword_width = codebook->ne[0];
    return c;
}

CodecEncoderConfig read_codec_encoder_config(const GgufFile& file) {
    const GgufTensor* downsample = file.find("tok_enc.downsample.weight");
    if (!has_codec_encoder(file) || downsample == nullptr) {
        file.refuse("has no speech tokenizer encoder (it cannot turn recordings into codes)");
    }
    const std::string p = "qwen3-tts-tokenizer.encoder.";
    CodecEncoderConfig c;
    c.transformer.n_layers = dimension(file, p + "num_hidden_layers");
    c.transformer.width = dimension(file, p + "hidden_size");
    c.transformer.ffn_width = dimension(file, p + "intermediate_size");
    c.transformer.n_heads = dimension(file, p + "num_attention_heads");
    c.transformer.n_kv_heads = dimension(file, p + "num_key_value_heads");
    c.transformer.head_dim = dimension(file, p + "head_dim");
    c.transformer.rope_theta = positive(file, p + "rope_theta");
    c.transformer.norm_eps = positive(file, p + "norm_eps");
    lm::check(file, c.transformer, p);
    const std::string valid = "qwen3-tts-tokenizer.encoder_valid_num_quantizers";
    c.n_quantizers = dimension(file, file.has(valid) ? valid : "qwen3-tts-tokenizer.decoder.num_quantizers");
    c.codebook_size = dimension(file, p + "codebook_size");
    c.codebook_dim = dimension(file, p + "codebook_dim");
    c.n_filters = dimension(file, p + "num_filters");
    c.input_taps = dimension(file, p + "kernel_size");
    c.residual_taps = dimension(file, p + "residual_kernel_size");
    c.last_taps = dimension(file, p + "last_kernel_size");
    c.compress = dimension(file, p + "compress");
    const std::vector<int64_t> upsampling = rate_factors(file, p + "upsampling_ratios");
    c.strides.assign(upsampling.rbegin(), upsampling.rend());
    c.downsample_taps = downsample->ne[0];
    c.samples_per_position = 1;
    for (const int64_t stride : c.strides) {
        c.samples_per_position *= stride;
    }
    c.positions_per_frame = c.downsample_taps / 2;
    c.raw_codebooks = file.find("tok_enc.vq_semantic.0.usage") != nullptr;
    const bool fits = c.n_quantizers >= 2 && c.n_quantizers <= 64 && c.n_filters % c.compress == 0 &&
                      c.n_filters <= kMaxDimension >> c.strides.size() && c.positions_per_frame >= 1 &&
                      c.downsample_taps % 2 == 0 && c.downsample_taps <= 64 &&
                      c.samples_per_position <= kMaxDimension / c.positions_per_frame && c.input_taps <= 64 &&
                      c.residual_taps <= 64 && c.last_taps <= 64 && dimension(file, p + "num_residual_layers") == 1;
    if (!fits) {
        file.refuse("speech tokenizer encoder dimensions do not fit together");
    }
    return c;
}

}  // namespace phonoscope::qwen3_tts
