"""Closing the window ends everything within two seconds, whatever goes on.

The host gives the engine's thread less than that to end; what has not ended by then is still running below.
"""

import shutil
import threading
import time

import pytest
from phonoscope.engine.errors import ModelError
from phonoscope.gui.main_window import MainWindow

from .steps import LONG_MS, LONG_TEXT, speak, start_long_take

LIMIT_S = 2.0


def loading(qtbot, window, request):
    window.panel.engine_card.set_model(str(request.getfixturevalue("qwen3_tiny").talker))
    window.load_model()


def converting(qtbot, window, request):
    request.getfixturevalue("empty_cache")
    folder = request.getfixturevalue("tmp_path") / "checkpoint"
    shutil.copytree(request.getfixturevalue("qwen3_tiny").folder, folder)
    window.panel.engine_card.set_model(str(folder))
    window.panel.engine_card.quantisation.setCurrentText("q4_K")
    with qtbot.waitSignal(window.host.converting, timeout=LONG_MS):
        window.load_model()


def hashing(qtbot, window, request):
    hashing_began = threading.Event()

    def hash_for_ever(path, *, remember=True, stop=None):
        hashing_began.set()
        assert stop is not None
        stop.wait()
        raise ModelError("stopped")

    request.getfixturevalue("monkeypatch").setattr("phonoscope.engine.models.store.file_hash", hash_for_ever)
    loading(qtbot, window, request)
    qtbot.waitUntil(hashing_began.is_set, timeout=LONG_MS)
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    speak(qtbot, window)


def loaded(qtbot, window, request):
    loading(qtbot, window, request)
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)


def starting(qtbot, window, request):
    loaded(qtbot, window, request)
    window.panel.text.setPlainText(LONG_TEXT)
    window.speaking.speak()


def speaking(qtbot, window, request):
    loaded(qtbot, window, request)
    start_long_take(qtbot, window)


def stopping(qtbot, window, request):
    speaking(qtbot, window, request)
    window.speaking.stop()


def playing(qtbot, window, request):
    loaded(qtbot, window, request)
    speak(qtbot, window)
    window.playback.toggle_loop()
    window.playback.play_from_start()


def buffering(qtbot, window, request):
    loaded(qtbot, window, request)
    window.panel.text.setPlainText(LONG_TEXT)
    window.player.speed = 2.0
    window.speaking.speak()
    qtbot.waitUntil(lambda: window.player.playing, timeout=LONG_MS)


def ejecting(qtbot, window, request):
    loaded(qtbot, window, request)
    window.eject_model()


def exporting(qtbot, window, request):
    loaded(qtbot, window, request)
    speak(qtbot, window)
    window.take_commands.export_take()
    dialog = window.take_commands.dialog
    dialog.folder.setText(str(request.getfixturevalue("tmp_path") / "out"))
    dialog.export()


PHASES = (
    loading,
    converting,
    hashing,
    loaded,
    starting,
    speaking,
    stopping,
    playing,
    buffering,
    ejecting,
    exporting,
)


@pytest.mark.parametrize("reach", PHASES, ids=[phase.__name__ for phase in PHASES])
def test_closing_ends_everything_in_time(qtbot, window: MainWindow, store, reach, request):
    reach(qtbot, window, request)
    began_s = time.process_time()  # what others compute meanwhile says nothing about the window
    window.close()
    assert time.process_time() - began_s < LIMIT_S
    assert not window.host.running
    assert not window.player.playing
    left = [thread.name for thread in threading.enumerate() if thread.name.startswith("phonoscope")]
    assert left == []
    for summary in store.summaries():
        assert store.read(summary.id).n_frames == summary.n_frames
