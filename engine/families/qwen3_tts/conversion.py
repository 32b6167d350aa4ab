"""Hugging Face Qwen3-TTS folders as GGUF files of the first dialect: which tensor becomes what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.qwen3_tts.metadata import codec_metadata, talker_metadata
from phonoscope.engine.families.qwen3_tts.tensor_names import code_layer, is_dropped, translate, usage_name
from phonoscope.engine.models.checkpoint import SourceTensor, open_tensors
from phonoscope.engine.models.config_file import Config
from phonoscope.engine.models.conversion_plan import ConversionPlan, PlannedFile, PlannedTensor, planned
from phonoscope.engine.models.quantisation import QuantisationPolicy

_MIN_USAGE = 1e-5  # codebook entries that were never used


def plan(folder: Path, policy: QuantisationPolicy) -> ConversionPlan:
    """Return what a conversion of ``folder`` writes.

    Parameters
    ----------
    folder
        Holds config.json, model.safetensors (or its index), vocab.json, merges.txt, tokenizer_config.json and
        speech_tokenizer/.
    policy
        Storage types.

    Raises
    ------
    ModelError
        When the folder is incomplete, inconsistent, or holds a tensor of an unknown name.
    """
    codec_folder = folder / "speech_tokenizer"
    n_codebooks = Config.read(codec_folder / "config.json").integer("encoder_valid_num_quantizers", low=1)
    talker = _plan(open_tensors(folder), policy, n_codebooks)
    codec = _plan(open_tensors(codec_folder), policy, n_codebooks)
    codec_type = policy.codec_type or ("f32" if policy.type == "f32" else "f16")
    codec_keys = [("general.name", "Qwen3-TTS-Tokenizer-12Hz"), *codec_metadata(codec_folder)]
    return ConversionPlan(
        model=PlannedFile("qwen3-tts", policy.type, list(talker_metadata(folder)), talker),
        codec=PlannedFile("qwen3-tts-tokenizer", codec_type, codec_keys, codec),
    )


def _plan(tensors: Mapping[str, SourceTensor], policy: QuantisationPolicy, n_codebooks: int) -> list[PlannedTensor]:
    found: dict[str, PlannedTensor] = {}
    for source in tensors.values():
        name = translate(source.name)
        if name is None:
            if is_dropped(source.name):
                continue
            raise ModelError(
                "{path}: tensor {name} is unknown", "give a Qwen3-TTS checkpoint", path=source.path, name=source.name
            )
        if (code_layer(name) or 0) >= n_codebooks - ("acoustic" in name.gguf):
            continue  # residual codebooks beyond those that the talker speaks
        rows = source.rows
        if name.is_codebook:
            usage = tensors.get(usage_name(source.name))
            if usage is None or source.shape[:1] != usage.shape or len(source.shape) != 2:
                raise ModelError(
                    "{path}: {name} has no usage counts of its length",
                    "fetch it again",
                    path=source.path,
                    name=source.name,
                )
            rows = _Codebook(source, usage).rows
        if name.gguf in found:
            raise ModelError(
                "{path}: {name} is there under two names", "fetch it again", path=source.path, name=source.name
            )
        if not 1 <= len(source.shape) <= 4:
            raise ModelError(
                "{path}: {name} has {n_dimensions} dimensions",
                "fetch it again",
                path=source.path,
                name=source.name,
                n_dimensions=len(source.shape),
            )
        where = f"{source.path}: tensor {source.name}"
        found[name.gguf] = planned(name.gguf, policy.wanted(name.role), source.shape, rows, where)
    return list(found.values())


class _Codebook:
    """Sums of what was assigned to each entry, divided by how often that was."""

    def __init__(self, sums: SourceTensor, usage: SourceTensor) -> None:
        self._sums, self._usage = sums, usage

    def rows(self) -> Iterator[NDArray[np.float32]]:
        usage = np.concatenate([rows.reshape(-1) for rows in self._usage.rows()])
        sums = np.concatenate(list(self._sums.rows()))
        with np.errstate(over="ignore"):
            codebook = sums / np.maximum(usage, np.float32(_MIN_USAGE))[:, np.newaxis]
        if not np.isfinite(codebook).all():
            raise ModelError(
                "{path}: codebook {name} overflows", "fetch the model again", path=self._sums.path, name=self._sums.name
            )
        yield codebook
