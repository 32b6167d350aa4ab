"""Texts for people that remember how they were made, so that the window can say them in another language."""

from __future__ import annotations

from collections.abc import Mapping


class Message(str):
    """One line of English, made from a template and what fills it in.

    Parameters
    ----------
    template
        The text, with fields as `str.format` takes them; without ``fields`` it is taken as it is.
    fields
        What is filled in. A field that is a message itself is translated along with the whole.
    """

    __slots__ = ("fields", "template")

    template: str
    fields: Mapping[str, object]

    def __new__(cls, template: str, /, **fields: object) -> Message:  # noqa: D102 - described above
        message = super().__new__(cls, one_line(template.format(**fields) if fields else template))
        message.template = template
        message.fields = fields
        return message


def one_line(text: str) -> str:
    """Return ``text`` with every run of whitespace and every control character replaced by one space."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
