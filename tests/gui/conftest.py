"""The window on the tiny model, with a sound device that only remembers."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from phonoscope.engine.audio.player import Player
from phonoscope.engine.models.convert import ConversionProgress
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui import background, engine_host, engine_worker
from phonoscope.gui.language.install import install_language
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QEvent

from .steps import LONG_MS, wait_for_changes


@pytest.fixture(autouse=True)
def deleted_by_qt(qapp) -> Iterator[None]:
    """Let Qt delete what a test opened before Python collects it; fail a test that leaves a widget open."""
    gc.disable()
    yield
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = [widget for widget in qapp.topLevelWidgets() if type(widget).__module__.startswith("phonoscope.")]
    gc.enable()
    gc.collect()
    assert not left, f"the test left {left} behind"


@pytest.fixture(autouse=True)
def patient_closing(monkeypatch) -> None:
    """Give everything all the time it needs to end: how much that is says something about the machine only."""
    monkeypatch.setattr(engine_host, "_CLOSE_MS", LONG_MS)
    monkeypatch.setattr(background, "_CLOSE_S", LONG_MS / 1000)


@pytest.fixture
def store(tmp_path: Path) -> TakeStore:
    return TakeStore(tmp_path / "takes")


@pytest.fixture
def settings(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "config")


@pytest.fixture
def window(qtbot, qapp, store, settings, device) -> Iterator[MainWindow]:
    """An open window; closing it must end everything that it started, and nothing of it may stay behind."""
    themes = ThemeFollower(qapp, "light")
    opened = MainWindow(store, themes, settings, Player(device, lambda _: None))
    opened.show()
    wait_for_changes(qtbot, opened.takes)
    yield opened
    opened.close()
    assert not opened.host.running
    assert not opened.player.playing
    themes.deleteLater()
    delete(opened)


@pytest.fixture
def loaded(qtbot, window: MainWindow, qwen3_tiny) -> MainWindow:
    """A window with the tiny model in memory."""
    window.panel.engine_card.set_model(str(qwen3_tiny.talker))
    window.panel.engine_card.threads.setValue(1)
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    return window


@pytest.fixture
def endless_conversion(monkeypatch) -> None:
    """Let a conversion go no further than its first piece until it is stopped."""
    report = engine_worker.EngineWorker._go_on_converting

    def hold(worker: engine_worker.EngineWorker, progress: ConversionProgress) -> None:
        report(worker, progress)
        assert worker._stop_loading.wait(LONG_MS / 1000)
        report(worker, progress)

    monkeypatch.setattr(engine_worker.EngineWorker, "_go_on_converting", hold)


@pytest.fixture
def empty_cache(monkeypatch, tmp_path):
    """Conversions are kept by content: another test may have made the same ones."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def in_french(qapp) -> Iterator[None]:
    """What is opened from now on speaks French."""
    assert install_language(qapp, "fr") == "fr"
    yield
    install_language(qapp, "en")
