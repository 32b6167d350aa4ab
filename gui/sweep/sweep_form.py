"""What a sweep tries: seeds, voices, values of sampler settings, models."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.families.declaration import SamplerField, SettingValue
from phonoscope.engine.models.quantisation import TYPES
from phonoscope.engine.models.store import check_quantisable, list_models
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.sweep.plan import SweepPlan, parse_values
from phonoscope.engine.voices.bundled import bundled_voices
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import with_points
from phonoscope.gui.language.said import said
from phonoscope.gui.number_field import WholeNumberField
from phonoscope.gui.plain_text import plain_label, plain_tip
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

_N_ROWS = 5  # of a list that are seen at once, at least or at most
_ROW_SPACING_PX = 1
_FRAME_PX = 8
_N_SETTINGS = 2  # that can be varied at once: more make grids that nobody can read


class _CheckList(QListWidget):
    """Names that can be ticked.

    Parameters
    ----------
    name
        What the list is called.
    grows
        Whether it takes the height that nothing else needs; else it is as high as its names, up to a few of them.
    """

    ticked = Signal()

    def __init__(self, name: str, *, grows: bool = False) -> None:
        super().__init__()
        self._grows = grows
        self.setAccessibleName(name)
        self.setSpacing(_ROW_SPACING_PX)
        self.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Fixed
        )
        self.itemChanged.connect(lambda _: self.ticked.emit())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height of as many names as are seen at once."""
        n_rows = _N_ROWS if self._grows else max(1, min(_N_ROWS, self.count()))
        row_px = max(self.sizeHintForRow(0), self.fontMetrics().lineSpacing()) + 2 * _ROW_SPACING_PX
        return QSize(super().sizeHint().width(), n_rows * row_px + _FRAME_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the same: in a lower window the whole form is scrolled."""
        return self.sizeHint()

    @property
    def names(self) -> tuple[str, ...]:
        """What is ticked."""
        items = [self.item(row) for row in range(self.count())]
        return tuple(
            item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() is Qt.CheckState.Checked
        )

    def list_names(self, names: Sequence[str]) -> None:
        """List these; what was ticked stays so where it is still there."""
        ticked = self.names
        self.blockSignals(True)
        self.clear()
        for name in dict.fromkeys(names):
            item = QListWidgetItem(name.rpartition("/")[2])
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setToolTip(plain_tip(name))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if name in ticked else Qt.CheckState.Unchecked)
            self.addItem(item)
        self.blockSignals(False)
        self.updateGeometry()


class _SettingRow(QWidget):
    """A sampler setting and the values that are tried."""

    edited = Signal()

    def __init__(self, number: int) -> None:
        super().__init__()
        self._fields: dict[str, SamplerField] = {}
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Sampler setting {n}").format(n=number))
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.values_edit = QLineEdit()
        self.values_edit.setAccessibleName(self.tr("Values of sampler setting {n}").format(n=number))
        self.values_edit.setPlaceholderText(self.tr("0.5, 0.9…"))
        self.values_edit.setToolTip(self.tr("Values, as in 0.7, 0.9, or a range with its step, as in 0.5:1:0.1"))
        self.choice.currentIndexChanged.connect(self.edited)
        self.values_edit.textChanged.connect(self.edited)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.choice, 1)
        layout.addWidget(self.values_edit, 1)

    def set_fields(self, fields: Sequence[SamplerField]) -> None:
        """Let these settings be chosen."""
        chosen = self.choice.currentData()
        self._fields = {field.name: field for field in fields}
        self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItem("—", "")
        for field in fields:
            self.choice.addItem(f"{declared(field.group)}: {declared(field.label)}", field.name)
        self.choice.setCurrentIndex(max(0, self.choice.findData(chosen)))
        self.choice.blockSignals(False)

    def values(self) -> dict[str, tuple[SettingValue, ...]]:
        """Return the values by setting; empty where none is chosen."""
        name = self.choice.currentData()
        values = parse_values(with_points(self.values_edit.text()), self._fields[name]) if name else ()
        return {name: values} if values else {}


class SweepForm(QWidget):
    """Edits a `SweepPlan`."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.seeds = WholeNumberField()
        self.seeds.setRange(1, 200)
        self.seeds.setValue(8)
        self.seeds.setAccessibleName(self.tr("Number of seeds"))
        self.seeds.valueChanged.connect(self.edited)
        self.voices = _CheckList(self.tr("Voices to try"), grows=True)
        self.models = _CheckList(self.tr("Models to try"))
        self.quantisations = _CheckList(self.tr("Storage types to try"))
        self.why_not = plain_label()
        self.why_not.setObjectName("muted")
        self.rows = [_SettingRow(number + 1) for number in range(_N_SETTINGS)]
        lists = (self.voices, self.models, self.quantisations)
        for source in (*(names.ticked for names in lists), *(row.edited for row in self.rows)):
            source.connect(self.edited)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(4)
        fields: tuple[QWidget, ...]
        for title, fields in (
            (self.tr("Seeds, from the chosen one on"), (self.seeds,)),
            (self.tr("Voices (none: the chosen one)"), (self.voices,)),
            (self.tr("Sampler settings"), tuple(self.rows)),
            (self.tr("The loaded model, stored as"), (self.quantisations, self.why_not)),
            (self.tr("Models (none: the loaded one)"), (self.models,)),
        ):
            label = QLabel(title)
            label.setWordWrap(True)  # titles are longer in some languages
            label.setBuddy(fields[0])
            for widget in (label, *fields):
                layout.addWidget(widget, int(widget is self.voices))  # it has what is left of a high window
        self.voices.list_names([*bundled_voices()])
        self.models.list_names([stored.name for stored in list_models()])

    def set_model(self, name: str, speakers: Sequence[str], fields: Sequence[SamplerField]) -> None:
        """Offer what a loaded model knows."""
        self.voices.list_names([*speakers, *bundled_voices()])
        self.models.list_names([name, *(stored.name for stored in list_models())])
        self._offer_quantisations(name)
        for row in self.rows:
            row.set_fields(fields)

    def plan(self, base: SynthesisRequest) -> SweepPlan:
        """Return the plan around a request.

        Raises
        ------
        PhonoscopeError
            When values do not fit, or there are too many combinations.
        """
        return SweepPlan(
            base,
            self.models.names,
            self.voices.names,
            self._settings(),
            self.seeds.value(),
            self.quantisations.names,
        )

    def n_items(self) -> int | None:
        """Return how many takes it would be; None while something that is written does not fit."""
        try:
            n = self.seeds.value() * max(1, len(self.voices.names))
            n *= max(1, len(self.models.names) + len(self.quantisations.names))
            for values in self._settings().values():
                n *= len(values)
        except PhonoscopeError:
            return None
        return n

    def _offer_quantisations(self, model: str) -> None:
        """Let the storage types of a model be tried, or say why they cannot be."""
        try:
            check_quantisable(model)
        except PhonoscopeError as error:
            self.quantisations.list_names(())
            self.why_not.setText(self.tr("Load a model in 32 or 16 bits to try other storage types."))
            self.why_not.setToolTip(plain_tip(said(error)))
        else:
            self.quantisations.list_names(TYPES)
            self.why_not.setText(self.tr("Each is converted once, into the cache."))
            self.why_not.setToolTip("")
        self.quantisations.setVisible(self.quantisations.count() > 0)

    def _settings(self) -> dict[str, tuple[SettingValue, ...]]:
        settings: dict[str, tuple[SettingValue, ...]] = {}
        for row in self.rows:
            settings |= row.values()
        return settings
