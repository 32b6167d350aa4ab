"""Hugging Face Qwen3-TTS folders to GGUF files of the first dialect.

Tensors are read, converted and written some rows at a time, so that memory does not grow with the model; the files
appear whole under their names or not at all.
"""

from __future__ import annotations

import collections
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFValueType, GGUFWriter
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import ModelError, OutputError, native_errors
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.models.checkpoint import SourceTensor, open_tensors
from phonoscope.engine.models.metadata import Config, Value, codec_metadata, talker_metadata
from phonoscope.engine.models.quantisation import QuantisationPolicy, fitting, tensor_bytes
from phonoscope.engine.models.tensor_names import TensorName, code_layer, is_dropped, translate, usage_name
from phonoscope.engine.models.verify import tensor_problems

_QUANTIZATION_VERSION = 2
_MAX_F16 = 65504.0
_MIN_USAGE = 1e-5  # codebook entries that were never used


@dataclass(frozen=True)
class ConversionProgress:
    """How far a conversion is: bytes written of bytes to write, and the tensor written last."""

    done_bytes: int
    total_bytes: int
    tensor: str


@dataclass(frozen=True)
class Fallback:
    """A tensor whose rows are no whole number of the blocks of the type that was asked for."""

    tensor: str
    wanted: str
    written: str


@dataclass(frozen=True)
class ConversionReport:
    """What was written.

    ``talker`` and ``codec`` are the same path after a conversion to one file.
    """

    talker: Path
    codec: Path
    n_tensors: int
    n_bytes: int
    tensors_by_type: Mapping[str, int]
    fallbacks: tuple[Fallback, ...]


@dataclass(frozen=True)
class _Planned:
    source: SourceTensor
    usage: SourceTensor | None
    name: TensorName
    type: str
    fallback: Fallback | None

    @property
    def n_bytes(self) -> int:
        return tensor_bytes(self.type, self.source.n_values, self.source.n_per_row)


def convert(
    folder: Path,
    out: Path,
    policy: QuantisationPolicy,
    *,
    single: bool = False,
    progress: Callable[[ConversionProgress], None] = lambda _: None,
) -> ConversionReport:
    """Convert a Hugging Face folder.

    Parameters
    ----------
    folder
        Holds config.json, model.safetensors (or its index), vocab.json, merges.txt, tokenizer_config.json and
        speech_tokenizer/.
    out
        The talker's GGUF file; the speech tokenizer goes to ``<stem>-tokenizer.gguf`` beside it.
    policy
        Storage types.
    single
        Write both into ``out``.
    progress
        Called after every tensor; what it raises ends the conversion and leaves no file behind.

    Raises
    ------
    ModelError
        When the folder is incomplete, inconsistent, or holds a tensor of an unknown name.
    OutputError
        When a file cannot be written.
    """
    if out.is_dir():
        raise OutputError(f"{out}: is a folder", "give the name of a .gguf file")
    codec_folder = folder / "speech_tokenizer"
    n_codebooks = Config.read(codec_folder / "config.json").integer("encoder_valid_num_quantizers", low=1)
    talker = _plan(open_tensors(folder), policy, n_codebooks)
    codec = _plan(open_tensors(codec_folder), policy, n_codebooks)
    talker_keys = [*talker_metadata(folder), *_type_keys(policy.type)]
    codec_keys = list(codec_metadata(codec_folder))
    if single:
        files = {out: ("qwen3-tts", [*talker_keys, *codec_keys], [*talker, *codec])}
    else:
        codec_keys = [("general.name", "Qwen3-TTS-Tokenizer-12Hz"), *codec_keys]
        codec_keys += _type_keys("f32" if policy.type == "f32" else "f16")
        files = {
            out: ("qwen3-tts", talker_keys, talker),
            codec_path(out): ("qwen3-tts-tokenizer", codec_keys, codec),
        }
    planned = [p for _, _, tensors in files.values() for p in tensors]
    counter = _Counter(sum(p.n_bytes for p in planned), progress)
    with ExitStack() as stack:
        for path, (architecture, keys, tensors) in files.items():
            temporary = stack.enter_context(replacing(path))
            _write(temporary, architecture, keys, tensors, counter)
            _check(temporary, folder)
    return ConversionReport(
        talker=out,
        codec=next(reversed(files)),
        n_tensors=len(planned),
        n_bytes=counter.done_bytes,
        tensors_by_type=dict(collections.Counter(p.type for p in planned)),
        fallbacks=tuple(p.fallback for p in planned if p.fallback is not None),
    )


def codec_path(talker: Path) -> Path:
    """Return where the speech tokenizer goes that is converted together with ``talker``."""
    return talker.with_name(talker.stem + "-tokenizer.gguf")


