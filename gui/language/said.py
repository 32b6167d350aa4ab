"""What the engine says, in the language of the window."""

from __future__ import annotations

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.message import Message, one_line
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from PySide6.QtCore import QCoreApplication

CONTEXT = "Engine"
_DECLARED = ("stage", "operation")  # fields whose values are fixed words of the engine


def said(what: object) -> str:
    """Return an error, a message or a plain text of the engine in the language of the window; safe in any thread."""
    if isinstance(what, PhonoscopeError):
        what = what.message
    if not isinstance(what, Message):
        return str(what)
    template = QCoreApplication.translate(CONTEXT, what.template)
    if not what.fields:
        return template
    return one_line(filled(template, **{name: _said_field(name, value) for name, value in what.fields.items()}))


def _said_field(name: str, value: object) -> object:
    if isinstance(value, Message):
        return said(value)
    return declared(str(value)) if name in _DECLARED else value
