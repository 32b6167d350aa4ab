"""How take B differs from take A, on A's time axis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.listening.alignment import Alignment
from phonoscope.engine.listening.loudness import matching_gains
from phonoscope.engine.pictures.magnitudes import FrameMagnitudes, Metric
from phonoscope.engine.pictures.spectrogram import Spectrogram
from phonoscope.engine.takes.view import TakeView

_COLUMNS_PER_FRAME = 8
_FLOOR_DB = -90.0  # quieter is silence, however much quieter
_SOUNDING_DB = -70.0  # differences are counted where either take is louder than this
_STILL = 0.05  # samples of B for one of A: where A goes on and B waits
_TINY = np.float32(1e-30)


@dataclass(frozen=True)
class Divergence:
    """A tap group's layer that changed most.

    Parameters
    ----------
    group, layer
        Which.
    octaves
        Mean of the absolute log2 ratio of its rms.
    """

    group: str
    layer: int
    octaves: float


@dataclass(frozen=True)
class DifferenceFigures:
    """The difference in numbers.

    Parameters
    ----------
    first_different_frame
        Frame of A whose codes differ first; None when none does.
    same_codes
        Share of equal codes among those that both takes have; NaN without any.
    spectrum_db
        Mean absolute difference of levels where either take sounds; NaN in silence.
    most_changed
        The layer whose magnitude changed most; None when nothing was measured.
    """

    first_different_frame: int | None
    same_codes: float
    spectrum_db: float
    most_changed: Divergence | None


class TakeDifference:
    """B minus A, picture by picture; sounds, spectra and codes are compared at once, layers when that is asked for.

    Parameters
    ----------
    a, b
        Finished takes.
    alignment
        Which moments belong together.
    level_matched
        Whether sounds are compared at equal loudness.
    """

    def __init__(self, a: TakeView, b: TakeView, alignment: Alignment, *, level_matched: bool = False) -> None:
        self.a, self.b, self.alignment = a, b, alignment
        self.frames_of_b = alignment.frames_of_b(a.n_frames, b.n_frames, a.frame_s)
        gain_a, gain_b = 1.0, 1.0
        if level_matched:
            gain_a, gain_b = matching_gains(a.audio, a.sample_rate_hz, b.audio, b.sample_rate_hz)
        self.audio_a = np.asarray(a.audio) * np.float32(gain_a)
        sound_b = np.asarray(b.audio) * np.float32(gain_b)
        self.audio_b = self._on_time_of_a(sound_b)
        self.audio = self.audio_b - self.audio_a
        self.column_samples = max(1, a.hop_samples // _COLUMNS_PER_FRAME)
        levels_a = _levels(self.audio_a, self.column_samples)
        levels_b = self._levels_on_time_of_a(sound_b, len(levels_a))
        self.spectrum_db = levels_b - levels_a
        self._louder_db = np.fmax(levels_a, levels_b)
        self.codes = self._codes()

    def magnitudes(self, group: TapGroupDeclaration, metric: Metric = Metric.RMS) -> NDArray[np.float32] | None:
        """Return the change of each layer's magnitude in octaves (log2 of B over A), float32 ``[frames, layers]``.

        NaN where either has no such frame, infinite where only one is not finite; None when the takes' layers are not
        the same or were not measured.
        """
        a, b = _magnitudes(self.a, group, metric), _magnitudes(self.b, group, metric)
        if a is None or b is None or a.shape[1] != b.shape[1]:
            return None
        return change_octaves(a, b, self.frames_of_b[: len(a)])

    def rms(self, frame: int) -> float:
        """Return the root mean square of the difference of the samples within a frame of A."""
        hop = self.a.hop_samples
        return float(np.sqrt(np.square(self.audio[frame * hop : (frame + 1) * hop]).mean()))

    def figures(self, groups: Mapping[str, TapGroupDeclaration]) -> DifferenceFigures:
        """Return the difference in numbers, over these tap groups."""
        comparable = np.isfinite(self.codes)
        different = np.flatnonzero((self.codes > 0).any(axis=1))
        sounding = np.isfinite(self.spectrum_db) & (self._louder_db > _SOUNDING_DB)
        changes = []
        for name, group in groups.items():
            octaves = self.magnitudes(group)
            if octaves is None or not np.isfinite(octaves).any():
                continue
            absolute = np.where(np.isfinite(octaves), np.abs(octaves), np.nan)
            with np.errstate(invalid="ignore"):
                means = np.nan_to_num(np.nanmean(absolute, axis=0))
            layer = int(means.argmax())
            changes.append(Divergence(name, layer, float(means[layer])))
        return DifferenceFigures(
            first_different_frame=int(different[0]) if len(different) else None,
            same_codes=float((self.codes[comparable] == 0).mean()) if comparable.any() else float("nan"),
            spectrum_db=float(np.abs(self.spectrum_db[sounding]).mean()) if sounding.any() else float("nan"),
            most_changed=max(changes, key=lambda change: change.octaves, default=None),
        )

    def _on_time_of_a(self, audio_b: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return B's samples at A's times: exactly where the times are equal, else between two samples."""
        rate_a, rate_b = self.a.sample_rate_hz, self.b.sample_rate_hz
        positions = self.alignment.to_b(np.arange(len(self.a.audio)) / rate_a) * rate_b
        if not len(audio_b):
            return np.zeros(len(positions), np.float32)
        nearest = np.rint(positions)
        if np.abs(positions - nearest).max(initial=0.0) < 1e-4:
            index = nearest.astype(np.int64)
            inside = (index >= 0) & (index < len(audio_b))
            return np.where(inside, audio_b[np.clip(index, 0, len(audio_b) - 1)], np.float32(0.0))
        read = np.interp(positions, np.arange(len(audio_b)), audio_b, left=0.0, right=0.0)
        read[np.diff(positions, append=positions[-1:] + 1.0) < _STILL] = 0.0  # one sample held is no sound
        return read.astype(np.float32)

    def _levels_on_time_of_a(self, sound_b: NDArray[np.float32], n_columns: int) -> NDArray[np.float32]:
        """Return B's levels in A's columns and bins; NaN where B has none.

        They come from B as it sounds: a sound that is stretched onto A's time would have another pitch.
        """
        rate_a, rate_b = self.a.sample_rate_hz, self.b.sample_rate_hz
        hop_b = max(1, self.b.hop_samples // _COLUMNS_PER_FRAME)
        levels = _levels(sound_b, hop_b)
        times = self.alignment.to_b(np.arange(n_columns) * self.column_samples / rate_a)
        columns = np.rint(times * rate_b / hop_b).astype(np.int64)
        bins = np.rint(np.arange(Spectrogram.n_bins) * rate_a / rate_b).astype(np.int64)
        known = (columns >= 0) & (columns < len(levels))
        reached = bins < Spectrogram.n_bins
        result = np.full((n_columns, Spectrogram.n_bins), np.nan, np.float32)
        result[np.ix_(known, reached)] = levels[np.ix_(columns[known], bins[reached])]
        return result

    def _codes(self) -> NDArray[np.float32]:
        """Return 0 for equal and 1 for different codes, NaN where only one take has any; ``[frames, codebooks]``."""
        a, b = self.a.codes, self.b.codes
        n = min(a.shape[1], b.shape[1])
        codes = np.full((len(a), n), np.nan, np.float32)
        known = self.frames_of_b >= 0
        ours, theirs = a[known, :n], b[self.frames_of_b[known], :n]
        codes[known] = np.where((ours < 0) | (theirs < 0), np.nan, ours != theirs)
        return codes


def change_octaves(
    a: NDArray[np.float32], b: NDArray[np.float32], frames_of_b: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Return log2 of B's magnitudes over A's, float32 ``[frames, layers]``.

    Parameters
    ----------
    a, b
        Magnitudes, ``[frames, layers]`` each.
    frames_of_b
        The frame of B that belongs to each frame of A; -1 for none.
    """
    change = np.full(a.shape, np.nan, np.float32)
    known = (frames_of_b >= 0) & (frames_of_b < len(b))
    ours, theirs = a[known], b[frames_of_b[known]]
    with np.errstate(divide="ignore", invalid="ignore"):
        change[known] = np.log2(np.maximum(theirs, _TINY) / np.maximum(ours, _TINY))
    return change


def _magnitudes(take: TakeView, group: TapGroupDeclaration, metric: Metric) -> NDArray[np.float32] | None:
    taps = take.taps.get(group.name)
    if taps is None or not len(taps):
        return None
    magnitudes = FrameMagnitudes(group.rows, taps.shape[1])
    magnitudes.update(taps, take.frames, finished=True)
    return magnitudes.values(metric)


def _levels(audio: NDArray[np.float32], hop_samples: int) -> NDArray[np.float32]:
    spectrogram = Spectrogram(hop_samples)
    spectrogram.update(audio, finished=True)
    return np.maximum(spectrogram.levels_db, np.float32(_FLOOR_DB))
