"""What the engine says, in the language of the window."""

from __future__ import annotations

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.message import Message, one_line
from phonoscope.gui.language.figures import filled
from PySide6.QtCore import QCoreApplication

CONTEXT = "Engine"


def said(what: object) -> str:
    """Return an error, a message or a plain text of the engine in the language of the window; safe in any thread."""
    if isinstance(what, PhonoscopeError):
        what = what.message
    if not isinstance(what, Message):
        return str(what)
    template = QCoreApplication.translate(CONTEXT, what.template)
    if not what.fields:
        return template
    fields = {name: said(value) if isinstance(value, Message) else value for name, value in what.fields.items()}
    return one_line(filled(template, **fields))
