"""The table of kept takes, with its filters, its bin, and what is said of the selected ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from phonoscope.engine.takes.notes_file import MAX_RATING
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.confirming import agrees
from phonoscope.gui.list_table import set_up_list
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.takes.changes import TakeChanges
from phonoscope.gui.takes.column_menu import ColumnMenu
from phonoscope.gui.takes.details import TakeDetails
from phonoscope.gui.takes.listing import TakeListing
from phonoscope.gui.takes.model import TakesModel
from phonoscope.gui.takes.take_filter import TakeFilter
from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)


class TakesTable(QWidget):
    """Kept takes: sorted by any column, filtered, several selected at once; keys 0 to 5 rate, Enter plays.

    Parameters
    ----------
    store
        Where takes are kept.
    settings
        Where the order is.
    """

    take_chosen = Signal(str)
    take_opened = Signal(str)  # with Enter or two clicks

    def __init__(self, store: TakeStore, settings: SettingsStore) -> None:
        super().__init__()
        self._settings = settings
        self._listing = False  # rows move the selection, and no person
        self.changes = TakeChanges(store, self)
        self.model = TakesModel(store, settings, self)
        self.listing = TakeListing(store, self.model, self.changes.retrying, self)
        self._filter = TakeFilter(self.model)
        self.details = TakeDetails(store, self.changes)
        self.table = self._make_table()
        self.table.installEventFilter(self)
        self.table.viewport().installEventFilter(self)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Filter takes"))
        self.search.setAccessibleName(self.tr("Filter takes"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(220)
        self.search.textChanged.connect(self._filter.set_text)
        self.min_rating = QComboBox()
        self.min_rating.setAccessibleName(self.tr("Lowest rating"))
        for rating in range(MAX_RATING + 1):
            self.min_rating.addItem("★" * rating if rating else self.tr("Any rating"), rating)
        self.min_rating.currentIndexChanged.connect(self._filter.set_min_rating)
        self.only_problems = QCheckBox(self.tr("⚠ only"))
        self.only_problems.setToolTip(self.tr("Only takes with alarms, or that did not end by themselves"))
        self.only_problems.toggled.connect(self._filter.set_only_problems)
        self.progress = QLabel()
        self.progress.setObjectName("muted")
        self.columns_button = QToolButton()
        self.columns_button.setText(self.tr("Columns"))
        self.columns_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        columns = ColumnMenu(self.table, self.model.columns, settings, self)
        columns.chosen.connect(self._fit_text)
        self.columns_button.setMenu(columns)
        self.bin_button = QToolButton()
        self.bin_button.setCheckable(True)
        self.bin_button.toggled.connect(self._show_bin)
        self.restore_button = QPushButton(self.tr("Restore"))
        self.restore_button.clicked.connect(self.restore_selected)
        self.empty_button = QPushButton(self.tr("Empty the bin…"))
        self.empty_button.clicked.connect(self.ask_to_empty_bin)
        self._hint = QLabel()
        self._hint.setObjectName("muted")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self._arrange()
        self.changes.said.connect(self._say)
        self.changes.changed.connect(self.listing.read_again)
        self.changes.retrying.noticed.connect(self._show_state)
        self.listing.read.connect(self._list_all)
        self.listing.found.connect(self._list_found)
        for signal in (self.model.rowsInserted, self._filter.layoutChanged, self._filter.modelReset):
            signal.connect(self._show_state)
        self._filter.rowsInserted.connect(self._show_state)
        self._filter.rowsRemoved.connect(self._show_state)
        self.listing.begin()
        self._show_state()

    def selected(self) -> list[TakeSummary]:
        """Return the selected takes in the order of the table."""
        selection = self.table.selectionModel().selection()  # its rows at once: Qt would ask for the flags of each cell
        blocks = map(selection.at, range(selection.count()))
        rows = sorted({row for block in blocks for row in range(block.top(), block.bottom() + 1)})
        return [self.model.take(self._filter.mapToSource(self._filter.index(row, 0)).row()) for row in rows]

    def select(self, take_ids: Iterable[str]) -> None:
        """Select these takes, as far as they are listed."""
        listed = QItemSelection()
        for take_id in take_ids:
            row = self.model.row_of(take_id)
            if row >= 0 and (index := self._filter.mapFromSource(self.model.index(row, 0))).isValid():
                listed.select(index, index)
        rows, selection = QItemSelectionModel.SelectionFlag.Rows, self.table.selectionModel()
        selection.select(listed, rows | QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def follow(self, take_id: str) -> None:
        """Select the take that the window shows now, unless several are selected or one is being written about."""
        selected = [take.id for take in self.selected()]
        if len(selected) > 1 or selected == [take_id] or self.details.has_focus:
            return
        self.select([take_id])
        for index in self.table.selectionModel().selectedRows()[:1]:
            self.table.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.table.scrollTo(index)

    def show_figures(self, take_id: str) -> None:
        """Show what was measured of a take meanwhile, if it is the selected one."""
        selected = self.selected()
        if [take.id for take in selected] == [take_id] and not self.details.has_focus:
            self.details.show_takes(selected)

    def add_actions(self, actions: Sequence[QAction]) -> None:
        """Offer actions of the window in the menu of the table's right mouse button."""
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.addActions(list(actions))

    def close_workers(self) -> None:
        """Write what still waits, and end what is done for nobody any more."""
        self.changes.retrying.close()
        self.model.dragging.close()

    def _list_all(self, takes: list[TakeSummary]) -> None:
        self._keeping_selection(lambda: self.model.set_takes(takes))

    def _list_found(self, takes: list[TakeSummary]) -> None:
        for take in takes:
            self.list_take(take)
        self._show_state()

    def _say(self, field: str, takes: list[TakeSummary]) -> None:
        self._keeping_selection(lambda: self.model.say(field, takes))

    def _keeping_selection(self, change: Callable[[], None]) -> None:
        """Change rows; what is selected stays selected."""
        ids = [take.id for take in self.selected()]
        change()
        if [take.id for take in self.selected()] != ids:
            self.select(ids)
        self.details.show_takes(self.selected())
        self._show_state()

    def rate_selected(self, rating: int) -> None:
        """Give all selected takes a rating, 0 (none) to 5."""
        self.changes.set_rating(self.selected(), rating)

    def bin_selected(self) -> int:
        """Move the selected takes to the bin and return how many."""
        takes = [] if self.model.shows_bin else self.selected()
        self.changes.bin(takes)
        return len(takes)

    def restore_selected(self) -> None:
        """Take the selected takes out of the bin."""
        if self.model.shows_bin:
            self.changes.restore(self.selected())

    def ask_to_empty_bin(self) -> None:
        """Remove what lies in the bin if the person agrees: this cannot be undone."""
        n = self.listing.n_binned
        question = self.tr("Remove %n takes with everything that belongs to them? This cannot be undone.", "", n)
        if n and agrees(self, self.tr("Empty the bin"), question):
            self.changes.empty_bin()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Rate with the digits, and move to the bin with Delete; the table would search for what is typed."""
        if watched is self.table.viewport() and event.type() is QEvent.Type.Resize:
            self._fit_text()
            return False
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress or watched is not self.table:
            return False
        if event.text().isdigit() and int(event.text()) <= MAX_RATING:
            self.rate_selected(int(event.text()))
            return True
        if event.key() == Qt.Key.Key_Delete:
            self.bin_selected()
            return True
        return False

    def _fit_text(self) -> None:
        """Give the text what the other columns leave; Qt's own stretching does not shrink it again."""
        number = next(i for i, column in enumerate(self.model.columns) if column.key == "text")
        header = self.table.horizontalHeader()
        others = header.length() - header.sectionSize(number)
        header.resizeSection(number, max(self.model.columns[number].width_px, self.table.viewport().width() - others))

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setAccessibleName(self.tr("Takes"))
        table.setModel(self._filter)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setDragEnabled(True)
        table.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        table.setWordWrap(False)
        header = table.horizontalHeader()
        header.setMinimumSectionSize(48)
        columns = enumerate(self.model.columns)
        set_up_list(table, ((i, max(column.width_px, header.sectionSizeHint(i))) for i, column in columns))
        keys = [column.key for column in self.model.columns]
        kept = self._settings.settings.takes
        order = Qt.SortOrder.DescendingOrder if kept.sort_descending else Qt.SortOrder.AscendingOrder
        table.setSortingEnabled(True)
        table.sortByColumn(keys.index(kept.sort_column if kept.sort_column in keys else "created"), order)
        header.sortIndicatorChanged.connect(self._keep_order)
        table.selectionModel().selectionChanged.connect(self._selected)
        table.clicked.connect(self._choose)  # also what is selected already, but not shown
        table.activated.connect(self._open)
        return table

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 5, 8, 5)
        top.setSpacing(8)
        for widget in (self.search, self.min_rating, self.only_problems, self.progress):
            top.addWidget(widget)
        top.addStretch(1)
        for button in (self.restore_button, self.empty_button, self.columns_button, self.bin_button):
            top.addWidget(button)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addWidget(self._hint, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.addWidget(left)
        self._splitter.addWidget(self.details)
        self._splitter.setStretchFactor(0, 4)
        self._splitter.setStretchFactor(1, 1)  # in a wide window the command line has room too
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setSizes([1000, 240])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self._splitter, 1)

    def list_take(self, summary: TakeSummary) -> bool:
        """Add a take on top and return True, or bring what is measured of it up to date; nobody has chosen one."""
        self._listing = True
        is_new = self.model.show(summary)
        self._listing = False
        self.listing.note(summary)
        return is_new

    def _selected(self) -> None:
        takes = self.selected()
        self.details.show_takes(takes)
        self.restore_button.setEnabled(bool(takes))
        self._choose()

    def _choose(self) -> None:
        if len(takes := self.selected()) == 1 and not self._listing:
            self.take_chosen.emit(takes[0].id)

    def _open(self) -> None:
        if len(takes := self.selected()) == 1:
            self.take_opened.emit(takes[0].id)

    def _show_bin(self, shown: bool) -> None:
        self.table.clearSelection()
        self.model.shows_bin = shown
        self.listing.read_again()

    def _keep_order(self, column: int, order: Qt.SortOrder) -> None:
        descending = order is Qt.SortOrder.DescendingOrder
        self._settings.change("takes", sort_column=self.model.columns[column].key, sort_descending=descending)

    def _show_state(self, *_: object) -> None:
        n_left = self.listing.n_left
        self.progress.setText(self.tr("Listing takes: %n folders to go", "", n_left) if n_left else "")
        in_bin = self.model.shows_bin
        n_binned = self.listing.n_binned
        self.bin_button.setText(self.tr("Bin ({n})").format(n=n_binned))
        self.bin_button.setChecked(in_bin)
        for button in (self.restore_button, self.empty_button):
            button.setVisible(in_bin)
        self.empty_button.setEnabled(n_binned > 0)
        self.restore_button.setEnabled(self.table.selectionModel().hasSelection())
        empty = self._filter.rowCount() == 0
        if empty and self.table.hasFocus():
            self.bin_button.setFocus()  # not a field of text, which would keep Ctrl+Z to itself
        comes_back = not empty and self.table.isHidden() and self.bin_button.hasFocus()
        self.table.setVisible(not empty)
        if comes_back:
            self.table.setFocus()
        self._hint.setVisible(empty)
        if self.model.rowCount():
            self._hint.setText(self.tr("No take fits the filter."))
        elif not self.listing.known and self.changes.retrying.locked:
            self._hint.setText(
                self.tr("Another program has locked the index of takes. They are listed as soon as it lets go.")
            )
        elif not self.listing.known:
            self._hint.setText(self.tr("The takes are being listed."))
        elif in_bin:
            self._hint.setText(self.tr("The bin is empty."))
        else:
            self._hint.setText(
                self.tr("Every take is kept here by itself, with its recipe, sound, codes and states. Press Speak.")
            )
