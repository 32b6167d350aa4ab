"""Sampler settings under a name: those that the family brings, and those that a person has saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from phonoscope.engine.families.declaration import FamilyDeclaration, SettingValue
from phonoscope.gui.language.declared import declared
from phonoscope.gui.plain_text import plain_menu_text
from phonoscope.gui.settings.sections import SamplerPresetSetting
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu, QToolButton

_Values = Mapping[str, SettingValue]


class PresetButton(QToolButton):
    """Names the settings that are in use, and offers others.

    Parameters
    ----------
    settings
        Where a person's own presets are kept.
    changed_values
        Returns the settings in use that differ from their defaults.
    """

    chosen = Signal(dict)  # the settings that differ from their defaults

    def __init__(self, settings: SettingsStore, changed_values: Callable[[], _Values]) -> None:
        super().__init__()
        self._settings = settings
        self._changed_values = changed_values
        self._declaration: FamilyDeclaration | None = None
        self._actions: dict[QAction, _Values] = {}
        self._removals: dict[QAction, SamplerPresetSetting] = {}
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleName(self.tr("Preset of the sampler"))
        self.setToolTip(self.tr("Settings that go well together, and your own"))
        self.presets = QMenu(self)
        self.presets.triggered.connect(self._triggered)
        self.setMenu(self.presets)

    def set_declaration(self, declaration: FamilyDeclaration) -> None:
        """Offer the presets of a family."""
        self._declaration = declaration
        self._fill()

    def show_values(self) -> None:
        """Name the settings that are in use."""
        changed = dict(self._changed_values())
        name = next((name for name, values in self._named() if dict(values) == changed), self.tr("Changed"))
        self.setText(plain_menu_text(name))

    def save_as(self, name: str) -> None:
        """Keep the settings in use under a name, which replaces one of the same name."""
        family, name = self._family(), " ".join(name.split())
        if not name:
            return
        mine = SamplerPresetSetting(family, name, dict(self._changed_values()))
        others = [p for p in self._settings.settings.presets if (p.family, p.name) != (family, name)]
        self._keep([*others, mine])

    def remove(self, preset: SamplerPresetSetting) -> None:
        """Forget a preset of one's own."""
        self._keep([p for p in self._settings.settings.presets if p != preset])

    def _keep(self, presets: Sequence[SamplerPresetSetting]) -> None:
        self._settings.replace(presets=tuple(presets))
        self._fill()

    def _family(self) -> str:
        return self._declaration.name if self._declaration is not None else ""

    def _own(self) -> list[SamplerPresetSetting]:
        return [p for p in self._settings.settings.presets if p.family == self._family()]

    def _named(self) -> list[tuple[str, _Values]]:
        built_in = self._declaration.presets if self._declaration is not None else ()
        named: list[tuple[str, _Values]] = [(self.tr("Defaults"), {})]
        named += [(declared(preset.label), self._differing(preset.values)) for preset in built_in]
        return named + [(preset.name, self._differing(preset.values)) for preset in self._own()]

    def _differing(self, values: _Values) -> _Values:
        """Return those values that this model has settings for, and that are not its defaults anyway."""
        fields = self._declaration.sampler if self._declaration is not None else ()
        defaults = {field.name: field.default for field in fields}
        return {name: value for name, value in values.items() if name in defaults and value != defaults[name]}

    def _fill(self) -> None:
        self.presets.clear()
        self._actions.clear()
        self._removals.clear()
        presets = self._declaration.presets if self._declaration is not None else ()
        helps = {declared(preset.label): declared(preset.help) for preset in presets}
        self.presets.setToolTipsVisible(True)
        for name, values in self._named():
            action = self.presets.addAction(plain_menu_text(name))
            action.setToolTip(helps.get(name, ""))
            self._actions[action] = values
        self.presets.addSeparator()
        self._save = self.presets.addAction(self.tr("Save as preset…"))
        if own := self._own():
            removal = self.presets.addMenu(self.tr("Remove"))
            for preset in own:
                self._removals[removal.addAction(plain_menu_text(preset.name))] = preset
        self.show_values()

    def _triggered(self, action: QObject) -> None:
        assert isinstance(action, QAction)
        if action in self._actions:
            self.chosen.emit(dict(self._actions[action]))
        elif action in self._removals:
            self.remove(self._removals[action])
        elif action is self._save:
            name, accepted = QInputDialog.getText(self, self.tr("Save as preset"), self.tr("Name"))
            if accepted:
                self.save_as(name)
