"""The built-in layouts of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from phonoscope.engine.families.declaration import FamilyDeclaration


@dataclass(frozen=True)
class Layout:
    """Which panes are shown, and how the window is shared out.

    Parameters
    ----------
    panes
        Names of the panes of `LiveView`, or `TAPS`, and their heights as shares.
    lists_share
        Height of the lists below the take in hundredths of the window's.
    list_page
        Which list is shown.
    """

    panes: Mapping[str, int]
    lists_share: int
    list_page: str


TAPS = "taps"  # stands for one tap group of each kind of row, and one of states kept along them, whatever the family

_OF_CODES = ("codes", "entropy", "probability")


def pane_shares(layout: Layout, declaration: FamilyDeclaration) -> dict[str, int]:
    """Return the panes of a layout with their shares, as far as a family has something to show in them."""
    first_of_kind: dict[tuple[str, bool], tuple[str, ...]] = {}
    for group in declaration.tap_groups:
        is_state = group.by_frame and not group.is_sequence
        first_of_kind.setdefault((group.rows, is_state), group.pictures)
    pictures = [name for names in first_of_kind.values() for name in names]
    shares: dict[str, int] = {}
    for name, share in layout.panes.items():
        if declaration.draws_codes or name not in _OF_CODES:
            shares |= dict.fromkeys(pictures, share) if name == TAPS else {name: share}
    return shares


LAYOUTS: Mapping[str, Layout] = {
    "audition": Layout({"waveform": 3, "spectrogram": 4, "timing": 2}, lists_share=36, list_page="takes"),
    "debug": Layout(
        {"waveform": 4, "codes": 4, TAPS: 5, "entropy": 4, "timing": 4},
        lists_share=24,
        list_page="alarms",
    ),
}
