"""Previews of a take whose model denoises step by step: what its speech would be after some of the steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

N_COLUMNS = 5
_STEP, _SEGMENT, _FIRST, _SAMPLES, _MADE_MS = range(N_COLUMNS)


@dataclass(frozen=True, eq=False)
class Preview:
    """One decoded estimate.

    Parameters
    ----------
    step
        Row of `phonoscope.engine.take.Take.steps` after which it was made.
    segment
        Of the text.
    samples
        Its sound from the beginning of the segment, float32 ``[n]``.
    made_ms
        When it was ready, since the take began.
    """

    step: int
    segment: int
    samples: NDArray[np.float32]
    made_ms: float


class Previews(Sequence[Preview]):
    """All previews of a take so far, the oldest first; nothing is copied.

    Parameters
    ----------
    rows
        float64 ``[previews, 5]``: step, segment, first sample, samples, milliseconds since the take began. Rows that do
        not lie within the sound, as in a damaged file, and those after them are left out.
    audio
        Their sound one after another, float32 ``[samples]``.
    """

    def __init__(self, rows: NDArray[np.float64], audio: NDArray[np.float32]) -> None:
        first, n = rows[:, _FIRST], rows[:, _SAMPLES]
        # False for what is not a number.
        inside = (rows >= 0).all(axis=1) & (n >= 1) & (first + n <= len(audio)) & (rows[:, :_FIRST] < 2**31).all(axis=1)
        n_valid = len(rows) if inside.all() else int(inside.argmin())
        self.rows = rows[:n_valid]
        self.audio = audio[: int((first + n)[:n_valid].max(initial=0))]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Preview: ...
    @overload
    def __getitem__(self, index: slice) -> list[Preview]: ...
    def __getitem__(self, index: int | slice) -> Preview | list[Preview]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        row = self.rows[index]
        first = int(row[_FIRST])
        samples = self.audio[first : first + int(row[_SAMPLES])]
        return Preview(int(row[_STEP]), int(row[_SEGMENT]), samples, float(row[_MADE_MS]))


def no_previews() -> Previews:
    """Return the previews of a model that makes none."""
    return Previews(np.zeros((0, N_COLUMNS)), np.zeros(0, np.float32))
