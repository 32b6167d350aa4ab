"""What the list of takes tells of each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.takes.view import TakeView


@dataclass(frozen=True)
class TakeSummary:
    """A row of the index.

    Parameters
    ----------
    id
        Name of the take's folder; it begins with the time, so that names sort by age.
    created
        Date and time in UTC, ISO 8601.
    text, model, voice, seed
        What was asked for.
    n_frames, duration_s, ttfa_ms, rtf
        What came of it so far; NaN where nothing was measured yet.
    stop_reason
        Why it ended; "none" while it is made, and for ever when the program was killed meanwhile.
    alarm
        Where the first non-finite value arose; empty without.
    rating, tags, notes
        What people say of it; a rating is 0 (none) to 5.
    binned
        Whether it lies in the bin.
    n_alarms
        Errors and warnings that were found when it ended; None as long as nobody has looked.
    likeness
        Cosine to the voice that was asked for; NaN where it was not measured.
    """

    id: str
    created: str
    text: str
    model: str
    voice: str
    seed: int
    n_frames: int
    duration_s: float
    ttfa_ms: float
    rtf: float
    stop_reason: str
    alarm: str = ""
    n_alarms: int | None = None
    rating: int = 0
    tags: str = ""
    notes: str = ""
    binned: bool = False
    likeness: float = math.nan


def summarise(take: TakeView, take_id: str, created: str, n_alarms: int | None = None) -> TakeSummary:
    """Return what the list tells of a take as it is now; nobody has said anything of it."""
    figures, alarm = take.figures, take.alarm
    return TakeSummary(
        id=take_id,
        created=created,
        text=take.request.text,
        model=take.request.model.name,
        voice=_voices(take.request),
        seed=take.request.seed,
        n_frames=figures.n_frames,
        duration_s=figures.duration_s,
        ttfa_ms=figures.ttfa_ms,
        rtf=figures.rtf,
        stop_reason=figures.stop_reason.value,
        alarm=f"{alarm.stage} layer {alarm.layer}, step {alarm.step}, {alarm.operation}" if alarm else "",
        n_alarms=n_alarms,
    )


def _voices(request: SynthesisRequest) -> str:
    """Return who speaks: the request's voice as it is named, or the names of all who take part."""
    if not request.cast:
        return request.voice.source
    return " + ".join(Path(voice.source).stem for voice in (request.voice, *request.cast) if voice.source)
