"""PyTorch checkpoint files (``.pth``, ``.pt``, ``.bin``), read without unpickling them.

Such a file is an uncompressed ZIP archive: ``data.pkl`` describes the tensors, one entry each holds their values. A
description is a pickle program, which could run anything if Python ran it. Here its instructions are followed on inert
values: the few calls that a table of tensors consists of are understood, everything else is refused.
"""

from __future__ import annotations

import pickletools
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from phonoscope.engine.errors import ModelError
from phonoscope.engine.message import Message
from phonoscope.engine.models.checkpoint import SourceTensor

_MAX_DESCRIPTION_BYTES = 64 << 20
_ADVICE = Message("give the checkpoint as it was published")
_LOCAL_HEADER_BYTES = 30
_STORAGES: Mapping[str, tuple[str, int]] = {
    "FloatStorage": ("F32", 4),
    "HalfStorage": ("F16", 2),
    "BFloat16Storage": ("BF16", 2),
    "DoubleStorage": ("F64", 8),
    "BoolStorage": ("BOOL", 1),
}
"""Types of values as safetensors names them, and their bytes; tensors of other types are left out."""


class _Mark:
    """Where the operands of an instruction begin."""


@dataclass(frozen=True)
class _Global:
    name: str


@dataclass(frozen=True)
class _Storage:
    kind: str
    entry: str


@dataclass(frozen=True)
class _Tensor:
    storage: _Storage
    first: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def list_torch_tensors(path: Path) -> Iterator[SourceTensor]:
    """Yield the tensors of one file: those of its table, or of a table called ``state_dict`` or ``model`` in it.

    Raises
    ------
    ModelError
        When the file is missing, damaged, or describes anything but a table of tensors that lie in it one by one.
    """
    try:
        with zipfile.ZipFile(path) as archive, path.open("rb") as file:
            entries = {info.filename: info for info in archive.infolist()}
            description = next((name for name in entries if name.split("/")[1:] == ["data.pkl"]), None)
            if description is None or entries[description].file_size > _MAX_DESCRIPTION_BYTES:
                raise ModelError("{path}: holds no readable description of tensors", _ADVICE, path=path)
            folder = description.removesuffix("data.pkl")
            if f"{folder}byteorder" in entries and archive.read(f"{folder}byteorder") != b"little":
                raise ModelError("{path}: was written by a big-endian machine", _ADVICE, path=path)
            table = _Reader(path).read(archive.read(description))
            for name, tensor in _tensors(table):
                if tensor.storage.kind not in _STORAGES or not prod(tensor.shape):
                    continue
                info = entries.get(f"{folder}data/{tensor.storage.entry}")
                yield _located(path, file, name, tensor, info)
    except OSError as error:
        raise ModelError(
            "{path}: cannot be read ({error})", "give a complete checkpoint", path=path, error=error.strerror
        ) from error
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError) as error:
        raise ModelError(
            "{path}: is no checkpoint of PyTorch 1.6 or later ({error})", _ADVICE, path=path, error=error
        ) from error


def _tensors(table: Any) -> Iterator[tuple[str, _Tensor]]:
    for wrapper in ("state_dict", "model"):
        if isinstance(table, dict) and isinstance(table.get(wrapper), dict):
            table = table[wrapper]
    for name, value in table.items() if isinstance(table, dict) else ():
        if isinstance(name, str) and isinstance(value, _Tensor):
            yield name, value


def _located(path: Path, file: Any, name: str, tensor: _Tensor, info: zipfile.ZipInfo | None) -> SourceTensor:
    dtype, size = _STORAGES[tensor.storage.kind]
    contiguous = tuple(prod(tensor.shape[i + 1 :]) for i in range(len(tensor.shape)))
    in_order = all(
        n == 1 or have == want for n, have, want in zip(tensor.shape, tensor.strides, contiguous, strict=True)
    )
    if info is None or info.compress_type != zipfile.ZIP_STORED or not in_order:
        raise ModelError(
            "{path}: the values of tensor {name} do not lie in it one by one", _ADVICE, path=path, name=name
        )
    if tensor.first < 0 or (tensor.first + prod(tensor.shape)) * size > info.file_size:
        raise ModelError("{path}: tensor {name} is larger than its values", _ADVICE, path=path, name=name)
    file.seek(info.header_offset + _LOCAL_HEADER_BYTES - 4)
    lengths = file.read(4)
    begin = info.header_offset + _LOCAL_HEADER_BYTES
    begin += int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")
    if begin + info.file_size > path.stat().st_size:
        raise ModelError("{path}: is cut short", "fetch it again", path=path)
    return SourceTensor(name, path, dtype, tensor.shape or (1,), begin + tensor.first * size)


