"""Voices for other programs: the portable file of this one, bare x-vectors, packed codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.message import Message
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.voices.files import pack_codes
from phonoscope.engine.voices.library import speaker_vector
from phonoscope.engine.voices.voice import CodesVoice
from phonoscope.engine.voices.voice_file import StoredVoice, write_voice_file


def export_voice(path: Path, stored: StoredVoice) -> list[Path]:
    """Write a voice in the format that the suffix of ``path`` names, and return the files that were written.

    ``.safetensors`` holds everything. ``.spk`` and ``.npy`` hold the x-vector. ``.rvq`` holds the codes, with the
    transcript in a ``.txt`` and the x-vector, where there is one, in an ``.spk`` beside it.

    Raises
    ------
    VoiceError
        When the suffix is unknown, or the voice has nothing for it.
    OutputError
        When a file cannot be written.
    """
    writer = _WRITERS.get(path.suffix.lower())
    if writer is None:
        raise VoiceError(
            "{path}: {suffix} is no kind of voice file",
            "give one of {suffixes}",
            path=path,
            suffix=path.suffix or Message("a file without suffix"),
            suffixes=", ".join(_WRITERS),
        )
    return writer(path, stored)


def _write_own(path: Path, stored: StoredVoice) -> list[Path]:
    write_voice_file(path, stored)
    return [path]


def _write_spk(path: Path, stored: StoredVoice) -> list[Path]:
    _write_bytes(path, _vector(path, stored).astype("<f4").tobytes())
    return [path]


def _write_npy(path: Path, stored: StoredVoice) -> list[Path]:
    vector = _vector(path, stored)
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.save(file, vector)
    return [path]


def _write_rvq(path: Path, stored: StoredVoice) -> list[Path]:
    voice = stored.voice
    if not isinstance(voice, CodesVoice):
        raise VoiceError("{name}: has no reference codes", "export it as .spk or .safetensors", name=stored.card.name)
    written = [path, path.with_suffix(".txt")]
    _write_bytes(path, pack_codes(voice.codes, stored.card.codebook_size))
    _write_bytes(written[1], voice.transcript.encode())
    if voice.xvector is not None:
        written += _write_spk(path.with_suffix(".spk"), stored)
    return written


def _vector(path: Path, stored: StoredVoice) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    vector = speaker_vector(stored.voice)
    if vector is None:
        raise VoiceError(
            "{name}: has no x-vector for {file}", "export it as .safetensors", name=stored.card.name, file=path.name
        )
    return vector


def _write_bytes(path: Path, data: bytes) -> None:
    with replacing(path) as temporary:
        temporary.write_bytes(data)


_WRITERS: Mapping[str, Callable[[Path, StoredVoice], list[Path]]] = MappingProxyType(
    {".safetensors": _write_own, ".spk": _write_spk, ".npy": _write_npy, ".rvq": _write_rvq}
)
EXPORT_SUFFIXES = tuple(_WRITERS)
