"""The library survives a kill at any moment: it is as it was before the change that was under way, or after it."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.voices.store import VoiceStore
from phonoscope.engine.voices.voice import content_hash

from .library_changer import state_of

CHANGER = Path(__file__).with_name("library_changer.py")
LONGEST_CHANGE_S = 0.01


def changes_until_killed(lines, start, chance):
    """Let a process change the library, kill it somewhere within a change, and return what it said.

    Parameters
    ----------
    lines
        What the program says.
    start
        Makes it begin.
    chance
        Chooses the moment.
    """
    start()
    pid, n_before = int(lines.readline()), chance.randrange(1, 12)
    changes: list[dict[str, Any]] = []
    for line in lines:
        if line.startswith("ended"):
            assert line == f"ended {-signal.SIGKILL}\n"
            break
        changes.append(json.loads(line))
        if len(changes) == n_before:
            threading.Timer(chance.random() * LONGEST_CHANGE_S, os.kill, (pid, signal.SIGKILL)).start()
    return changes


def check(store, last):
    before, after = ({tuple(row) for row in last[when]} for when in ("before", "after"))
    found = state_of(store)
    is_between = last["change"] == "empty" and after <= found <= before  # removed one by one
    assert found in (before, after) or is_between, last["change"]
    for binned in (False, True):
        for entry in store.entries(binned=binned):
            assert content_hash(store.read(entry).voice) == entry.content
    return found == after != before


def kill_often(tmp_path, n_times):
    files, root, chance = tmp_path / "files", tmp_path / "voices", random.Random(1)
    files.mkdir()
    for i in range(4):
        values = np.random.default_rng(i).standard_normal(64)
        (files / f"{i}.spk").write_bytes(values.astype("<f4").tobytes())
    done: Counter[str] = Counter()
    ended_after: Counter[bool] = Counter()
    with subprocess.Popen(
        [sys.executable, CHANGER, root, files], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for seed in range(n_times):

            def start(seed=seed, stdin=program.stdin):
                stdin.write(f"{seed}\n")
                stdin.flush()

            changes = changes_until_killed(program.stdout, start, chance)
            ended_after[check(VoiceStore(root), changes[-1])] += 1
            done.update(change["change"] for change in changes)
        program.stdin.close()
    return done, ended_after


def test_nothing_is_lost_when_the_program_is_killed(tmp_path):
    done, ended_after = kill_often(tmp_path, 20)
    assert {"import", "bin"} <= done.keys()
    assert ended_after.total() == 20


@pytest.mark.slow
def test_nothing_is_lost_however_often_the_program_is_killed(tmp_path):
    done, ended_after = kill_often(tmp_path, 300)
    assert {"import", "rename", "preview", "duplicate", "bin", "restore", "empty"} <= done.keys()
    assert len(ended_after) == 2  # some died before the change was made, others after it
