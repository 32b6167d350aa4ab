"""How far two takes are apart, in words."""

from __future__ import annotations

import math
from collections.abc import Mapping

from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.difference import DifferenceFigures
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import BETWEEN_FIGURES, filled
from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def figures_text(figures: DifferenceFigures, groups: Mapping[str, TapGroupDeclaration]) -> str:
    """Return a line about the codes, the spectrum and the layer that changed most.

    Parameters
    ----------
    figures
        What was measured.
    groups
        The tap groups that both takes have, by name.
    """
    parts = []
    if math.isnan(figures.same_codes):
        pass  # no codes, or none in common
    elif figures.first_different_frame is None:
        parts.append(translate("FiguresText", "all codes are the same"))
    else:
        parts.append(
            translate("FiguresText", "codes differ from frame {frame} on, {percent:.0f} % are the same").format(
                frame=figures.first_different_frame, percent=100 * figures.same_codes
            )
        )
    parts.append(filled(translate("FiguresText", "spectrum {db:.1f} dB apart"), db=figures.spectrum_db))
    changed = figures.most_changed
    if changed is not None and changed.octaves > 0:
        parts.append(
            filled(
                translate("FiguresText", "most changed: {group} layer {layer}, {octaves:.2f} octaves"),
                group=declared(groups[changed.group].label),
                layer=changed.layer,
                octaves=changed.octaves,
            )
        )
    return BETWEEN_FIGURES.join(parts)
