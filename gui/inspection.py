"""From the list of takes to the views that look into them: comparison, reference, sweep, alarms."""

from __future__ import annotations

import contextlib

from phonoscope.engine.diagnosis.alarms import Alarm
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.compare.compare_view import CompareView
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.language.said import said
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.request_panel.panel import RequestPanel
from phonoscope.gui.sweep.sweep_view import SweepView
from phonoscope.gui.tab_area import TabArea
from phonoscope.gui.takes.table import TakesTable
from PySide6.QtCore import QObject, Signal


class Inspection(QObject):
    """What the actions that look into takes do.

    Parameters
    ----------
    store, takes
        The kept takes and their list.
    views, live, compare, sweep
        Where they are looked at.
    panel, host
        What a sweep speaks, and with what.
    """

    said = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        store: TakeStore,
        takes: TakesTable,
        views: TabArea,
        live: LiveView,
        compare: CompareView,
        sweep: SweepView,
        panel: RequestPanel,
        host: EngineHost,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store, self._takes = store, takes
        self._views, self._live, self._compare, self._sweep = views, live, compare, sweep
        self._panel, self._host = panel, host
        self.reference_id = ""  # the take that heat maps are compared with
        sweep.start_requested.connect(self.start_sweep)

    def compare_takes(self) -> None:
        """Compare the two selected takes, the older one as A."""
        ids = sorted(take.id for take in self._takes.selected())
        if len(ids) == 2:
            self._views.show_page("compare")
            self._compare.show_pair(*ids)
        else:
            self.said.emit(self.tr("Select two takes in the list to compare them"))

    def use_as_reference(self) -> None:
        """Let heat maps show the change against the selected take."""
        selected = self._takes.selected()
        if len(selected) != 1:
            self.said.emit(self.tr("Select one take in the list first"))
            return
        try:
            self.set_reference(selected[0].id)
        except PhonoscopeError as error:
            self.failed.emit(said(error))
        else:
            self.said.emit(self.tr("Heat maps can now show the change against this take"))

    def set_reference(self, take_id: str) -> None:
        """Let heat maps show the change against a kept take.

        Raises
        ------
        PhonoscopeError
            When it is gone or damaged; the one before stays.
        """
        self._live.set_reference(self._store.read(take_id))
        self.reference_id = take_id

    def set_reference_again(self, take_id: str) -> None:
        """Use the reference of the last start, where it is still listed and can be read."""
        if self._takes.model.row_of(take_id) >= 0:
            with contextlib.suppress(PhonoscopeError):
                self.set_reference(take_id)

    def start_sweep(self) -> None:
        """Speak what the panel says with all values that the sweep tries."""
        self._views.show_page("sweep")
        request = self._panel.request(self._host.engine) if self._host.engine is not None else None
        if request is not None and not self._host.speaking:
            self._sweep.start(request)

    def show_alarm(self, alarm: Alarm) -> None:
        """Show the frame and the layer of an alarm."""
        self._views.show_page("take")
        by_rows = bool(alarm.group) and (alarm.outside_frames or alarm.group not in self._live.groups)
        if not (by_rows and self._live.show_row(alarm.group, alarm.layer, alarm.row)):
            self._live.show_place(alarm.frame, alarm.n_frames, alarm.group, alarm.layer)
