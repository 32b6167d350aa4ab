"""Names of the published codec's tensors, what they are called in GGUF (architecture "dac"), and their roles.

The published checkpoints (``codec.pth`` of Audio8, ``fish-s1-dac-min`` of Echo-TTS) name tensors as their modules. In
GGUF they are called as in Qwen3-TTS's speech tokenizer, with the prefix ``dac.``::

    dac.vq.Q.codebook                          [entries][codeword]; Q = 0 is the semantic quantizer
    dac.vq.Q.{in_proj,out_proj}.{weight,bias}
    dac.{post,pre,enc.tfm}.blk.N.{attn_q,attn_k,attn_v,attn_output,ffn_gate,ffn_up,ffn_down}.weight
    dac.{post,pre,enc.tfm}.blk.N.{attn_norm,ffn_norm}.weight, .{attn_scale,ffn_scale}; dac.{post,...}.norm.weight
    dac.{upsample,downsample}.N.{conv,dwconv,norm,pwconv1,pwconv2}.{weight,bias}, .gamma
    dac.dec.0.conv, dac.dec.N.snake.alpha, dac.dec.N.conv_t, dac.dec.N.res.U.{act1.alpha,conv1,act2.alpha,conv2},
    dac.dec.5.snake.alpha, dac.dec.6.conv      (``.weight`` and ``.bias`` of each convolution)
    dac.enc.0.conv, dac.enc.N.res.U..., dac.enc.N.snake.alpha, dac.enc.N.conv, dac.enc.5.snake.alpha, dac.enc.6.conv

``post`` stands behind the quantizer (decoder), ``pre`` before it and ``enc.tfm`` behind the last convolutional block
(encoder). Weight normalisation is folded: W = g v / |v|, the norm over all dimensions but the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from phonoscope.engine.models.quantisation import Role

PREFIX = "dac."
"""What the names of all tensors begin with in GGUF."""

_TRANSFORMERS = {
    "quantizer.post_module": "dac.post",
    "quantizer.pre_module": "dac.pre",
    "encoder.block.4.block.5": "dac.enc.tfm",
}
_LAYER = {
    "attention.wqkv.weight": "attn_qkv.weight",  # taken apart: see QKV
    "attention.wo.weight": "attn_output.weight",
    "feed_forward.w1.weight": "ffn_gate.weight",
    "feed_forward.w3.weight": "ffn_up.weight",
    "feed_forward.w2.weight": "ffn_down.weight",
    "attention_norm.weight": "attn_norm.weight",
    "ffn_norm.weight": "ffn_norm.weight",
    "attention_layer_scale.gamma": "attn_scale",
    "ffn_layer_scale.gamma": "ffn_scale",
}
QKV = "attn_qkv.weight"
"""Ending of a stack of query, key and value projections, which become three tensors."""

# {p} is "weight" or "bias".
_P = r"(?P<p>weight|bias)"
_RULES = (
    (rf"encoder\.block\.(0|6)\.conv\.{_P}", "dac.enc.{0}.conv.{p}"),
    (r"encoder\.block\.(5)\.alpha", "dac.enc.{0}.snake.alpha"),
    (r"encoder\.block\.(\d)\.block\.3\.alpha", "dac.enc.{0}.snake.alpha"),
    (rf"encoder\.block\.(\d)\.block\.4\.conv\.{_P}", "dac.enc.{0}.conv.{p}"),
    (rf"quantizer\.(up|down)sample\.(\d)\.0\.conv\.{_P}", "dac.{0}sample.{1}.conv.{p}"),
    (rf"quantizer\.(up|down)sample\.(\d)\.1\.dwconv\.conv\.{_P}", "dac.{0}sample.{1}.dwconv.{p}"),
    (rf"quantizer\.(up|down)sample\.(\d)\.1\.(norm|pwconv[12])\.{_P}", "dac.{0}sample.{1}.{2}.{p}"),
    (r"quantizer\.(up|down)sample\.(\d)\.1\.gamma", "dac.{0}sample.{1}.gamma"),
    (rf"decoder\.model\.(0|6)\.conv\.{_P}", "dac.dec.{0}.conv.{p}"),
    (r"decoder\.model\.(5)\.alpha", "dac.dec.{0}.snake.alpha"),
    (r"decoder\.model\.(\d)\.block\.0\.alpha", "dac.dec.{0}.snake.alpha"),
    (rf"decoder\.model\.(\d)\.block\.1\.conv\.{_P}", "dac.dec.{0}.conv_t.{p}"),
)
_COMPILED = tuple((re.compile(pattern), template) for pattern, template in _RULES)
_TRANSFORMER = re.compile(rf"({'|'.join(map(re.escape, _TRANSFORMERS))})\.(?:layers\.(\d+)\.(.+)|norm\.weight)")
_UNIT = re.compile(rf"(encoder\.block|decoder\.model)\.(\d)\.block\.(\d)\.block\.([0-3])\.(?:alpha|conv\.{_P})")
_UNIT_PARTS = ("act1.alpha", "conv1.{p}", "act2.alpha", "conv2.{p}")
_FIRST_DECODER_UNIT = 2  # index of the first residual unit among a decoder block's parts
_QUANTIZER = re.compile(
    r"quantizer\.(semantic_quantizer|quantizer)\.quantizers\.(\d+)\."
    rf"(?:codebook\.weight|(in_proj|out_proj)\.{_P})"
)
ENCODER_PREFIXES = ("dac.enc.", "dac.pre.", "dac.downsample.")
"""What the names of tensors begin with that decoding does without."""
_DROPPED = re.compile(r".*\.(freqs_cis|causal_mask)")


@dataclass(frozen=True)
class TensorName:
    """One tensor's name in GGUF and what it is for."""

    gguf: str
    role: Role

    @property
    def for_encoder(self) -> bool:
        """Whether decoding does without it."""
        return self.gguf.startswith(ENCODER_PREFIXES)


