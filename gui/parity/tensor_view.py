"""A stage's tensor beside its reference: pictures and histograms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph
from phonoscope.engine.pictures.colours import shade
from phonoscope.engine.pictures.tensors import TensorPair
from phonoscope.gui.language.figures import filled
from phonoscope.gui.still_plot import StillPlot
from phonoscope.gui.theme import Theme, difference_table
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

_EDGES, _COUNTS = np.zeros(2), np.zeros(1)
_WHOLE = QRectF(0, 0, 1, 1)  # every picture fills it, whatever its shape: what is zoomed is zoomed in all of them


class TensorView(QWidget):
    """Ours, the reference and, where their shapes agree, their difference as pictures, and both histograms.

    Parameters
    ----------
    theme
        The first colours.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.pair: TensorPair | None = None
        names = (self.tr("Ours"), self.tr("Reference"), self.tr("Difference"))
        self._holders: list[QWidget] = []
        self._plots: list[Any] = []
        self._images: list[Any] = []
        self._captions: list[QLabel] = []
        pictures = QHBoxLayout()
        pictures.setSpacing(8)
        for name in names:
            caption = QLabel(name)
            caption.setObjectName("muted")
            plot: Any = pyqtgraph.PlotWidget(enableMenu=False)
            plot.setAccessibleName(name)
            plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            plot.setMinimumHeight(60)
            item = plot.getPlotItem()
            item.hideButtons()
            item.hideAxis("left")
            item.hideAxis("bottom")
            item.getViewBox().invertY(True)
            image = pyqtgraph.ImageItem(axisOrder="row-major", levels=(0, 255))
            item.addItem(image)
            holder = QWidget()
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addWidget(caption)
            column.addWidget(plot, 1)
            pictures.addWidget(holder, 1)
            self._holders.append(holder)
            self._plots.append(plot)
            self._images.append(image)
            self._captions.append(caption)
        self._names = names
        for plot in self._plots[1:]:
            plot.getPlotItem().getViewBox().setXLink(self._plots[0].getPlotItem().getViewBox())
            plot.getPlotItem().getViewBox().setYLink(self._plots[0].getPlotItem().getViewBox())
        self._histogram: Any = StillPlot(self.tr("Histograms"))
        self._histogram.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._histogram.setMinimumHeight(60)
        self._curves = [pyqtgraph.PlotCurveItem(_EDGES, _COUNTS, stepMode="center") for _ in range(2)]
        for curve in self._curves:
            self._histogram.addItem(curve)
        self._legend = [QLabel(name) for name in names[:2]]
        heading = QLabel(self.tr("Histogram of values, logarithmic"))
        heading.setObjectName("muted")
        header = QHBoxLayout()
        header.addWidget(heading)
        header.addStretch(1)
        for label in self._legend:
            header.addWidget(label)
        self.summary = QLabel(self.tr("Click a stage to look at its tensors"))
        self.summary.setObjectName("muted")
        self.summary.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(4)
        layout.addWidget(self.summary)
        layout.addLayout(pictures, 3)
        layout.addLayout(header)
        layout.addWidget(self._histogram, 2)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        table = difference_table(theme)
        for plot, image in zip(self._plots, self._images, strict=True):
            plot.setBackground(theme.window)
            image.setLookupTable(table)
        self._histogram.set_theme(theme)
        styles = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
        for curve, label, colour, style in zip(self._curves, self._legend, theme.series, styles, strict=False):
            curve.setPen(colour, width=1, style=style)
            label.setStyleSheet(f"color: {colour}")

    def show_pair(self, name: str, pair: TensorPair) -> None:
        """Show a stage."""
        self.pair = pair
        pictures = [
            (pair.ours, pair.shape_ours, pair.largest),
            (pair.reference, pair.shape_reference, pair.largest),
        ]
        if pair.difference is not None:
            pictures.append((pair.difference, pair.shape_ours, pair.largest_difference))
        self._holders[2].setVisible(pair.difference is not None)
        for at, (picture, shape, scale) in enumerate(pictures):
            limit = scale or 1.0
            self._images[at].setImage(shade(picture, -limit, limit), autoLevels=False)
            self._images[at].setRect(_WHOLE)
            which = f"{shape_text(shape)}  " if pair.difference is None else ""  # else the table says it
            self._captions[at].setText(filled("{}  {}±{:.3g}", self._names[at], which, scale))
        for curve, counts in zip(self._curves, (pair.counts_ours, pair.counts_reference), strict=True):
            curve.setData(pair.edges, np.log10(1.0 + counts))
        self._plots[0].getPlotItem().setRange(_WHOLE, padding=0.02)  # the others are linked with it
        self._histogram.getPlotItem().autoRange(padding=0.02)
        if pair.difference is None:
            self.summary.setText(
                self.tr("{stage}: the shapes differ, so there is no difference to show").format(stage=name)
            )
            return
        worst = ", ".join(map(str, pair.worst or ()))
        self.summary.setText(
            filled(
                self.tr("{stage}: largest difference {value:.3g} at [{index}]"),
                stage=name,
                value=pair.largest_difference,
                index=worst,
            )
        )


def shape_text(shape: tuple[int, ...]) -> str:
    """Return how a tensor's shape is written."""
    return "×".join(map(str, shape))  # noqa: RUF001 - a times sign
