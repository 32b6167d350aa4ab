"""What the next take goes on from: latents of other speech, whose words the text begins with."""

from __future__ import annotations

from pathlib import Path

from phonoscope.gui.language.figures import filled
from phonoscope.gui.plain_text import plain_label
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget


class ContinuationRow(QWidget):
    """Names the speech that comes first, with a button that leaves it out; hidden without one."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.source = ""
        self.label = plain_label()
        self.label.setObjectName("muted")
        self.label.setToolTip(self.tr("The text begins with the words of that speech; what follows is spoken"))
        self.leave_out = QToolButton()
        self.leave_out.setObjectName("small")
        self.leave_out.setText("×")  # noqa: RUF001 - the sign of buttons that remove something
        self.leave_out.setAutoRaise(True)
        self.leave_out.setAccessibleName(self.tr("Do not go on from other speech"))
        self.leave_out.clicked.connect(lambda: self.set_source(""))  # same thread: a lambda is safe here
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.leave_out)
        self.hide()

    def set_source(self, source: str, duration_s: float = 0.0) -> None:
        """Go on from this voice file, which lasts ``duration_s`` where that is known; from nothing when it is empty."""
        self.source = source
        path = Path(source)
        name = path.parent.name if duration_s else path.name
        text = self.tr("Goes on from {name}").format(name=name)
        if duration_s:
            text += "  ·  " + filled(self.tr("{seconds:.1f} s"), seconds=duration_s)
        self.label.setText(text)
        self.setVisible(bool(source))
        self.changed.emit()
