"""What keeps the window's thread at hand for input while other threads compute."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator

from phonoscope.gui.lifetime import collecting_between_events

_TURN_S = 0.001
_NICER = 5  # a third of the window's share of a core, where both want it


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


def give_way() -> None:
    """Let the window's thread come before this one and before all that it starts, as long as both want one core.

    The window needs a core for some milliseconds at a time. An engine that uses all of them would let it wait for as
    long after every few of these (`tests/benchmarks/input_latency.py`). Other programs come first as well.
    """
    if sys.platform == "linux":  # elsewhere it is the process that is nice, or threads do not inherit it
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + _NICER)
