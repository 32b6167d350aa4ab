"""A stage's tensor beside its reference: pictures and histograms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph
from phonoscope.engine.pictures.colours import shade
from phonoscope.engine.pictures.tensors import TensorPair
from phonoscope.gui.theme import Theme, difference_table
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

_EDGES, _COUNTS = np.zeros(2), np.zeros(1)


class TensorView(QWidget):
    """Ours, the reference and their difference as pictures on one scale each, and both histograms.

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
            column = QVBoxLayout()
            column.setSpacing(2)
            column.addWidget(caption)
            column.addWidget(plot, 1)
            pictures.addLayout(column, 1)
            self._plots.append(plot)
            self._images.append(image)
            self._captions.append(caption)
        self._names = names
        for plot in self._plots[1:]:
            plot.getPlotItem().getViewBox().setXLink(self._plots[0].getPlotItem().getViewBox())
            plot.getPlotItem().getViewBox().setYLink(self._plots[0].getPlotItem().getViewBox())
        self._histogram: Any = pyqtgraph.PlotWidget(enableMenu=False)
        self._histogram.setAccessibleName(self.tr("Histograms"))
        self._histogram.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._histogram.setMinimumHeight(60)
        self._histogram.getPlotItem().hideButtons()
        self._histogram.getPlotItem().getViewBox().setMouseEnabled(x=False, y=False)
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
        self._histogram.setBackground(theme.plot)
        for name in ("left", "bottom"):
            axis = self._histogram.getPlotItem().getAxis(name)
            axis.setPen(theme.border)
            axis.setTextPen(theme.muted)
        styles = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
        for curve, label, colour, style in zip(self._curves, self._legend, theme.series, styles, strict=False):
            curve.setPen(colour, width=1, style=style)
            label.setStyleSheet(f"color: {colour}")

    def show_pair(self, name: str, pair: TensorPair | None) -> None:
        """Show a stage; None for one whose tensors have different shapes."""
        self.pair = pair
        for image in self._images:
            image.clear()
        if pair is None:
            self.summary.setText(
                self.tr("{stage}: the shapes differ, so there is nothing to compare").format(stage=name)
            )
            for curve in self._curves:
                curve.setData(_EDGES, _COUNTS)
            return
        scales = (pair.largest, pair.largest, pair.largest_difference)
        for image, picture, scale in zip(
            self._images, (pair.ours, pair.reference, pair.difference), scales, strict=True
        ):
            limit = scale or 1.0
            image.setImage(shade(picture, -limit, limit), autoLevels=False)
            image.setRect(QRectF(0, 0, pair.ours.shape[1], pair.ours.shape[0]))
        for caption, title, scale in zip(self._captions, self._names, scales, strict=True):
            caption.setText(f"{title}  ±{scale:.3g}")
        for curve, counts in zip(self._curves, (pair.counts_ours, pair.counts_reference), strict=True):
            curve.setData(pair.edges, np.log10(1.0 + counts))
        for plot in (*self._plots, self._histogram):
            plot.getPlotItem().autoRange(padding=0.02)
        worst = ", ".join(map(str, pair.worst or ()))
        self.summary.setText(
            self.tr("{stage}: largest difference {value:.3g} at [{index}]").format(
                stage=name, value=pair.largest_difference, index=worst
            )
        )
