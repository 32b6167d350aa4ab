"""Everything that looks wrong with a take, with the frame and the layer to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

import numpy as np
from phonoscope.engine.diagnosis.profile import F16_MAX, LayerProfile, frame_of_row, is_outside_frames, profiles
from phonoscope.engine.diagnosis.signals import clipped_frames, repeated_frames, runs_of, silent_frames
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.snapshot import snapshot
from phonoscope.engine.takes.view import TakeView

_SILENCE_S = 0.8  # a longer pause is no pause between sentences
_REPEATED_S = 0.6
_LITTLE_HEADROOM_OCTAVES = 1.0
_JUMP = 8.0  # times the rms of the layer before
# Massive activations (Sun et al., 2024): few channels, large by themselves and far above the rest.
_MASSIVE = 100.0
_MASSIVE_PEAK_TO_RMS = 10.0
_CUT_OFF = (StopReason.MAX_FRAMES, StopReason.SILENCE, StopReason.REPEATED_CODES)


class Severity(IntEnum):
    """How bad it is."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class AlarmKind(StrEnum):
    """What looks wrong."""

    NON_FINITE = "non_finite"
    OVERFLOW = "overflow"
    LITTLE_HEADROOM = "little_headroom"
    JUMP = "jump"
    MASSIVE = "massive"
    MISSED_END = "missed_end"
    SILENCE = "silence"
    REPEATED = "repeated"
    CLIPPED = "clipped"


SEVERITY = {
    AlarmKind.NON_FINITE: Severity.ERROR,
    AlarmKind.OVERFLOW: Severity.ERROR,
    AlarmKind.LITTLE_HEADROOM: Severity.WARNING,
    AlarmKind.MISSED_END: Severity.WARNING,
    AlarmKind.SILENCE: Severity.WARNING,
    AlarmKind.REPEATED: Severity.WARNING,
    AlarmKind.CLIPPED: Severity.WARNING,
    AlarmKind.JUMP: Severity.NOTE,
    AlarmKind.MASSIVE: Severity.NOTE,
}


@dataclass(frozen=True)
class Alarm:
    """One finding.

    Parameters
    ----------
    kind
        What.
    frame, n_frames
        Where it is heard or seen first, and for how long.
    group, layer, row
        Tap group, layer and row of the group's measurements; empty and -1 when it concerns the sound.
    value
        NON_FINITE: how many values; OVERFLOW, LITTLE_HEADROOM, MASSIVE: the largest magnitude; JUMP: times the layer
        before; SILENCE, REPEATED, CLIPPED: seconds; MISSED_END: seconds of the segment.
    operation
        What computed the first non-finite value, where that is known.
    outside_frames
        Whether no frame shows it: it was in a prompt, or in an attempt that was given up. ``frame`` is near it then.
    """

    kind: AlarmKind
    frame: int
    n_frames: int = 1
    group: str = ""
    layer: int = -1
    row: int = -1
    value: float = 0.0
    operation: str = ""
    outside_frames: bool = False

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return SEVERITY[self.kind]


def find_alarms(
    take: TakeView, groups: Iterable[TapGroupDeclaration], known: Mapping[str, LayerProfile] | None = None
) -> list[Alarm]:
    """Return everything that looks wrong, the worst first, then by time.

    Parameters
    ----------
    take
        The take, finished or not.
    groups
        The tap groups of its family.
    known
        What `profiles` says of it, where that has been asked already.
    """
    now = snapshot(take)
    found = [*_layers(now, groups, profiles(now) if known is None else known), *_sound(now)]
    return sorted(found, key=lambda alarm: (-alarm.severity, alarm.frame, alarm.group, alarm.layer))


def n_serious(alarms: Iterable[Alarm]) -> int:
    """Return how many alarms are errors or warnings; notes say nothing against a take."""
    return sum(alarm.severity is not Severity.NOTE for alarm in alarms)


