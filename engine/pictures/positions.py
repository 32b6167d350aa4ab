"""What the rows of a tap group with a row a position stand for: prompts, and the frames that follow them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.take_figures import FrameColumn


class Positions:
    """The positions of a take, as far as frames came of them.

    Parameters
    ----------
    frames
        `Take.frames`.
    """

    def __init__(self, frames: NDArray[np.float64]) -> None:
        self._rows = frames[:, FrameColumn.POSITION_ROW].astype(np.int64)

    def frame_at(self, row: int) -> int | None:
        """Return the frame that the state of a row chose; None for a row of a prompt, or of what was discarded."""
        found = np.flatnonzero(self._rows == row)
        return int(found[0]) if row >= 0 and len(found) else None

    def row_of(self, frame: int) -> int | None:
        """Return the row whose state chose a frame; None for a pause, and where there is no such frame."""
        return int(self._rows[frame]) if 0 <= frame < len(self._rows) and self._rows[frame] >= 0 else None

    @property
    def edges(self) -> list[int]:
        """Rows where speech begins, and those where another prompt begins behind it, in turn."""
        rows = self._rows[self._rows >= 0]
        begins = rows[~np.isin(rows - 1, rows)]
        ends = rows[~np.isin(rows + 1, rows)] + 1
        return sorted([*begins.tolist(), *ends[:-1].tolist()])
