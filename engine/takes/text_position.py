"""Where in the text a frame is, as far as that can be told without an aligner."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from phonoscope.engine.take_figures import FrameColumn
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.text.estimate import LETTERS_PER_S
from phonoscope.engine.text.script import script_segments


@dataclass(frozen=True)
class TextPosition:
    """A place in the text.

    Parameters
    ----------
    segment
        Index of the segment that is spoken; certain.
    word
        The word that the frame belongs to if the segment is spoken evenly; a guess.
    """

    segment: int
    word: str


def text_position(take: TakeView, frame: int) -> TextPosition | None:
    """Return where in the text a frame is; None in the pause between two segments."""
    numbers = take.frames[:, FrameColumn.SEGMENT]
    if frame >= len(numbers) or numbers[frame] < 0:
        return None
    segment = int(numbers[frame])
    request = take.request
    texts = script_segments(request.text, [member.source for member in request.cast], request.segments)
    if segment >= len(texts):
        return TextPosition(segment, "")
    own = np.flatnonzero(numbers == segment)
    first, n_frames = int(own[0]), len(own)
    if not take.finished and int(own[-1]) == len(numbers) - 1:
        n_frames = max(n_frames, int(len(texts[segment]) / LETTERS_PER_S / take.frame_s))
    return TextPosition(segment, _word_at(texts[segment], (frame - first + 0.5) / n_frames))


def _word_at(text: str, share: float) -> str:
    """Return the word in which the given share of the letters is reached."""
    words = text.split()
    letters = np.cumsum([len(word) for word in words])
    at = int(np.searchsorted(letters, share * letters[-1], "right")) if len(words) else 0
    return words[min(at, len(words) - 1)] if words else ""
