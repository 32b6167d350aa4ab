"""The code matrix: codebooks by frames."""

from __future__ import annotations

import numpy as np
from phonoscope.engine.pictures.colours import shade
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.tiled_image import TiledImage
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import CODE_MAP, Theme, colour_table


class CodesPane(Pane):
    """Each code as a colour, the first codebook on top. Equal colours are equal codes: loops show as stripes."""

    draws_codes = True
    reads_while_hidden = True

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Codes"), self.tr("The codes of each frame appear here"))
        self._image = TiledImage(self.plot)
        self._highest = 1
        self.box.invertY(True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._image.set_table(colour_table(CODE_MAP, theme))
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._image.clear()
        self._highest = 1

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        codes = take.codes
        n_codebooks = codes.shape[1]
        first = self._image.n_columns
        if not first:
            step = -(-n_codebooks // 2)  # two labels fit into the lowest pane
            self.set_vertical(0, n_codebooks, [(i + 0.5, str(i + 1)) for i in range(0, n_codebooks, step)])
        if (highest := int(codes[first:].max(initial=0))) > self._highest:
            # Codebooks have a power of two of entries; the first codes of a take tell which, and all is drawn anew.
            self._highest = (1 << highest.bit_length()) - 1
            self._image.clear()
            first = 0
        values = codes[first:].astype(np.float32)
        values[values < 0] = np.nan
        self._image.append(shade(values, 0, self._highest), column_s=take.frame_s, start_s=0.0, height=n_codebooks)

    def describe(self, frame: int) -> str:
        """Return the codes of a frame."""
        assert self.take is not None
        codes = self.take.codes[frame]
        return self.tr("codes") + " " + " ".join(str(code) if code >= 0 else "-" for code in codes)
