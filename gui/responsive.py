"""What keeps the window's thread at hand for input while other threads compute."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from phonoscope.gui.lifetime import collecting_between_events

_TURN_S = 0.001


@contextlib.contextmanager
def responsive() -> Iterator[None]:
    """Keep Python's collector out of the way and its turns short, as long as the block lasts.

    Whenever the window's thread calls Qt it gives Python's lock away, and another thread that computes in Python, such
    as one that lays out a text, keeps it for a whole turn: handling one input may wait for many. Python's own turns
    of 5 ms add up to more than one notices (`tests/benchmarks/input_latency.py`).
    """
    turn_s = sys.getswitchinterval()
    sys.setswitchinterval(_TURN_S)
    try:
        with collecting_between_events():
            yield
    finally:
        sys.setswitchinterval(turn_s)
