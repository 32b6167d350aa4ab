"""Another program has locked the library of voices: the window opens all the same, says so, and speaks."""

import contextlib
import sqlite3

import pytest
from phonoscope.engine.voices.bundled import bundled_voices
from phonoscope.engine.voices.store import VoiceStore

from .steps import LONG_MS


@pytest.fixture
def locked():
    """The file of the user's library, which somebody keeps to himself; released with the connection."""
    store = VoiceStore()
    assert store.entries() == []
    with contextlib.closing(sqlite3.connect(store.root / "library.sqlite")) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield other


def test_the_window_opens_and_tells_what_is_missing(qtbot, locked, loaded):
    assert "library.sqlite: is locked by another program" in loaded.panel.message.text()
    assert [entry.name for entry in loaded.voices.entries] == list(bundled_voices())
    loaded.panel.text.setPlainText("All the same.")
    loaded.panel.speak_button.click()
    qtbot.waitUntil(lambda: loaded.takes.model.rowCount() == 1, timeout=LONG_MS)
    qtbot.waitUntil(lambda: not loaded.host.speaking, timeout=LONG_MS)
    locked.rollback()
    locked.close()
    loaded.voices.reload()
    assert loaded.voices.problem == ""
