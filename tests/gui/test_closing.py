"""Closing the window ends everything and waits for nothing that goes on."""

import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from phonoscope.engine.errors import ModelError
from phonoscope.engine.parity.comparison import Tolerance, compare
from phonoscope.gui import engine_host
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.parity import parity_view
from phonoscope.gui.voices import imports

from .steps import LONG_MS, speak, start_long_take, write_long_text


def loading(qtbot, window, request):
    window.panel.engine_card.set_model(str(request.getfixturevalue("qwen3_tiny").talker))
    window.load_model()


def converting(qtbot, window, request):
    request.getfixturevalue("empty_cache")
    request.getfixturevalue("endless_conversion")
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
    write_long_text(window)
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
    write_long_text(window)
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


def writing_a_bundle(qtbot, window, request):
    loaded(qtbot, window, request)
    speak(qtbot, window)
    window.alarms.write_bundle_to(request.getfixturevalue("tmp_path") / "take.zip")


def paced_for_ever(began, one):
    """Yield the same again and again; ``began`` is set before the second time."""
    pace = threading.Event()
    while True:
        yield one
        began.set()
        pace.wait(0.01)


def comparing_with_a_reference(qtbot, window, request):
    began = threading.Event()
    result = compare("stage", np.zeros(2, np.float32), np.zeros(2, np.float32), Tolerance(0.0, 0.0))
    stages = paced_for_ever(began, result)
    request.getfixturevalue("monkeypatch").setattr(parity_view, "parity_stages", lambda *_, **__: stages)
    window.parity.reference.setText("golden.npz")
    window.parity.compare_with_reference()
    qtbot.waitUntil(began.is_set, timeout=LONG_MS)


def importing(qtbot, window, request):
    began = threading.Event()
    told = paced_for_ever(began, "taken in")
    request.getfixturevalue("monkeypatch").setattr(imports, "_attempt", lambda *_: next(told))
    window.voices.import_files([Path("voice.spk")] * 100_000)
    consent = window.voices.commands.imports.consent
    consent.choice.setCurrentIndex(1)
    consent.accept()
    qtbot.waitUntil(began.is_set, timeout=LONG_MS)


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
    writing_a_bundle,
    comparing_with_a_reference,
    importing,
)
LONG_TAKES = (starting, speaking, stopping, buffering)


@pytest.mark.parametrize("reach", PHASES, ids=[phase.__name__ for phase in PHASES])
def test_closing_ends_everything(qtbot, window: MainWindow, store, reach, request):
    reach(qtbot, window, request)
    window.close()
    assert not window.host.running
    assert not window.player.playing
    left = [thread.name for thread in threading.enumerate() if thread.name.startswith("phonoscope")]
    assert left == []
    for summary in store.summaries():
        assert store.read(summary.id).n_frames == summary.n_frames
    if reach in LONG_TAKES:
        assert [summary.stop_reason for summary in store.summaries()] == ["cancelled"]


def test_the_window_does_not_wait_for_an_engine_that_does_not_stop(qtbot, window: MainWindow, request, monkeypatch):
    loaded(qtbot, window, request)
    monkeypatch.setattr(engine_host, "_CLOSE_MS", 1)
    may_end = threading.Event()
    window.host.work(lambda *_: may_end.wait(LONG_MS / 1000), lambda _: None)
    ended = window.host.close()
    still_ran = window.host.running
    may_end.set()
    assert (ended, still_ran) == (False, True)
    qtbot.waitUntil(lambda: not window.host.running, timeout=LONG_MS)
