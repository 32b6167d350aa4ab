"""The built-in layouts of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """Which panes are shown, and how the window is shared out.

    Parameters
    ----------
    panes
        Names of the panes of `LiveView` and their heights as shares.
    lists_share
        Height of the lists below the take in hundredths of the window's.
    list_page
        Which list is shown.
    """

    panes: Mapping[str, int]
    lists_share: int
    list_page: str


LAYOUTS: Mapping[str, Layout] = {
    "audition": Layout({"waveform": 3, "spectrogram": 4, "timing": 2}, lists_share=36, list_page="takes"),
    "debug": Layout(
        {"waveform": 4, "codes": 4, "talker": 6, "predictor": 4, "codec_blocks": 5, "entropy": 4, "timing": 4},
        lists_share=24,
        list_page="alarms",
    ),
}
