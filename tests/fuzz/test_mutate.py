"""A few hundred of the damaged files of `mutate` in the everyday suite; run by hand it makes tens of thousands."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from .json_mutations import mutate_json
from .mutate import Worker

REPOSITORY = Path(__file__).resolve().parents[2]


CASES = [
    ("gguf", 300),
    ("folder", 120),
    ("request", 300),
    ("recipe", 300),
    ("voice", 300),
    ("voice-file", 300),
    ("recording", 150),
]


@pytest.mark.parametrize(("name", "n_cases"), CASES)
def test_damaged_files_are_refused_or_used_without_harm(name, n_cases):
    command = [sys.executable, "-m", "tests.fuzz.mutate", "--format", name, "--cases", str(n_cases)]
    command += ["--jobs", "2", "--timeout", "300"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-5000:]
    outcomes = json.loads(done.stdout)
    assert outcomes.get(f"{name} refused", 0) > n_cases // 10  # the damage is real ...
    assert outcomes.get(f"{name} used", 0) > n_cases // 20  # ... and not always fatal
    assert outcomes[f"{name} refused"] + outcomes[f"{name} used"] == n_cases


def test_a_case_does_not_depend_on_those_before_it():
    def damaged(number):
        return mutate_json(random.Random(number), {"a": [], "b": {"c": 1}})

    in_turn = [damaged(number) for number in range(2000)]
    assert [damaged(number) for number in reversed(range(2000))] == in_turn[::-1]


def test_the_runner_reports_crashes_hangs_and_unforeseen_exceptions():
    program = (
        "import os, sys, time\n"
        "for line in sys.stdin:\n"
        "    {'crash': os.abort, 'hang': lambda: time.sleep(60)}[line.split()[0]]()\n"
    )
    worker = Worker([sys.executable, "-c", program], timeout_s=300.0)
    assert worker.run("crash", 0).startswith("crash (exit code -6)")
    assert "KeyError: 'other'" in worker.run("other", 0)
    impatient = Worker([sys.executable, "-c", program], timeout_s=0.5)
    assert impatient.run("hang", 0).startswith("hang: no answer within 0.5 s")
