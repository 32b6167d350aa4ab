"""How loud speech is, and what makes two sounds equally loud."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BLOCK_S = 0.05
_ACTIVE_DB = 25.0  # blocks within this range of the loudest are speech, the rest is pause


def active_level(audio: NDArray[np.float32], rate_hz: int) -> float:
    """Return the rms amplitude of ``audio``, ``[samples]``, without its pauses; 0 for silence.

    In the manner of the active speech level of ITU-T P.56: a take with longer pauses is not quieter for that.
    """
    block = max(1, int(_BLOCK_S * rate_hz))
    n = len(audio) // block
    if n == 0:
        return float(np.sqrt(np.square(audio, dtype=np.float64).mean())) if len(audio) else 0.0
    power = np.square(audio[: n * block].reshape(n, block), dtype=np.float64).mean(axis=1)
    active = power[power >= power.max() * 10.0 ** (-_ACTIVE_DB / 10.0)]
    return float(np.sqrt(active.mean()))


def matching_gains(
    audio_a: NDArray[np.float32], rate_a_hz: int, audio_b: NDArray[np.float32], rate_b_hz: int
) -> tuple[float, float]:
    """Return the factors that make two sounds equally loud; the quieter one stays as it is, so nothing clips."""
    a, b = active_level(audio_a, rate_a_hz), active_level(audio_b, rate_b_hz)
    if not 0.0 < a < np.inf or not 0.0 < b < np.inf:
        return 1.0, 1.0
    quieter = min(a, b)
    return quieter / a, quieter / b
