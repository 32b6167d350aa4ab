import json
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from phonoscope.engine.diagnosis.alarms import AlarmKind, find_alarms
from phonoscope.engine.diagnosis.bundle import write_bundle
from phonoscope.engine.errors import OutputError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.store import TakeStore


@pytest.fixture
def poisoned_take(poisoned, tmp_path):
    """A kept take of a model with one weight that is not a number."""
    store = TakeStore(tmp_path / "takes")
    with Engine.load(poisoned, threads=1) as engine:
        take = engine.speak(engine.request("Find me.", seed=5))
        recording = store.record(take)
        take.wait()
        kept = recording.finish(engine.recipe_request(take))
        groups = engine.declaration.tap_groups
    return store.read(kept.id), groups


def test_a_bundle_reproduces_what_is_wrong(poisoned_take, tmp_path):
    take, groups = poisoned_take
    alarms = find_alarms(take, groups)
    assert (alarms[0].kind, alarms[0].group, alarms[0].layer) == (AlarmKind.NON_FINITE, "talker", 1)
    write_bundle(tmp_path / "take.zip", take, alarms, "what was logged")
    with zipfile.ZipFile(tmp_path / "take.zip") as archive:
        archive.extractall(tmp_path / "bundle")
    folder = tmp_path / "bundle"
    recipe = json.loads((folder / "recipe.json").read_text())
    assert len(recipe["request"]["model"]["sha256"]) == 64
    assert json.loads((folder / "alarms.json").read_text())[0]["layer"] == 1
    assert (folder / "log.txt").read_text() == "what was logged"
    with np.load(folder / "arrays.npz") as arrays:
        assert arrays["taps/talker"][:, 1, 2].sum() > 0
    again = [
        sys.executable,
        "-m",
        "phonoscope.engine.cli.main",
        "render",
        folder / "recipe.json",
        "-o",
        tmp_path / "again.wav",
    ]
    done = subprocess.run(again, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert "talker layer 1" in done.stderr
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder / "test_take.py"]
    done = subprocess.run(test, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 1
    assert "NON_FINITE" in done.stdout


def test_a_folder_that_is_not_there_is_an_error_in_one_line(poisoned_take, tmp_path):
    take, groups = poisoned_take
    with pytest.raises(OutputError, match="nowhere"):
        write_bundle(tmp_path / "nowhere" / "take.zip", take, find_alarms(take, groups), "")
