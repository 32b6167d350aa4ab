"""Words of other people, such as texts, names and paths: what looks like markup in them is shown as it stands."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import Qt
from PySide6.QtWidgets import QLabel


def plain_label() -> QLabel:
    """Return a label that wraps its text and takes nothing in it for markup."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def plain_tip(text: str) -> str:
    """Return ``text`` so that a tool tip, which has no format that could be chosen, shows it as it stands."""
    return as_markup(text) if Qt.mightBeRichText(text) else text


def as_markup(text: str) -> str:
    """Return ``text`` as a paragraph of markup that looks as it stands."""
    return f"<p>{'<br>'.join(escape(text).splitlines())}</p>"


def plain_menu_text(text: str) -> str:
    """Return ``text`` so that a menu or a button does not take its ``&`` for the mark of a letter."""
    return text.replace("&", "&&")
