"""How far a take is whose end is known, with a button that holds it."""

from __future__ import annotations

from phonoscope.engine.families import family
from phonoscope.engine.take import STEPPING_STAGE, Take
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

_PARTS = 1000
_SHORT_S = 100


class ProgressStrip(QWidget):
    """A bar, the time that is left and a pause button; seen only while there is something to wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._take: Take | None = None
        self.bar = QProgressBar()
        self.bar.setRange(0, _PARTS)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.bar.setAccessibleName(self.tr("Progress of the take"))
        self.label = QLabel()
        self.label.setObjectName("muted")
        self.pause_button = QPushButton(self.tr("Pause"))
        self.pause_button.setCheckable(True)
        self.pause_button.toggled.connect(self._pause)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 3, 8, 3)
        layout.addWidget(self.bar, 1)
        layout.addWidget(self.label)
        layout.addWidget(self.pause_button)
        self.hide()

    def refresh(self, take: TakeView | None) -> None:
        """Show how far ``take`` is."""
        running = take if isinstance(take, Take) and not take.finished else None
        progress = running.progress if running is not None else None
        self.setVisible(progress is not None)
        if running is None or progress is None:
            self._take = None
            return
        self._take = running
        self.pause_button.setChecked(running.paused)
        self.bar.setValue(int(_PARTS * progress))
        self.label.setText(self._text(running))

    def _text(self, take: Take) -> str:
        parts = []
        if take.stage is not None:
            parts.append(declared(family(take.request.family).stages[take.stage]))
        if take.stage == STEPPING_STAGE:
            parts.append(self.tr("step {step}").format(step=len(take.steps)))
        left_s = take.remaining_s
        if take.paused:
            parts.append(self.tr("held"))
        elif left_s is not None:
            left = (
                self.tr("{n} s").format(n=round(left_s))
                if left_s < _SHORT_S
                else self.tr("{n} min").format(n=round(left_s / 60))
            )
            parts.append(self.tr("about {left} left").format(left=left))
        return ", ".join(parts)

    def _pause(self, held: bool) -> None:
        self.pause_button.setText(self.tr("Go on") if held else self.tr("Pause"))
        if self._take is not None and held != self._take.paused:
            self._take.pause() if held else self._take.resume()
