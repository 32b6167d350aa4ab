"""Alarms in words."""

from __future__ import annotations

from phonoscope.engine.diagnosis.alarms import Alarm, AlarmKind, Severity
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.engine.takes.view import AlarmView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate

# Shapes, not colours alone, tell how bad it is.
SIGNS = {Severity.ERROR: "✖", Severity.WARNING: "⚠", Severity.NOTE: "●"}


def place(alarm: AlarmView) -> str:
    """Return where the first value that is not finite appeared."""
    text = translate("AlarmText", "{stage} layer {layer}, step {step}, {operation}")
    operation = declared(alarm.operation)
    return text.format(stage=declared(alarm.stage), layer=alarm.layer, step=alarm.step, operation=operation)


def kept_place(take: TakeSummary, store: TakeStore) -> str:
    """Return where the first such value of a kept take appeared; empty where there is none."""
    if not take.alarm:
        return ""
    try:
        alarm = store.read(take.id).alarm
    except PhonoscopeError:
        alarm = None
    return place(alarm) if alarm is not None else take.alarm


def what(alarm: Alarm) -> str:
    """Return what is wrong."""
    text = {
        AlarmKind.NON_FINITE: translate("AlarmText", "Not finite: {value:.0f} values"),
        AlarmKind.OVERFLOW: translate("AlarmText", "Too large for F16: {value:.5g}"),
        AlarmKind.LITTLE_HEADROOM: translate("AlarmText", "Little headroom in F16: {value:.5g}"),
        AlarmKind.JUMP: translate("AlarmText", "Grows {value:.1f} times in one layer"),
        AlarmKind.MASSIVE: translate("AlarmText", "Massive activation: {value:.0f}"),
        AlarmKind.MISSED_END: translate("AlarmText", "Did not end by itself"),
        AlarmKind.SILENCE: translate("AlarmText", "Silence for {value:.1f} s"),
        AlarmKind.REPEATED: translate("AlarmText", "Repeats one code for {value:.1f} s"),
        AlarmKind.CLIPPED: translate("AlarmText", "Clipped for {value:.2f} s"),
    }[alarm.kind]
    said = filled(text, value=alarm.value)
    return f"{said} ({declared(alarm.operation)})" if alarm.operation else said
