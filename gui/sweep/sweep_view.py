"""The sweep: form and queue on the left, takes as a grid on the right."""

from __future__ import annotations

import numpy as np
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.sweep.ranking import penalties
from phonoscope.engine.synthesis import Engine
from phonoscope.gui.column_area import ColumnArea
from phonoscope.gui.elided_combo_box import ElidedComboBox
from phonoscope.gui.focus import set_enabled
from phonoscope.gui.language.figures import filled
from phonoscope.gui.language.said import said
from phonoscope.gui.plain_text import plain_label, plain_tip
from phonoscope.gui.sweep.sweep_form import SweepForm
from phonoscope.gui.sweep.sweep_queue import THUMBNAIL_COLUMNS, THUMBNAIL_ROWS, ItemState, QueuedItem, SweepQueue
from phonoscope.gui.theme import SPECTROGRAM_MAP, Theme, colour_table
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_RANK, _ORDER = "rank", "order"
_INDEX = Qt.ItemDataRole.UserRole
_FORM_WIDTH_PX = 290
_LEAST_ORDER_CHARACTERS = 9


class SweepView(QWidget):
    """A sweep.

    Parameters
    ----------
    queue
        Speaks the takes.
    theme
        The first colours.
    """

    start_requested = Signal()
    take_chosen = Signal(str)
    take_opened = Signal(str)  # with Enter or two clicks

    def __init__(self, queue: SweepQueue, theme: Theme) -> None:
        super().__init__()
        self.queue = queue
        self._theme = theme
        self._engine: Engine | None = None
        self.form = SweepForm()
        self.start_button = QPushButton()
        self.start_button.setObjectName("primary")
        self.start_button.clicked.connect(self.start_requested)
        self.pause_button = QPushButton(self.tr("Pause"))
        self.pause_button.clicked.connect(self.pause_or_resume)
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.clicked.connect(queue.stop)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(self.tr("Progress of the sweep"))
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.state = plain_label()
        self.state.setObjectName("muted")
        self.order_choice = ElidedComboBox(_LEAST_ORDER_CHARACTERS)
        self.order_choice.setObjectName("small")
        self.order_choice.setAccessibleName(self.tr("Order"))
        self.order_choice.addItem(self.tr("Least suspicious first"), _RANK)
        self.order_choice.addItem(self.tr("In the order of speaking"), _ORDER)
        self.order_choice.currentIndexChanged.connect(self._fill)
        self.grid = QListWidget()
        self.grid.setAccessibleName(self.tr("Takes of the sweep"))
        self.grid.setViewMode(QListView.ViewMode.IconMode)
        self.grid.setResizeMode(QListView.ResizeMode.Adjust)
        self.grid.setMovement(QListView.Movement.Static)
        self.grid.setUniformItemSizes(True)
        self.grid.setIconSize(QSize(THUMBNAIL_COLUMNS, THUMBNAIL_ROWS))
        self.grid.setGridSize(QSize(THUMBNAIL_COLUMNS + 20, THUMBNAIL_ROWS + 50))
        self.grid.setWordWrap(True)
        self.grid.setViewportMargins(0, 6, 0, 0)
        self.grid.currentItemChanged.connect(self._choose)
        self.grid.itemActivated.connect(self._open)
        self._hint = QLabel(
            self.tr(
                "Speak one text many times and see at once which takes are worth a listen.\nWrite the text on the left."
            )
        )
        self._hint.setObjectName("muted")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._arrange()
        self.form.edited.connect(self._show_state)
        queue.changed.connect(self._show_state)
        queue.item_changed.connect(self._item_changed)
        self._show_state()

    def set_engine(self, engine: Engine | None) -> None:
        """Offer what the loaded model knows."""
        self._engine = engine
        if engine is not None and not self.queue.running:
            self.form.set_model(engine.name, engine.declaration.speakers, engine.declaration.sampler)
        self._show_state()

    def start(self, base: SynthesisRequest) -> None:
        """Speak the plan around a request."""
        try:
            plan = self.form.plan(base)
        except PhonoscopeError as error:
            self.state.setText(said(error))
            return
        self.queue.start(plan)
        self._fill()

    def pause_or_resume(self) -> None:
        """Pause after the present take, or go on."""
        if self.queue.paused:
            self.queue.resume()
        else:
            self.queue.pause()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self._fill()

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.start_button, self.pause_button, self.stop_button):
            buttons.addWidget(button, 1 if button is self.start_button else 0)
        left = QWidget()
        left.setFixedWidth(_FORM_WIDTH_PX)
        column = QVBoxLayout(left)
        column.setContentsMargins(8, 4, 4, 6)
        column.setSpacing(6)
        column.addWidget(ColumnArea(self.form), 1)
        column.addLayout(buttons)
        column.addWidget(self.progress)
        column.addWidget(self.state)
        top = QHBoxLayout()
        top.setContentsMargins(4, 4, 8, 2)
        heading = QLabel(self.tr("Takes of the sweep"))
        heading.setObjectName("heading")
        top.addWidget(heading)
        top.addStretch(1)
        top.addWidget(self.order_choice)
        right = QVBoxLayout()
        right.setSpacing(2)
        right.addLayout(top)
        right.addWidget(self._hint, 1)
        right.addWidget(self.grid, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(left)
        layout.addLayout(right, 1)

    def _show_state(self) -> None:
        queue = self.queue
        n = self.form.n_items()
        self.start_button.setText(self.tr("Sweep") if n is None else self.tr("Speak {n} takes").format(n=n))
        can_start = self._engine is not None and not queue.running and n is not None
        running = queue.running
        set_enabled({self.start_button: can_start, self.pause_button: running, self.stop_button: running})
        self.pause_button.setText(self.tr("Go on") if queue.paused else self.tr("Pause"))
        self.progress.setRange(0, max(1, len(queue.items)))
        self.progress.setValue(queue.n_done)
        self.progress.setVisible(bool(queue.items))
        self._hint.setVisible(not queue.items)
        self.grid.setVisible(bool(queue.items))
        if self._engine is None and not queue.running:
            self.state.setText(self.tr("Load a model first"))
        elif n is None:
            self.state.setText(self.tr("A value that is written above does not fit"))
        elif queue.items:
            self.state.setText(self._progress_text())
        else:
            self.state.clear()

    def _progress_text(self) -> str:
        queue = self.queue
        text = self.tr("{done} of {n} takes").format(done=queue.n_done, n=len(queue.items))
        remaining_s = queue.remaining_s
        if queue.conversion is not None:
            return text + ", " + self.tr("converting the model, once: {percent} %").format(percent=queue.conversion)
        if queue.paused:
            return text + ", " + self.tr("paused")
        if queue.running and remaining_s is not None:
            minutes, seconds = divmod(round(remaining_s), 60)
            return text + ", " + self.tr("{minutes}:{seconds:02d} to go").format(minutes=minutes, seconds=seconds)
        return text

    def _item_changed(self, index: int) -> None:
        if self.queue.items[index].state is ItemState.DONE or self.order_choice.currentData() == _RANK:
            self._fill()
        elif (item := self.grid.item(index)) is not None:
            self._show(item, index, "")

    def _fill(self) -> None:
        """Lay the grid out again; what is selected stays so."""
        queue = self.queue
        done = [i for i, item in enumerate(queue.items) if item.signals is not None]
        ranks = dict(zip(done, penalties([s for item in queue.items if (s := item.signals) is not None]), strict=True))
        order = list(range(len(queue.items)))
        if self.order_choice.currentData() == _RANK:
            order.sort(key=lambda i: (i not in ranks, ranks.get(i, 0.0), i))
        current = self.grid.currentItem()
        chosen = current.data(_INDEX) if current is not None else None
        self.grid.blockSignals(True)
        self.grid.clear()
        for index in order:
            item = QListWidgetItem()
            self._show(item, index, filled("{:.1f}", ranks[index]) if index in ranks else "")
            self.grid.addItem(item)
            if index == chosen:
                self.grid.setCurrentItem(item)
        self.grid.blockSignals(False)

    def _show(self, shown: QListWidgetItem, index: int, penalty: str) -> None:
        item = self.queue.items[index]
        shown.setData(_INDEX, index)
        shown.setIcon(QIcon(self._picture(item)))
        state = {
            ItemState.WAITING: self.tr("waiting"),
            ItemState.RUNNING: self.tr("speaking…"),
            ItemState.FAILED: "✖ " + self.tr("failed"),
            ItemState.DONE: "",
        }[item.state]
        if (signals := item.signals) is not None:
            marks = "⚠ " if signals.n_errors or signals.n_warnings or not signals.ended else ""
            state = marks + filled(
                self.tr("{seconds:.2f} s, suspicion {penalty}"), seconds=signals.duration_s, penalty=penalty
            )
        shown.setText(f"{item.label}\n{state}")
        shown.setToolTip(plain_tip(item.failure or self._details(item)))
        shown.setSizeHint(self.grid.gridSize())

    def _details(self, item: QueuedItem) -> str:
        if (signals := item.signals) is None:
            return item.label
        return (
            item.label
            + "\n"
            + self.tr(
                "silence {silence:.0f} %, repeated codes {repeated:.0f} %, clipped {clipped:.0f} %, alarms {n}"
            ).format(
                silence=100 * signals.silence,
                repeated=100 * signals.repeated,
                clipped=100 * signals.clipped,
                n=signals.n_errors + signals.n_warnings,
            )
        )

    def _picture(self, item: QueuedItem) -> QPixmap:
        picture = item.picture
        if picture is None:
            empty = QPixmap(THUMBNAIL_COLUMNS, THUMBNAIL_ROWS)
            empty.fill(self._theme.plot)
            return empty
        colours = np.ascontiguousarray(colour_table(SPECTROGRAM_MAP, self._theme)[picture])
        height, width = picture.shape
        return QPixmap.fromImage(QImage(colours.data, width, height, 3 * width, QImage.Format.Format_RGB888))

    def _choose(self, shown: QListWidgetItem | None, _: QListWidgetItem | None) -> None:
        if shown is not None and (take_id := self.queue.items[shown.data(_INDEX)].take_id):
            self.take_chosen.emit(take_id)

    def _open(self, shown: QListWidgetItem) -> None:
        if take_id := self.queue.items[shown.data(_INDEX)].take_id:
            self.take_opened.emit(take_id)
