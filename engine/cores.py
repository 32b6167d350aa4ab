"""How many threads are worth starting."""

from __future__ import annotations

import os


def available_cores() -> int:
    """Return how many cores this process may use, at most 64."""
    n_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(n_cores, 64)
