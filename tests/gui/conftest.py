"""The window on the tiny model, with a sound device that only remembers."""

import gc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.player import Player
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QEvent


class RecordingDevice:
    """A sound device that keeps what is played."""

    def __init__(self) -> None:
        self.rate_hz = 0
        self.blocks: list[np.ndarray] = []
        self.ended_by = ""

    def __call__(self, rate_hz: int) -> "RecordingDevice":
        self.rate_hz = rate_hz
        return self

    @property
    def sound(self) -> np.ndarray:
        """All samples played."""
        return np.concatenate(self.blocks)[:, 0] if self.blocks else np.zeros(0, np.float32)

    def write(self, samples: np.ndarray) -> None:
        self.blocks.append(samples.copy())

    def stop(self) -> None:
        self.ended_by = "stop"

    def abort(self) -> None:
        self.ended_by = "abort"

    def close(self) -> None: ...


@pytest.fixture
def device() -> RecordingDevice:
    return RecordingDevice()


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
    opened = MainWindow(store, themes, settings, Player(device))
    opened.show()
    yield opened
    opened.close()
    assert not opened.host.running
    assert not opened.player.playing
    themes.deleteLater()
    opened.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert not [widget for widget in qapp.topLevelWidgets() if isinstance(widget, MainWindow)]


@pytest.fixture
def loaded(qtbot, window: MainWindow, qwen3_tiny) -> MainWindow:
    """A window with the tiny model in memory."""
    window.panel.engine_card.set_model(str(qwen3_tiny.talker))
    window.panel.engine_card.threads.setValue(1)
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=300_000)
    return window
