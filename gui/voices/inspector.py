"""One voice looked at: its vector value by value, its figures, its neighbours, and how it was made."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyqtgraph
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.library import VectorTable, speaker_vector
from phonoscope.engine.voices.nearness import nearest, vector_figures
from phonoscope.engine.voices.voice import CodesVoice
from phonoscope.engine.voices.voice_file import StoredVoice
from phonoscope.gui.language.figures import filled
from phonoscope.gui.still_plot import StillPlot
from phonoscope.gui.theme import Theme
from phonoscope.gui.voices.card_text import card_line, operation_text
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

_N_NEAREST = 5


class VoiceInspector(QWidget):
    """Values of the x-vector as bars, against the range that the library's voices span.

    Parameters
    ----------
    theme
        The first colours.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.plot: Any = StillPlot(self.tr("Values of the x-vector"))
        self.plot.setMinimumHeight(80)
        self._item: Any = self.plot.getPlotItem()
        self._low, self._high = pyqtgraph.PlotDataItem(), pyqtgraph.PlotDataItem()
        self._range = pyqtgraph.FillBetweenItem(self._low, self._high)
        self._values = pyqtgraph.PlotDataItem(stepMode=None)
        for item in (self._range, self._values):
            self._item.addItem(item)
        self.facts = QLabel(self.tr("Choose a voice."))
        self.facts.setWordWrap(True)
        self.facts.setTextFormat(Qt.TextFormat.PlainText)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 6)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.facts)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.plot.set_theme(theme)
        self._values.setPen(theme.series[0])
        self._range.setBrush(pyqtgraph.mkColor(theme.border))

    def show_voice(self, entry: VoiceEntry, stored: StoredVoice, table: VectorTable) -> None:
        """Show a voice beside the others of its width."""
        lines = [card_line(entry)]
        if entry.notes:
            lines.append(entry.notes)
        vector = speaker_vector(stored.voice)
        self._values.clear()
        self._low.clear()
        self._high.clear()
        if isinstance(stored.voice, CodesVoice):
            n_frames, n_codebooks = stored.voice.codes.shape
            lines.append(
                self.tr("{n} frames of {m} codes: “{text}”").format(
                    n=n_frames, m=n_codebooks, text=stored.voice.transcript
                )
            )
        if vector is not None:
            dimensions = np.arange(vector.size)
            self._values.setData(dimensions, vector)
            if len(table.vectors):
                self._low.setData(dimensions, table.vectors.min(0))
                self._high.setData(dimensions, table.vectors.max(0))
            lines += self._vector_lines(entry, vector, table)
        if stored.card.recipe is not None:
            recipe = stored.card.recipe
            made_of = ", ".join(filled("{} ({:g})", i.name, i.weight) for i in recipe.ingredients[:4])
            more = "…" if len(recipe.ingredients) > 4 else ""
            lines.append(
                self.tr("Made by: {what} of {parts}").format(
                    what=operation_text(recipe.operation), parts=made_of + more
                )
            )
        self.facts.setText("\n".join(lines))

    def _vector_lines(self, entry: VoiceEntry, vector: Any, table: VectorTable) -> list[str]:
        figures = vector_figures(vector, table)
        lines = [
            filled(
                self.tr("Norm {norm:.3f} (library {mean:.3f} ± {deviation:.3f}), values {low:.3f} to {high:.3f}"),
                norm=figures.norm,
                mean=figures.library_norm,
                deviation=figures.library_norm_deviation,
                low=figures.smallest,
                high=figures.largest,
            )
        ]
        if not math.isnan(figures.distance):
            note = self.tr(" — far from all of them: it may sound unnatural") if figures.is_far else ""
            lines.append(filled(self.tr("Distance from the library {d:.2f} (typical 1)"), d=figures.distance) + note)
        close = nearest(vector, table, _N_NEAREST, without=entry.id)
        if close:
            names = ", ".join(filled("{} {:.2f}", other.name, value) for other, value in close)
            lines.append(self.tr("Nearest: {names}").format(names=names))
        return lines
