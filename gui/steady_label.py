"""A line of text that changes all the time."""

from __future__ import annotations

from phonoscope.gui.plain_text import plain_tip
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOption, QToolTip, QWidget


class SteadyLabel(QWidget):
    """A label of a size that does not depend on its text: another text is painted, and nothing is laid out again.

    Qt's own label asks the whole window for a new layout with every text, which costs more than a picture of the take.

    Parameters
    ----------
    widest
        Text that it has room for; empty where it takes the room that is left, and says the rest in a tool tip.
    separator
        What stands between the figures of a line, the most important first: as many are shown as there is room for.
    """

    def __init__(self, widest: str = "", separator: str = "") -> None:
        super().__init__()
        self._text = ""
        self._widest = widest
        self._separator = separator
        # Where there is little room the line is not made lower than its text.
        self.setSizePolicy(
            QSizePolicy.Policy.Fixed if widest else QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum
        )

    def event(self, event: QEvent) -> bool:
        """Say the whole text to whoever points at it, where it is longer than the room and there is nothing else."""
        if isinstance(event, QHelpEvent) and not self.toolTip():
            hidden = self.fontMetrics().horizontalAdvance(self._text) > self.contentsRect().width()
            QToolTip.showText(event.globalPos(), plain_tip(self._text) if hidden else "", self)
            return True
        return super().event(event)

    def text(self) -> str:
        """Return what is written."""
        return self._text

    def setText(self, text: str) -> None:  # noqa: N802 - as Qt's labels call it
        """Write another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the widest text."""
        margins, metrics = self.contentsMargins(), self.fontMetrics()
        return QSize(
            metrics.horizontalAdvance(self._widest) + margins.left() + margins.right(),
            metrics.height() + margins.top() + margins.bottom(),
        )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Have room for another font."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Write what of the text there is room for."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)  # the style sheet's colour
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        place = self.contentsRect()
        painter.setPen(option.palette.windowText().color())
        shown = self.shown_text(place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def shown_text(self, width_px: int) -> str:
        """Return what of the text is shown where it has so much room."""
        metrics = self.fontMetrics()
        figures = self._text.split(self._separator) if self._separator else [self._text]
        for n_shown in range(len(figures), 1, -1):
            shown = self._separator.join(figures[:n_shown])
            if metrics.horizontalAdvance(shown) <= width_px:
                return shown
        return metrics.elidedText(figures[0], Qt.TextElideMode.ElideRight, width_px)
