"""Every tensor that a Qwen3-TTS file must hold, with the shape that its metadata declares.

Dimensions that only the tensors themselves know (the speaker encoder's widths) are None.
"""

from __future__ import annotations

from phonoscope._native import GgufFile
from phonoscope.engine.families.qwen3_tts.codec_info import has_codec_encoder
from phonoscope.engine.families.qwen3_tts.file_info import has_speaker_encoder
from phonoscope.engine.models.metadata_reader import DimensionReader
from phonoscope.engine.models.shapes import Shapes, conv, linear


def talker_shapes(file: GgufFile) -> Shapes:
    """Yield the tensors of talker, code predictor and, where it has one, speaker encoder.

    Raises
    ------
    ModelError
        When a dimension is missing from the metadata or makes no sense.
    """
    d = DimensionReader(file)
    first = d.has("qwen3-tts.talker.block_count")
    talker = "qwen3-tts.talker." if first else "qwen3-tts."
    width, text_width = d(talker + "embedding_length"), d(talker + "text_hidden_size")
    codec_vocab = d(talker + "vocab_size")
    yield "talker.text_embd.weight", (text_width, d(talker + "text_vocab_size"))
    yield from linear("talker.text_proj.fc1", text_width, text_width)
    yield from linear("talker.text_proj.fc2", text_width, width)
    yield "talker.codec_embd.weight", (width, codec_vocab)
    yield "talker.codec_head.weight", (width, codec_vocab)
    yield "talker.output_norm.weight", (width,)
    yield from _talker_blocks(d, "talker.blk", talker, {}, d.n_layers(talker + "block_count"))

    sizes = _SECOND_DIALECT_PREDICTOR if not first else {}
    layers = d.n_layers("qwen3-tts.code_pred.block_count" if first else "qwen3-tts.code_predictor.layer_count")
    vocab = d("qwen3-tts.code_pred.vocab_size" if first else "qwen3-tts.code_predictor.vocab_size")
    predictor_width = d.first_of("qwen3-tts.code_pred.embedding_length", sizes.get("embedding_length"))
    yield "code_pred.output_norm.weight", (predictor_width,)
    yield from _talker_blocks(d, "code_pred.blk", "qwen3-tts.code_pred.", sizes, layers)
    for group in range(d("qwen3-tts.num_code_groups", low=2, high=64) - 1):
        yield f"code_pred.codec_embd.{group}.weight", (width, vocab)
        yield f"code_pred.lm_head.{group}.weight", (predictor_width, vocab)
    if file.has_tensor("code_pred.mtp_proj.weight") or predictor_width != width:
        yield from linear("code_pred.mtp_proj", width, predictor_width)
    if has_speaker_encoder(file):
        yield from _speaker_encoder_shapes(width)


def codec_shapes(file: GgufFile) -> Shapes:
    """Yield the tensors of the speech tokenizer: decoder and, where it has one, encoder.

    Raises
    ------
    ModelError
        When a dimension is missing from the metadata or makes no sense.
    """
    d = DimensionReader(file)
    yield from _decoder_shapes(d, file)
    if has_codec_encoder(file):
        yield from _encoder_shapes(d)


# Where the second dialect's predictor takes a size from when its own key is absent.
_SECOND_DIALECT_PREDICTOR = {
    name: "qwen3-tts." + name
    for name in (
        "embedding_length",
        "feed_forward_length",
        "attention.head_count",
        "attention.head_count_kv",
        "attention.key_length",
    )
}


def _talker_blocks(d: DimensionReader, name: str, prefix: str, others: dict[str, str], n_layers: int) -> Shapes:
    def size(key: str) -> int:
        return d.first_of(prefix + key, others.get(key))

    width, ffn, head = size("embedding_length"), size("feed_forward_length"), size("attention.key_length")
    q, kv = size("attention.head_count") * head, size("attention.head_count_kv") * head
    for i in range(n_layers):
        yield f"{name}.{i}.attn_q_norm.weight", (head,)
        yield f"{name}.{i}.attn_k_norm.weight", (head,)
        yield from _block(f"{name}.{i}", width, q, kv, ffn)


