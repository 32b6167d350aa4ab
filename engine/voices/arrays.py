"""Arrays from files of other programs: .npz archives and safetensors; sizes are checked before anything is unpacked."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.message import Message
from safetensors import SafetensorError, safe_open

MAX_ARRAY_BYTES = 16 << 20
_MAX_ARRAYS = 64
_DAMAGED = Message("the file may be cut short; save the voice again")


def read_npz(path: Path) -> list[NDArray[np.generic]]:
    """Return the arrays of numbers in an .npz archive.

    Raises
    ------
    VoiceError
        When it cannot be read, unpacks to more than a voice can be, or holds anything but numbers.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > _MAX_ARRAYS or sum(entry.file_size for entry in entries) > MAX_ARRAY_BYTES:
                raise VoiceError(
                    "{path}: unpacks to more than any voice", "this is probably another kind of file", path=path
                )
        with np.load(path, allow_pickle=False) as arrays:
            found = [np.asarray(arrays[name]) for name in arrays.files]
    except OSError as error:
        raise VoiceError(
            "{path}: {error}", "check the name of the voice file", path=path, error=error.strerror or error
        ) from error
    except VoiceError:
        raise
    except Exception as error:  # numpy parses the headers as Python source, zlib and zipfile have errors of their own
        raise VoiceError("{path}: is no readable .npz file", _DAMAGED, path=path) from error
    return found


def read_foreign_safetensors(path: Path) -> list[NDArray[np.generic]]:
    """Return the arrays of a safetensors file.

    Raises
    ------
    VoiceError
        When it cannot be read, is larger than any voice, or holds a type that numpy has not.
    """
    try:
        n_bytes = path.stat().st_size
        if n_bytes > MAX_ARRAY_BYTES:
            raise VoiceError(
                "{path}: {n_bytes} bytes are more than any voice",
                "this is probably another kind of file",
                path=path,
                n_bytes=n_bytes,
            )
        with safe_open(path, framework="numpy") as file:
            names = list(file.keys())
            if len(names) > _MAX_ARRAYS:
                raise VoiceError(
                    "{path}: holds {n_arrays} arrays",
                    "this is probably another kind of file",
                    path=path,
                    n_arrays=len(names),
                )
            return [np.asarray(file.get_tensor(name)) for name in names]
    except OSError as error:
        raise VoiceError(
            "{path}: {error}", "check the name of the voice file", path=path, error=error.strerror or error
        ) from error
    except (SafetensorError, ValueError, TypeError) as error:
        raise VoiceError(
            "{path}: is no readable safetensors file ({error})", _DAMAGED, path=path, error=error
        ) from error
