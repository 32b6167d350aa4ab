"""Published Audio8 folders as GGUF files: which tensor becomes what.

=============================================  =======================================================================
published                                      in GGUF (``blk.N`` stands below ``slow.`` or ``fast.``)
=============================================  =======================================================================
slow.embed_tokens, embeddings                  slow.token_embd
codebook_embeddings                            slow.code_embd
semantic_output, rows of embeddings            slow.head: the codes of codebook 0, then the end of speech
slow.final_layernorm, norm                     slow.output_norm
slow.layers.N.input_layernorm, layers.N        slow.blk.N.attn_norm, ffn_norm, attn_q, attn_k, attn_v, attn_output,
(.attention_norm, .attention.wqkv, ...)        ffn_gate, ffn_up, ffn_down
slow.layers.N.mamba                            slow.blk.N.ssm_in, ssm_conv1d, ssm_dt.bias, ssm_a (-exp A_log), ssm_d,
                                               ssm_norm, ssm_out
fast_embeddings, fast_project_in, fast_output  fast.token_embd, fast.proj, fast.head
fast_norm, fast_layers.N                       fast.output_norm, fast.blk.N
=============================================  =======================================================================

The multipliers of the hybrid size are folded into the weights that they scale; all but the embedding's, which scales a
sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.codecs.dac.conversion import plan_codec_tensors
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.audio8.metadata import Multipliers, is_hybrid, model_metadata, read_multipliers
from phonoscope.engine.families.audio8.published import Published, read_published
from phonoscope.engine.models.checkpoint import SourceTensor
from phonoscope.engine.models.config_file import Config
from phonoscope.engine.models.conversion_plan import ConversionPlan, PlannedFile, PlannedTensor, planned
from phonoscope.engine.models.quantisation import QuantisationPolicy, Role

Matrix = NDArray[np.float32]

_HYBRID_LAYER = {
    "input_layernorm": "attn_norm",
    "pre_ff_layernorm": "ffn_norm",
    "mamba.in_proj": "ssm_in",
    "mamba.out_proj": "ssm_out",
    "mamba.conv1d": "ssm_conv1d",
    "mamba.norm": "ssm_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "feed_forward.gate_proj": "ffn_gate",
    "feed_forward.up_proj": "ffn_up",
    "feed_forward.down_proj": "ffn_down",
}
_DENSE_LAYER = {
    "attention_norm": "attn_norm",
    "ffn_norm": "ffn_norm",
    "attention.q_norm": "attn_q_norm",
    "attention.k_norm": "attn_k_norm",
    "attention.wo": "attn_output",
    "feed_forward.w1": "ffn_gate",
    "feed_forward.w3": "ffn_up",
    "feed_forward.w2": "ffn_down",
}
_BARE = {"mamba.A_log": "ssm_a", "mamba.D": "ssm_d", "mamba.dt_bias": "ssm_dt.bias"}
_TABLES = {
    "slow.embed_tokens": "slow.token_embd",
    "embeddings": "slow.token_embd",
    "codebook_embeddings": "slow.code_embd",
    "semantic_output": "slow.head",
    "slow.final_layernorm": "slow.output_norm",
    "norm": "slow.output_norm",
    "fast_embeddings": "fast.token_embd",
    "fast_project_in": "fast.proj",
    "fast_output": "fast.head",
    "fast_norm": "fast.output_norm",
}
_COMPUTED = frozenset({"freqs_cis", "fast_freqs_cis", "causal_mask"})  # tables that some checkpoints carry along
_LAYER = re.compile(r"(slow\.layers|layers|fast_layers)\.(\d+)\.(.+)")
_PACKED = "attention.wqkv"


def plan(path: Path, policy: QuantisationPolicy) -> ConversionPlan:
    """Return what a conversion of a published checkpoint writes: the halves that it holds.

    Raises
    ------
    ModelError
        When the checkpoint is incomplete, inconsistent, or holds a tensor of an unknown name.
    """
    published = read_published(path)
    codec = published.codec
    return ConversionPlan(
        model=_plan_model(published, policy) if published.model else None,
        codec=plan_codec_tensors(path, codec, published.codec_settings, policy) if codec else None,
    )


def _plan_model(published: Published, policy: QuantisationPolicy) -> PlannedFile:
    keys = list(model_metadata(published))
    converter = _Converter(published.config, policy)
    for source in published.model.values():
        converter.add(source)
    return PlannedFile("audio8", policy.type, keys, list(converter.planned.values()))


class _Converter:
    """Collects the tensors to write."""

    def __init__(self, config: Config, policy: QuantisationPolicy) -> None:
        self.planned: dict[str, PlannedTensor] = {}
        self._config, self._policy = config, policy
        self._multipliers = read_multipliers(config) if is_hybrid(config) else None

    def add(self, source: SourceTensor) -> None:
        if source.name in _COMPUTED:
            return
        stem, _, part = source.name.rpartition(".")
        if stem in _TABLES and part in ("weight", "bias"):
            self._put(f"{_TABLES[stem]}.{part}", source)
            if stem == "embeddings":
                self._put("slow.head.weight", source, rows=self._head_rows())
            return
        match = _LAYER.fullmatch(source.name)
        if match is None:
            raise _unknown(source)
        stack = "fast" if match[1] == "fast_layers" else "slow"
        prefix = f"{stack}.blk.{match[2]}."
        if match[1] == "slow.layers":
            self._add_hybrid(prefix, match[3], source)
        else:
            self._add_dense(prefix, match[3], source, "fast_" if stack == "fast" else "")

    def _add_dense(self, prefix: str, name: str, source: SourceTensor, config_prefix: str) -> None:
        stem, _, part = name.rpartition(".")
        if stem == _PACKED:
            head = self._config.integer(f"{config_prefix}head_dim", low=2)
            q = self._config.integer(f"{config_prefix}n_head", low=1) * head
            kv = self._config.integer(f"{config_prefix}n_local_heads", low=1) * head
            if source.shape[0] != q + 2 * kv:
                raise ModelError(
                    "{path}: {name} has {n_rows} rows, the heads need {n_needed}",
                    "fetch the model again",
                    path=source.path,
                    name=source.name,
                    n_rows=source.shape[0],
                    n_needed=q + 2 * kv,
                )
            self._put(f"{prefix}attn_q.{part}", source, rows=np.arange(q))
            self._put(f"{prefix}attn_k.{part}", source, rows=np.arange(q, q + kv))
            self._put(f"{prefix}attn_v.{part}", source, rows=np.arange(q + kv, q + 2 * kv))
        elif stem in _DENSE_LAYER:
            self._put(f"{prefix}{_DENSE_LAYER[stem]}.{part}", source)
        else:
            raise _unknown(source)

    def _add_hybrid(self, prefix: str, name: str, source: SourceTensor) -> None:
        stem, _, part = name.rpartition(".")
        if self._multipliers is None:
            raise ModelError(
                "{path}: tensor {name} belongs to a slow model of another kind than config.json names",
                "its slow_backbone must be falcon_h1",
                path=source.path,
                name=source.name,
            )
        if name in _BARE:
            self._put(prefix + _BARE[name], source, change=_minus_exp if name == "mamba.A_log" else None)
        elif stem == "mamba.conv1d" and part == "weight":
            self._put(f"{prefix}ssm_conv1d.weight", source, shape=(source.shape[0], source.shape[-1]))
        elif stem in _HYBRID_LAYER:
            target = _HYBRID_LAYER[stem]
            self._put(f"{prefix}{target}.{part}", source, change=self._scaling(self._multipliers, target, part))
        else:
            raise _unknown(source)

    def _scaling(self, m: Multipliers, target: str, part: str) -> Callable[[Matrix], Matrix] | None:
        """Return what folds the multipliers into a tensor of the hybrid size, None where they are 1."""
        is_weight = part == "weight"
        if target == "ssm_in":
            rows = _mixer_row_scales(self._config, m) * (m.ssm_in if is_weight else 1.0)
            return _scaled(rows[:, np.newaxis] if is_weight else rows[np.newaxis])
        attention_in = m.attention_in if is_weight else 1.0
        factor = {
            "attn_q": attention_in,
            "attn_k": attention_in * m.key,
            "attn_v": attention_in,
            "attn_output": m.attention_out,
            "ssm_out": m.ssm_out,
            "ffn_gate": m.gate,
            "ffn_down": m.down,
        }.get(target, 1.0)
        return _scaled(np.float64(factor))

    def _head_rows(self) -> NDArray[np.intp]:
        """Return the rows of a tied head that are ever drawn: the codes of codebook 0, then the end of speech."""
        begin = self._config.integer("semantic_begin_id", low=1)
        n_codes, eos = self._config.integer("codebook_size", low=1), self._config.integer("eos_token_id")
        return np.append(np.arange(begin, begin + n_codes), eos)

    def _put(
        self,
        name: str,
        source: SourceTensor,
        *,
        rows: NDArray[np.intp] | None = None,
        shape: tuple[int, ...] | None = None,
        change: Callable[[Matrix], Matrix] | None = None,
    ) -> None:
        if name in self.planned:
            raise ModelError(
                "{path}: {name} would be written twice", "fetch the model again", path=source.path, name=name
            )
        shape = shape or source.shape
        if rows is not None:
            if int(rows.max()) >= shape[0]:
                raise ModelError(
                    "{path}: {name} has {n_rows} rows, {n_needed} are needed",
                    "fetch the model again",
                    path=source.path,
                    name=source.name,
                    n_rows=shape[0],
                    n_needed=int(rows.max()) + 1,
                )
            shape = (len(rows), *shape[1:])
        view = _View(source, rows, shape[-1], change)
        where = f"{source.path}: tensor {source.name}"
        self.planned[name] = planned(name, self._policy.wanted(role_of(name)), shape, view.rows, where)


@dataclass(frozen=True)
class _View:
    """Some rows of a tensor, changed."""

    source: SourceTensor
    only: NDArray[np.intp] | None
    n_per_row: int
    change: Callable[[Matrix], Matrix] | None

    def rows(self) -> Iterator[Matrix]:
        if self.only is None and self.change is None:
            for values in self.source.rows():
                yield values.reshape(-1, self.n_per_row)
            return
        values = np.concatenate(list(self.source.rows()))
        if self.only is not None:
            # A bias is a single row of values.
            values = values[self.only] if len(self.source.shape) > 1 else values[:, self.only]
        if self.change is not None:
            values = self.change(values)
        yield np.ascontiguousarray(values, np.float32).reshape(-1, values.shape[-1])


def role_of(name: str) -> Role:
    """Return what a tensor of the GGUF file is for."""
    if name.endswith(("token_embd.weight", "code_embd.weight", "head.weight")):
        return Role.TABLE
    small = name.endswith((".bias", "norm.weight", "ssm_a", "ssm_d", "ssm_conv1d.weight"))
    if small:
        return Role.VECTOR
    return Role.PREDICTOR if name.startswith("fast.") else Role.MATRIX


def _unknown(source: SourceTensor) -> ModelError:
    return ModelError(
        "{path}: tensor {name} is unknown", "give an Audio8 checkpoint", path=source.path, name=source.name
    )


def _minus_exp(a_log: Matrix) -> Matrix:
    return (-np.exp(a_log.astype(np.float64))).astype(np.float32)


def _scaled(scale: NDArray[np.float64] | np.float64) -> Callable[[Matrix], Matrix] | None:
    if np.all(scale == 1):
        return None
    return lambda values: (values.astype(np.float64) * scale).astype(np.float32)


def _mixer_row_scales(config: Config, m: Multipliers) -> NDArray[np.float64]:
    inner = config.integer("mamba_n_heads", low=1) * config.integer("mamba_d_head", low=1)
    shared = config.integer("mamba_n_groups", low=1) * config.integer("mamba_d_state", low=1)
    sizes = (inner, inner, shared, shared, config.integer("mamba_n_heads", low=1))
    return np.concatenate([np.full(n, scale) for n, scale in zip(sizes, m.ssm, strict=True)])
