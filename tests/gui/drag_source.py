"""A second program on the display, out of which a file can be dragged.

python tests/gui/drag_source.py FILE X Y

Its window, without a frame, has its upper left corner there. Says ``ready`` once that can be seen, ``dragging`` when a
drag begins, and ``accepted`` once another window would take the file.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel

SIZE_PX = (160, 40)


class DragSource(QLabel):
    """Wherever it is pressed and moved, the file is dragged."""

    def __init__(self, path: str) -> None:
        super().__init__("drag me", None, Qt.WindowType.FramelessWindowHint)
        self._path = path
        self._dragging = False

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        super().paintEvent(event)
        print("ready", flush=True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        if not self._dragging:
            self._dragging = True
            carried = QMimeData()
            carried.setUrls([QUrl.fromLocalFile(self._path)])
            drag = QDrag(self)
            drag.setMimeData(carried)
            drag.actionChanged.connect(self._report)
            print("dragging", flush=True)
            drag.exec(Qt.DropAction.CopyAction)
            self._dragging = False

    def _report(self, action: Qt.DropAction) -> None:
        if action is Qt.DropAction.CopyAction:
            print("accepted", flush=True)


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    source = DragSource(sys.argv[1])
    source.setGeometry(int(sys.argv[2]), int(sys.argv[3]), *SIZE_PX)
    source.show()
    sys.exit(application.exec())
