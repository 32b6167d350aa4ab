"""Writing sound as it is made: to WAV, FLAC, Ogg Vorbis and MP3 files, or as WAV into a pipe."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator, Mapping
from enum import StrEnum
from io import FileIO
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Protocol

import numpy as np
import soundfile
from numpy.typing import NDArray
from phonoscope.engine.errors import OutputError, RequestError
from phonoscope.engine.message import Message
from phonoscope.engine.models.atomic_file import check_folder_of, check_replaceable, replacing


class SampleFormat(StrEnum):
    """How samples are stored in formats that keep them exactly."""

    PCM16 = "pcm16"
    PCM24 = "pcm24"
    FLOAT32 = "float32"


_SUBTYPES = {SampleFormat.PCM16: "PCM_16", SampleFormat.PCM24: "PCM_24", SampleFormat.FLOAT32: "FLOAT"}
# Suffix: (libsndfile's format, its coding or None for the caller's choice, what may be chosen).
_FORMATS: Mapping[str, tuple[str, str | None, tuple[SampleFormat, ...]]] = MappingProxyType(
    {
        ".wav": ("WAV", None, tuple(SampleFormat)),
        ".flac": ("FLAC", None, (SampleFormat.PCM16, SampleFormat.PCM24)),
        ".ogg": ("OGG", "VORBIS", ()),
        ".mp3": ("MP3", "MPEG_LAYER_III", ()),
    }
)
AUDIO_SUFFIXES = tuple(_FORMATS)
SYNTHETIC_MARK = "Synthetic speech, made with Phonoscope"
"""What the comment of a sound file says, so that other programs and people can tell."""


class AudioSink(Protocol):
    """Takes mono float32 samples in [-1, 1] as they are made."""

    def write(self, samples: NDArray[np.float32]) -> None:
        """Take the next samples, ``[n]``."""


def check_output(path: Path, sample_format: SampleFormat | None = None) -> None:
    """Refuse a ``path`` that cannot become a sound file, before anything is made.

    Raises
    ------
    RequestError
        When the suffix or the sample format is unknown.
    OutputError
        When the folder does not exist or ``path`` is a folder.
    """
    if path.suffix.lower() not in _FORMATS:
        raise RequestError(
            "{path}: {suffix} is no sound format",
            "end the name in {suffixes}",
            path=path,
            suffix=path.suffix or Message("a file without suffix"),
            suffixes=", ".join(AUDIO_SUFFIXES),
        )
    choices = _FORMATS[path.suffix.lower()][2]
    if sample_format is not None and sample_format not in choices:
        raise RequestError(
            "{path}: {suffix} does not store {sample_format} samples",
            "use {choices}" if choices else "leave the sample format out",
            path=path,
            suffix=path.suffix,
            sample_format=sample_format,
            choices=", ".join(choices),
        )
    check_replaceable(path)
    check_folder_of(path)


@contextlib.contextmanager
def audio_file(
    path: Path,
    sample_rate_hz: int,
    sample_format: SampleFormat | None = None,
    *,
    marks_synthetic: bool = True,
    licence: str = "",
) -> Iterator[AudioSink]:
    """Open ``path`` for sound that appears there, whole, when the block ends well.

    On any error the file that stood there before stays as it was and nothing half-written is left. To keep what there
    is after Ctrl-C, catch it inside the block.

    Parameters
    ----------
    path
        The suffix chooses the format, one of `AUDIO_SUFFIXES`.
    sample_rate_hz
        Samples a second.
    sample_format
        For WAV and FLAC; 16 bits unless given.
    marks_synthetic
        Say in the file's metadata that the sound is synthetic.
    licence
        Under which terms it stands, for the file's metadata; empty for none.

    Raises
    ------
    RequestError, OutputError
        As `check_output`; also when the disk is full or the folder is not writable.
    """
    check_output(path, sample_format)
    container, coding, _ = _FORMATS[path.suffix.lower()]
    coding = coding or _SUBTYPES[sample_format or SampleFormat.PCM16]
    with replacing(path) as temporary, temporary.open("w+b", buffering=0) as file:
        watched = _WatchedFile(file, path)
        with soundfile.SoundFile(watched, "w", sample_rate_hz, 1, coding, format=container) as encoder:
            describe_sound(encoder, marks_synthetic=marks_synthetic, licence=licence)
            yield _EncoderSink(encoder, watched, coding)
        watched.check()


def describe_sound(encoder: soundfile.SoundFile, *, marks_synthetic: bool, licence: str) -> None:
    """Write into a sound file's metadata that it is synthetic, and its licence; see `audio_file`.

    The comment, which all four formats have, holds both; the licence stands also where a format has a place for it.
    """
    if comment := _comment(marks_synthetic, licence):
        encoder.comment = comment
    if licence:
        encoder.copyright = licence
        with contextlib.suppress(soundfile.SoundFileError):
            encoder.license = licence


def _comment(marks_synthetic: bool, licence: str) -> str:
    return "\n".join(filter(None, (SYNTHETIC_MARK if marks_synthetic else "", licence)))


class _EncoderSink:
    def __init__(self, encoder: soundfile.SoundFile, file: _WatchedFile, coding: str) -> None:
        self._encoder = encoder
        self._file = file
        # libsndfile would cut off what is below 16 bits instead of rounding.
        self._convert = to_pcm16 if coding == "PCM_16" else np.asarray

    def write(self, samples: NDArray[np.float32]) -> None:
        with contextlib.suppress(soundfile.SoundFileError, AssertionError):  # the file knows the reason
            self._encoder.write(self._convert(samples))
        self._file.check()


class _WatchedFile:
    """A file for libsndfile, which neither passes on nor reports why a write failed."""

    def __init__(self, file: FileIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._error: OSError | None = None
        self.seek, self.tell, self.read = file.seek, file.tell, file.read

    def write(self, data: bytes) -> int:
        written = 0
        try:
            while written < len(data):  # a disk that fills up takes a part first
                written += self._file.write(data[written:])
        except OSError as error:
            self._error = self._error or error
        return written

    def check(self) -> None:
        if self._error is not None:
            raise OutputError(
                "{path}: cannot be written ({error})",
                "free some space or give another folder",
                path=self._path,
                error=self._error.strerror or self._error,
            ) from self._error


class WavStream:
    """16-bit WAV into a pipe, whose length need not be known when it starts; its metadata stand before the sound.

    Parameters
    ----------
    pipe
        Open for binary writing; it is flushed after every write and not closed.
    sample_rate_hz
        Samples a second.
    n_samples
        Length, or None to declare the largest possible, as players of streams expect.
    marks_synthetic, licence
        As of `audio_file`.
    """

    def __init__(
        self,
        pipe: BinaryIO,
        sample_rate_hz: int,
        n_samples: int | None = None,
        *,
        marks_synthetic: bool = True,
        licence: str = "",
    ) -> None:
        self._pipe = pipe
        layout = struct.pack("<HHIIHH", 1, 1, sample_rate_hz, 2 * sample_rate_hz, 2, 16)
        said = {b"ICMT": _comment(marks_synthetic, licence), b"ICOP": licence}
        head = b"WAVE" + _chunk(b"fmt ", layout) + _info_chunk(said)
        n_head = len(head) + struct.calcsize("<4sI")  # and that of the sound
        n_bytes = min(2 * n_samples if n_samples is not None else 0xFFFFFFFF, 0xFFFFFFFF - n_head)
        self._put(struct.pack("<4sI", b"RIFF", n_head + n_bytes) + head + struct.pack("<4sI", b"data", n_bytes))

    def write(self, samples: NDArray[np.float32]) -> None:
        """Take the next samples, ``[n]`` in [-1, 1].

        Raises
        ------
        BrokenPipeError
            When nobody reads any more.
        OutputError
            When what is behind the pipe cannot be written.
        """
        self._put(to_pcm16(samples).astype("<i2").tobytes())

    def _put(self, data: bytes) -> None:
        try:
            self._pipe.write(data)
            self._pipe.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(
                "standard output: cannot be written ({error})",
                "free some space or send the sound elsewhere",
                error=error.strerror or error,
            ) from error


def _chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a RIFF file; chunks begin at even places."""
    return struct.pack("<4sI", name, len(content)) + content + b"\0" * (len(content) % 2)


def _info_chunk(texts: Mapping[bytes, str]) -> bytes:
    """Return the chunk of those texts that are not empty, by their names in RIFF; none without any."""
    parts = b"".join(_chunk(name, text.encode() + b"\0") for name, text in texts.items() if text)
    return _chunk(b"LIST", b"INFO" + parts) if parts else b""


def to_pcm16(samples: NDArray[np.float32]) -> NDArray[np.int16]:
    """Return samples in [-1, 1], or beyond and then clipped, as the nearest 16-bit numbers."""
    return np.asarray(np.rint(np.clip(samples, -1.0, 1.0) * 32767.0), np.int16)


def from_pcm16(samples: NDArray[np.int16]) -> NDArray[np.float32]:
    """Return 16-bit samples as numbers in [-1, 1)."""
    return np.divide(samples, 32768, dtype=np.float32)
