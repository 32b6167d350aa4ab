"""The published files of Echo-TTS as GGUF files: the transformer with its principal components, and the codec.

GGUF dialect "echo-tts": tensors keep the names of the published transformer; ``pca.components`` [latent, codec] and
``pca.mean`` [codec] stand beside them. The published files carry no configuration: every dimension follows from the
shape of a tensor and goes into the keys ``echo-tts.*`` (see `_dimensions`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.echo_tts.licence import LICENCE_KEYS
from phonoscope.engine.message import Message
from phonoscope.engine.models.checkpoint import SourceTensor, list_tensors
from phonoscope.engine.models.config_file import Value
from phonoscope.engine.models.conversion_plan import PlannedFile, PlannedTensor, planned
from phonoscope.engine.models.quantisation import BLOCK_VALUES, QuantisationPolicy, Role
from safetensors import SafetensorError, safe_open

NORM_EPS = 1e-5
"""Constant of the reference."""
_KEEP_SHARE = 5 / 6  # blocks behind this share of the depth keep 16 bits: their states are large
_ONLY_CONTINUING = re.compile(r"latent_encoder\.|latent_norm\.|.*\.w[kv]_latent\.")
_EMBEDDING = "text_encoder.text_embedding.weight"
_COMPONENTS = "pca."
_MARKS = {"model": "cond_module.0.weight", "components": "pca_components"}
_INCOMPLETE = Message("fetch the model again")


@dataclass(frozen=True)
class EchoFiles:
    """The published files of one model: transformer and principal components."""

    model: Path
    components: Path


def find_files(folder: Path) -> EchoFiles | None:
    """Return the files of an Echo-TTS in a folder or one level below; None when there is no transformer.

    Raises
    ------
    ModelError
        When there is a transformer without principal components.
    """
    found: dict[str, Path] = {}
    for path in [*sorted(folder.glob("*.safetensors")), *sorted(folder.glob("*/*.safetensors"))]:
        names = _names(path)
        for part, mark in _MARKS.items():
            if mark in names:
                found.setdefault(part, path)
    if "model" not in found:
        return None
    if "components" not in found:
        raise ModelError(
            "{folder}: pca_state.safetensors is missing", "fetch jordand/echo-tts-base completely", folder=folder
        )
    return EchoFiles(found["model"], found["components"])


def holds_transformer(folder: Path) -> bool:
    """Whether a folder, or one below it, holds the published transformer."""
    paths = [*folder.glob("*.safetensors"), *folder.glob("*/*.safetensors")]
    return any(_MARKS["model"] in _names(path) for path in paths)


def plan_model(files: EchoFiles, policy: QuantisationPolicy) -> PlannedFile:
    """Return the GGUF file of transformer and principal components.

    Raises
    ------
    ModelError
        When a tensor that a dimension follows from is missing.
    """
    tensors = {tensor.name: tensor for tensor in list_tensors(files.model)}
    dimensions = dict(_dimensions(files.model, tensors))
    n_blocks = dimensions["echo-tts.block_count"]
    written = [
        plan_tensor(source, policy, n_blocks)
        for source in tensors.values()
        if not (policy.pruned and _ONLY_CONTINUING.match(source.name))
    ]
    components = _Components.read(files.components)
    dimensions["echo-tts.codec_length"] = len(components.mean)
    where = str(files.components)
    written += [
        planned("pca.components", "f32", components.components.shape, components.rows, where),
        planned("pca.mean", "f32", components.mean.shape, components.mean_rows, where),
    ]
    keys: list[tuple[str, Value]] = [
        ("general.name", "Echo-TTS"),
        *LICENCE_KEYS,
        *dimensions.items(),
        ("echo-tts.attention.layer_norm_rms_epsilon", NORM_EPS),
        ("echo-tts.latent_scale", components.scale),
    ]
    return PlannedFile("echo-tts", policy.type, keys, written)


def plan_tensor(source: SourceTensor, policy: QuantisationPolicy, n_blocks: int) -> PlannedTensor:
    """Return how one tensor of a model with ``n_blocks`` blocks is written.

    Raises
    ------
    ModelError
        When it is neither a vector nor a matrix.
    """
    if not 1 <= len(source.shape) <= 2:
        raise ModelError(
            "{path}: {name} has {n_dimensions} dimensions",
            _INCOMPLETE,
            path=source.path,
            name=source.name,
            n_dimensions=len(source.shape),
        )
    wanted = storage_type(source.name, len(source.shape), policy, n_blocks)
    return planned(source.name, wanted, source.shape, source.rows, f"{source.path}: tensor {source.name}")


def storage_type(name: str, n_dimensions: int, policy: QuantisationPolicy, n_blocks: int) -> str:
    """Return how a tensor of a model with ``n_blocks`` blocks is stored, by its name in GGUF."""
    role = Role.MATRIX
    if n_dimensions == 1 or name.endswith("norm.weight") or name.startswith(_COMPONENTS):
        role = Role.VECTOR
    elif name == _EMBEDDING:
        role = Role.EMBEDDING
    wanted = policy.wanted(role)
    block = re.match(r"blocks\.(\d+)\.", name)
    delicate = name.startswith("cond_module.") or (block and int(block[1]) >= int(n_blocks * _KEEP_SHARE))
    return "f16" if delicate and BLOCK_VALUES[wanted] > 1 else wanted


def _dimensions(path: Path, tensors: Mapping[str, SourceTensor]) -> Iterator[tuple[str, int]]:
    def shape(name: str) -> tuple[int, ...]:
        if name not in tensors or len(tensors[name].shape) != 2:
            raise ModelError("{path}: tensor {name} is missing or no matrix", _INCOMPLETE, path=path, name=name)
        return tensors[name].shape

    def count(prefix: str) -> int:
        pattern = re.compile(re.escape(prefix) + r"\d+\.attention\.wq\.weight")
        return sum(1 for name in tensors if pattern.fullmatch(name))

    for key, prefix in (("", ""), ("text.", "text_encoder."), ("speaker.", "speaker_encoder.")):
        first = f"{prefix}blocks.0."
        yield f"echo-tts.{key}block_count", count(f"{prefix}blocks.")
        yield f"echo-tts.{key}embedding_length", shape(first + "attention.wq.weight")[1]
        yield f"echo-tts.{key}feed_forward_length", shape(first + "mlp.w1.weight")[0]
        yield f"echo-tts.{key}attention.head_count", shape(first + "attention.q_norm.weight")[0]
    latent = shape("in_proj.weight")[1]
    yield "echo-tts.latent_length", latent
    yield "echo-tts.text.vocab_size", shape(_EMBEDDING)[0]
    yield "echo-tts.speaker.patch_frames", max(1, shape("speaker_encoder.in_proj.weight")[1] // latent)
    yield "echo-tts.timestep_length", shape("cond_module.0.weight")[1]
    yield "echo-tts.adaln_rank", shape("blocks.0.attention_adaln.shift_down.weight")[0]


@dataclass(frozen=True)
class _Components:
    components: NDArray[np.float32]
    mean: NDArray[np.float32]
    scale: float

    @classmethod
    def read(cls, path: Path) -> _Components:
        try:
            with safe_open(path, "numpy") as file:
                components, mean, scale = (
                    np.asarray(file.get_tensor(name), np.float32)
                    for name in ("pca_components", "pca_mean", "latent_scale")
                )
        except (SafetensorError, OSError, TypeError) as error:
            raise ModelError(
                "{path}: holds no principal components ({error})", _INCOMPLETE, path=path, error=error
            ) from error
        fits = components.ndim == 2 and mean.shape == components.shape[1:] and scale.size == 1
        if not fits or not all(np.isfinite(values).all() for values in (components, mean, scale)):
            raise ModelError("{path}: its principal components do not fit together", _INCOMPLETE, path=path)
        return cls(np.ascontiguousarray(components), mean, float(scale.reshape(())))

    def rows(self) -> Iterator[NDArray[np.float32]]:
        yield self.components

    def mean_rows(self) -> Iterator[NDArray[np.float32]]:
        yield self.mean[np.newaxis]


def _names(path: Path) -> set[str]:
    try:
        with safe_open(path, "numpy") as file:
            return set(file.keys())
    except (SafetensorError, OSError):
        return set()
