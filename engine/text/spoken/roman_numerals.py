"""Roman numerals: their form and their worth."""

from __future__ import annotations

NUMERAL = r"(?=[IVXLCDM]+\b)M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})(?!\w)"
_WORTH = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def worth(numeral: str) -> int:
    """Return the number that a `NUMERAL` stands for."""
    values = [_WORTH[c] for c in numeral]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