def _layers(
    take: TakeView, groups: Iterable[TapGroupDeclaration], known: Mapping[str, LayerProfile]
) -> Iterator[Alarm]:
    stopped = take.alarm
    for group in groups:
        layers = known.get(group.name)
        if stopped is not None and stopped.stage == group.name:
            n_bad = layers.n_non_finite[stopped.layer] if layers is not None else 0
            bad = _at_row(AlarmKind.NON_FINITE, take, group, stopped.step, stopped.layer, float(max(1, n_bad)))
            yield replace(bad, operation=stopped.operation)
        elif layers is not None and (bad_layers := np.flatnonzero(layers.first_bad_row >= 0)).size:
            layer = int(min(bad_layers, key=lambda at: (layers.first_bad_row[at], at)))
            n_bad = layers.n_non_finite[layer]
            yield _at_row(AlarmKind.NON_FINITE, take, group, int(layers.first_bad_row[layer]), layer, float(n_bad))
        if layers is not None:
            yield from _magnitudes(take, group, layers)


def _magnitudes(take: TakeView, group: TapGroupDeclaration, layers: LayerProfile) -> Iterator[Alarm]:
    def at_largest(kind: AlarmKind, layer: int, value: float) -> Alarm:
        return _at_row(kind, take, group, int(layers.absmax_row[layer]), layer, value)

    worst = int(layers.absmax.argmax())
    absmax = float(layers.absmax[worst])
    if absmax > F16_MAX:
        yield at_largest(AlarmKind.OVERFLOW, worst, absmax)
    elif layers.headroom_octaves[worst] < _LITTLE_HEADROOM_OCTAVES:
        yield at_largest(AlarmKind.LITTLE_HEADROOM, worst, absmax)
    massive = np.flatnonzero((layers.absmax >= _MASSIVE) & (layers.peak_to_rms >= _MASSIVE_PEAK_TO_RMS))
    for layer in map(int, massive[:1]):
        yield at_largest(AlarmKind.MASSIVE, layer, float(layers.absmax[layer]))
    jumps = np.flatnonzero((layers.growth >= _JUMP) & (layers.rms > 0)) if group.is_sequence else ()
    for layer in map(int, jumps[:1]):
        yield at_largest(AlarmKind.JUMP, layer, float(layers.growth[layer]))


def _at_row(kind: AlarmKind, take: TakeView, group: TapGroupDeclaration, row: int, layer: int, value: float) -> Alarm:
    frame = frame_of_row(take, group.rows, row)
    outside = is_outside_frames(take, group.rows, row)
    return Alarm(kind, frame, 1, group.name, layer, row, value, outside_frames=outside)


def _cut_off(take: TakeView) -> Iterator[tuple[int, int]]:
    """Yield first frame and length of each segment that did not end by itself.

    Of a take that was kept without its segments it is the whole.
    """
    if not take.segments and take.figures.stop_reason in _CUT_OFF:
        yield 0, take.n_frames
    for segment in take.segments:
        if segment.stop_reason in _CUT_OFF:
            yield segment.first_frame, segment.n_frames


def _sound(take: TakeView) -> Iterator[Alarm]:
    if not take.n_frames:
        return
    frame_s = take.frame_s
    for n_before, n_frames in _cut_off(take):
        yield Alarm(AlarmKind.MISSED_END, max(0, n_before + n_frames - 1), value=n_frames * frame_s)
    for kind, flags, shortest_s in (
        (AlarmKind.SILENCE, silent_frames(take), _SILENCE_S),
        (AlarmKind.REPEATED, repeated_frames(take), _REPEATED_S),
        (AlarmKind.CLIPPED, clipped_frames(take), 0.0),
    ):
        for run in runs_of(flags):
            if run.n_frames * frame_s >= shortest_s:
                yield Alarm(kind, run.first_frame, run.n_frames, value=run.n_frames * frame_s)
