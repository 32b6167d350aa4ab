"""One take is in view, and it is the one that the list has selected."""

import threading
from dataclasses import replace

from phonoscope.gui.engine_worker import SpokenTake
from phonoscope.gui.takes.table import TakesTable
from PySide6.QtCore import Qt

from .steps import LONG_MS, speak, start_long_take


def selected_texts(takes: TakesTable) -> list[str]:
    return [take.text for take in takes.selected()]


def test_the_take_that_was_spoken_last_is_selected(qtbot, loaded):
    speak(qtbot, loaded, "One.")
    assert selected_texts(loaded.takes) == ["One."]
    speak(qtbot, loaded, "Two.")
    assert selected_texts(loaded.takes) == ["Two."]
    length = f"{loaded.live.take.duration_s:.2f} s"
    qtbot.waitUntil(lambda: length in loaded.takes.details.figures.text(), timeout=LONG_MS)
    loaded.takes.table.selectAll()
    speak(qtbot, loaded, "Three.")
    assert sorted(selected_texts(loaded.takes)) == ["One.", "Two."]  # several were selected on purpose


def test_a_take_is_selected_in_a_turn_of_its_own_unless_another_is_shown_by_then(qtbot, qapp, loaded):
    speak(qtbot, loaded, "One.")
    speak(qtbot, loaded, "Two.")
    two = loaded.takes.selected()[0]
    one = loaded.takes.model.take(1)

    def begin(take_id: str) -> None:
        loaded.shown.begin(SpokenTake(loaded.live.take, take_id, 0.0))
        loaded.shown.keep(replace(two, id=take_id, text=take_id, stop_reason="none"))

    begin("Three.")
    assert selected_texts(loaded.takes) == ["Two."]
    qtbot.waitUntil(lambda: selected_texts(loaded.takes) == ["Three."], timeout=LONG_MS)
    begin("Four.")
    loaded.shown.show(one.id)
    qapp.processEvents()
    assert selected_texts(loaded.takes) == ["One."]
    begin("Five.")
    loaded.shown.begin(SpokenTake(loaded.live.take, "not yet listed", 0.0))
    qapp.processEvents()
    assert selected_texts(loaded.takes) == ["One."]


def test_nothing_is_said_of_a_choice_that_nobody_made(qtbot, loaded):
    said: list[str] = []
    loaded.shown.said.connect(said.append)
    speak(qtbot, loaded, "One.")
    speak(qtbot, loaded, "Two.")
    assert said == []


def test_what_is_being_written_about_a_take_is_not_taken_away(qtbot, loaded):
    speak(qtbot, loaded, "One.")
    loaded.takes.details.notes.setFocus()
    qtbot.waitUntil(loaded.takes.details.notes.hasFocus, timeout=LONG_MS)
    speak(qtbot, loaded, "Two.")
    assert selected_texts(loaded.takes) == ["One."]


def test_enter_plays_a_kept_take(qtbot, loaded, device):
    speak(qtbot, loaded, "One.")
    speak(qtbot, loaded, "Two.")
    loaded.playback.pause()
    loaded.views.show_page("sweep")
    loaded.takes.table.selectRow(1)
    assert loaded.live.take.request.text == "One."
    assert loaded.views.page == "sweep"
    loaded.takes.table.setFocus()
    qtbot.waitUntil(lambda: not loaded.player.playing, timeout=LONG_MS)
    device.blocks.clear()
    qtbot.keyClick(loaded.takes.table, Qt.Key.Key_Return)
    assert loaded.views.page == "take"
    qtbot.waitUntil(lambda: bool(device.blocks), timeout=LONG_MS)  # so short a take may have ended already


def test_the_take_that_is_being_made_stays_in_view(qtbot, loaded):
    speak(qtbot, loaded, "One.")
    start_long_take(qtbot, loaded)
    qtbot.waitUntil(lambda: selected_texts(loaded.takes) != ["One."], timeout=LONG_MS)
    made = loaded.live.take
    loaded.takes.table.selectRow(1)
    assert loaded.live.take is made
    assert "stays in view" in loaded.statusBar().currentMessage()
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        loaded.panel.stop_button.click()
    index = loaded.takes.table.model().index(1, 1)
    qtbot.mouseClick(
        loaded.takes.table.viewport(), Qt.MouseButton.LeftButton, pos=loaded.takes.table.visualRect(index).center()
    )
    assert loaded.live.take.request.text == "One."  # though it was selected already


def test_a_take_tells_its_length_when_it_begins_and_the_window_never_counts_it(qtbot, loaded, monkeypatch):
    engine = loaded.host.engine
    count, threads = engine.estimate, []

    def estimate(text, **settings):
        threads.append(threading.current_thread())
        return count(text, **settings)

    monkeypatch.setattr(engine, "estimate", estimate)
    with qtbot.waitSignal(loaded.host.started, timeout=LONG_MS) as started:
        loaded.speaking.speak_request(engine.request("One. Two.", seed=5))
    assert started.args[0].expected_s == count("One. Two.").duration_s > 0
    assert threads and threading.main_thread() not in threads
    qtbot.waitUntil(lambda: not loaded.host.speaking, timeout=LONG_MS)
