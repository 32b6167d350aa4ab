"""Names of Hugging Face Qwen3-TTS tensors, what they are called in GGUF, and their roles."""

from __future__ import annotations

import re
from dataclasses import dataclass

from phonoscope.engine.models.quantisation import Role

_BLOCK = {
    "input_layernorm.weight": ("attn_norm.weight", Role.VECTOR),
    "post_attention_layernorm.weight": ("ffn_norm.weight", Role.VECTOR),
    "self_attn.q_norm.weight": ("attn_q_norm.weight", Role.VECTOR),
    "self_attn.k_norm.weight": ("attn_k_norm.weight", Role.VECTOR),
    "self_attn.q_proj.weight": ("attn_q.weight", None),
    "self_attn.k_proj.weight": ("attn_k.weight", None),
    "self_attn.v_proj.weight": ("attn_v.weight", None),
    "self_attn.o_proj.weight": ("attn_output.weight", None),
    "mlp.gate_proj.weight": ("ffn_gate.weight", None),
    "mlp.up_proj.weight": ("ffn_up.weight", None),
    "mlp.down_proj.weight": ("ffn_down.weight", None),
    "mlp.fc1.weight": ("ffn_up.weight", None),
    "mlp.fc2.weight": ("ffn_down.weight", None),
    "input_layernorm.bias": ("attn_norm.bias", Role.VECTOR),
    "post_attention_layernorm.bias": ("ffn_norm.bias", Role.VECTOR),
    "self_attn_layer_scale.scale": ("attn_scale", Role.VECTOR),
    "mlp_layer_scale.scale": ("ffn_scale", Role.VECTOR),
}
"""Parts of a transformer block; a role of None is that of the block's stack."""

_STACKS = (
    (r"talker\.model\.layers\.(\d+)\.(.+)", "talker.blk", Role.MATRIX),
    (r"talker\.code_predictor\.model\.layers\.(\d+)\.(.+)", "code_pred.blk", Role.PREDICTOR),
    (r"decoder\.pre_transformer\.layers\.(\d+)\.(.+)", "tok_dec.pre_tfm.blk", Role.CODEC_MATRIX),
    (r"encoder\.encoder_transformer\.layers\.(\d+)\.(.+)", "tok_enc.blk", Role.ENCODER),
)

