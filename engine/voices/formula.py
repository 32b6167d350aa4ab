"""Voices written down: blends such as ``anna=0.7 + ben=0.3``, and sums such as ``anna - ben + 0.5*carla``.

A blend is mixed along the sphere, or with ``linear`` at its end along the straight line.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from phonoscope.engine.errors import VoiceError

MAX_PARTS = 64
_MAX_SHARE = 1e6
_SIGN = re.compile(r" ([+-])(?: |$)")
_FACTOR = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*\*\s*(.+)")
_LINEAR = " linear"
Part = tuple[str, float]


@dataclass(frozen=True)
class Blend:
    """A blend as it is written.

    Parameters
    ----------
    parts
        Names and shares.
    spherical
        Along the sphere or along the straight line; see `phonoscope.engine.voices.making.blend`.
    """

    parts: list[Part]
    spherical: bool = True

    def __str__(self) -> str:
        """Return it as `parse_blend` reads it."""
        text = " + ".join(f"{name}={weight:.6g}" for name, weight in self.parts)
        return text if self.spherical else text + _LINEAR


def is_blend(text: str) -> bool:
    """Whether a text is meant as a blend; no name of a voice looks like one."""
    return "=" in text


def parse_blend(text: str) -> Blend | None:
    """Return the blend in ``name=share + name=share``, or None when the text is none.

    Raises
    ------
    VoiceError
        When it looks like a blend but a share is no number.
    """
    if not is_blend(text):
        return None
    shares = text.removesuffix(_LINEAR)
    parts = [parse_share(part) for part in shares.split(" + ")]
    return Blend(_checked(parts, text), spherical=shares == text)


def parse_share(text: str) -> Part:
    """Return name and share of ``name=share``.

    Raises
    ------
    VoiceError
        When it is malformed, or the share is negative.
    """
    name, separator, share = text.strip().rpartition("=")
    try:
        weight = float(share)
    except ValueError:
        weight = math.nan
    if not separator or not name.strip() or math.isnan(weight):
        raise VoiceError("{text!r} is no part of a blend", "write NAME=SHARE, for example anna=0.7", text=text[:60])
    if not 0.0 <= weight <= _MAX_SHARE:
        raise VoiceError(
            "a share of {share:g} for {name!r} mixes nothing",
            "give 0 to {most:g}; a sum such as 'anna - ben' takes voices away",
            share=weight,
            name=name.strip()[:60],
            most=_MAX_SHARE,
        )
    return name.strip(), weight


def parse_sum(text: str) -> list[Part]:
    """Return names and factors of ``a - b + 0.5*c``.

    Raises
    ------
    VoiceError
        When it is malformed.
    """
    pieces = _SIGN.split(text.strip())
    signs = [1.0, *(1.0 if sign == "+" else -1.0 for sign in pieces[1::2])]
    parts = []
    for sign, term in zip(signs, pieces[::2], strict=True):
        match = _FACTOR.fullmatch(term.strip())
        factor, name = (float(match[1]), match[2].strip()) if match else (1.0, term.strip())
        if not name:
            raise VoiceError(
                "{text!r} is no sum of voices", "write for example 'anna - ben + 0.5*carla'", text=text[:60]
            )
        parts.append((name, sign * factor))
    return _checked(parts, text)


def _checked(parts: list[Part], text: str) -> list[Part]:
    if len(parts) > MAX_PARTS:
        raise VoiceError(
            "{text!r}... has {n_voices} voices",
            "at most {maximum} go together",
            text=text[:40],
            n_voices=len(parts),
            maximum=MAX_PARTS,
        )
    return parts
