"""Figures, written as the language of the window writes numbers."""

from __future__ import annotations

import re
from numbers import Integral, Real
from string import Formatter
from typing import Any

from PySide6.QtCore import QLocale

BETWEEN_FIGURES = "\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}·  "  # where lines wrap, none begins with the dot
_INNER_COMMA = re.compile(r"(?<=\d),(?=\d)")


def filled(template: str, /, *values: object, **fields: object) -> str:
    """Return what `str.format` makes of a template, with the decimal mark of the window's language."""
    return _FIGURES.format(template, *values, **fields)


def with_local_mark(number: str) -> str:
    """Return a number that was written with a decimal point with the mark of the window's language instead."""
    return number.replace(".", QLocale().decimalPoint())


def with_points(numbers: str) -> str:
    """Return numbers that a person wrote in the language of the window with decimal points.

    A comma within a number is its decimal mark where the language has that; one before a blank separates two numbers.
    """
    return _INNER_COMMA.sub(".", numbers) if QLocale().decimalPoint() == "," else numbers


class _Figures(Formatter):
    """Writes fractions with the decimal mark of the window's language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(super().format_field(value, format_spec))
        return with_local_mark(text) if isinstance(value, Real) and not isinstance(value, Integral) else text


_FIGURES = _Figures()
