"""How long the window takes to close, whatever it is doing.

    python tests/benchmarks/closing.py [--rounds 3] [--model M] [--checkpoint FOLDER] [--reference GOLDEN.npz] [--json]

The window is opened for each phase, brought into it by what a person would do, and closed. Seconds are those from the
wish to close until everything has ended. A checkpoint and its recorded activations of released size make converting
and comparing last longer than the tiny ones of the tests. Exits with 1 when closing takes longer than 2 s.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
import soundfile
from numpy.typing import NDArray
from phonoscope.engine.audio.player import Player
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.responsive import responsive
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

_DATA = Path(__file__).resolve().parents[1] / "data" / "qwen3_tiny"
_TEXT = "Every sound you hear was drawn here first, and every layer that made it can be seen while it speaks. " * 40
_LIMIT_S = 2.0
_MANY = 200  # more of everything than can be done before the window is closed
_PATIENCE_S = 60.0


class _Silence:
    """A sound device that takes as long as one that can be heard."""

    def __init__(self, rate_hz: int, _: str) -> None:
        self._rate_hz = rate_hz

    def write(self, samples: NDArray[np.float32]) -> None:
        """Let as much time pass as the samples last."""
        time.sleep(len(samples) / self._rate_hz)

    def stop(self) -> None: ...

    def abort(self) -> None: ...

    def close(self) -> None: ...


class Visit:
    """One window, opened to be closed again."""

    def __init__(self, folder: Path, model: str, checkpoint: Path, reference: Path) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.folder, self.model, self.checkpoint, self.reference = folder, model, checkpoint, reference
        self.store = TakeStore(folder / "takes")
        self.window = MainWindow(
            self.store, ThemeFollower(application, "light"), SettingsStore(None), Player(_Silence, lambda _: None)
        )
        self.window.show()

    def opened(self) -> None:
        """Do nothing."""

    def loading(self) -> None:
        """Begin to load the model."""
        self.window.host.load(LoadSettings(self.model))

    def converting(self) -> None:
        """Convert a checkpoint."""
        self.window.host.load(LoadSettings(str(self.checkpoint), quantisation="q4_K"))

    def loaded(self) -> None:
        """Have the model in memory."""
        self.loading()
        self._wait(lambda: self.window.host.engine is not None)

    def beginning(self) -> None:
        """Ask for a long text, whose prompt is computed first."""
        self.loaded()
        self.window.panel.text.setPlainText(_TEXT)
        self.window.speaking.speak()
        self._wait(lambda: self.window.live.take is not None)

    def speaking(self) -> None:
        """Speak and be heard."""
        self.beginning()
        self._wait(lambda: self._n_frames > 10)

    def playing(self) -> None:
        """Play a take again."""
        self._spoken()
        self.window.playback.play_from_start()
        self._wait(lambda: self.window.player.playing)

    def exporting(self) -> None:
        """Export a long take as MP3."""
        self._spoken()
        self.window.take_commands.export_take()
        dialog = self.window.take_commands.dialog
        assert dialog is not None
        dialog.folder.setText(str(self.folder / "exported"))
        dialog.format.setCurrentIndex(dialog.format.findData(".mp3"))
        dialog.export()

    def sweeping(self) -> None:
        """Speak with one seed after the other."""
        self.loaded()
        self.window.panel.text.setPlainText(_TEXT)
        self.window.sweep.form.seeds.setValue(_MANY)
        self.window.inspection.start_sweep()
        self._wait(lambda: self._n_frames > 10)

    def comparing(self) -> None:
        """Compare the model with recorded activations."""
        self.window.parity.suggest_model(str(self.checkpoint))
        self.window.parity.model_choice.setCurrentText(str(self.checkpoint))
        self.window.parity.reference.setText(str(self.reference))
        self.window.parity.compare_with_reference()

    def importing(self) -> None:
        """Make voices of recordings."""
        self._spoken()
        recording = self.folder / "recording.wav"
        take = self.window.live.take
        assert take is not None
        soundfile.write(recording, take.audio[: 10 * take.sample_rate_hz], take.sample_rate_hz)
        self.window.voices.import_files([recording] * _MANY)
        consent = self.window.voices.commands.imports.consent
        assert consent is not None
        consent.choice.setCurrentIndex(1)
        consent.accept()

    def close_s(self) -> float:
        """Close the window and return how long that took."""
        begun_s = time.perf_counter()
        self.window.close()
        seconds = time.perf_counter() - begun_s
        if self.window.host.running:
            seconds = float("inf")  # the program would have to be ended without its engine
        delete(self.window)
        return seconds

    @property
    def _n_frames(self) -> int:
        take = self.window.live.take
        return 0 if take is None else take.n_frames

    def _spoken(self) -> None:
        self.window.speaking.plays_at_once = False
        self.beginning()
        self._wait(lambda: not self.window.host.speaking)

    @staticmethod
    def _wait(condition: Callable[[], bool]) -> None:
        loop, timer = QEventLoop(), QTimer()
        timer.timeout.connect(lambda: loop.quit() if condition() else None)
        timer.start(1)
        QTimer.singleShot(int(1000 * _PATIENCE_S), loop.quit)
        loop.exec()
        if not condition():
            raise TimeoutError("the window did not reach the phase")


_PHASES: tuple[Callable[[Visit], None], ...] = (
    Visit.opened,
    Visit.loading,
    Visit.converting,
    Visit.loaded,
    Visit.beginning,
    Visit.speaking,
    Visit.playing,
    Visit.exporting,
    Visit.sweeping,
    Visit.comparing,
    Visit.importing,
)


def measure(args: argparse.Namespace) -> dict[str, list[float]]:
    """Return the seconds that closing took in each phase, round by round."""
    seconds: dict[str, list[float]] = {}
    for reach in _PHASES:
        for _ in range(args.rounds):
            with tempfile.TemporaryDirectory() as folder:
                for kind in ("CACHE", "DATA"):  # nothing is there yet, and nothing of the person's is changed
                    os.environ[f"XDG_{kind}_HOME"] = folder
                visit = Visit(Path(folder), args.model, args.checkpoint, args.reference)
                reach(visit)
                seconds.setdefault(reach.__name__, []).append(visit.close_s())
    return seconds


def main() -> int:
    """Measure, print and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--checkpoint", type=Path, default=_DATA / "model")
    parser.add_argument("--reference", type=Path, default=_DATA / "golden.npz")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    QApplication(sys.argv[:1])
    with responsive():
        seconds = measure(args)
    if args.json:
        print(json.dumps(seconds))
    else:
        for phase, values in seconds.items():
            print(f"{phase:12}" + "".join(f"{value:8.3f}" for value in values))
    return int(max(max(values) for values in seconds.values()) > _LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
