"""The file ``result.json`` of a take: figures and alarm, written when the take has ended.

Version 1 had the times of the stages as figures of their own (``talker_ms``, ``predictor_ms``, ``codec_ms``), later as
``stage_ms`` without another number; since version 2 they are ``stage_ms``, by the names that the family declares.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from phonoscope.engine import strict_json
from phonoscope.engine.errors import PhonoscopeError, RequestError
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.take_figures import StopReason, TakeFigures
from phonoscope.engine.takes.view import AlarmView

_VERSION = 2
_STAGES_OF_VERSION_1 = ("talker", "predictor", "codec")


@dataclass(frozen=True)
class StoredAlarm:
    """The first state that was not finite."""

    stage: str
    layer: int
    step: int
    operation: str


def write_result(path: Path, figures: TakeFigures, alarm: AlarmView | None) -> None:
    """Write the file, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    plain = {name: _without_nan(value) for name, value in asdict(figures).items()}
    result = {
        "version": _VERSION,
        "stop_reason": plain.pop("stop_reason").value,
        "figures": plain,
        "alarm": alarm and {f.name: getattr(alarm, f.name) for f in fields(StoredAlarm)},
    }
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", "utf-8")


def read_result(data: bytes, what: str) -> tuple[TakeFigures, StoredAlarm | None]:
    """Return what the file's ``data`` says; ``what`` is how messages call it.

    Raises
    ------
    PhonoscopeError
        When it is damaged, or of a later version.
    """
    plain = strict_json.parse(data, what)
    try:
        version = plain["version"]
        if version not in range(1, _VERSION + 1):
            raise PhonoscopeError("{what}: is of version {version}", "update Phonoscope", what=what, version=version)
        for step in range(version, _VERSION):
            plain = _STEPS[step](plain)
        stages = {str(name): _number(ms) for name, ms in plain["figures"].pop("stage_ms").items()}
        numbers: dict[str, Any] = {name: _number(value) for name, value in plain["figures"].items()}
        figures = TakeFigures(**numbers, stage_ms=stages, stop_reason=StopReason(plain["stop_reason"]))
        alarm = plain["alarm"] and strict_json.from_plain(StoredAlarm, plain["alarm"], what)
    except (KeyError, TypeError, ValueError, AttributeError, RequestError) as error:
        raise PhonoscopeError("{what}: is damaged", "delete the take", what=what) from error
    return figures, alarm


def _from_1(old: dict[str, Any]) -> dict[str, Any]:
    figures = dict(old["figures"])
    if "stage_ms" not in figures:
        figures["stage_ms"] = {stage: figures.pop(f"{stage}_ms") for stage in _STAGES_OF_VERSION_1}
    return {**old, "figures": figures}


_STEPS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1}


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
