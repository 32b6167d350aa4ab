"""A published checkpoint, opened for conversion: configurations, tokenizer tables, tensors one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import ModelError
from phonoscope.engine.message import Message
from safetensors import SafetensorError, safe_open

_INCOMPLETE = Message("fetch the model again")
_MAX_TABLE_BYTES = 256 << 20
_VALUES_AT_ONCE = 1 << 23
_NUMPY_TYPES: Mapping[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "BF16": np.dtype("<u2"),  # no type of its own: read as bits
    "F64": np.dtype("<f8"),
    "BOOL": np.dtype("?"),
}


@dataclass(frozen=True)
class SourceTensor:
    """Where one tensor lies: file, type name of safetensors, shape (slowest dimension first), byte offset."""

    name: str
    path: Path
    dtype: str
    shape: tuple[int, ...]
    offset: int

    @property
    def n_values(self) -> int:
        """Number of values."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def n_per_row(self) -> int:
        """Length of the fastest dimension."""
        return self.shape[-1]

    def rows(self) -> Iterator[NDArray[np.float32]]:
        """Yield the values as float32 ``[rows, n_per_row]``, a bounded number at a time.

        Raises
        ------
        ModelError
            When a value is not a finite number.
        """
        n_rows = self.n_values // self.n_per_row
        stored = np.memmap(self.path, _NUMPY_TYPES[self.dtype], "r", self.offset, (n_rows, self.n_per_row))
        step = max(1, _VALUES_AT_ONCE // self.n_per_row)
        for at in range(0, n_rows, step):
            part = stored[at : at + step]
            if self.dtype == "BF16":
                values = (np.asarray(part, np.uint32) << 16).view(np.float32)
            else:
                values = np.array(part, np.float32)
            if not np.isfinite(values).all():
                raise ModelError(
                    "{path}: tensor {name} holds values that are not finite numbers",
                    _INCOMPLETE,
                    path=self.path,
                    name=self.name,
                )
            yield values


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object.

    Raises
    ------
    ModelError
        When the file is missing, too large, or holds no JSON object.
    """
    try:
        if path.stat().st_size > _MAX_TABLE_BYTES:
            raise ModelError("{path}: is too large for a configuration", _INCOMPLETE, path=path)
        value = json.loads(path.read_bytes())
        json.dumps(value, ensure_ascii=False).encode()  # JSON can spell half a surrogate pair, which is no text
    except OSError as error:
        raise ModelError(
            "{path}: cannot be read ({error})", "give a complete Hugging Face folder", path=path, error=error.strerror
        ) from error
    except (ValueError, RecursionError) as error:
        raise ModelError("{path}: is not valid JSON ({error})", _INCOMPLETE, path=path, error=error) from error
    if not isinstance(value, dict):
        raise ModelError("{path}: holds no JSON object", _INCOMPLETE, path=path)
    return value


def read_text(path: Path, max_bytes: int) -> str:
    """Read a text file.

    Raises
    ------
    ModelError
        When it is missing, larger than ``max_bytes``, or no UTF-8.
    """
    try:
        if path.stat().st_size > max_bytes:
            raise ModelError("{path}: is larger than {megabytes} MB", _INCOMPLETE, path=path, megabytes=max_bytes >> 20)
        return path.read_text("utf-8")
    except OSError as error:
        raise ModelError(
            "{path}: cannot be read ({error})", "give a complete Hugging Face folder", path=path, error=error.strerror
        ) from error
    except UnicodeDecodeError as error:
        raise ModelError("{path}: is not UTF-8 text", _INCOMPLETE, path=path) from error


def model_type(folder: Path) -> str:
    """Return the ``model_type`` that the ``config.json`` of a folder names; empty when there is none to be read."""
    try:
        value = read_json(folder / "config.json").get("model_type")
    except ModelError:
        return ""
    return value if isinstance(value, str) else ""


def open_tensors(folder: Path) -> Mapping[str, SourceTensor]:
    """List the tensors of ``model.safetensors``, or of all the files that ``model.safetensors.index.json`` names.

    Raises
    ------
    ModelError
        When a file is missing, cut short or inconsistent, or a tensor has an unsupported type.
    """
    tensors: dict[str, SourceTensor] = {}
    for path in weight_files(folder):
        for tensor in list_tensors(path):
            if tensor.name in tensors:
                other = tensors[tensor.name].path.name
                raise ModelError(
                    "{path}: tensor {name} is also in {other}", _INCOMPLETE, path=path, name=tensor.name, other=other
                )
            tensors[tensor.name] = tensor
    return tensors


def weight_files(folder: Path) -> list[Path]:
    """Return the safetensors files that a folder declares, whether they exist or not."""
    single = folder / "model.safetensors"
    index = folder / "model.safetensors.index.json"
    if single.is_file() or not index.is_file():
        return [single]
    shards = read_json(index).get("weight_map")
    if not isinstance(shards, dict) or not shards:
        raise ModelError("{index}: names no weight files", _INCOMPLETE, index=index)
    names = sorted({str(name) for name in shards.values()})
    if any(Path(name).name != name for name in names):
        raise ModelError("{index}: names a file outside its folder", _INCOMPLETE, index=index)
    return [folder / name for name in names]


def list_tensors(path: Path) -> Iterator[SourceTensor]:
    """Yield the tensors of one safetensors file.

    Raises
    ------
    ModelError
        When it is missing or damaged, or a tensor has an unsupported type.
    """
    if not path.is_file():
        raise ModelError("{path}: is missing", "give a complete Hugging Face folder", path=path)
    try:
        with safe_open(path, "numpy") as checked:  # checks sizes, shapes and that the offsets cover the file exactly
            names = list(checked.keys())
        with path.open("rb") as file:
            n_header = int.from_bytes(file.read(8), "little")
            header = json.loads(file.read(n_header))
    except (SafetensorError, OSError, ValueError, RecursionError) as error:
        raise ModelError(
            "{path}: is not a readable safetensors file ({error})", _INCOMPLETE, path=path, error=error
        ) from error
    for name in names:
        entry = header[name]
        if entry["dtype"] not in _NUMPY_TYPES or 0 in entry["shape"]:
            found = f"{entry['dtype']}{entry['shape']}"
            raise ModelError(
                "{path}: tensor {name} is {found}", "give an unquantised checkpoint", path=path, name=name, found=found
            )
        yield SourceTensor(name, path, entry["dtype"], tuple(entry["shape"]), 8 + n_header + entry["data_offsets"][0])
