"""The folder of one take: files that only grow while it is made, so that nothing written can be lost again.

    request.json   what was asked for; written first
    layout.json    how to read the arrays
    audio.f32  codes.i32  draws.f32  frames.f64  taps/GROUP.f32      little-endian rows without a header
    previews.f32  previews.f64    sound of all previews, and where each lies in it
    LICENCE.txt    under which terms the sound stands, where the family says so
    recipe.json    the complete recipe with digests    } written when
    latents.npy    what another take can go on from    } it is finished
    result.json    figures, segments and alarms        }
    notes.json     what people say of it, once they do
    likeness.json  how much it sounds like its voice, once that is measured
    underruns.json where sound was missing when it was heard as it was made, if it was

``frames.f64`` is written last of all in every round: a frame counts when it stands there.
"""

from __future__ import annotations

import contextlib
import json
import math
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine import strict_json
from phonoscope.engine.audio.sound import InFrames
from phonoscope.engine.diagnosis.alarms import find_alarms, n_serious
from phonoscope.engine.errors import OutputError, PhonoscopeError
from phonoscope.engine.families import family
from phonoscope.engine.models.atomic_file import PART_SUFFIX, replacing
from phonoscope.engine.preview import N_COLUMNS as PREVIEW_COLUMNS
from phonoscope.engine.preview import Previews
from phonoscope.engine.recipe import Recipe, audio_digest, codes_digest
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take_figures import FrameColumn, StopReason, TakeFigures, figures_of_frames
from phonoscope.engine.takes.result_file import MAX_RESULT_BYTES, TakeResult, read_result, write_result
from phonoscope.engine.takes.view import AlarmView, SegmentView, TakeView
from phonoscope.engine.voices.files import load_voice
from phonoscope.engine.voices.voice import LatentsVoice

_LAYOUT_VERSION = 1
_N_FRAME_COLUMNS = 8
LATENTS = "latents.npy"


@dataclass(frozen=True)
class _Layout:
    version: int
    sample_rate_hz: int
    hop_samples: int
    n_codebooks: int
    n_layers: Mapping[str, int]  # by tap group


class TakeWriter:
    """Writes a take to a new folder while it is being made.

    Parameters
    ----------
    folder
        Where to; it must not exist.
    take
        The take.

    Raises
    ------
    OutputError
        When the folder cannot be written or the disk is full; also from the methods.
    """

    def __init__(self, folder: Path, take: TakeView) -> None:
        self.folder = folder
        self._take = take
        self._n_rows: dict[str, int] = {}
        # Put together under another name: killed before that is done, it leaves no folder that looks like a take.
        draft = folder.with_name(f".{folder.name}{PART_SUFFIX}")
        with _output_errors(folder), contextlib.ExitStack() as on_error:
            (draft / "taps").mkdir(parents=True)
            on_error.callback(shutil.rmtree, draft, ignore_errors=True)
            _write_json(draft / "request.json", json.loads(take.request.to_json()))
            layout = _Layout(
                version=_LAYOUT_VERSION,
                sample_rate_hz=take.sample_rate_hz,
                hop_samples=take.hop_samples,
                n_codebooks=take.codes.shape[1],
                n_layers={name: rows.shape[1] for name, rows in take.taps.items()},
            )
            _write_json(draft / "layout.json", strict_json.to_plain(layout))
            if licence := family(take.request.family).licence:
                (draft / "LICENCE.txt").write_text(licence + "\n", "utf-8")
            draft.rename(folder)

    def append(self) -> None:
        """Write what came since the last call."""
        take = self._take
        frames = take.frames  # first: what is read later reaches at least as far
        n = len(frames)
        with _output_errors(self.folder):
            self._append("audio.f32", take.audio[: n * take.hop_samples], "<f4")
            self._append("codes.i32", take.codes[:n], "<i4")
            self._append("draws.f32", take.draws[:n], "<f4")
            for group, rows in take.taps.items():
                self._append(f"taps/{group}.f32", rows, "<f4")
            if len(previews := take.previews):
                self._append("previews.f32", previews.audio, "<f4")
                self._append("previews.f64", previews.rows, "<f8")
            self._append("frames.f64", frames, "<f8")

    def finish(self, request: SynthesisRequest) -> TakeResult:
        """Write the rest and what is known at the end, and return that; it is also looked for alarms.

        Parameters
        ----------
        request
            The request complete with the hashes of the model's files (`Engine.recipe_request`).
        """
        self.append()
        take = self._take
        Recipe(request, audio_digest(take.audio), codes_digest(take.codes)).write(self.folder / "recipe.json")
        with _output_errors(self.folder):
            if len(latents := take.latents):
                np.save(self.folder / LATENTS, latents, allow_pickle=False)
        alarms = find_alarms(take, family(take.request.family).tap_groups)
        result = TakeResult(take.figures, take.alarm, take.segments, n_serious(alarms))
        write_result(self.folder / "result.json", result)
        return result

    def _append(self, name: str, rows: NDArray[np.generic], dtype: str) -> None:
        done = self._n_rows.get(name, 0)
        with (self.folder / name).open("ab") as file:
            file.write(np.ascontiguousarray(rows[done:], dtype).data)
        self._n_rows[name] = len(rows)