class _Reader:
    """Follows the instructions of a pickle program on inert values."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stack: list[Any] = []
        self._memo: dict[int, Any] = {}

    def read(self, program: bytes) -> Any:
        """Return what the program describes."""
        try:
            for instruction, operand, _ in pickletools.genops(program):
                if instruction.name == "STOP":
                    return self._stack.pop()
                self._follow(instruction.name, operand)
        except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
            raise ModelError(
                "{path}: its description of tensors is damaged ({error})", _ADVICE, path=self._path, error=error
            ) from error
        raise ModelError("{path}: its description of tensors is cut short", _ADVICE, path=self._path)

    def _follow(self, name: str, operand: Any) -> None:
        stack = self._stack
        match name:
            case "PROTO" | "FRAME":
                pass
            case "MARK":
                stack.append(_Mark())
            case "NONE" | "NEWTRUE" | "NEWFALSE":
                stack.append({"NONE": None, "NEWTRUE": True, "NEWFALSE": False}[name])
            case "EMPTY_DICT" | "EMPTY_LIST" | "EMPTY_TUPLE":
                stack.append({"EMPTY_DICT": dict, "EMPTY_LIST": list, "EMPTY_TUPLE": tuple}[name]())
            case "BININT" | "BININT1" | "BININT2" | "LONG1" | "BINFLOAT" | "BINUNICODE" | "SHORT_BINUNICODE":
                stack.append(operand)
            case "GLOBAL":
                stack.append(_Global(str(operand)))
            case "STACK_GLOBAL":
                attribute, module = stack.pop(), stack.pop()
                stack.append(_Global(f"{module} {attribute}"))
            case "BINPUT" | "LONG_BINPUT":
                self._memo[operand] = stack[-1]
            case "MEMOIZE":
                self._memo[len(self._memo)] = stack[-1]
            case "BINGET" | "LONG_BINGET":
                stack.append(self._memo[operand])
            case "TUPLE":
                stack.append(tuple(self._from_mark()))
            case "TUPLE1" | "TUPLE2" | "TUPLE3":
                n = int(name[-1])
                stack[-n:] = [tuple(stack[-n:])]
            case "APPEND":
                item = stack.pop()
                stack[-1].append(item)
            case "APPENDS":
                items = self._from_mark()
                stack[-1].extend(items)
            case "SETITEM":
                value, key = stack.pop(), stack.pop()
                stack[-1][key] = value
            case "SETITEMS":
                pairs = self._from_mark()
                stack[-1].update(zip(pairs[::2], pairs[1::2], strict=True))
            case "BINPERSID":
                stack.append(self._storage(stack.pop()))
            case "REDUCE":
                arguments, function = stack.pop(), stack.pop()
                stack.append(self._call(function, arguments))
            case "BUILD":
                stack.pop()  # attributes beside the table, such as versions of modules
            case _:
                self._refuse(name)

    def _from_mark(self) -> list[Any]:
        at = max(i for i, value in enumerate(self._stack) if isinstance(value, _Mark))
        values = self._stack[at + 1 :]
        del self._stack[at:]
        return values

    def _storage(self, value: Any) -> _Storage:
        kind, storage_type, entry = value[:3]
        if kind != "storage" or not isinstance(storage_type, _Global) or not isinstance(entry, str):
            self._refuse(str(kind))
        return _Storage(storage_type.name.rpartition(" ")[2], entry)

    def _call(self, function: Any, arguments: Any) -> Any:
        match function.name:
            case "collections OrderedDict" if arguments == ():
                return {}
            case "torch._utils _rebuild_tensor_v2":
                storage, first, shape, strides = arguments[:4]
                sizes = (first, *shape, *strides)
                is_plain = all(isinstance(n, int) and 0 <= n < 1 << 40 for n in sizes) and len(shape) == len(strides)
                if isinstance(storage, _Storage) and is_plain:
                    return _Tensor(storage, first, tuple(shape), tuple(strides))
            case "torch._utils _rebuild_parameter":
                if isinstance(arguments[0], _Tensor):
                    return arguments[0]
        self._refuse(function.name)

    def _refuse(self, what: str) -> Any:
        raise ModelError("{path}: describes more than tensors ({what})", _ADVICE, path=self._path, what=what[:80])
