"""What a kill at any moment costs: nothing of the takes that had ended, five seconds of the one that was being made."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
from phonoscope.engine.recipe import audio_digest, codes_digest, read_recipe
from phonoscope.engine.takes.store import TakeStore

N_KILLS = 20
MAX_LOSS_S = 5.0
SCRIPT = Path(__file__).with_name("speak_for_ever.py")


def test_twenty_kills_at_random_moments_harm_no_finished_take(qwen3_tiny, tmp_path):
    chance = random.Random(20)
    kept: set[str] = set()
    made: dict[str, list[tuple[int, float]]] = {}
    with subprocess.Popen(
        [sys.executable, SCRIPT, qwen3_tiny.talker, tmp_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for round_ in range(N_KILLS):
            lasts = round_ == 0  # one take that goes on for longer than may be lost
            program.stdin.write("long\n" if lasts else "short\n")
            program.stdin.flush()
            pid = 0
            takes_until_kill, lines_until_kill = round_ % 3, chance.randrange(1, 60)
            for line in iter(program.stdout.readline, "ended\n"):
                what, *rest = line.split()
                if what == "started":
                    pid = int(rest[0])
                elif what == "kept":
                    kept.add(rest[0])
                    takes_until_kill -= 1
                else:
                    made.setdefault(rest[0], []).append((int(rest[1]), float(rest[2])))
                    lines_until_kill -= takes_until_kill <= 0
                if what == "made" and lasts:
                    seen = made[rest[0]]
                    due = seen[-1][1] - seen[0][1] > MAX_LOSS_S + 2
                else:
                    due = lines_until_kill <= 0 and not lasts
                if due and pid:
                    os.kill(pid, signal.SIGKILL)
                    pid = 0  # it may be another program's by the next line
            check(opened(tmp_path), kept, made)
        program.stdin.close()
    assert len(kept) > N_KILLS / 2
    assert any(summary.stop_reason == "none" for summary in opened(tmp_path).summaries())  # some died on the way
    lasting = [seen for seen in made.values() if seen[-1][1] - seen[0][1] > MAX_LOSS_S]
    assert lasting
    assert lasting[0][0][0] < lasting[0][-1][0]


def opened(root):
    store = TakeStore(root)
    store.adopt()
    return store


def check(store, kept, made):
    listed = {summary.id: summary for summary in store.summaries()}
    folders = {folder.name for folder in store.root.iterdir() if folder.is_dir() and not folder.name.startswith(".")}
    assert folders == set(listed)
    assert kept <= set(listed)
    for take_id, summary in listed.items():
        take = store.read(take_id)
        assert take.n_frames == summary.n_frames == len(take.codes) == len(take.frames)
        assert len(take.audio) == take.n_frames * take.hop_samples
        assert np.isfinite(take.audio).all()
        if take_id in kept:
            recipe = read_recipe(take.folder / "recipe.json")
            assert take.complete
            assert recipe.audio_sha256 == audio_digest(take.audio)
            assert recipe.codes_sha256 == codes_digest(take.codes)
        # What was there five seconds before the last sign of life is on the disk.
        seen = made.get(take_id, [])
        last_s = seen[-1][1] if seen else 0.0
        assert take.n_frames >= max((n for n, at_s in seen if at_s < last_s - MAX_LOSS_S), default=0)