# Weight and bias share a line ({p}); biases are always vectors.
_P = r"(?P<p>weight|bias)"
_RULES = (
    (r"talker\.model\.text_embedding\.weight", "talker.text_embd.weight", Role.EMBEDDING),
    (r"talker\.model\.codec_embedding\.weight", "talker.codec_embd.weight", Role.EMBEDDING),
    (r"talker\.model\.norm\.weight", "talker.output_norm.weight", Role.VECTOR),
    (r"talker\.codec_head\.weight", "talker.codec_head.weight", Role.HEAD),
    (rf"talker\.text_projection\.linear_fc([12])\.{_P}", "talker.text_proj.fc{0}.{p}", Role.MATRIX),
    (
        r"talker\.code_predictor\.model\.codec_embedding\.(\d+)\.weight",
        "code_pred.codec_embd.{0}.weight",
        Role.EMBEDDING,
    ),
    (r"talker\.code_predictor\.lm_head\.(\d+)\.weight", "code_pred.lm_head.{0}.weight", Role.HEAD),
    (r"talker\.code_predictor\.model\.norm\.weight", "code_pred.output_norm.weight", Role.VECTOR),
    (rf"talker\.code_predictor\.small_to_mtp_projection\.{_P}", "code_pred.mtp_proj.{p}", Role.PREDICTOR),
    (rf"speaker_encoder\.blocks\.0\.conv\.{_P}", "spk_enc.conv0.{p}", Role.KERNEL),
    (rf"speaker_encoder\.blocks\.(\d+)\.(tdnn[12])\.conv\.{_P}", "spk_enc.blk.{0}.{1}.{p}", Role.KERNEL),
    (
        rf"speaker_encoder\.blocks\.(\d+)\.res2net_block\.blocks\.(\d+)\.conv\.{_P}",
        "spk_enc.blk.{0}.res2net.{1}.{p}",
        Role.KERNEL,
    ),
    (rf"speaker_encoder\.blocks\.(\d+)\.se_block\.(conv[12])\.{_P}", "spk_enc.blk.{0}.se.{1}.{p}", Role.KERNEL),
    (rf"speaker_encoder\.mfa\.conv\.{_P}", "spk_enc.mfa.{p}", Role.KERNEL),
    (rf"speaker_encoder\.asp\.tdnn\.conv\.{_P}", "spk_enc.asp.tdnn.{p}", Role.KERNEL),
    (rf"speaker_encoder\.asp\.conv\.{_P}", "spk_enc.asp.conv.{p}", Role.KERNEL),
    (rf"speaker_encoder\.fc\.{_P}", "spk_enc.fc.{p}", Role.ENCODER),
    (rf"decoder\.pre_conv\.conv\.{_P}", "tok_dec.pre_conv.{p}", Role.KERNEL),
    (rf"decoder\.pre_transformer\.(input_proj|output_proj)\.{_P}", "tok_dec.pre_tfm.{0}.{p}", Role.CODEC_MATRIX),
    (r"decoder\.pre_transformer\.norm\.weight", "tok_dec.pre_tfm.norm.weight", Role.VECTOR),
    (rf"decoder\.upsample\.(\d+)\.0\.conv\.{_P}", "tok_dec.upsample.{0}.conv.{p}", Role.KERNEL),
    (rf"decoder\.upsample\.(\d+)\.1\.dwconv\.conv\.{_P}", "tok_dec.upsample.{0}.dwconv.{p}", Role.KERNEL),
    (rf"decoder\.upsample\.(\d+)\.1\.norm\.{_P}", "tok_dec.upsample.{0}.norm.{p}", Role.VECTOR),
    (rf"decoder\.upsample\.(\d+)\.1\.(pwconv[12])\.{_P}", "tok_dec.upsample.{0}.{1}.{p}", Role.CODEC_MATRIX),
    (r"decoder\.upsample\.(\d+)\.1\.gamma", "tok_dec.upsample.{0}.gamma", Role.VECTOR),
    (rf"decoder\.decoder\.(\d+)\.conv\.{_P}", "tok_dec.dec.{0}.conv.{p}", Role.KERNEL),
    (r"decoder\.decoder\.(\d+)\.(?:block\.0\.)?(alpha|beta)", "tok_dec.dec.{0}.snake.{1}", Role.VECTOR),
    (rf"decoder\.decoder\.(\d+)\.block\.1\.conv\.{_P}", "tok_dec.dec.{0}.conv_t.{p}", Role.KERNEL),
    (r"decoder\.decoder\.(\d+)\.block\.(\d+)\.(act[12])\.(alpha|beta)", "tok_dec.dec.{0}.res.{1}.{2}.{3}", Role.VECTOR),
    (rf"decoder\.decoder\.(\d+)\.block\.(\d+)\.(conv[12])\.conv\.{_P}", "tok_dec.dec.{0}.res.{1}.{2}.{p}", Role.KERNEL),
    (r"decoder\.quantizer\.rvq_(first|rest)\.output_proj\.weight", "tok_dec.vq_{0}.output_proj.weight", Role.QUANTIZER),
    (
        r"decoder\.quantizer\.rvq_(first|rest)\.vq\.layers\.(\d+)\._codebook\.embedding_sum",
        "tok_dec.vq_{0}.{1}.codebook",
        Role.QUANTIZER,
    ),
    (rf"encoder\.encoder\.layers\.(\d+)\.conv\.{_P}", "tok_enc.conv.{0}.{p}", Role.ENCODER),
    (rf"encoder\.encoder\.layers\.(\d+)\.block\.(\d+)\.conv\.{_P}", "tok_enc.res.{0}.blk.{1}.{p}", Role.ENCODER),
    (r"encoder\.downsample\.conv\.weight", "tok_enc.downsample.weight", Role.ENCODER),
    (
        r"encoder\.quantizer\.(semantic|acoustic)_residual_vector_quantizer\.(input_proj|output_proj)\.weight",
        "tok_enc.vq_{0}.{1}.weight",
        Role.QUANTIZER,
    ),
    (
        r"encoder\.quantizer\.(semantic|acoustic)_residual_vector_quantizer\.layers\.(\d+)\.codebook\.embed_sum",
        "tok_enc.vq_{0}.{1}.codebook",
        Role.QUANTIZER,
    ),
)
_COMPILED = tuple((re.compile(pattern), template, role) for pattern, template, role in _RULES)
_COMPILED_STACKS = tuple((re.compile(pattern), prefix, role) for pattern, prefix, role in _STACKS)