def translate(name: str) -> TensorName | None:
    """Return what a tensor of the published codec becomes, its weight normalisation folded; None when it is unknown."""
    gguf = _gguf_name(name)
    return None if gguf is None else TensorName(gguf, role_of(gguf))


def is_dropped(name: str) -> bool:
    """Whether the tensor is a table that the engine computes itself."""
    return _DROPPED.fullmatch(name) is not None


def _gguf_name(name: str) -> str | None:
    if match := _TRANSFORMER.fullmatch(name):
        prefix, layer, part = _TRANSFORMERS[match[1]], match[2], match[3]
        if layer is None:
            return f"{prefix}.norm.weight"
        return f"{prefix}.blk.{layer}.{_LAYER[part]}" if part in _LAYER else None
    if match := _UNIT.fullmatch(name):
        is_encoder = match[1].startswith("encoder")
        unit = int(match[3]) - (0 if is_encoder else _FIRST_DECODER_UNIT)
        part = _UNIT_PARTS[int(match[4])].format(p=match["p"])
        half = "enc" if is_encoder else "dec"
        has_kernel = part.startswith("conv")
        return (
            f"dac.{half}.{match[2]}.res.{unit}.{part}" if unit >= 0 and has_kernel == (match["p"] is not None) else None
        )
    if match := _QUANTIZER.fullmatch(name):
        number = 0 if match[1] == "semantic_quantizer" else int(match[2]) + 1
        return f"dac.vq.{number}." + (f"{match[3]}.{match['p']}" if match[3] else "codebook")
    for pattern, template in _COMPILED:
        if match := pattern.fullmatch(name):
            groups = match.groupdict()
            return template.format(*match.groups(), **groups)
    return None


def role_of(gguf: str) -> Role:
    """Return what a tensor of the codec's GGUF file is for."""
    if gguf.startswith("dac.vq."):
        return Role.QUANTIZER
    if re.search(r"\.bias$|\.alpha$|\.gamma$|_scale$|norm\.weight$|\.dwconv\.weight$", gguf):
        return Role.VECTOR
    if gguf.startswith(ENCODER_PREFIXES):
        return Role.ENCODER
    return Role.KERNEL if re.search(r"\.(conv|conv_t|conv1|conv2)\.weight$", gguf) else Role.CODEC_MATRIX
