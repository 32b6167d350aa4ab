"""The list of alarms: a click leads to the frame and the layer, one more writes all that reproduces it."""

from __future__ import annotations

import time
from pathlib import Path

from phonoscope.engine.diagnosis.alarms import Alarm, Severity, find_alarms, n_serious
from phonoscope.engine.diagnosis.bundle import write_bundle
from phonoscope.engine.diagnosis.profile import LayerProfile, profiles
from phonoscope.engine.families import family
from phonoscope.engine.takes.snapshot import snapshot
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.alarms.alarm_text import SIGNS, what
from phonoscope.gui.alarms.profile_plot import ProfilePlot
from phonoscope.gui.background import Background
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.list_table import set_up_list
from phonoscope.gui.session_log import session_log
from phonoscope.gui.steady_label import SteadyLabel
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

_LEAST_COLUMN_PX = 90
_LIVE_STEP_S = 3.0  # how often a growing take is looked through; what stops it is shown at once


class AlarmsView(QWidget):
    """Alarms of the take that is shown, and the magnitudes of its layers.

    Parameters
    ----------
    store
        Where takes are kept.
    dialogs
        Ask for files.
    theme
        The first colours.
    """

    chosen = Signal(object)  # Alarm
    counted = Signal(int)  # errors and warnings
    wrote = Signal(str)  # path of a bundle
    failed = Signal(str)

    def __init__(self, store: TakeStore, dialogs: FileDialogs, theme: Theme) -> None:
        super().__init__()
        self._store = store
        self._dialogs = dialogs
        self._take_id = ""
        self._log = session_log()
        self._theme = theme
        self._take: TakeView | None = None
        self.looking = Background(self, "phonoscope-alarms")
        self._writing = Background(self, "phonoscope-bundle")
        self._looked_at = (-1, False)
        self._looks_again_s = 0.0
        self._found_any = False  # whether it is known what looks wrong with the take
        self.alarms: list[Alarm] = []
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(self.tr("Alarms"))
        self.table.setHorizontalHeaderLabels([self.tr("What"), self.tr("Where"), self.tr("From")])
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        set_up_list(self.table, ())
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(_LEAST_COLUMN_PX)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)  # places are longer in some languages
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.currentCellChanged.connect(self._choose)
        self.table.cellClicked.connect(self._choose)
        self._state = SteadyLabel()
        self._state.setObjectName("muted")
        self.bundle_button = QPushButton(self.tr("Write bundle…"))
        self.bundle_button.setToolTip(
            self.tr("One file that reproduces this take: recipe, hashes of the model, states of the layers, log")
        )
        self.bundle_button.clicked.connect(self.write_bundle)
        self._writing.busy_changed.connect(self._allow_bundle)
        self.profile = ProfilePlot(theme)
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 8, 4)
        top.addWidget(self._state, 1)
        top.addWidget(self.bundle_button)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self.profile)
        splitter.setSizes([600, 400])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)
        self._show_alarms()

    def set_take(self, take: TakeView | None, take_id: str = "") -> None:
        """Look through another take; ``take_id`` is how it is kept."""
        self._take, self._take_id = take, take_id
        self._looked_at, self._looks_again_s, self._found_any = (-1, False), 0.0, False
        self.alarms = []
        self.profile.clear()
        self._show_alarms()
        if take is not None and not take.n_frames and not take.finished:
            self._looks_again_s = time.monotonic() + _LIVE_STEP_S  # there is nothing to look at yet
        self.refresh()

    def refresh(self) -> None:
        """Look again if the take has ended, or has grown and was last looked at some time ago.

        A long take is looked through for longer than one notices: that is done beside the window.
        """
        take = self._take
        if take is None or self.looking.busy:
            return
        state = (take.n_frames, take.finished)
        if state == self._looked_at or (not take.finished and time.monotonic() < self._looks_again_s):
            return
        self._looked_at = state
        self._looks_again_s = time.monotonic() + _LIVE_STEP_S
        groups = family(take.request.family).tap_groups

        def look() -> tuple[TakeView, list[Alarm], dict[str, LayerProfile]]:
            known = profiles(snapshot(take))
            return take, find_alarms(take, groups, known), known

        self.looking.run(look, self._show_found, self.failed.emit)

    def close_workers(self) -> None:
        """End what is done beside the window, and let go of the take."""
        self.looking.close()
        self._writing.close()
        self.set_take(None)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.profile.set_theme(theme)
        self._show_alarms()

    def show_worst(self) -> None:
        """Go to the alarm that is listed first."""
        self.table.setCurrentCell(-1, -1)
        self._step(1)

    def next_alarm(self) -> None:
        """Go to the next alarm."""
        self._step(1)

    def previous_alarm(self) -> None:
        """Go to the alarm before."""
        self._step(-1)

    def write_bundle(self) -> None:
        """Let the person choose where all goes that reproduces the take."""
        if self.bundle_button.isEnabled():
            title, kinds = self.tr("Write bundle"), self.tr("Bundles (*.zip)")
            if path := self._dialogs.one_to_write(self, "bundles", title, kinds, f"{self._take_id}.zip"):
                self.write_bundle_to(path)

    def write_bundle_to(self, path: Path) -> None:
        """Write all that reproduces the take, beside the window."""
        store, take_id, alarms, log = self._store, self._take_id, self.alarms, self._log.text()

        def write() -> str:
            write_bundle(path, store.read(take_id), alarms, log)
            return str(path)

        self._writing.run(write, self.wrote.emit, self.failed.emit)

    def _show_found(self, found: tuple[TakeView, list[Alarm], dict[str, LayerProfile]]) -> None:
        take, alarms, known = found
        if take is self._take:
            self.alarms, self._found_any = alarms, True
            groups = family(take.request.family).tap_groups
            self.profile.show_profiles(known, {group.name: group for group in groups if group.name in known})
            self._show_alarms()
        self.refresh()  # another take is shown by now, or this one has ended meanwhile

    def _allow_bundle(self) -> None:
        take = self._take
        kept = take is not None and take.finished and bool(self._take_id)
        self.bundle_button.setEnabled(kept and self._found_any and not self._writing.busy)

    def _step(self, step: int) -> None:
        if self.alarms:
            row = self.table.currentRow()
            row = 0 if row < 0 else (row + step) % len(self.alarms)
            if row == self.table.currentRow():
                self._choose(row)
            self.table.setCurrentCell(row, 0)

    def _choose(self, row: int, *_: int) -> None:
        if 0 <= row < len(self.alarms):
            alarm = self.alarms[row]
            if alarm.group:
                self.profile.mark(alarm.group, alarm.layer)
            self.chosen.emit(alarm)

    def _show_alarms(self) -> None:
        take = self._take
        self.table.blockSignals(True)
        self.table.setRowCount(len(self.alarms))
        for row, alarm in enumerate(self.alarms):
            for column, text in enumerate(self._cells(alarm)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                if column == 0 and alarm.severity is Severity.ERROR:
                    item.setForeground(QColor(self._theme.alarm))
                self.table.setItem(row, column, item)
        self.table.setCurrentCell(-1, -1)
        self.table.blockSignals(False)
        self._allow_bundle()
        if take is None:
            self._state.setText(self.tr("What looks wrong with a take is listed here"))
        elif self.alarms:
            self._state.setText(self.tr("Click an alarm to see where it is"))
        elif not self._found_any and not take.finished:
            self._state.setText(self.tr("The take is looked through while it is made"))
        elif not self._found_any:
            self._state.setText(self.tr("Looking through the take…"))
        else:
            self._state.setText(self.tr("✔ Nothing looks wrong with this take"))
        self.counted.emit(n_serious(self.alarms))

    def _cells(self, alarm: Alarm) -> tuple[str, str, str]:
        assert self._take is not None
        time_s = alarm.frame * self._take.frame_s
        where = self.tr("the sound")
        if alarm.group:
            labels = {group.name: declared(group.label) for group in family(self._take.request.family).tap_groups}
            where = self.tr("{group} layer {layer}").format(group=labels[alarm.group], layer=alarm.layer)
        when = filled(self.tr("{time:.2f} s, frame {frame}"), time=time_s, frame=alarm.frame)
        if alarm.outside_frames:
            segments, retries = self._take.segments, self._take.request.retries
            given_up = any(segment.discarded for segment in segments) if segments else retries > 0
            where_else = (
                self.tr("the prompt or an attempt given up, position {row}")
                if given_up
                else self.tr("the prompt, position {row}")
            )
            when = where_else.format(row=alarm.row)
        return f"{SIGNS[alarm.severity]}  {what(alarm)}", where, when
