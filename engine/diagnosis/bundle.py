"""One file with everything that reproduces a take and what is wrong with it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from phonoscope.engine import strict_json
from phonoscope.engine.command_line import command_line
from phonoscope.engine.diagnosis.alarms import Alarm
from phonoscope.engine.diagnosis.diagnostics import environment
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.recipe import Recipe, audio_digest, codes_digest, read_recipe
from phonoscope.engine.takes.folder import StoredTake

_README = """This bundle reproduces a take of Phonoscope {version}.

    {command}

recipe.json      the request, with the hashes of the model's files, and digests of codes and sound
alarms.json      what looks wrong, with frame, tap group and layer
arrays.npz       sound, codes, draws, timing of the frames and the magnitudes of every layer (taps/GROUP)
environment.json versions and machine
log.txt          what the program reported
test_take.py     fails as long as an alarm of the worst kind is raised:  PHONOSCOPE_MODEL=path pytest test_take.py

    phonoscope render recipe.json -o take.wav             makes the take again and says whether every bit is the same
    phonoscope render recipe.json -o take.wav --model M   where the model has moved
"""

_TEST = '''"""Fails as long as the take raises an alarm of the worst kind."""

import os
from pathlib import Path

from phonoscope.engine.diagnosis.alarms import Severity, find_alarms
from phonoscope.engine.recipe import read_recipe
from phonoscope.engine.synthesis import Engine


def test_the_take_raises_no_error():
    request = read_recipe(Path(__file__).parent / "recipe.json").request
    with Engine.load(os.environ.get("PHONOSCOPE_MODEL", request.model.name), threads=request.threads) as engine:
        take = engine.speak(request)
        take.wait()
        alarms = find_alarms(take, engine.declaration.tap_groups)
    assert not [alarm for alarm in alarms if alarm.severity is Severity.ERROR]
'''


def write_bundle(path: Path, take: StoredTake, alarms: Sequence[Alarm], log: str) -> None:
    """Write a bundle to ``path``, a ZIP file, whole or not at all.

    Parameters
    ----------
    take
        A kept take.
    alarms
        What `find_alarms` found.
    log
        What the program reported so far.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    arrays = {"audio": take.audio, "codes": take.codes, "draws": take.draws, "frames": take.frames}
    arrays |= {f"taps/{group}": rows for group, rows in take.taps.items()}
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)  # type: ignore[arg-type]
    texts = {
        "README.txt": _README.format(version=environment()["phonoscope"], command=command_line(take.request)),
        "recipe.json": _recipe(take).to_json(),
        "alarms.json": json.dumps([strict_json.to_plain(alarm) for alarm in alarms], indent=1),
        "environment.json": json.dumps(environment(), indent=1),
        "log.txt": log,
        "test_take.py": _TEST,
    }
    with replacing(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("arrays.npz", packed.getvalue(), zipfile.ZIP_STORED)
        for name, text in texts.items():
            archive.writestr(name, text)


def _recipe(take: StoredTake) -> Recipe:
    """Return the recipe that was written with the take; of a take that was cut short, what is known of it."""
    path = take.folder / "recipe.json"
    if path.is_file():
        return read_recipe(path)
    return Recipe(take.request, audio_digest(take.audio), codes_digest(take.codes))
