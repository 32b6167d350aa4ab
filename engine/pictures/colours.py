"""From measured values to the 256 entries of a colour table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

N_SHADES = 254  # entries 0 to 253 run through the colour map
BLANK = 254  # nothing was measured
ALARM = 255  # not a finite number, or a count of such


class Scale(StrEnum):
    """How values are spread over the colours."""

    LINEAR = "linear"
    LOG = "log"


@dataclass
class SteadyRange:
    """The range of values that the colours span. It widens in round steps and never narrows, so nothing flickers."""

    low: float = math.inf
    high: float = -math.inf

    def widen(self, values: NDArray[np.float32]) -> bool:
        """Take in positive ``values``, rounding to powers of ten below and to 1, 2 or 5 times such above.

        Returns
        -------
        bool
            Whether the range changed, so that what is drawn has to be coloured again.
        """
        if ((values >= self.low) & (values <= self.high)).all():
            return False
        usable = values[np.isfinite(values) & (values > 0)]
        if not usable.size:
            return False
        low, high = _round_down(float(usable.min())), _round_up(float(usable.max()))
        high = max(high, 2.0 * low)  # a single layer may stand at one round value all the time
        changed = low < self.low or high > self.high
        self.low, self.high = min(low, self.low), max(high, self.high)
        return changed


def shade(values: NDArray[np.float32], low: float, high: float, scale: Scale = Scale.LINEAR) -> NDArray[np.uint8]:
    """Return the table entries of ``values``, of any shape.

    Parameters
    ----------
    values
        NaN becomes `BLANK` (nothing measured there) and infinity `ALARM`.
    low, high
        What the first and the last shade stand for; positive on a logarithmic scale.
    scale
        How the values between are spread.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        if scale is Scale.LOG:
            values = np.log(values)
            low, high = math.log(low), math.log(high)
        position = (values - low) * ((N_SHADES - 1) / (high - low if high > low else 1.0))
    # A zero has no logarithm; it is the darkest shade, not an alarm. Nor may what is missing become a number by chance.
    np.fmin(np.fmax(position, 0.0, out=position), N_SHADES - 1, out=position)
    position += 0.5
    entries: NDArray[np.uint8] = position.astype(np.uint8)
    if not np.isfinite(values).all():
        entries[np.isnan(values)] = BLANK
        entries[values == math.inf] = ALARM
    return entries


def shade_magnitudes(
    values: NDArray[np.float32], n_non_finite: NDArray[np.float32], steady: SteadyRange, scale: Scale
) -> NDArray[np.uint8]:
    """Return the table entries of magnitudes; wherever a state had values that were not finite, `ALARM`.

    Parameters
    ----------
    values, n_non_finite
        A measurement and the count of non-finite values, both of the same shape.
    steady, scale
        What the colours span; before anything positive was measured, everything is the darkest shade.
    """
    low, high = (steady.low, steady.high) if steady.low < steady.high else (0.5, 1.0)
    entries = shade(values, low if scale is Scale.LOG else 0.0, high, scale)
    if n_non_finite.any():
        entries[n_non_finite > 0] = ALARM
    return entries


def _round_down(value: float) -> float:
    return float(10.0 ** math.floor(math.log10(value)))


def _round_up(value: float) -> float:
    power = _round_down(value)
    return next((step * power for step in (1.0, 2.0, 5.0) if step * power >= value), 10.0 * power)
