"""Magnitudes layer by layer over a whole take: how they grow, and how far they stay from what F16 can hold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.pictures.magnitudes import FIRST_ROW_COLUMN
from phonoscope.engine.takes.view import TakeView

F16_MAX = 65504.0


@dataclass(frozen=True)
class LayerProfile:
    """One tap group over all its rows, the prompt's included; arrays are ``[layers]``.

    Parameters
    ----------
    rms
        Root of the mean square over all rows.
    absmax
        Largest magnitude, of finite values.
    absmax_row
        Row where it was.
    n_non_finite
        Values that were not finite.
    first_bad_row
        First row with such a value; -1 for none.
    """

    rms: NDArray[np.float64]
    absmax: NDArray[np.float64]
    absmax_row: NDArray[np.int64]
    n_non_finite: NDArray[np.int64]
    first_bad_row: NDArray[np.int64]

    @property
    def headroom_octaves(self) -> NDArray[np.float64]:
        """How often each layer's largest magnitude could double before F16 overflows; negative beyond that."""
        octaves: NDArray[np.float64] = np.log2(F16_MAX / np.maximum(self.absmax, 1e-30))
        return octaves

    @property
    def growth(self) -> NDArray[np.float64]:
        """The rms of each layer over that of the layer before it; 1 for the first."""
        rms = np.maximum(self.rms, 1e-30)
        ratio: NDArray[np.float64] = np.concatenate([[1.0], rms[1:] / rms[:-1]]) if len(rms) else rms
        return ratio

    @property
    def peak_to_rms(self) -> NDArray[np.float64]:
        """The largest magnitude over the rms: large where single channels carry nearly everything."""
        ratio: NDArray[np.float64] = self.absmax / np.maximum(self.rms, 1e-30)
        return ratio


def profile(taps: NDArray[np.float32]) -> LayerProfile | None:
    """Return the profile of a tap group, ``[rows, layers, 3]`` as `Take.taps` holds it; None without rows."""
    if not len(taps):
        return None
    values = np.asarray(taps, np.float64)
    bad = values[:, :, 2] > 0
    rms = np.where(np.isfinite(values[:, :, 0]) & ~bad, values[:, :, 0], np.nan)
    absmax = np.where(np.isfinite(values[:, :, 1]), values[:, :, 1], 0.0)
    known = np.isfinite(rms)
    squares = np.where(known, np.square(np.nan_to_num(rms)), 0.0).sum(axis=0)
    return LayerProfile(
        rms=np.sqrt(squares / np.maximum(known.sum(axis=0), 1)),
        absmax=absmax.max(axis=0),
        absmax_row=absmax.argmax(axis=0),
        n_non_finite=values[:, :, 2].sum(axis=0).astype(np.int64),
        first_bad_row=np.where(bad.any(axis=0), bad.argmax(axis=0), -1),
    )


def profiles(take: TakeView) -> dict[str, LayerProfile]:
    """Return the profiles of a take's tap groups, by name; groups without rows are left out."""
    found = {name: profile(taps) for name, taps in take.taps.items()}
    return {name: layers for name, layers in found.items() if layers is not None}


def frame_of_row(take: TakeView, rows: str, row: int) -> int:
    """Return the frame that a row of a tap group belongs to; 0 for rows before the first frame, or of none.

    Parameters
    ----------
    rows
        What a row of the group stands for, as its declaration says.
    row
        Index into the group's rows.
    """
    if rows not in FIRST_ROW_COLUMN:
        return 0
    first_rows = take.frames[:, FIRST_ROW_COLUMN[rows]]
    spoken = np.flatnonzero(first_rows >= 0)
    if not len(spoken):
        return 0
    at = int(np.searchsorted(first_rows[spoken], row, "right")) - 1
    if at == len(spoken) - 1 and rows == "frame" and row > first_rows[spoken[at]]:
        return take.n_frames  # a frame that broke off before it was published
    return int(spoken[max(0, at)])


def is_outside_frames(take: TakeView, rows: str, row: int) -> bool:
    """Return whether a row of a tap group belongs to no frame: to a prompt, or to an attempt that was given up.

    Parameters
    ----------
    rows, row
        As in `frame_of_row`.
    """
    if rows != "position":
        return False
    first_rows = take.frames[:, FIRST_ROW_COLUMN[rows]]
    spoken = first_rows[first_rows >= 0]
    # What comes behind the last frame may be one that broke off before it was published.
    return not len(spoken) or bool(row < spoken[-1] and row not in spoken)
