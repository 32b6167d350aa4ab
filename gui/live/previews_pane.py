"""Previews of a take: what its speech would be after some of the steps, to be chosen, seen and heard."""

from __future__ import annotations

from typing import Any

from phonoscope.engine.takes.snapshot import preview_take
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.live.waveform_pane import WaveformPane
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QTabBar


class PreviewsPane(WaveformPane):
    """The waveform of one preview below a strip of all of them; the newest follows while nobody chooses another."""

    play_requested = Signal(object, float)  # a preview as a take, and from where in seconds

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        self._previewed: TakeView | None = None
        self.strip = QTabBar()
        super().__init__(axis, theme)
        self.set_titles(self.tr("Previews"), self.tr("What the speech would be appears here every few steps"))
        self.strip.setDrawBase(False)
        self.strip.setExpanding(False)
        self.strip.setUsesScrollButtons(True)
        self.strip.setElideMode(Qt.TextElideMode.ElideNone)
        self.strip.setObjectName("small")
        self.strip.setAccessibleName(self.tr("Preview"))
        self.strip.currentChanged.connect(self._show)
        self.play_button = QPushButton(self.tr("Play"))
        self.play_button.setObjectName("small")
        self.play_button.setAccessibleName(self.tr("Play the preview"))
        self.play_button.setEnabled(False)
        self.play_button.clicked.connect(lambda: self._play(0.0))  # same thread: a lambda is safe here
        self.header.insertWidget(1, self.strip, 1)
        self.header.addWidget(self.play_button)

    @property
    def duration_s(self) -> float:
        """Length of the preview that is shown; 0 without one."""
        return self.take.duration_s if self.take is not None else 0.0

    def set_take(self, take: TakeView | None) -> None:
        """Show the previews of another take from now on."""
        self._previewed = take
        self.strip.blockSignals(True)
        while self.strip.count():
            self.strip.removeTab(0)
        self.strip.blockSignals(False)
        self._show(-1)
        self.refresh()

    def refresh(self) -> bool:
        """Offer what came since the last call; return whether anything is drawn."""
        take, n_known = self._previewed, self.strip.count()
        if take is None or not self.isVisible() or len(take.previews) <= n_known:
            return super().refresh()
        follows = self.strip.currentIndex() == n_known - 1
        self.strip.blockSignals(True)
        for preview in take.previews[n_known:]:
            self.strip.addTab(self.tr("step {step}").format(step=preview.step + 1))
        self.strip.blockSignals(False)
        if follows:
            self.strip.setCurrentIndex(self.strip.count() - 1)
            self._show(self.strip.currentIndex())
        return True

    def describe(self, frame: int) -> str:
        """Return nothing: a preview has no frames of the take."""
        return ""

    def _show(self, index: int) -> None:
        shown = None
        if self._previewed is not None and index >= 0:
            shown = preview_take(self._previewed, self._previewed.previews[index])
        self.play_button.setEnabled(shown is not None)
        super().set_take(shown)

    def _play(self, start_s: float) -> None:
        if self.take is not None:
            self.play_requested.emit(self.take, start_s)

    def _clicked(self, event: Any) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.box.sceneBoundingRect().contains(event.scenePos()):
            self._play(max(0.0, self.box.mapSceneToView(event.scenePos()).x()))
