"""What a kill at any moment of a sweep costs: nothing that had ended, and nothing is left lying about."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from phonoscope.engine.models.atomic_file import PART_SUFFIX
from phonoscope.engine.models.store import cache_path, quantised
from phonoscope.engine.models.verify import verify
from phonoscope.engine.recipe import audio_digest, codes_digest, read_recipe
from phonoscope.engine.takes.store import TakeStore

N_KILLS = 20
SCRIPT = Path(__file__).with_name("sweep_for_ever.py")
TYPES = ("f16", "q8_0", "q4_K")
LONG_AGO = (0, 0)
MOMENTS = (("converting", 150), ("speaking", 8), ("done", 8), ("speaking", 1))
"""After which event a program is killed, and after how many of them at most."""


@pytest.mark.slow
def test_twenty_kills_at_random_moments_of_a_sweep(qwen3_tiny, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    chance = random.Random(4)
    done: set[str] = set()
    command = [sys.executable, SCRIPT, qwen3_tiny.talker, tmp_path / "takes", *TYPES]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for round_ in range(N_KILLS):
            kind, most = MOMENTS[round_ % len(MOMENTS)]
            if kind == "converting":  # then there must be something to convert
                for path in cache_path().glob("*/*.gguf"):
                    path.unlink()
            n_events, n_ticks = chance.randint(1, most), chance.randint(0, 20)
            program.stdin.write("go\n")
            program.stdin.flush()
            pid = 0
            for line in iter(program.stdout.readline, "ended\n"):
                what, *rest = line.split()
                if what == "started":
                    pid = int(rest[0])
                elif what == "done":
                    done.add(rest[0])
                n_events -= what == kind
                n_ticks -= n_events <= 0
                if n_ticks == -1:  # once: the number may be another program's by the next line
                    os.kill(pid, signal.SIGKILL)
            check_takes(tmp_path / "takes", done)
            check_models()
        program.stdin.close()
    assert len(done) > N_KILLS
    unfinished = [take for take in TakeStore(tmp_path / "takes").summaries() if take.stop_reason == "none"]
    assert unfinished  # some died on the way
    assert verify(quantised(str(qwen3_tiny.talker), TYPES[0]).model).ok
    assert not list(cache_path().rglob(f".*.gguf*{PART_SUFFIX}"))


def age(root):
    """Let what killed programs left be as old as it will be at a later start."""
    for part in root.rglob(f".*{PART_SUFFIX}"):
        os.utime(part, LONG_AGO)


def check_takes(root, done):
    age(root)
    store = TakeStore(root)
    store.adopt()
    listed = {summary.id: summary for summary in store.summaries()}
    assert {entry.name for entry in root.iterdir() if not entry.name.startswith("index.sqlite")} == set(listed)
    assert not list(root.rglob(f".*{PART_SUFFIX}"))
    assert done <= set(listed)
    for take_id, summary in listed.items():
        take = store.read(take_id)
        assert take.n_frames == summary.n_frames == len(take.codes) == len(take.frames)
        assert len(take.audio) == take.n_frames * take.hop_samples
        if take_id in done:
            recipe = read_recipe(take.folder / "recipe.json")
            assert take.complete
            assert recipe.audio_sha256 == audio_digest(take.audio)
            assert recipe.codes_sha256 == codes_digest(take.codes)


def check_models():
    """Whatever stands in the cache under its name is whole; the codec is there whenever its model is."""
    for path in cache_path().glob("*/*.gguf"):
        if not path.name.startswith("."):
            assert verify(path).ok
            if not path.stem.endswith("-tokenizer"):
                assert path.with_name(f"{path.stem}-tokenizer.gguf").is_file()
    if cache_path().is_dir():
        age(cache_path())
