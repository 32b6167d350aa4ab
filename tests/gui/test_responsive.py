"""Python's threads take short turns while there is a window."""

import contextlib
import gc
import os
import sys
import threading
from pathlib import Path

import pytest
from phonoscope.gui import responsive as responsive_module
from phonoscope.gui.responsive import responsive

from .steps import LONG_MS


def test_turns_are_short_and_garbage_waits_until_the_block_ends(qapp):
    turn_s = sys.getswitchinterval()
    with pytest.raises(KeyError), responsive():
        assert sys.getswitchinterval() < turn_s
        assert not gc.isenabled()
        raise KeyError
    assert sys.getswitchinterval() == turn_s
    assert gc.isenabled()


@pytest.mark.skipif(sys.platform != "linux", reason="on Linux alone threads have a priority that they hand on")
def test_every_thread_of_an_engine_gives_way_to_the_window(qtbot, window, qwen3_tiny):
    def niceness():
        found = {}
        for thread in (int(task.name) for task in Path("/proc/self/task").iterdir()):
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                found[thread] = os.getpriority(os.PRIO_PROCESS, thread)
        return found

    own, before = os.getpriority(os.PRIO_PROCESS, 0), niceness()
    window.panel.engine_card.set_model(str(qwen3_tiny.talker))
    window.panel.engine_card.threads.setValue(2)
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    engines: list[int] = []
    window.host.work(lambda *_: threading.get_native_id(), engines.append)
    qtbot.waitUntil(lambda: bool(engines), timeout=LONG_MS)
    after, nicer = niceness(), min(own + responsive_module._NICER, 19)
    assert after[threading.get_native_id()] == own
    assert after[engines[0]] == nicer
    assert nicer in [nice for thread, nice in after.items() if thread not in before]  # the other one that computes
