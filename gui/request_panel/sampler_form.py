"""The sampler's settings as a form, generated from what the family declares."""

from __future__ import annotations

from collections.abc import Mapping

from phonoscope.engine.families.declaration import FamilyDeclaration, SamplerField, SettingValue
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.number_field import NumberField, WholeNumberField
from phonoscope.gui.request_panel.preset_button import PresetButton
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

_FIELD_PADDING_PX = 10


class _Row:
    """Label, editor and reset button of one setting: greyed while it has its default, bold when it differs."""

    def __init__(self, field: SamplerField, label: QLabel, editor: QWidget, reset: QToolButton) -> None:
        self.field = field
        self.label = label
        self.editor = editor
        self.reset = reset

    @property
    def value(self) -> SettingValue:
        """What the editor shows."""
        if isinstance(self.editor, QCheckBox):
            return self.editor.isChecked()
        assert isinstance(self.editor, (QSpinBox, QDoubleSpinBox))
        return self.editor.value()

    def set_value(self, value: SettingValue) -> None:
        """Show a value."""
        if isinstance(self.editor, QCheckBox):
            self.editor.setChecked(bool(value))
        elif isinstance(self.editor, QSpinBox):
            self.editor.setValue(int(value))
        else:
            assert isinstance(self.editor, QDoubleSpinBox)
            self.editor.setValue(float(value))

    def mark(self) -> None:
        """Show whether the value differs from the default."""
        changed = self.value != self.field.default
        name = "changed" if changed else "muted"
        if name != self.label.objectName():
            for widget in (self.label, self.editor):
                widget.setObjectName(name)
                widget.style().polish(widget)
        self.reset.setVisible(changed)


class SamplerForm(QFrame):
    """One row for each setting; the declaration of another model changes the defaults and keeps what was changed."""

    changed = Signal()

    def __init__(self, declaration: FamilyDeclaration, settings: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.presets = PresetButton(settings, lambda: self.changed_values)
        self.presets.chosen.connect(self.set_values)
        self._rows: dict[str, _Row] = {}
        heading = QLabel(self.tr("Sampler"))
        heading.setObjectName("heading")
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addStretch(1)
        top.addWidget(self.presets)
        self._grid = QGridLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addLayout(self._grid)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnMinimumWidth(2, 24)
        self.set_declaration(declaration)

    @property
    def values(self) -> dict[str, SettingValue]:
        """All settings."""
        return {name: row.value for name, row in self._rows.items()}

    @property
    def changed_values(self) -> dict[str, SettingValue]:
        """The settings that differ from their defaults."""
        return {name: row.value for name, row in self._rows.items() if row.value != row.field.default}

    def set_values(self, values: Mapping[str, SettingValue]) -> None:
        """Show these settings, and defaults for the others."""
        for name, row in self._rows.items():
            row.set_value(values.get(name, row.field.default))

    def set_declaration(self, declaration: FamilyDeclaration) -> None:
        """Make the form again for another family or model."""
        kept = self.changed_values
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        self._rows = {}
        group = ""
        for field in declaration.sampler:
            if field.group != group:
                group = field.group
                title = declared(group)
                heading = QLabel(title[:1].upper() + title[1:])
                self._grid.addWidget(heading, self._grid.rowCount(), 0, 1, 3)
            self._add(field, kept.get(field.name, field.default))
        self.presets.set_declaration(declaration)

    def editor(self, name: str) -> QWidget:
        """Return the editor of a setting."""
        return self._rows[name].editor

    def reset(self, name: str) -> None:
        """Give a setting its default."""
        row = self._rows[name]
        row.set_value(row.field.default)

    def _add(self, field: SamplerField, value: SettingValue) -> None:
        name, help_text = declared(field.label), declared(field.help)
        label = QLabel(name)
        editor = self._make_editor(field)
        editor.setAccessibleName(f"{declared(field.group)}: {name}")
        label.setBuddy(editor)
        reset = QToolButton()
        reset.setObjectName("sign")
        reset.setText("↺")
        reset.setAutoRaise(True)
        reset.setAccessibleName(self.tr("Reset {name}").format(name=name))
        switched = {True: self.tr("on"), False: self.tr("off")}
        shown = switched[field.default] if isinstance(field.default, bool) else filled("{:g}", field.default)
        reset.setToolTip(self.tr("Back to the default, {value}").format(value=shown))
        for widget in (label, editor):
            widget.setToolTip(self.tr("{help} (default {value})").format(help=help_text, value=shown))
        row = _Row(field, label, editor, reset)
        row.set_value(value)
        reset.clicked.connect(lambda: self.reset(field.name))  # same thread: a lambda is safe here
        at = self._grid.rowCount()
        for column, widget in enumerate((label, editor, reset)):
            self._grid.addWidget(widget, at, column)
        self._rows[field.name] = row
        row.mark()

    def _make_editor(self, field: SamplerField) -> QWidget:
        if field.kind == "switch":
            switch = QCheckBox()
            switch.setMinimumHeight(self.fontMetrics().lineSpacing() + _FIELD_PADDING_PX)  # as high as the other rows
            switch.toggled.connect(self._edited)
            return switch
        if field.kind == "integer":
            whole = WholeNumberField()
            whole.setRange(int(field.minimum), int(field.maximum))
            whole.valueChanged.connect(self._edited)
            return self._as_field(whole)
        number = NumberField()
        number.setDecimals(3)
        number.setSingleStep(0.05)
        number.setRange(field.minimum, field.maximum)
        number.valueChanged.connect(self._edited)
        return self._as_field(number)

    def _as_field(self, spin: QSpinBox | QDoubleSpinBox) -> QWidget:
        spin.setFixedWidth(92)
        spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        spin.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # scrolling the panel must not change settings
        spin.installEventFilter(self)
        return spin

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Leave the wheel to the panel unless the field has the focus."""
        if isinstance(watched, QWidget) and event.type() is QEvent.Type.Wheel and not watched.hasFocus():
            event.ignore()
            return True
        return False

    def _edited(self, *_: object) -> None:
        for row in self._rows.values():
            row.mark()
        self.presets.show_values()
        self.changed.emit()
