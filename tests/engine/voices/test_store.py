"""The library keeps what it is given, takes steps back, and survives a kill at any moment."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices.bundled import BUNDLED_FOLDER, bundled_voices
from phonoscope.engine.voices.card import VoiceCard
from phonoscope.engine.voices.store import VoiceStore
from phonoscope.engine.voices.voice import XVectorVoice
from phonoscope.engine.voices.voice_file import stored_voice


@pytest.fixture
def store(tmp_path):
    return VoiceStore(tmp_path / "voices")


def voice(name, seed=0):
    values = np.random.default_rng(seed).standard_normal(64).astype(np.float32)
    return stored_voice(VoiceCard(name, VoiceKind.XVECTOR, tags=("female",)), XVectorVoice(values))


def names(store, **how):
    return [entry.name for entry in store.entries(**how)]


def test_what_is_added_is_read_again(store):
    entry = store.add(voice("anna", 3), folder="Actors/English")
    stored = VoiceStore(store.root).read(entry)
    assert isinstance(stored.voice, XVectorVoice)
    assert np.array_equal(stored.voice.values, voice("anna", 3).voice.values)
    assert stored.card.tags == ("female",)
    assert store.find("anna") == store.find(entry.id) == store.by_content(entry.content) == entry
    assert entry.folder == "Actors/English"


def test_names_are_unique(store):
    for _ in range(3):
        store.add(voice("anna"))
    assert names(store) == ["anna", "anna 2", "anna 3"]
    with pytest.raises(VoiceError, match="already a voice called 'anna'"):
        store.update([store.find("anna 2").id], name="anna")
    store.update([store.find("anna 2").id], name="Berta")
    assert store.add(voice("berta")).name == "berta 2"  # people do not tell them by their case


def test_names_of_bundled_voices_are_taken(store):
    taken = next(iter(bundled_voices()))
    entry = store.add(voice(taken))
    assert entry.name == f"{taken} 2"
    with pytest.raises(VoiceError, match=f"already a voice called '{taken}'; choose another name"):
        store.update([entry.id], name=taken)


def test_edits_reach_the_card_and_can_be_taken_back(store):
    entry = store.add(voice("anna"))
    store.update([entry.id], name="berta", tags=("male", "old"), folder="X", notes="hm\n", language="german")
    read = store.read(store.find("berta"))
    assert (read.card.name, read.card.tags, read.card.language) == ("berta", ("male", "old"), "german")
    assert store.undo() == "rename anna"
    assert store.find("anna") == entry
    assert store.redo() == "rename anna"
    assert store.find("berta").folder == "X"


@pytest.mark.parametrize("values", [{"language": "English"}, {"licence": "x" * 1001}, {"notes": "x" * 10_001}])
def test_edits_that_no_voice_file_could_hold_are_refused(store, values):
    entry = store.add(voice("anna"))
    with pytest.raises(VoiceError):
        store.update([entry.id], **values)
    assert store.find("anna") == entry
    assert store.read(entry).card.name == "anna"


def test_bin_restore_and_empty(store):
    a, b = store.add(voice("anna")), store.add(voice("ben", 1))
    store.bin([a.id, b.id])
    assert names(store) == []
    assert store.undo() == "bin 2 voices"
    assert names(store) == ["anna", "ben"]
    store.bin([a.id])
    store.add(voice("anna", 2))
    store.restore([a.id])
    assert sorted(names(store)) == ["anna", "anna 2", "ben"]
    store.bin([a.id])
    assert store.empty_bin() == 1
    assert not store.path(a.id).exists()
    while store.undo():
        pass
    assert store.by_content(a.content) is None  # what is gone for good stays so


def test_undoing_an_addition_keeps_the_file(store):
    entry = store.add(voice("anna"))
    assert store.undo() == "add anna"
    assert (names(store), names(store, binned=True)) == ([], ["anna"])
    assert store.redo() == "add anna"
    assert names(VoiceStore(store.root)) == ["anna"]
    store.undo()
    store.add(voice("ben"))
    assert store.redo() == ""  # a new step forgets those that were taken back
    assert store.path(entry.id).exists()
    assert VoiceStore(store.root).undo() == "add ben"


def test_duplicate(store):
    copy = store.duplicate(store.add(voice("anna"), folder="F"))
    assert (copy.name, copy.folder, len(names(store))) == ("anna copy", "F", 2)
    longest = store.add(voice("x" * 100))
    assert store.duplicate(longest).name == f"{'x' * 90} copy"


@pytest.mark.parametrize("bad", ["", " a", "a=b", "a/b", "../x", ".hidden", "a + b", "x" * 101, "a\nb", "-x"])
def test_names_that_cannot_be(store, bad):
    entry = store.add(voice("anna"))
    with pytest.raises(VoiceError):
        store.update([entry.id], name=bad)


@pytest.mark.parametrize("bad", ["/", "a//b", "../x", "a/.b", " a", "x" * 201])
def test_folders_that_cannot_be(store, bad):
    with pytest.raises(VoiceError, match="cannot be a folder"):
        store.add(voice("anna"), folder=bad)


def test_no_voice_joins_those_that_come_along(store):
    entry = store.add(voice("anna"))
    for change in (
        lambda: store.add(voice("ben"), folder=BUNDLED_FOLDER),
        lambda: store.update([entry.id], folder=BUNDLED_FOLDER),
    ):
        with pytest.raises(VoiceError, match="is the folder of the voices that come along"):
            change()
    assert store.entries() == [entry]


def test_a_lost_table_is_made_again(store):
    store.add(voice("anna"))
    store.add(voice("ben", 1))
    for path in store.root.glob("library.sqlite*"):
        path.unlink()
    (store.root / "rubbish.safetensors").write_bytes(b"rubbish")
    assert names(VoiceStore(store.root)) == ["anna", "ben"]


def test_a_program_that_opens_the_library_while_a_voice_is_added_takes_it_for_no_other(store, monkeypatch):
    store.add(voice("anna"))
    transaction = VoiceStore._transaction

    def open_before(self):
        monkeypatch.undo()  # the other program works as always
        assert names(VoiceStore(store.root)) == ["anna", "ben"]  # its file is there, its row is not
        return transaction(self)

    monkeypatch.setattr(VoiceStore, "_transaction", open_before)
    added = store.add(voice("ben", 1), folder="F")
    assert store.entries() == [store.find("anna"), added]
    assert (added.name, added.folder) == ("ben", "F")
    assert store.undo() == "add ben"


def test_a_program_that_read_the_rows_before_a_voice_was_added_leaves_it_as_it_is(store, monkeypatch):
    added = store.add(voice("anna"), folder="F")
    late = VoiceStore(store.root)
    with monkeypatch.context() as before:
        before.setattr(late, "entries", lambda *, binned=False: [])
        late.by_content("")  # opens the library
    assert late.entries() == [added]


def test_rows_without_a_file_are_dropped(store):
    entry = store.add(voice("anna"))
    store.path(entry.id).unlink()
    assert names(VoiceStore(store.root)) == []


def test_previews(store):
    entry = store.add(voice("anna"))
    preview = np.arange(-300, 300, dtype=np.int16)
    store.set_preview(entry, preview, 24_000)
    stored = store.read(entry)
    assert np.array_equal(stored.preview, preview)
    assert stored.card.preview_rate_hz == 24_000


_WRITER = """
import sys
from pathlib import Path
import numpy as np
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices.bundled import bundled_voices
from phonoscope.engine.voices.card import VoiceCard
from phonoscope.engine.voices.store import VoiceStore
from phonoscope.engine.voices.voice import XVectorVoice
from phonoscope.engine.voices.voice_file import stored_voice
store = VoiceStore(Path(sys.argv[1]))
values = np.ones(2000, np.float32)
print("ready", flush=True)
n = 0
while True:
    n += 1
    entry = store.add(stored_voice(VoiceCard(f"voice {n}", VoiceKind.XVECTOR), XVectorVoice(values * n)))
    store.update([entry.id], tags=("a", str(n)), folder=f"F{n}")
    store.bin([entry.id])
    store.undo()
    print(n, flush=True)
"""


@pytest.mark.parametrize("n_steps", [1, 2, 5, 9])
def test_a_kill_at_any_moment_leaves_a_whole_library(tmp_path, n_steps):
    root = tmp_path / "voices"
    writer = subprocess.Popen([sys.executable, "-c", _WRITER, str(root)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    for n in range(1, n_steps + 1):
        assert writer.stdout.readline() == f"{n}\n"
    os.kill(writer.pid, signal.SIGKILL)  # somewhere in the steps that follow
    n_told = n_steps + sum(1 for _ in writer.stdout)
    writer.wait()
    store = VoiceStore(root)
    entries = store.entries()
    told = {entry.name: entry for entry in entries}
    for n in range(1, n_told + 1):  # everything that was finished is there, complete
        assert told[f"voice {n}"].folder == f"F{n}"
        assert told[f"voice {n}"].tags == ("a", str(n))
    for entry in entries + store.entries(binned=True):  # and nothing is half there
        stored = store.read(entry)
        assert isinstance(stored.voice, XVectorVoice)
        assert stored.voice.values.size == 2000
    assert store.undo()
    store.add(voice("afterwards"))
    assert "afterwards" in names(store)