# The same tables read from the other end: what a template's placeholder stands for is the pattern's group.
_GROUP = re.compile(r"\((?!\?)([^()]*)\)")


def _in_gguf(pattern: str, template: str) -> re.Pattern[str]:
    groups = _GROUP.findall(pattern)
    escaped = re.sub(r"\\{(\d)\\}", lambda at: f"(?:{groups[int(at[1])]})", re.escape(template))
    return re.compile(escaped.replace(r"\{p\}", _P))


_IN_GGUF = tuple((_in_gguf(pattern, template), role) for pattern, template, role in _RULES)
_STACKS_IN_GGUF = tuple((re.compile(re.escape(prefix) + r"\.\d+\.(.+)"), role) for _, prefix, role in _STACKS)
_BLOCK_IN_GGUF = dict(_BLOCK.values())

# Not carried over: usage counts are divided into their codebooks, the decoder's input projections repeat the
# encoder's, and flags of training have no use.
_DROPPED = re.compile(
    r".*\.cluster_usage|.*\.initialized|decoder\.quantizer\.rvq_(first|rest)\.input_proj\.weight|.*\.inv_freq"
)
_FIRST_RESIDUAL_UNIT = 2  # index of the first residual unit among a vocoder block's parts


@dataclass(frozen=True)
class TensorName:
    """One tensor's name in GGUF and what it is for."""

    gguf: str
    role: Role

    @property
    def is_codebook(self) -> bool:
        """Whether the source holds sums that are still to be divided by their usage."""
        return self.gguf.endswith(".codebook")


def translate(name: str) -> TensorName | None:
    """Return what the tensor called ``name`` in a Hugging Face checkpoint becomes, or None when it is unknown."""
    for pattern, prefix, stack_role in _COMPILED_STACKS:
        match = pattern.fullmatch(name)
        if match and match[2] in _BLOCK:
            part, role = _BLOCK[match[2]]
            return TensorName(f"{prefix}.{match[1]}.{part}", role or stack_role)
    for pattern, template, role in _COMPILED:
        match = pattern.fullmatch(name)
        if match:
            groups = match.groupdict()
            numbered = [g for g in match.groups() if g is not None]
            if ".res.{1}.{2}" in template:
                numbered[1] = str(int(numbered[1]) - _FIRST_RESIDUAL_UNIT)
            is_vector = groups.get("p") == "bias"
            return TensorName(template.format(*numbered, **groups), Role.VECTOR if is_vector else role)
    return None


def role_of(gguf: str) -> Role | None:
    """Return what the tensor called ``gguf`` in a converted file is for, or None when no conversion writes it."""
    for pattern, stack_role in _STACKS_IN_GGUF:
        match = pattern.fullmatch(gguf)
        if match and match[1] in _BLOCK_IN_GGUF:
            return _BLOCK_IN_GGUF[match[1]] or stack_role
    for pattern, role in _IN_GGUF:
        match = pattern.fullmatch(gguf)
        if match:
            return Role.VECTOR if match.groupdict().get("p") == "bias" else role
    return None


def is_dropped(name: str) -> bool:
    """Whether the tensor is known and deliberately left out."""
    return _DROPPED.fullmatch(name) is not None


def usage_name(name: str) -> str:
    """Return the name of the usage counts that belong to a codebook's sums."""
    return name.rsplit(".", 1)[0] + ".cluster_usage"


def code_layer(name: TensorName) -> int | None:
    """Return the index of an encoder codebook inside its quantizer, None for every other tensor."""
    match = re.fullmatch(r"tok_enc\.vq_(semantic|acoustic)\.(\d+)\.codebook", name.gguf)
    return int(match[2]) if match else None