def _block(name: str, width: int, q: int, kv: int, ffn: int) -> Shapes:
    yield name + ".attn_norm.weight", (width,)
    yield name + ".attn_q.weight", (width, q)
    yield name + ".attn_k.weight", (width, kv)
    yield name + ".attn_v.weight", (width, kv)
    yield name + ".attn_output.weight", (q, width)
    yield name + ".ffn_norm.weight", (width,)
    yield name + ".ffn_gate.weight", (width, ffn)
    yield name + ".ffn_up.weight", (width, ffn)
    yield name + ".ffn_down.weight", (ffn, width)


def _speaker_encoder_shapes(width: int) -> Shapes:
    yield from conv("spk_enc.conv0", 5, 128, None)
    for block in (1, 2, 3):
        for part in ("tdnn1", "tdnn2", "se.conv1", "se.conv2"):
            yield from conv(f"spk_enc.blk.{block}.{part}", 1, None, None)
        for piece in range(7):
            yield from conv(f"spk_enc.blk.{block}.res2net.{piece}", 3, None, None)
    for part in ("mfa", "asp.tdnn", "asp.conv"):
        yield from conv(f"spk_enc.{part}", 1, None, None)
    yield from conv("spk_enc.fc", 1, None, width)


def _decoder_shapes(d: DimensionReader, file: GgufFile) -> Shapes:
    p = "qwen3-tts-tokenizer.decoder."
    latent, quantizer, width = d(p + "latent_dim"), d(p + "codebook_dim"), d(p + "hidden_size")
    # The key for the width of a codeword is a constant in some converters' files; the reference halves codebook_dim.
    codeword = quantizer // 2
    raw = file.has_tensor("tok_dec.vq_first.0.usage")
    books = {"vq_first": 1, "vq_rest": d(p + "num_quantizers", low=2, high=64) - 1}
    for book, n_layers in books.items():
        for i in range(n_layers):
            yield f"tok_dec.{book}.{i}.codebook", (codeword, d(p + "codebook_size"))
            if raw:
                yield f"tok_dec.{book}.{i}.usage", (d(p + "codebook_size"),)
        yield f"tok_dec.{book}.output_proj.weight", (1, codeword, quantizer)
    yield from conv("tok_dec.pre_conv", 3, quantizer, latent)
    yield from linear("tok_dec.pre_tfm.input_proj", latent, width)
    head = d(p + "head_dim")
    q, kv = d(p + "num_attention_heads") * head, d(p + "num_key_value_heads") * head
    for i in range(d.n_layers(p + "num_hidden_layers")):
        yield from _block(f"tok_dec.pre_tfm.blk.{i}", width, q, kv, d(p + "intermediate_size"))
        yield f"tok_dec.pre_tfm.blk.{i}.attn_scale", (width,)
        yield f"tok_dec.pre_tfm.blk.{i}.ffn_scale", (width,)
    yield "tok_dec.pre_tfm.norm.weight", (width,)
    yield from linear("tok_dec.pre_tfm.output_proj", width, latent)
    for i, ratio in enumerate(d.integers(p + "upsampling_ratios")):
        yield from conv(f"tok_dec.upsample.{i}.conv", ratio, latent, latent)
        yield from conv(f"tok_dec.upsample.{i}.dwconv", 7, 1, latent)
        yield f"tok_dec.upsample.{i}.norm.weight", (latent,)
        yield f"tok_dec.upsample.{i}.norm.bias", (latent,)
        yield from linear(f"tok_dec.upsample.{i}.pwconv1", latent, 4 * latent)
        yield from linear(f"tok_dec.upsample.{i}.pwconv2", 4 * latent, latent)
        yield f"tok_dec.upsample.{i}.gamma", (latent,)
    yield from _vocoder_shapes(d, file, latent)


