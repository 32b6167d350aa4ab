import io
import json
import zipfile

import numpy as np
import pytest
import soundfile
from phonoscope.engine.errors import OutputError, PhonoscopeError, RequestError
from phonoscope.engine.recipe import audio_digest, read_recipe
from phonoscope.engine.takes.export import export_takes, planned_files
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.voices.likeness import Likeness


@pytest.fixture
def store(tmp_path, engine, spoken):
    made = TakeStore(tmp_path / "takes")
    for _ in range(2):
        made.record(spoken).finish(engine.recipe_request(spoken))
    return made


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg", ".mp3"])
def test_takes_are_written_in_every_format(store, spoken, tmp_path, suffix):
    told = []

    def progress(done, n):
        told.append((done, n))
        return True

    takes = store.summaries()
    planned = planned_files(takes, tmp_path / "out" / "deep", "{n} {seed}", suffix)
    files = export_takes(store, takes, tmp_path / "out" / "deep", "{n} {seed}", suffix, progress)
    assert files == planned
    assert told == [(0, 2), (1, 2), (2, 2)]
    for file in files:
        samples, rate_hz = soundfile.read(file, dtype="float32")
        assert rate_hz == spoken.sample_rate_hz
        assert abs(len(samples) - len(spoken.audio)) < 3000  # MP3 pads
        if suffix in (".wav", ".flac"):
            np.testing.assert_allclose(samples, spoken.audio, atol=2 / 32767)


def test_a_bundle_holds_all_that_is_known(store, spoken, tmp_path):
    takes = store.summaries()
    store.say("notes", {takes[0].id: "the best"})
    store.keep_likeness(takes[0].id, Likeness(0.75, (1.5,), (0.8,)))
    store.keep_underruns(takes[0].id, [0.25])
    (file,) = export_takes(store, store.summaries(), tmp_path, "{n}", ".zip")
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        assert {name.split("/")[0] for name in names} == {"1", "2"}
        sound, _ = soundfile.read(io.BytesIO(archive.read("1/audio.wav")), dtype="float32")
        codes = np.load(io.BytesIO(archive.read("1/codes.npy")))
        taps = np.load(io.BytesIO(archive.read("1/taps.npz")))
        (tmp_path / "recipe.json").write_bytes(archive.read("1/recipe.json"))
        assert json.loads(archive.read("1/likeness.json"))["similarity"] == 0.75
        assert json.loads(archive.read("1/underruns.json"))["times_s"] == [0.25]
        assert "2/underruns.json" not in names
        assert json.loads(archive.read("1/notes.json"))["notes"] == "the best"
    assert read_recipe(tmp_path / "recipe.json").audio_sha256 == audio_digest(sound)
    np.testing.assert_array_equal(codes, spoken.codes)
    assert set(taps) == set(spoken.taps)
    for group, rows in spoken.taps.items():
        np.testing.assert_array_equal(taps[group], rows)


def test_a_bundle_of_one_is_called_by_the_pattern(store, tmp_path):
    assert planned_files(store.summaries()[:1], tmp_path, "{seed}", ".zip") == [tmp_path / f"{2**64 - 1}.zip"]
    assert export_takes(store, [], tmp_path, "{seed}", ".zip") == []


@pytest.mark.parametrize(
    ("suffix", "names"),
    [(".wav", ["same (2).wav", "same (3).wav"]), (".zip", ["takes (2).zip"])],
)
def test_nothing_that_is_there_is_replaced(store, tmp_path, suffix, names):
    for stem in ("same", "takes"):
        (tmp_path / f"{stem}{suffix}").write_text("of somebody")
    files = export_takes(store, store.summaries(), tmp_path, "same", suffix)
    assert [file.name for file in files] == names
    for stem in ("same", "takes"):
        assert (tmp_path / f"{stem}{suffix}").read_text() == "of somebody"


def test_stopping_keeps_what_is_whole(store, tmp_path):
    takes = store.summaries()
    files = export_takes(store, takes, tmp_path / "out", "{n}", ".wav", lambda done, _: done < 1)
    assert [f.name for f in files] == ["1.wav"]
    assert [f.name for f in (tmp_path / "out").iterdir()] == ["1.wav"]
    with pytest.raises(OutputError, match="stopped"):
        export_takes(store, takes, tmp_path / "zip", "{n}", ".zip", lambda done, _: done < 1)
    assert list((tmp_path / "zip").iterdir()) == []


def test_what_cannot_be_is_refused(store, tmp_path):
    takes = store.summaries()
    with pytest.raises(RequestError, match="no format of export"):
        export_takes(store, takes, tmp_path, "{n}", ".doc")
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be made"):
        export_takes(store, takes, tmp_path / "file" / "out", "{n}", ".wav")
    store.say("binned", {takes[0].id: True})
    store.empty_bin()
    with pytest.raises(PhonoscopeError, match="cannot be read"):
        export_takes(store, takes, tmp_path, "{n}", ".wav")
