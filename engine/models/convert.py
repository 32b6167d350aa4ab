"""Published checkpoints, or GGUF files of them, to GGUF files, by the plan of the family that they belong to.

Tensors are read, converted and written some rows at a time, so that memory does not grow with the model; the files
appear whole under their names or not at all.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFValueType, GGUFWriter
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import ModelError, OutputError, native_errors
from phonoscope.engine.families.model_family import ModelFamily
from phonoscope.engine.families.registry import family_of, family_of_folder, is_checkpoint
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.models.config_file import Value
from phonoscope.engine.models.conversion_plan import ConversionPlan, Fallback, PlannedFile, PlannedTensor
from phonoscope.engine.models.pairing import codec_path, find_pair
from phonoscope.engine.models.quantisation import QuantisationPolicy, tensor_bytes
from phonoscope.engine.models.requantise import plan_requantisation
from phonoscope.engine.models.verify import tensor_problems

_QUANTIZATION_VERSION = 2
_MAX_F16 = 65504.0


@dataclass(frozen=True)
class ConversionProgress:
    """How far a conversion is: bytes written of bytes to write, and the tensor written last."""

    done_bytes: int
    total_bytes: int
    tensor: str


@dataclass(frozen=True)
class ConversionReport:
    """What was written.

    ``model`` and ``codec`` are the same path after a conversion to one file.
    """

    model: Path
    codec: Path
    n_tensors: int
    n_bytes: int
    tensors_by_type: Mapping[str, int]
    fallbacks: tuple[Fallback, ...]


def convert(
    source: Path,
    out: Path,
    policy: QuantisationPolicy,
    *,
    single: bool = False,
    progress: Callable[[ConversionProgress], None] = lambda _: None,
) -> ConversionReport:
    """Convert a published checkpoint, or a GGUF file in 32 or 16 bits with its codec.

    Parameters
    ----------
    source
        A checkpoint as it is published, or the GGUF file.
    out
        The model's GGUF file; its codec goes beside it, where `codec_path` says.
    policy
        Storage types.
    single
        Write both into ``out``.
    progress
        Called after every tensor; what it raises ends the conversion and leaves no file behind.

    Raises
    ------
    ModelError
        When the source is incomplete, inconsistent, quantised already, or holds a tensor of an unknown name.
    OutputError
        When a file cannot be written.
    """
    if out.is_dir() or out.suffix.lower() != ".gguf":
        raise OutputError(
            "{out}: is a folder" if out.is_dir() else "{out}: does not end in .gguf",
            "give the name of a .gguf file",
            out=out,
        )
    if out.resolve() == source.resolve():
        raise OutputError("{out}: is what is converted", "give another name", out=out)
    family, plan = _plan(source, policy)
    files = _files(plan, out, codec_path(out, family), single=single)
    planned = [p for file in files.values() for p in file.tensors]
    counter = _Counter(sum(p.n_bytes for p in planned), progress)
    with ExitStack() as stack:
        for path, file in files.items():
            temporary = stack.enter_context(replacing(path))
            write_file(temporary, file, counter.add)
            _check(temporary, source)
    return ConversionReport(
        model=out,
        codec=next(reversed(files)),
        n_tensors=len(planned),
        n_bytes=counter.done_bytes,
        tensors_by_type=dict(collections.Counter(p.type for p in planned)),
        fallbacks=tuple(p.fallback for p in planned if p.fallback is not None),
    )


def _plan(source: Path, policy: QuantisationPolicy) -> tuple[ModelFamily, ConversionPlan]:
    if source.suffix.lower() == ".gguf" and not is_checkpoint(source):
        pair = find_pair(source)
        with native_errors():
            family = family_of(_native.GgufFile(pair.model))
        return family, plan_requantisation(pair, family, policy)
    family = family_of_folder(source)
    return family, family.plan(source, policy)


def _files(plan: ConversionPlan, out: Path, codec_out: Path, *, single: bool) -> dict[Path, PlannedFile]:
    model, codec = plan.model, plan.codec
    if model is None or codec is None:
        only = model or codec
        assert only is not None
        return {out: only}
    if not single:
        return {out: model, codec_out: codec}
    names = {key for key, _ in model.keys}  # both say what they are called, and under which licence
    keys = [*model.keys, *((key, value) for key, value in codec.keys if key not in names)]
    return {out: PlannedFile(model.architecture, model.type, keys, [*model.tensors, *codec.tensors])}


def _check(written: Path, source: Path) -> None:
    """Refuse a checkpoint whose weights are not those that its configuration declares."""
    try:
        with native_errors():
            problems = tensor_problems(_native.GgufFile(written))
    except ModelError as error:
        problem = error.cause.fields.get("problem", error.cause)  # without the name of the temporary file
        if isinstance(problem, _native.Error):
            problem = str(problem).removeprefix(f"{written}: ")
        raise ModelError("{source}: {problem}", error.next_step, source=source, problem=problem) from error
    if problems:
        first, n_more = problems[0], len(problems) - 1
        raise ModelError(
            "{source}: tensor {tensor} {problem} (and {n_more} more)"
            if n_more
            else "{source}: tensor {tensor} {problem}",
            "fetch the model again",
            source=source,
            tensor=first.tensor,
            problem=first.problem,
            n_more=n_more,
        )


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


def write_file(path: Path, planned: PlannedFile, written: Callable[[str, int], None] = lambda _name, _n: None) -> None:
    """Write one GGUF file; ``written`` is called with name and bytes of every finished tensor."""
    writer = GGUFWriter(None, planned.architecture)
    try:
        for key, value in [*planned.keys, *_type_keys(planned.type)]:
            _add_key(writer, key, value)
        for p in planned.tensors:
            rows = (*p.shape[:-1], tensor_bytes(p.type, p.n_per_row, p.n_per_row))
            gguf_type = GGMLQuantizationType[p.type.upper()]
            writer.add_tensor_info(p.name, rows, np.dtype(np.uint8), p.n_bytes, gguf_type)
        writer.write_header_to_file(path)
        writer.write_kv_data_to_file()
        writer.write_ti_data_to_file()
        for p in planned.tensors:
            _write_tensor(writer, p)
            written(p.name, p.n_bytes)
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


def _write_tensor(writer: GGUFWriter, p: PlannedTensor) -> None:
    # The writer's own way takes a tensor whole; its file takes rows as they come, with the same padding around them.
    assert writer.fout is not None
    file = writer.fout[0]
    writer.write_padding(file, file.tell())
    for values in _values(p):
        _native.quantize(values, p.type, available_cores()).tofile(file)
    writer.write_padding(file, p.n_bytes)


def _values(p: PlannedTensor) -> Iterator[NDArray[np.float32]]:
    for values in p.rows():
        if p.type not in ("f32", "bf16") and np.abs(values).max() > _MAX_F16:
            raise ModelError(
                "{source} has values too large for {type}", "convert to bf16 or f32", source=p.source, type=p.type
            )
        yield values