def _vocoder_shapes(d: DimensionReader, file: GgufFile, latent: int) -> Shapes:
    p = "qwen3-tts-tokenizer.decoder."
    channels = d(p + "decoder_dim")
    rates = d.integers(p + "upsample_rates")
    first_unit = 0 if file.has_tensor("tok_dec.dec.1.res.0.conv1.weight") else 2
    yield from conv("tok_dec.dec.0.conv", 7, latent, channels)
    for block, rate in enumerate(rates, start=1):
        name, half = f"tok_dec.dec.{block}", channels // 2
        yield f"{name}.snake.alpha", (channels,)
        yield f"{name}.snake.beta", (channels,)
        yield f"{name}.conv_t.weight", (2 * rate, half, channels)
        yield f"{name}.conv_t.bias", (half,)
        channels = half
        for unit in range(first_unit, first_unit + 3):
            for act in ("act1", "act2"):
                yield f"{name}.res.{unit}.{act}.alpha", (channels,)
                yield f"{name}.res.{unit}.{act}.beta", (channels,)
            yield from conv(f"{name}.res.{unit}.conv1", 7, channels, channels)
            yield from conv(f"{name}.res.{unit}.conv2", 1, channels, channels)
    yield f"tok_dec.dec.{len(rates) + 1}.snake.alpha", (channels,)
    yield f"tok_dec.dec.{len(rates) + 1}.snake.beta", (channels,)
    yield from conv(f"tok_dec.dec.{len(rates) + 2}.conv", 7, channels, 1)


def _encoder_shapes(d: DimensionReader) -> Shapes:
    p = "qwen3-tts-tokenizer.encoder."
    channels, width, ffn = d(p + "num_filters"), d(p + "hidden_size"), d(p + "intermediate_size")
    compress, residual_kernel = d(p + "compress"), d(p + "residual_kernel_size")
    yield from conv("tok_enc.conv.0", d(p + "kernel_size"), 1, channels)
    layer = 1  # index among the reference network's layers, activations included
    for ratio in reversed(d.integers(p + "upsampling_ratios")):
        yield from conv(f"tok_enc.res.{layer}.blk.1", residual_kernel, channels, channels // compress)
        yield from conv(f"tok_enc.res.{layer}.blk.3", 1, channels // compress, channels)
        yield from conv(f"tok_enc.conv.{layer + 2}", 2 * ratio, channels, 2 * channels)
        channels *= 2
        layer += 3
    yield from conv(f"tok_enc.conv.{layer + 1}", d(p + "last_kernel_size"), channels, width)
    attention = d(p + "num_attention_heads") * d(p + "head_dim")
    kv = d(p + "num_key_value_heads") * d(p + "head_dim")
    for i in range(d.n_layers(p + "num_hidden_layers")):
        name = f"tok_enc.blk.{i}"
        for norm in ("attn_norm", "ffn_norm"):
            yield f"{name}.{norm}.weight", (width,)
            yield f"{name}.{norm}.bias", (width,)
        yield f"{name}.attn_q.weight", (width, attention)
        yield f"{name}.attn_k.weight", (width, kv)
        yield f"{name}.attn_v.weight", (width, kv)
        yield f"{name}.attn_output.weight", (attention, width)
        yield f"{name}.ffn_up.weight", (width, ffn)
        yield f"{name}.ffn_down.weight", (ffn, width)
        yield f"{name}.attn_scale", (width,)
        yield f"{name}.ffn_scale", (width,)
    yield "tok_enc.downsample.weight", (4, width, width)
    codeword, entries = d(p + "codebook_dim"), d(p + "codebook_size")
    file = "qwen3-tts-tokenizer."
    n_acoustic = min(d.first_of(file + "encoder_valid_num_quantizers", file + "decoder.num_quantizers"), 64) - 1
    for book, n_layers in (("vq_semantic", 1), ("vq_acoustic", n_acoustic)):
        yield f"tok_enc.{book}.input_proj.weight", (1, width, codeword)
        yield f"tok_enc.{book}.output_proj.weight", (1, codeword, width)
        for i in range(n_layers):
            yield f"tok_enc.{book}.{i}.codebook", (codeword, entries)
