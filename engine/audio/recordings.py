"""Reading recordings of voices: any file that libsndfile reads, of any rate and any number of channels.

A file is read in blocks and only as far as it is wanted, so that a long or a lying one costs neither memory nor time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray
from phonoscope.engine.audio.recording_length import USUAL_LENGTH, RecordingLength
from phonoscope.engine.errors import PhonoscopeError

MIN_RECORDING_S = 0.5
# The usual ones; any other file that libsndfile reads is a recording too.
RECORDING_SUFFIXES = (".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aiff", ".aif", ".caf", ".au", ".w64")
_MAX_CHANNELS = 64
_MAX_RATE_HZ = 768_000
_MIN_RATE_HZ = 4_000
_MAX_VALUE = 2.0**32  # full scale is 1; some programs write 32-bit integers as floats
_BLOCK_SAMPLES = 1 << 20  # of all channels together
_SILENT_SHARE = 1e-4  # of the loudest channel's energy: a channel with less is no part of the recording
_CANCELLING_SHARE = 0.1  # of the energy that the mean of unlike channels has: with less, phases oppose each other


class RecordingError(PhonoscopeError):
    """A recording cannot be read, or holds no usable sound."""


@dataclass(frozen=True, eq=False)
class Recording:
    """A stretch of a sound file, ready for a model.

    Parameters
    ----------
    samples
        float32 ``[n]``, mono, finite, in -1..1.
    sample_rate_hz
        Of ``samples``.
    path
        The file.
    sha256
        Of the whole file.
    start_s, end_s
        The stretch of the file.
    source_rate_hz
        Of the file.
    overload
        The factor by which the file exceeds full scale, and by which its values were therefore divided; 1 otherwise.
    """

    samples: NDArray[np.float32]
    sample_rate_hz: int
    path: Path
    sha256: str
    start_s: float
    end_s: float
    source_rate_hz: int
    overload: float = 1.0

    @property
    def duration_s(self) -> float:
        """Length."""
        return len(self.samples) / self.sample_rate_hz


def read_recording(
    path: Path,
    sample_rate_hz: int,
    *,
    start_s: float = 0.0,
    end_s: float | None = None,
    length: RecordingLength = USUAL_LENGTH,
) -> Recording:
    """Read a recording as mono sound of one rate.

    Channels are averaged, without those that are silent; where that cancels them, the loudest is taken. Rates are
    converted by soxr at its high quality, as the reference implementations of the models do.

    Parameters
    ----------
    path
        A sound file.
    sample_rate_hz
        The rate wanted.
    start_s, end_s
        The stretch to read; None for the end of the file.
    length
        How long it may be, and should be.

    Raises
    ------
    RecordingError
        When the file cannot be read, the stretch is empty, shorter than `MIN_RECORDING_S` or longer than ``length``
        allows, or a sample is not finite.
    """
    try:
        with path.open("rb") as raw:
            if not os.fstat(raw.fileno()).st_size:
                raise _no_sound(path, length)
            with soundfile.SoundFile(path) as file:
                _check_header(path, file)
                rate: int = file.samplerate
                first, last = _stretch(path, file.frames, rate, start_s, end_s, length)
                gains = _channel_gains(path, file, first, last, length)
                samples = np.concatenate(list(_converted(file, first, last, gains, sample_rate_hz)))
            digest = hashlib.file_digest(raw, "sha256").hexdigest()  # last: what is of no use is refused at once
    except OSError as error:
        raise RecordingError(
            "{path}: {error}", "check the name of the recording", path=path, error=error.strerror or error
        ) from error
    except soundfile.SoundFileError as error:
        problem = str(error).rpartition(": ")[2].rstrip(".")
        raise RecordingError(
            "{path}: is no readable sound file ({problem})", "convert it to WAV or FLAC", path=path, problem=problem
        ) from error
    if len(samples) < MIN_RECORDING_S * sample_rate_hz:
        raise RecordingError(
            "{path}: {duration_s:.2f} s of sound are too little",
            "give {advised} of speech",
            path=path,
            duration_s=len(samples) / sample_rate_hz,
            advised=length.advised,
        )
    overload = max(1.0, float(np.abs(samples).max()))
    return Recording(
        samples=np.ascontiguousarray(samples / overload, np.float32) if overload > 1.0 else samples,
        sample_rate_hz=sample_rate_hz,
        path=path,
        sha256=digest,
        start_s=first / rate,
        end_s=last / rate,
        source_rate_hz=rate,
        overload=overload,
    )


def _check_header(path: Path, file: soundfile.SoundFile) -> None:
    if not file.seekable():
        raise RecordingError("{path}: cannot be read from any place", "convert it to WAV or FLAC", path=path)
    if not _MIN_RATE_HZ <= file.samplerate <= _MAX_RATE_HZ:
        raise RecordingError(
            "{path}: has a sample rate of {rate_hz} Hz",
            "rates from {minimum_hz} to {maximum_hz} Hz are read",
            path=path,
            rate_hz=file.samplerate,
            minimum_hz=_MIN_RATE_HZ,
            maximum_hz=_MAX_RATE_HZ,
        )
    if file.channels > _MAX_CHANNELS:
        raise RecordingError(
            "{path}: has {n_channels} channels",
            "at most {maximum} are read; export the one with the voice",
            path=path,
            n_channels=file.channels,
            maximum=_MAX_CHANNELS,
        )


def _no_sound(path: Path, length: RecordingLength) -> RecordingError:
    return RecordingError("{path}: holds no sound", "give {advised} of speech", path=path, advised=length.advised)


def _stretch(
    path: Path, n_frames: int, rate: int, start_s: float, end_s: float | None, length: RecordingLength
) -> tuple[int, int]:
    duration_s = n_frames / rate
    if n_frames <= 0:
        raise _no_sound(path, length)
    stop_s = duration_s if end_s is None else min(end_s, duration_s)
    if not 0.0 <= start_s < stop_s:  # false for NaN
        raise RecordingError(
            "{path}: there is nothing from {start_s:g} s to {stop_s:g} s",
            "the recording is {duration_s:.1f} s long",
            path=path,
            start_s=start_s,
            stop_s=stop_s,
            duration_s=duration_s,
        )
    if stop_s - start_s > length.max_s:
        raise RecordingError(
            "{path}: {duration} are too long; at most {max_s:g} s are taken",
            "choose {advised} of clear speech with --from and --to",
            path=path,
            duration=_duration_text(stop_s - start_s),
            max_s=length.max_s,
            advised=length.advised,
        )
    return round(start_s * rate), round(stop_s * rate)


def _duration_text(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02d} min" if minutes >= 60 else f"{seconds:.0f} s"


def _blocks(file: soundfile.SoundFile, first: int, last: int) -> Iterator[NDArray[np.float32]]:
    """Yield frames ``[n, channels]`` of a stretch; a file that is shorter than its header says ends early."""
    file.seek(first)
    at_once = max(1, _BLOCK_SAMPLES // file.channels)
    left = last - first
    while left > 0:
        block = file.read(min(left, at_once), dtype="float32", always_2d=True)
        if not len(block):
            return
        left -= len(block)
        yield np.asarray(block, np.float32)


def _channel_gains(
    path: Path, file: soundfile.SoundFile, first: int, last: int, length: RecordingLength
) -> NDArray[np.float32]:
    """Return by how much each channel takes part in the mono sound."""
    energies = np.zeros(file.channels)
    for block in _blocks(file, first, last):
        bad = int(np.count_nonzero(~(np.abs(block) <= _MAX_VALUE)))  # true for NaN
        if bad:
            raise RecordingError(
                "{path}: {n_bad} samples are not finite, or larger than any sound",
                "export the recording again",
                path=path,
                n_bad=bad,
            )
        energies += np.square(block, dtype=np.float64).sum(0)
    if not energies.any():
        raise RecordingError(
            "{path}: is silent from beginning to end", "give {advised} of speech", path=path, advised=length.advised
        )
    audible = energies > _SILENT_SHARE * energies.max()
    n_audible = int(np.count_nonzero(audible))
    gains = np.asarray(audible / n_audible, np.float32)
    mixed = sum(float(np.square(block @ gains, dtype=np.float64).sum()) for block in _blocks(file, first, last))
    if mixed < _CANCELLING_SHARE * float(energies[audible].mean()) / n_audible:
        return np.asarray(np.arange(file.channels) == energies.argmax(), np.float32)
    return gains


def _converted(
    file: soundfile.SoundFile, first: int, last: int, gains: NDArray[np.float32], wanted_hz: int
) -> Iterator[NDArray[np.float32]]:
    mono = (np.asarray(block @ gains, np.float32) for block in _blocks(file, first, last))
    if file.samplerate == wanted_hz:
        yield from mono
        return
    stream = soxr.ResampleStream(file.samplerate, wanted_hz, 1, dtype="float32", quality="HQ")
    for samples in mono:
        yield np.asarray(stream.resample_chunk(samples), np.float32)
    yield np.asarray(stream.resample_chunk(np.zeros(0, np.float32), last=True), np.float32)
