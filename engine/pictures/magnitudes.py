"""Magnitudes of a tap group frame by frame: what a layer x frame heat map shows."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.families import family
from phonoscope.engine.pictures.growing import GrowingArray
from phonoscope.engine.take_figures import FrameColumn
from phonoscope.engine.takes.view import TakeView


class Metric(StrEnum):
    """What is measured of a state; the order is that of the last axis of `Take.taps`."""

    RMS = "rms"
    ABSMAX = "absmax"
    NON_FINITE = "non_finite"


METRIC_COLUMN = {metric: column for column, metric in enumerate(Metric)}

# Where the first row of each frame stands, by what a row of the tap group is.
FIRST_ROW_COLUMN = {
    "position": FrameColumn.POSITION_ROW,
    "pass": FrameColumn.PASS_ROW,
    "frame": FrameColumn.CODEC_ROW,
}


class FrameMagnitudes:
    """Magnitudes by frame and layer of one tap group, brought up to date as a take grows.

    Parameters
    ----------
    rows
        What a row of the group stands for, as its declaration says. The several passes of a frame are drawn
        together: their mean square for rms, their largest magnitude, their number of non-finite values.
    n_layers
        Layers of the group.
    """

    def __init__(self, rows: str, n_layers: int) -> None:
        self._column = FIRST_ROW_COLUMN[rows]
        self._rows_per_frame = 0 if rows == "pass" else 1  # 0 as long as it is not known
        self._several = rows == "pass"
        self._values: GrowingArray[np.float32] = GrowingArray((n_layers, len(Metric)), np.float32)

    def __len__(self) -> int:
        return len(self._values)

    def show_prompt(self, taps: NDArray[np.float32]) -> None:
        """Take in the rows of a prompt, ``[rows, layers, 3]``, as if each were a frame.

        It is all there is of a take that was stopped before its first frame. The picture of all positions shows these
        rows too, but only where it was chosen; without them here, the panes at hand would be empty just where an
        engineer looks for the layer that went wrong.
        """
        if self._column == FrameColumn.POSITION_ROW:
            self._values.extend(taps[len(self) :])

    def values(self, metric: Metric) -> NDArray[np.float32]:
        """Return one measurement so far, float32 ``[frames, layers]``; NaN also where a frame was not computed."""
        return self._values.rows[:, :, METRIC_COLUMN[metric]]

    def update(self, taps: NDArray[np.float32], frames: NDArray[np.float64], *, finished: bool) -> None:
        """Take in new frames.

        Parameters
        ----------
        taps
            Rows of the group so far, ``[rows, layers, 3]``.
        frames
            `Take.frames` read before ``taps``.
        finished
            Whether nothing more will come. Until then a frame of several rows waits for the next one.
        """
        if self._several:
            self._count_rows(frames, len(taps), finished)
        n_rows = self._rows_per_frame
        new = frames[len(self) :, self._column].astype(np.int64)
        if not n_rows or not len(new):
            return
        if int(new.max()) + n_rows > len(taps):
            new = new[: int(np.argmax((new >= 0) & (new + n_rows > len(taps))))]
        spoken = new >= 0
        if spoken.all():
            values = _together(taps, new, n_rows)
        else:
            values = np.full((len(new), *taps.shape[1:]), np.nan, np.float32)
            values[spoken] = _together(taps, new[spoken], n_rows)
        self._values.extend(values)

    def _count_rows(self, frames: NDArray[np.float64], n_taps: int, finished: bool) -> None:
        """Find how many passes a frame has, from the last frame taken in on."""
        first_rows = frames[max(0, len(self) - 1) :, self._column].astype(np.int64)
        spoken = first_rows[first_rows >= 0]
        steps = np.diff(spoken)
        steps = steps[steps > 0]
        if len(steps):  # attempts that were given up lie between frames: the rest is wider
            fewest = int(steps.min())
            self._rows_per_frame = min(fewest, self._rows_per_frame or fewest)
        elif len(spoken) and finished and not self._rows_per_frame:
            self._rows_per_frame = n_taps - int(spoken[0])


def prompt_rows(take: TakeView) -> int:
    """Return how many positions of the prompt were measured of a take that ended before its first frame; else 0."""
    if take.n_frames or not take.finished:
        return 0
    groups = family(take.request.family).tap_groups
    return max((len(take.taps[g.name]) for g in groups if g.rows == "position" and g.name in take.taps), default=0)


def _together(taps: NDArray[np.float32], first_rows: NDArray[np.int64], n_rows: int) -> NDArray[np.float32]:
    """Join the rows of each frame, ``n_rows`` from each of ``first_rows`` on, to ``[frames, layers, 3]``."""
    if n_rows == 1:
        return taps[first_rows]
    rows = taps[first_rows[:, None] + np.arange(n_rows)]
    joined = np.empty((len(rows), *taps.shape[1:]), np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        mean_square = np.square(rows[..., 0]).sum(axis=1) / np.float32(n_rows)
        np.sqrt(mean_square, out=joined[..., 0])
    rows[..., 1].max(axis=1, out=joined[..., 1])
    rows[..., 2].sum(axis=1, out=joined[..., 2])
    return joined
