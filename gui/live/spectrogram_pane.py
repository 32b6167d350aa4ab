"""The spectrogram."""

from __future__ import annotations

from phonoscope.engine.pictures.colours import shade
from phonoscope.engine.pictures.spectrogram import Spectrogram
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.tiled_image import TiledImage
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import SPECTROGRAM_MAP, Theme, colour_table

_FLOOR_DB, _CEILING_DB = -90.0, -10.0  # fixed, so that takes can be compared by eye
_COLUMNS_PER_FRAME = 8


class SpectrogramPane(Pane):
    """Level by frequency and time."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Spectrogram"), self.tr("The spectrum of the sound appears here"))
        self._image = TiledImage(self.plot)
        self._spectrogram: Spectrogram | None = None
        self._legend = Legend(self.tr("dB"))
        self.header.addWidget(self._legend)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        table = colour_table(SPECTROGRAM_MAP, theme)
        self._image.set_table(table)
        self._legend.show_range(f"{_FLOOR_DB:.0f}", f"{_CEILING_DB:.0f}", table)
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._image.clear()
        self._spectrogram = None

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        top_khz = take.sample_rate_hz / 2000
        if self._spectrogram is None:
            self._spectrogram = Spectrogram(max(1, take.hop_samples // _COLUMNS_PER_FRAME))
            self.set_vertical(0.0, top_khz, [(khz, f"{khz} kHz") for khz in range(0, int(top_khz) + 1, 4)])
        self._spectrogram.update(take.audio, finished=finished)
        column_s = self._spectrogram.hop_samples / take.sample_rate_hz
        self._image.append(
            shade(self._spectrogram.levels_db[self._image.n_columns :], _FLOOR_DB, _CEILING_DB),
            column_s=column_s,
            start_s=-column_s / 2,
            height=top_khz,
        )
