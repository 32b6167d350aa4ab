"""Reading voices from files: voices of this program, .spk and raw float32, arrays, and packed .rvq codes.

Layouts: ``.spk``, ``.f32``, ``.raw`` and ``.bin`` hold a little-endian float32 x-vector and nothing else; ``.npy``
holds a float vector (x-vector) or an integer table ``[frames, codebooks]`` or the other way round (codes), ``.npz`` and
foreign ``.safetensors`` one of each at most; ``.rvq`` holds codes packed least significant bit first, as many bits each
as the codebook size takes (11 for 2048), codebook by codebook, no header.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.message import Message
from phonoscope.engine.voices.arrays import read_foreign_safetensors, read_npz
from phonoscope.engine.voices.voice import MAX_REFERENCE_FRAMES, CodesVoice, LatentsVoice, Voice, XVectorVoice
from phonoscope.engine.voices.voice_file import is_voice_file, read_voice_file

RAW_SUFFIXES = frozenset({".spk", ".f32", ".raw", ".bin"})
VOICE_SUFFIXES = RAW_SUFFIXES | {".npy", ".npz", ".rvq", ".safetensors"}
MAX_VOICE_FILE_BYTES = 4 << 20
_MAX_TRANSCRIPT_BYTES = 64 << 10


def load_voice(
    path: Path,
    *,
    n_codebooks: int,
    codebook_size: int,
    transcript: str | None = None,
) -> Voice:
    """Read the voice in ``path``; whether it fits the model is for ``check_width`` and ``check_codebooks`` to say.

    Parameters
    ----------
    path
        A file of one of `VOICE_SUFFIXES`.
    n_codebooks, codebook_size
        Dimensions of the model's codec, by which ``.rvq`` is unpacked.
    transcript
        What the codes say; without it a ``.txt`` file of the same name is read. The x-vector beside the codes
        (``.spk`` of the same name) is read too where it exists.

    Raises
    ------
    VoiceError
        When the file cannot be read, has another layout, or holds values that are not finite.
    """
    suffix = path.suffix.lower()
    if suffix not in VOICE_SUFFIXES:
        raise VoiceError(
            "{path}: {suffix} is no kind of voice file",
            "make a voice of a recording with phonoscope voices extract, or give {suffixes}",
            path=path,
            suffix=suffix or Message("a file without suffix"),
            suffixes=", ".join(sorted(VOICE_SUFFIXES)),
        )
    if path.exists() and not path.is_file():  # a pipe that nobody writes to would be waited for
        raise VoiceError("{path}: is no file", "check the name of the voice file", path=path)
    if suffix in RAW_SUFFIXES:
        return XVectorVoice(_read_raw(path), str(path))
    if suffix == ".rvq":
        return _codes_voice(path, unpack_codes(_read_bytes(path), n_codebooks, codebook_size, str(path)), transcript)
    if suffix == ".safetensors" and is_voice_file(path):
        return read_voice_file(path).voice
    arrays = [_frame_by_frame(array, n_codebooks) for array in _ARRAY_READERS[suffix](path)]
    return _voice_of_arrays(path, arrays, transcript)


def companions_of_codes(paths: Sequence[Path]) -> list[Path]:
    """Return those of ``paths`` that `load_voice` reads along with codes among them: transcripts and x-vectors."""
    codes = {path.with_suffix("") for path in paths if path.suffix.lower() == ".rvq"}
    return [path for path in paths if path.suffix in (".txt", ".spk") and path.with_suffix("") in codes]


def unpack_codes(packed: bytes, n_codebooks: int, codebook_size: int, name: str = "codes") -> NDArray[np.int32]:
    """Return the codes ``[frames, n_codebooks]`` in ``packed`` (the module's documentation gives the layout).

    Raises
    ------
    VoiceError
        When the number of bytes fits no whole number of frames.
    """
    n_bits = code_bits(codebook_size)
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    n_frames = bits.size // (n_bits * n_codebooks)
    used = n_frames * n_bits * n_codebooks
    if n_frames == 0 or bits.size - used >= 8 or bits[used:].any():
        raise VoiceError(
            "{name}: {n_bytes} bytes are no whole number of frames of {n_codebooks} codes of {n_bits} bits",
            "the file is cut short, or belongs to another model: load that one, or name it with --model",
            name=name,
            n_bytes=len(packed),
            n_codebooks=n_codebooks,
            n_bits=n_bits,
        )
    weights = (1 << np.arange(n_bits)).astype(np.int32)
    codes = bits[:used].reshape(n_codebooks, n_frames, n_bits).astype(np.int32) @ weights
    return np.ascontiguousarray(codes.T, np.int32)


def pack_codes(codes: NDArray[np.integer[Any]], codebook_size: int) -> bytes:
    """Return ``codes`` ``[frames, codebooks]`` packed as an ``.rvq`` file; the inverse of `unpack_codes`.

    Padding to a whole byte must not pass for another frame, which holds for 8 or more bits a frame.
    """
    n_bits = code_bits(codebook_size)
    bits = (np.ascontiguousarray(codes.T)[..., None] >> np.arange(n_bits)) & 1
    return np.packbits(bits.astype(np.uint8), bitorder="little").tobytes()


def code_bits(codebook_size: int) -> int:
    """Return how many bits one code of a codebook of ``codebook_size`` entries takes."""
    return max(1, math.ceil(math.log2(codebook_size)))


def _frame_by_frame(array: NDArray[np.generic], n_codebooks: int) -> NDArray[np.generic]:
    """Return a table of codes with a row for each frame; some programs write one for each codebook."""
    is_table = array.dtype.kind in "iu" and array.ndim == 2
    return array.T if is_table and array.shape[0] == n_codebooks != array.shape[1] else array


def _voice_of_arrays(path: Path, arrays: list[NDArray[np.generic]], transcript: str | None) -> Voice:
    """Return the voice that a table of codes, an x-vector, or one of each make."""
    tables = [a for a in arrays if a.dtype.kind in "iu" and a.ndim == 2]
    vectors = [a for a in arrays if a.dtype.kind == "f" and a.ndim in (1, 2)]
    if len(tables) > 1 or len(vectors) > 1 or len(tables) + len(vectors) != len(arrays) or not arrays:
        raise VoiceError(
            "{path}: holds neither an x-vector nor a table of codes",
            "save one of each at most, and nothing else",
            path=path,
        )
    xvector = None
    if vectors:
        with np.errstate(over="ignore"):  # what overflows float32 is refused as not finite
            vector = vectors[0].astype(np.float32)
        if vector.ndim == 2 and len(vector) > 1 and not tables:
            return LatentsVoice(vector, str(path))
        xvector = XVectorVoice(vector[0] if vector.shape[:-1] == (1,) else vector, str(path))
    if not tables:
        assert xvector is not None
        return xvector
    return _codes_voice(path, tables[0], transcript, xvector)


def _codes_voice(
    path: Path, codes: NDArray[np.generic], transcript: str | None, xvector: XVectorVoice | None = None
) -> CodesVoice:
    if transcript is None:
        sidecar = path.with_suffix(".txt")
        if not sidecar.is_file():
            raise VoiceError(
                "{path}: codes need a transcript",
                "write what they say to {sidecar} or pass it along",
                path=path,
                sidecar=sidecar,
            )
        transcript = _read_transcript(sidecar)
    vector = path.with_suffix(".spk")
    if xvector is None and vector.is_file():
        xvector = XVectorVoice(_read_raw(vector), str(vector))
    if len(codes) > MAX_REFERENCE_FRAMES * 64:
        raise VoiceError(
            "{path}: {n_frames} frames of codes", "cut the recording to 3-10 seconds", path=path, n_frames=len(codes)
        )
    return CodesVoice(codes.astype(np.int64), transcript, xvector, str(path))


def _read_transcript(path: Path) -> str:
    data = _read_bytes(path, _MAX_TRANSCRIPT_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise VoiceError("{path}: the transcript is not UTF-8 text", "save it as UTF-8", path=path) from error


def _read_raw(path: Path) -> NDArray[np.float32]:
    data = _read_bytes(path)
    if not data or len(data) % 4:
        raise VoiceError(
            "{path}: {n_bytes} bytes are no float32 x-vector (4 bytes a value)",
            "the file may be cut short",
            path=path,
            n_bytes=len(data),
        )
    return np.frombuffer(data, "<f4").astype(np.float32)


def _read_npy(path: Path) -> NDArray[np.generic]:
    _read_bytes(path)  # refuses what cannot be read or is too large
    try:
        with path.open("rb") as file:
            version = np.lib.format.read_magic(file)
            read_header = (
                np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
            )
            shape, _, dtype = read_header(file)
            n_bytes = math.prod(shape) * dtype.itemsize
            # Checked before numpy reserves what the header asks for.
            if dtype.hasobject or file.tell() + n_bytes != path.stat().st_size:
                raise ValueError("header and size disagree")
        values = np.load(path, allow_pickle=False)
    except Exception as error:  # numpy parses the header as Python source, which can fail in any way
        raise VoiceError(
            "{path}: is no readable .npy file", "the file may be cut short; save the voice again", path=path
        ) from error
    return np.asarray(values)


_ARRAY_READERS: Mapping[str, Callable[[Path], list[NDArray[np.generic]]]] = {
    ".npy": lambda path: [_read_npy(path)],
    ".npz": read_npz,
    ".safetensors": read_foreign_safetensors,
}


def _read_bytes(path: Path, limit: int = MAX_VOICE_FILE_BYTES) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise VoiceError(
            "{path}: {error}", "check the name of the voice file", path=path, error=error.strerror or error
        ) from error
    if len(data) > limit:
        raise VoiceError(
            "{path}: larger than any voice ({maximum} bytes)",
            "this is probably another kind of file",
            path=path,
            maximum=limit,
        )
    return data