class StoredTake(InFrames):
    """A take read from its folder; whole frames only, wherever writing ended.

    Raises
    ------
    PhonoscopeError
        When the folder holds no take or its descriptions are damaged.
    """

    finished = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.request = read_request(folder)
        layout = _read_layout(folder / "layout.json")
        self.sample_rate_hz, self.hop_samples = layout.sample_rate_hz, layout.hop_samples
        n_codebooks = layout.n_codebooks
        audio: NDArray[np.float32] = _rows(folder / "audio.f32", "<f4", ())
        codes: NDArray[np.int32] = _rows(folder / "codes.i32", "<i4", (n_codebooks,))
        draws: NDArray[np.float32] = _rows(folder / "draws.f32", "<f4", (n_codebooks, 2))
        frames: NDArray[np.float64] = _rows(folder / "frames.f64", "<f8", (_N_FRAME_COLUMNS,))
        n = min(len(frames), len(audio) // self.hop_samples)
        self.n_frames = n = min(n, len(codes), len(draws)) if n_codebooks else n
        self.audio = audio[: n * self.hop_samples]
        # Models that speak in latents have rows without codes.
        self.codes = codes[:n] if n_codebooks else np.zeros((n, 0), np.int32)
        self.draws = draws[:n] if n_codebooks else np.zeros((n, 0, 2), np.float32)
        self.frames = frames[:n]
        self.taps: Mapping[str, NDArray[np.float32]] = {
            group: _rows(folder / "taps" / f"{group}.f32", "<f4", (n_layers, 3))
            for group, n_layers in layout.n_layers.items()
        }
        self.previews = Previews(
            _rows(folder / "previews.f64", "<f8", (PREVIEW_COLUMNS,)), _rows(folder / "previews.f32", "<f4", ())
        )
        self.duration_s = n * self.hop_samples / self.sample_rate_hz
        figures = _figures_of_beginning(self.frames, self.duration_s, self.request.family)
        result, path = TakeResult(figures, None, (), None), folder / "result.json"
        if path.is_file():
            result = read_result(_read(path, MAX_RESULT_BYTES), str(path))
        self.figures = result.figures
        self.alarm: AlarmView | None = result.alarm
        self.segments: Sequence[SegmentView] = result.segments
        self.n_alarms = result.n_alarms

    @property
    def complete(self) -> bool:
        """Whether it was written to its end."""
        return self.figures.stop_reason is not StopReason.NONE

    @property
    def latents_file(self) -> Path | None:
        """The voice file of `latents`, which a request can go on from; None where none were kept."""
        path = self.folder / LATENTS
        return path if path.is_file() else None

    @property
    def latents(self) -> NDArray[np.float32]:
        """Latents that another take can go on from, ``[frames, width]``; no rows where none were kept."""
        if self.latents_file is None:
            return np.zeros((0, 0), np.float32)
        voice = load_voice(self.latents_file, n_codebooks=0, codebook_size=0)
        return voice.values if isinstance(voice, LatentsVoice) else np.zeros((0, 0), np.float32)


def read_request(folder: Path) -> SynthesisRequest:
    """Return what was asked for of the take in a folder, without reading anything else.

    Raises
    ------
    PhonoscopeError
        When the folder holds no take or its description is damaged.
    """
    path = folder / "request.json"
    return SynthesisRequest.from_json(_read(path), str(path))


def _figures_of_beginning(frames: NDArray[np.float64], duration_s: float, family_name: str) -> TakeFigures:
    """Return what the frames of a take that was cut short tell of it."""
    elapsed_s = float(frames[-1, FrameColumn.PUBLISHED_MS]) / 1000 if len(frames) else 0.0
    return figures_of_frames(
        frames,
        family_name,
        duration_s=duration_s,
        elapsed_s=elapsed_s,
        prefill_ms=math.nan,
        stop_reason=StopReason.NONE,
    )


def _rows(path: Path, dtype: str, row_shape: tuple[int, ...]) -> NDArray[Any]:
    """Return the complete rows of a file without reading them yet; none when there is no file."""
    row_bytes = np.dtype(dtype).itemsize * math.prod(row_shape)
    n = path.stat().st_size // row_bytes if row_bytes and path.is_file() else 0
    if n == 0:
        return np.zeros((0, *row_shape), dtype)
    return np.memmap(path, dtype, "r", shape=(n, *row_shape))


def _read_layout(path: Path) -> _Layout:
    plain = strict_json.parse(_read(path), str(path))
    if not isinstance(plain, dict) or plain.get("version") != _LAYOUT_VERSION:
        raise PhonoscopeError("{path}: is of another version", "update Phonoscope", path=path)
    layout = strict_json.from_plain(_Layout, plain, str(path))
    counts = (layout.sample_rate_hz, layout.hop_samples, *layout.n_layers.values())
    names = all(group.isidentifier() for group in layout.n_layers)  # files are called so
    if not names or layout.n_codebooks < 0 or not all(type(n) is int and n > 0 for n in counts):
        raise PhonoscopeError("{path}: is damaged", "delete the take", path=path)
    return layout


def _read(path: Path, max_bytes: int = strict_json.MAX_JSON_BYTES) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(max_bytes + 1)
    except OSError as error:
        raise PhonoscopeError(
            "{path}: cannot be read ({error})", "delete the take", path=path, error=error.strerror
        ) from error


def _write_json(path: Path, value: Any) -> None:
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")


@contextlib.contextmanager
def _output_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(
            "{folder}: cannot be written ({error})",
            "free some space or permit writing",
            folder=folder,
            error=error.strerror,
        ) from error
