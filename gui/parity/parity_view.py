"""The parity panel: a model, recorded activations, and how far each stage is from its reference."""

from __future__ import annotations

from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.store import DEFAULT_MODEL, list_models
from phonoscope.engine.parity.comparison import StageResult
from phonoscope.engine.parity.run import parity_stages
from phonoscope.engine.pictures.tensors import tensor_pair
from phonoscope.gui.background import Background, go_on
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.language.figures import filled
from phonoscope.gui.language.said import said
from phonoscope.gui.list_table import NUMBER, set_up_list
from phonoscope.gui.local_files import local_files
from phonoscope.gui.parity.tensor_view import TensorView, shape_text
from phonoscope.gui.plain_text import plain_label, plain_tip
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)


class ParityView(QWidget):
    """Runs the comparison beside the window and lists its stages, the worst first.

    Parameters
    ----------
    dialogs
        Ask for files.
    theme
        The first colours.
    """

    compared = Signal()

    def __init__(self, dialogs: FileDialogs, theme: Theme) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self._dialogs = dialogs
        self._theme = theme
        self._background = Background(self, "phonoscope-parity")
        self.results: list[StageResult] = []
        self.model_choice = QComboBox()
        self.model_choice.setEditable(True)
        self.model_choice.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model_choice.setAccessibleName(self.tr("Model"))
        for stored in list_models():
            self.model_choice.addItem(stored.name)
        self._suggested = DEFAULT_MODEL
        self.model_choice.setEditText(DEFAULT_MODEL)
        self.reference = QLineEdit()
        self.reference.setAccessibleName(self.tr("Recorded activations"))
        self.reference.setPlaceholderText(self.tr("recorded activations, golden.npz"))
        browse = QPushButton("…")
        browse.setAccessibleName(self.tr("Choose recorded activations"))
        browse.setToolTip(self.tr("Choose recorded activations"))
        browse.setFixedWidth(36)
        browse.clicked.connect(self.choose_reference)
        self.run_button = QPushButton(self.tr("Compare"))
        self.run_button.setObjectName("primary")
        self.run_button.clicked.connect(self.compare_with_reference)
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.setToolTip(self.tr("Compare no further stage; those that are compared are shown"))
        self.stop_button.setEnabled(False)
        self.stop_button.clicked.connect(self._background.interrupt)
        self._background.busy_changed.connect(self.stop_button.setEnabled)
        self.state = plain_label()
        self.state.setText(self.tr("Choose a model and what its reference recorded"))
        self.state.setObjectName("muted")
        self.table = QTableWidget(0, 5)
        self.table.setAccessibleName(self.tr("Stages"))
        self.table.setHorizontalHeaderLabels(
            [self.tr("Stage"), self.tr("Shape"), self.tr("Cosine"), self.tr("Difference"), self.tr("Allowed")]
        )
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        set_up_list(self.table, ((1, 72), (2, 88), (3, 84), (4, 66)))
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.currentCellChanged.connect(self._choose)
        self.tensors = TensorView(theme)
        top = QHBoxLayout()
        top.setContentsMargins(8, 6, 8, 2)
        top.addWidget(self.model_choice, 1)
        top.addWidget(self.reference, 2)
        top.addWidget(browse)
        top.addWidget(self.run_button)
        top.addWidget(self.stop_button)
        note = QHBoxLayout()
        note.setContentsMargins(8, 0, 8, 0)
        note.addWidget(self.state, 1)
        self._found = QSplitter(Qt.Orientation.Horizontal)
        self._found.setChildrenCollapsible(False)
        self._found.addWidget(self.table)
        self._found.addWidget(self.tensors)
        self._found.setSizes([520, 420])
        self._hint = QLabel(
            self.tr(
                "The stages of the model appear here, each with its distance from the reference, the worst first.\n"
                "Recorded activations are what the golden recorder of a family writes from the reference program."
            )
        )
        self._hint.setObjectName("muted")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(top)
        layout.addLayout(note)
        layout.addWidget(self._hint, 1)
        layout.addWidget(self._found, 1)
        self._fill()

    def suggest_model(self, model: str) -> None:
        """Compare this model, which was loaded, unless another has been chosen here."""
        if self.model_choice.currentText() == self._suggested:
            self.model_choice.setEditText(model)
            self._suggested = model

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take recorded activations; other files are for the window."""
        if [path.suffix.lower() for path in local_files(event.mimeData())] == [".npz"]:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Compare with what is dropped."""
        self.reference.setText(str(local_files(event.mimeData())[0]))
        event.acceptProposedAction()

    def choose_reference(self) -> None:
        """Let the person choose recorded activations."""
        title, kinds = self.tr("Choose recorded activations"), self.tr("Recorded activations (*.npz)")
        if path := self._dialogs.one_to_read(self, "activations", title, kinds):
            self.reference.setText(str(path))

    def compare_with_reference(self) -> None:
        """Compare what is chosen, beside the window."""
        model, reference = self.model_choice.currentText().strip(), self.reference.text().strip()
        if not model or not reference:
            self.state.setText(self.tr("Choose a model and recorded activations first"))
            return
        self.run_button.setEnabled(False)
        self.state.setText(self.tr("Comparing…"))

        def compute() -> tuple[list[StageResult], str]:
            results, broke_off = [], ""
            try:
                for result in parity_stages(model, Path(reference), progress=lambda _: go_on()):
                    results.append(result)
                    go_on()
            except PhonoscopeError as error:
                if not results:
                    raise
                broke_off = said(error)  # what was compared until then says most
            return sorted(results, key=lambda result: -result.badness), broke_off

        self._background.run(compute, self._show, self._show_failure)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.tensors.set_theme(theme)
        self._fill()

    def close_worker(self) -> None:
        """End a comparison that is running."""
        self._background.close()

    def _show(self, made: tuple[list[StageResult], str]) -> None:
        results, broke_off = made
        self.results = results
        self.run_button.setEnabled(True)
        n_out = sum(not result.passed for result in results)
        text = self.tr("{n} stages, {out} out of tolerance") if n_out else self.tr("{n} stages, all within tolerance")
        text = text.format(n=len(results), out=n_out)
        if broke_off:
            text += ". " + self.tr("It broke off: {reason}").format(reason=broke_off)
        self.state.setText(text)
        self._fill()
        self.table.setCurrentCell(0, 0)
        self._choose(0)  # also where that row was chosen already: it is another stage now
        self.compared.emit()

    def _show_failure(self, message: str) -> None:
        self.run_button.setEnabled(True)
        self.state.setText(message)

    def _fill(self) -> None:
        self._found.setVisible(bool(self.results))
        self._hint.setVisible(not self.results)
        row = self.table.currentRow()
        self.table.blockSignals(True)
        self.table.setRowCount(len(self.results))
        for at, result in enumerate(self.results):
            limit = "" if result.limit_max_abs is None else filled("{:.1e}", result.limit_max_abs)
            sign = "" if result.passed else "✖  "
            for column, text in enumerate(
                (
                    sign + result.name,
                    shape_text(result.shape),
                    filled("{:.7f}", result.cosine),
                    filled("{:.2e}", result.max_abs),
                    limit,
                )
            ):
                item = QTableWidgetItem(text)
                if column >= 2:
                    item.setTextAlignment(NUMBER)
                if not result.passed and column == 0:
                    item.setForeground(QColor(self._theme.alarm))
                item.setToolTip(plain_tip(result.name))
                self.table.setItem(at, column, item)
        self.table.setCurrentCell(row, 0)
        self.table.blockSignals(False)

    def _choose(self, row: int, *_: int) -> None:
        if 0 <= row < len(self.results):
            result = self.results[row]
            self.tensors.show_pair(result.name, tensor_pair(result.ours, result.reference))