def _check(written: Path, folder: Path) -> None:
    """Refuse a folder whose weights are not those that its configuration declares."""
    try:
        with native_errors():
            problems = tensor_problems(_native.GgufFile(written))
    except ModelError as error:
        raise ModelError(f"{folder}: {error.cause.removeprefix(f'{written}: ')}", error.next_step) from error
    if problems:
        first, more = problems[0], f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise ModelError(f"{folder}: tensor {first.tensor} {first.problem}{more}", "fetch the model again")


class _Counter:
    def __init__(self, total_bytes: int, report: Callable[[ConversionProgress], None]) -> None:
        self.done_bytes, self._total_bytes, self._report = 0, total_bytes, report

    def add(self, tensor: str, n_bytes: int) -> None:
        self.done_bytes += n_bytes
        self._report(ConversionProgress(self.done_bytes, self._total_bytes, tensor))


def _type_keys(type_name: str) -> list[tuple[str, Value]]:
    if type_name == "f32":
        return []
    return [("general.quantization_version", _QUANTIZATION_VERSION), ("general.file_type", type_name.upper())]


def _plan(tensors: Mapping[str, SourceTensor], policy: QuantisationPolicy, n_codebooks: int) -> list[_Planned]:
    planned: dict[str, _Planned] = {}
    for source in tensors.values():
        name = translate(source.name)
        if name is None:
            if is_dropped(source.name):
                continue
            raise ModelError(f"{source.path}: tensor {source.name} is unknown", "give a Qwen3-TTS checkpoint")
        if (code_layer(name) or 0) >= n_codebooks - ("acoustic" in name.gguf):
            continue  # residual codebooks beyond those that the talker speaks
        usage = None
        if name.is_codebook:
            usage = tensors.get(usage_name(source.name))
            if usage is None or source.shape[:1] != usage.shape or len(source.shape) != 2:
                raise ModelError(f"{source.path}: {source.name} has no usage counts of its length", "fetch it again")
        if name.gguf in planned:
            raise ModelError(f"{source.path}: {source.name} is there under two names", "fetch it again")
        if not 1 <= len(source.shape) <= 4:
            raise ModelError(f"{source.path}: {source.name} has {len(source.shape)} dimensions", "fetch it again")
        wanted = policy.wanted(name.role)
        written = fitting(wanted, source.shape[-1])
        fallback = Fallback(name.gguf, wanted, written) if written != wanted else None
        planned[name.gguf] = _Planned(source, usage, name, written, fallback)
    return list(planned.values())


def _write(
    path: Path, architecture: str, keys: Iterable[tuple[str, Value]], tensors: list[_Planned], counter: _Counter
) -> None:
    writer = GGUFWriter(None, architecture)
    try:
        for key, value in keys:
            _add_key(writer, key, value)
        for p in tensors:
            rows = (*p.source.shape[:-1], tensor_bytes(p.type, p.source.n_per_row, p.source.n_per_row))
            gguf_type = GGMLQuantizationType[p.type.upper()]
            writer.add_tensor_info(p.name.gguf, rows, np.dtype(np.uint8), p.n_bytes, gguf_type)
        writer.write_header_to_file(path)
        writer.write_kv_data_to_file()
        writer.write_ti_data_to_file()
        for p in tensors:
            _write_tensor(writer, p)
            counter.add(p.name.gguf, p.n_bytes)
    finally:
        writer.close()


def _add_key(writer: GGUFWriter, key: str, value: Value) -> None:
    if isinstance(value, list):
        writer.add_array(key, value)
        return
    for kind, gguf_type in (
        (bool, GGUFValueType.BOOL),
        (int, GGUFValueType.UINT32),
        (float, GGUFValueType.FLOAT32),
        (str, GGUFValueType.STRING),
    ):
        if isinstance(value, kind):
            writer.add_key_value(key, value, gguf_type)
            return


def _write_tensor(writer: GGUFWriter, p: _Planned) -> None:
    # The writer's own way takes a tensor whole; its file takes rows as they come, with the same padding around them.
    assert writer.fout is not None
    file = writer.fout[0]
    writer.write_padding(file, file.tell())
    for values in _values(p):
        _native.quantize(values, p.type, min(os.cpu_count() or 1, 64)).tofile(file)
    writer.write_padding(file, p.n_bytes)


def _values(p: _Planned) -> Iterator[NDArray[np.float32]]:
    if p.usage is not None:
        usage = np.concatenate([rows.reshape(-1) for rows in p.usage.rows()])
        sums = np.concatenate(list(p.source.rows()))
        with np.errstate(over="ignore"):
            codebook = sums / np.maximum(usage, np.float32(_MIN_USAGE))[:, np.newaxis]
        if not np.isfinite(codebook).all():
            raise ModelError(f"{p.source.path}: codebook {p.source.name} overflows", "fetch the model again")
        yield codebook
        return
    for values in p.source.rows():
        if p.type not in ("f32", "bf16") and np.abs(values).max() > _MAX_F16:
            cause = f"{p.source.path}: tensor {p.source.name} has values too large for {p.type}"
            raise ModelError(cause, "convert to bf16 or f32")
        yield values
