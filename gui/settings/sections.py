"""The settings as types. A field that is added here with a default is read, checked and written by itself.

Change what a field means, rename or remove one: raise `VERSION` and add the step to `migrations.STEPS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from phonoscope.engine.families.declaration import SettingValue

VERSION = 2


@dataclass(frozen=True)
class HeatMapSetting:
    """What a heat map draws.

    Parameters
    ----------
    group
        Name of its tap group.
    metric, scale
        Keys of what was chosen in its header.
    """

    group: str
    metric: str
    scale: str


@dataclass(frozen=True)
class PinSetting:
    """A layer that is drawn as a curve.

    Parameters
    ----------
    group
        Name of the tap group.
    layer
        Its number there.
    """

    group: str
    layer: int


@dataclass(frozen=True)
class WindowSettings:
    """How the window looks.

    Parameters
    ----------
    geometry
        Of `QWidget.saveGeometry`, base64; empty for the size at first.
    theme
        "system", "light" or "dark".
    language
        "system", or a locale such as "fr".
    layout
        Key of the layout in use.
    outer, right, pane_heights
        States of the splitters, base64; empty for those of the layout.
    panes
        Panes that are shown; None for those of the layout.
    pane_order
        All panes from the top.
    family
        Whose panes these are; empty for the first.
    lists_shown
        Whether the lists below the take are.
    view, list_page
        Which view and which list are shown; empty for that of the layout.
    take
        Id of the take that is shown; empty for the newest.
    reference
        Id of the take against which heat maps show the change; empty for none.
    heat_maps
        Of the family whose take or model was shown.
    pins
        In the order of their colours.
    """

    geometry: str = ""
    theme: str = "system"
    language: str = "system"
    layout: str = "audition"
    outer: str = ""
    right: str = ""
    pane_heights: str = ""
    panes: tuple[str, ...] | None = None
    pane_order: tuple[str, ...] = ()
    family: str = ""
    lists_shown: bool = True
    view: str = "take"
    list_page: str = ""
    take: str = ""
    reference: str = ""
    heat_maps: tuple[HeatMapSetting, ...] = ()
    pins: tuple[PinSetting, ...] = ()


@dataclass(frozen=True)
class RequestSettings:
    """What stands in the request panel.

    Parameters
    ----------
    text
        None at the very first start, which greets.
    model
        As the engine card names it; empty for the model that comes with the program.
    loads_at_start
        Whether the model was in memory when the window was closed, and is loaded again.
    threads
        Threads that compute; 0 for as many as there are cores.
    quantisation
        Storage type that a checkpoint folder is converted to; empty for the usual one.
    voice
        As `Engine.request` takes it; empty to let the model choose.
    voice_files
        Voice files that were added to the list.
    language
        Of the text.
    seed
        In decimal digits: seeds have 64 bits, which JSON readers need not keep.
    seed_locked
        Whether the seed stays.
    sampler
        The sampler's settings that differ from their defaults.
    """

    text: str | None = None
    model: str = ""
    loads_at_start: bool = True
    threads: int = 0
    quantisation: str = ""
    voice: str = ""
    voice_files: tuple[str, ...] = ()
    language: str = "auto"
    seed: str = ""
    seed_locked: bool = False
    sampler: Mapping[str, SettingValue] = field(default_factory=dict)


@dataclass(frozen=True)
class SoundSettings:
    """How takes are played.

    Parameters
    ----------
    device
        Name of the sound device; empty for the system's default.
    volume
        Factor on the amplitude, 0 to 1.
    speed
        How much faster than real time, with the pitch kept; 0.5 to 2.
    """

    device: str = ""
    volume: float = 1.0
    speed: float = 1.0


@dataclass(frozen=True)
class TakesSettings:
    """The table of takes and its export.

    Parameters
    ----------
    columns
        Keys of the columns that are shown.
    sort_column, sort_descending
        Order of the table.
    export_folder, export_pattern, export_format
        What was chosen at the last export; see `phonoscope.engine.takes.export`.
    marks_synthetic
        Whether exported files say in their metadata that the sound is synthetic.
    """

    columns: tuple[str, ...] = ("rating", "text", "voice", "likeness", "seed", "length", "ending", "alarms")
    sort_column: str = "created"
    sort_descending: bool = True
    export_folder: str = ""
    export_pattern: str = ""
    export_format: str = ".wav"
    marks_synthetic: bool = True


@dataclass(frozen=True)
class FolderSettings:
    """Where files of each kind were chosen last; empty where none was.

    Parameters
    ----------
    models, voices, activations, bundles
        Absolute paths.
    """

    models: str = ""
    voices: str = ""
    activations: str = ""
    bundles: str = ""


@dataclass(frozen=True)
class SamplerPresetSetting:
    """Sampler settings that a person has given a name.

    Parameters
    ----------
    family
        Key of the model family that they belong to.
    name
        As the person calls it; unique within the family.
    values
        The settings that differ from the defaults.
    """

    family: str
    name: str
    values: Mapping[str, SettingValue]


@dataclass(frozen=True)
class LayoutSetting:
    """A layout that a person has given a name.

    Parameters
    ----------
    name
        As the person calls it; unique.
    pane_order, panes
        All panes from the top, and those that are shown.
    pane_heights, outer, right
        States of the splitters, base64.
    view, list_page, lists_shown
        Which view and which list are shown, and whether there are lists.
    """

    name: str
    pane_order: tuple[str, ...]
    panes: tuple[str, ...]
    pane_heights: str
    outer: str
    right: str
    view: str
    list_page: str
    lists_shown: bool


@dataclass(frozen=True)
class Settings:
    """Everything; each part is read on its own, so that damage to one leaves the others."""

    window: WindowSettings = field(default_factory=WindowSettings)
    request: RequestSettings = field(default_factory=RequestSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    takes: TakesSettings = field(default_factory=TakesSettings)
    folders: FolderSettings = field(default_factory=FolderSettings)
    presets: tuple[SamplerPresetSetting, ...] = ()
    layouts: tuple[LayoutSetting, ...] = ()
