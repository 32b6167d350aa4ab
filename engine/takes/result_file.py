"""The file ``result.json`` of a take: what is known of it when it has ended.

Version 1 had the times of the stages as figures of their own (``talker_ms``, ``predictor_ms``, ``codec_ms``), later as
``stage_ms`` without another number; since version 2 they are ``stage_ms``, by the names that the family declares.
Version 3 has the segments and the number of alarms.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from phonoscope.engine import strict_json
from phonoscope.engine.errors import PhonoscopeError, RequestError
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.take_figures import StopReason, TakeFigures
from phonoscope.engine.takes.view import AlarmView, SegmentView

MAX_RESULT_BYTES = 16 << 20  # of some ten thousand segments
_VERSION = 3
_STAGES_OF_VERSION_1 = ("talker", "predictor", "codec")
T = TypeVar("T")


@dataclass(frozen=True)
class StoredAlarm:
    """The first state that was not finite."""

    stage: str
    layer: int
    step: int
    operation: str


@dataclass(frozen=True)
class StoredSegment:
    """A segment; see `phonoscope.engine.takes.view.SegmentView`."""

    seed: int
    first_frame: int
    n_frames: int
    stop_reason: StopReason
    discarded: tuple[StopReason, ...]


@dataclass(frozen=True)
class TakeResult:
    """What is known of a take that has ended.

    Parameters
    ----------
    figures
        What was measured.
    alarm
        The first state that was not finite, if there was one.
    segments
        Its segments in order; none where an earlier version wrote the file.
    n_alarms
        How many errors and warnings `phonoscope.engine.diagnosis.alarms` found; None where nobody looked.
    """

    figures: TakeFigures
    alarm: AlarmView | None
    segments: Sequence[SegmentView]
    n_alarms: int | None


def write_result(path: Path, result: TakeResult) -> None:
    """Write the file, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    figures = {name: _without_nan(value) for name, value in asdict(result.figures).items()}
    plain = {
        "version": _VERSION,
        "stop_reason": figures.pop("stop_reason").value,
        "figures": figures,
        "alarm": None if result.alarm is None else _plain(StoredAlarm, result.alarm),
        "segments": [_plain(StoredSegment, segment) for segment in result.segments],
        "n_alarms": result.n_alarms,
    }
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", "utf-8")


def read_result(data: bytes, what: str) -> TakeResult:
    """Return what the file's ``data`` says; ``what`` is how messages call it.

    Raises
    ------
    PhonoscopeError
        When it is damaged, or of a later version.
    """
    plain = strict_json.parse(data, what, MAX_RESULT_BYTES)
    try:
        version = plain["version"]
        if version not in range(1, _VERSION + 1):
            raise PhonoscopeError("{what}: is of version {version}", "update Phonoscope", what=what, version=version)
        for step in range(version, _VERSION):
            plain = _STEPS[step](plain)
        stages = {str(name): _number(ms) for name, ms in plain["figures"].pop("stage_ms").items()}
        numbers: dict[str, Any] = {name: _number(value) for name, value in plain["figures"].items()}
        return TakeResult(
            figures=TakeFigures(**numbers, stage_ms=stages, stop_reason=StopReason(plain["stop_reason"])),
            alarm=plain["alarm"] and strict_json.from_plain(StoredAlarm, plain["alarm"], what),
            segments=[_segment(segment, numbers["n_frames"], what) for segment in plain["segments"]],
            n_alarms=None if plain["n_alarms"] is None else _count(plain["n_alarms"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, RequestError) as error:
        raise PhonoscopeError("{what}: is damaged", "delete the take", what=what) from error


def _from_1(old: dict[str, Any]) -> dict[str, Any]:
    figures = dict(old["figures"])
    if "stage_ms" not in figures:
        figures["stage_ms"] = {stage: figures.pop(f"{stage}_ms") for stage in _STAGES_OF_VERSION_1}
    return {**old, "figures": figures}


def _from_2(old: dict[str, Any]) -> dict[str, Any]:
    return {**old, "segments": [], "n_alarms": None}


_STEPS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1, 2: _from_2}


def _segment(plain: object, n_frames: float, what: str) -> StoredSegment:
    segment = strict_json.from_plain(StoredSegment, plain, what)
    if not 0 <= segment.first_frame <= segment.first_frame + segment.n_frames <= n_frames:
        raise ValueError("a segment lies outside the take")
    return segment


def _plain(kind: type[T], seen: object) -> dict[str, Any]:
    """Return what the dataclass ``kind`` keeps of something that may also be the native engine's."""
    return {field.name: strict_json.to_plain(getattr(seen, field.name)) for field in fields(kind)}  # type: ignore[arg-type]


def _without_nan(value: Any) -> Any:
    """Return a figure, or several by name, as JSON can hold it."""
    if isinstance(value, dict):
        return {name: _without_nan(v) for name, v in value.items()}
    return None if isinstance(value, float) and math.isnan(value) else value


def _number(value: object) -> float:
    if value is None:
        return math.nan
    if type(value) in (int, float):
        return value  # type: ignore[return-value]
    raise ValueError(f"{value!r} is no number")


def _count(value: object) -> int:
    if type(value) is int and value >= 0:
        return value
    raise ValueError(f"{value!r} is no count")
