"""Exact statistics of yes-or-no trials."""

from __future__ import annotations

import math
from collections.abc import Callable

_BISECTIONS = 60  # more than a double resolves


def at_least(n_hits: int, n_trials: int, probability: float) -> float:
    """Return the probability of ``n_hits`` or more in ``n_trials`` trials that each hit with ``probability``."""
    terms = (
        math.comb(n_trials, k) * probability**k * (1.0 - probability) ** (n_trials - k)
        for k in range(max(0, n_hits), n_trials + 1)
    )
    return min(1.0, math.fsum(terms))


def p_value_of_guessing(n_hits: int, n_trials: int) -> float:
    """Return how probable ``n_hits`` or more are when every answer is a guess (one-sided binomial test)."""
    return at_least(n_hits, n_trials, 0.5)


def p_value_of_no_preference(n_hits: int, n_trials: int) -> float:
    """Return how probable a majority as large as this, for either, is without any preference (two-sided)."""
    return min(1.0, 2.0 * at_least(max(n_hits, n_trials - n_hits), n_trials, 0.5))


def confidence_interval(n_hits: int, n_trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of the probability behind ``n_hits`` of ``n_trials`` (Clopper and Pearson, 1934)."""
    if n_trials == 0:
        return 0.0, 1.0
    tail = (1.0 - confidence) / 2.0
    low = 0.0 if n_hits == 0 else _bisect(lambda p: at_least(n_hits, n_trials, p) < tail)
    high = 1.0 if n_hits == n_trials else _bisect(lambda p: 1.0 - at_least(n_hits + 1, n_trials, p) > tail)
    return low, high


def hits_needed(n_trials: int, significance: float = 0.05) -> int | None:
    """Return how many hits are too many to be guessed, or None when no number is."""
    return next((k for k in range(n_trials + 1) if p_value_of_guessing(k, n_trials) <= significance), None)


def _bisect(is_below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return (low + high) / 2.0
