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
        Names of the panes of `LiveView`, or one of those below, and their heights as shares.
    lists_share
        Height of the lists below the take in hundredths of the window's.
    list_page
        Which list is shown.
    """

    panes: Mapping[str, int]
    lists_share: int
    list_page: str


# These stand for pictures of tap groups, whatever the family.
STEPS = "steps"  # the map of a diffusion's steps
GROWTH = "growth"  # and how its state grows over the layers
STATES = "states"  # a state that is kept along positions
TAPS = "taps"  # one group of each other kind of row

_OF_CODES = ("codes", "entropy", "probability", "timing")  # of frames that are made one by one


def pane_shares(layout: Layout, declaration: FamilyDeclaration, *, previews: bool = False) -> dict[str, int]:
    """Return the panes of a layout with their shares, as far as a family has something to show in them.

    ``previews`` says whether the take has some.
    """
    first_of_kind: dict[str, tuple[str, ...]] = {}
    for group in declaration.tap_groups:
        kind = STATES if group.by_frame and not group.is_sequence else group.rows
        first_of_kind.setdefault(kind, group.pictures)
    by_step = first_of_kind.pop("step", ())
    first_of_kind.pop("text", None)
    stands_for = {
        STEPS: by_step[:1],
        GROWTH: by_step[1:],
        STATES: first_of_kind.pop(STATES, ())[-1:],  # at all its positions
        TAPS: tuple(name for name, *_ in first_of_kind.values()),
    }
    hidden = {*(() if declaration.draws_codes else _OF_CODES), *(() if previews else ("previews",))}
    return {
        name: share
        for entry, share in layout.panes.items()
        for name in stands_for.get(entry, (entry,))
        if name not in hidden
    }


LAYOUTS: Mapping[str, Layout] = {
    "audition": Layout(
        {"waveform": 3, "previews": 3, STEPS: 4, "spectrogram": 4, "timing": 2}, lists_share=36, list_page="takes"
    ),
    "debug": Layout(
        {
            "waveform": 4,
            "previews": 4,
            "codes": 4,
            STEPS: 7,
            GROWTH: 7,
            STATES: 7,
            TAPS: 5,
            "entropy": 4,
            "timing": 6,
        },
        lists_share=24,
        list_page="alarms",
    ),
}
