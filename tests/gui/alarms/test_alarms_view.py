import threading
import zipfile

import numpy as np
import pytest
from phonoscope.engine.diagnosis.alarms import AlarmKind, find_alarms
from phonoscope.engine.diagnosis.profile import F16_MAX
from phonoscope.gui.alarms import alarms_view
from PySide6.QtCore import QPoint, Qt

from ..steps import LONG_MS


def load(qtbot, window, model):
    window.panel.engine_card.set_model(str(model))
    window.panel.engine_card.threads.setValue(1)
    window.load_model()
    qtbot.waitUntil(lambda: window.host.engine is not None and not window.host.loading, timeout=LONG_MS)


def speak(qtbot, window, text="Find me."):
    window.panel.text.setPlainText(text)
    window.panel.seed.set_seed(5)
    window.panel.seed.lock.setChecked(True)
    with qtbot.waitSignal(window.take_finished, timeout=LONG_MS):
        window.panel.speak_button.click()
    wait_for_alarms(qtbot, window)


def wait_for_alarms(qtbot, window):
    """Wait until the shown take is looked through; nothing else is done to it meanwhile."""
    qtbot.waitUntil(lambda: not window.alarms.looking.busy, timeout=LONG_MS)


def click_row(qtbot, table, row):
    item = table.visualItemRect(table.item(row, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(item))


@pytest.fixture
def poisoned_window(qtbot, window, poisoned):
    load(qtbot, window, poisoned)
    window.lists.show_page("alarms")
    speak(qtbot, window)
    return window


def test_a_poisoned_weight_is_found_by_clicking_its_alarm(qtbot, poisoned_window):
    window = poisoned_window
    assert window.lists.tabText(1).startswith("Alarms (")
    first = window.alarms.alarms[0]
    assert (first.kind, first.group, first.layer) == (AlarmKind.NON_FINITE, "talker", 1)
    assert window.alarms.table.item(0, 0).text().startswith("✖  Not finite")
    assert window.alarms.table.item(0, 1).text() == "Talker layer 1"
    assert window.alarms.table.item(0, 2).text() == f"the prompt, position {first.row}"  # it came to no frame
    window.views.show_page("compare")
    assert window.live.panes["talker"].isHidden()
    window.statusBar().showMessage("1 file written")
    click_row(qtbot, window.alarms.table, 0)
    assert window.statusBar().currentMessage() == ""  # which would hide what is read off there
    assert window.live.readout.isVisible()
    assert window.views.page == "take"
    assert window.live.panes["talker"].isVisible()
    assert window.live.panes["talker"].layer_mark.layer == 1
    profile = window.alarms.profile
    assert profile.group_choice.currentText() == "Talker"
    assert profile.shown.n_non_finite[1] > 0
    assert profile.shown.n_non_finite[0] == 0
    assert profile._mark.isVisible()
    assert profile._mark.value() == 1


def test_a_layer_without_finite_values_leaves_a_gap_and_does_not_squash_the_scale(poisoned_window):
    profile = poisoned_window.alarms.profile
    profile.mark("talker", 1)
    assert profile.shown.rms[1] == 0.0
    _, drawn = profile._rms.getOriginalDataset()
    assert drawn[0] == profile.shown.rms[0]
    assert np.isnan(drawn[1])
    assert 1 in profile._bad.getOriginalDataset()[0]
    low, high = profile.plot.getPlotItem().viewRange()[1]
    positive = profile.shown.rms[profile.shown.rms > 0]
    assert 0 <= np.log10(positive.min()) - low < 1
    assert high > np.log10(F16_MAX)


def test_one_click_writes_what_reproduces_it(qtbot, poisoned_window, tmp_path, monkeypatch):
    path = tmp_path / "take.zip"
    monkeypatch.setattr("phonoscope.gui.file_dialogs.file_to_write", lambda *_: path)
    with qtbot.waitSignal(poisoned_window.alarms.wrote, timeout=LONG_MS):
        poisoned_window.alarms.bundle_button.click()
        assert not poisoned_window.alarms.bundle_button.isEnabled()
    assert poisoned_window.alarms.bundle_button.isEnabled()
    assert str(path) in poisoned_window.statusBar().currentMessage()
    with zipfile.ZipFile(path) as archive:
        assert {"recipe.json", "alarms.json", "arrays.npz", "log.txt", "test_take.py"} <= set(archive.namelist())
        assert b"talker layer 1" in archive.read("log.txt")


def test_a_sound_alarm_leads_to_its_frame(qtbot, loaded):
    loaded.panel.sampler.editor("min_new_tokens").setValue(1000)  # so it cannot end by itself
    speak(qtbot, loaded, "Say this.")
    view, take = loaded.alarms, loaded.live.take
    rows = [row for row, alarm in enumerate(view.alarms) if not alarm.group]
    assert rows, "the take sounds right"
    alarm = view.alarms[rows[0]]
    loaded.lists.show_page("alarms")
    click_row(qtbot, view.table, rows[0])
    frame_s = take.frame_s
    start_s, end_s = loaded.live.axis.span_s
    assert start_s <= alarm.frame * frame_s < end_s
    assert loaded.live.axis.playhead_s == pytest.approx(alarm.frame * frame_s)


@pytest.fixture
def loud_prompt(qtbot, loaded, store):
    """A window that shows a take, in the prompt of which one channel of a layer is far larger than all others."""
    loaded.panel.sampler.editor("min_new_tokens").setValue(1000)  # so it cannot end by itself: an alarm of the sound
    speak(qtbot, loaded)
    kept = loaded.takes.model.take(0)
    rows = np.array(loaded.live.take.taps["talker"])
    rows[3, 1] = 10.0, 400.0, 0.0
    rows.astype("<f4").tofile(store.root / kept.id / "taps" / "talker.f32")
    loaded.shown.show(kept.id)
    wait_for_alarms(qtbot, loaded)
    loaded.lists.show_page("alarms")
    return loaded


def test_an_alarm_in_the_prompt_leads_to_its_position_there(qtbot, loud_prompt):
    window, table = loud_prompt, loud_prompt.alarms.table
    chosen, span_s = list(window.live.stack.visible_panes()), window.live.axis.span_s
    row = next(at for at, alarm in enumerate(window.alarms.alarms) if alarm.kind is AlarmKind.MASSIVE)
    assert table.item(row, 2).text() == "the prompt, position 3"
    click_row(qtbot, table, row)
    pane = window.live.panes["talker_positions"]
    assert pane.isVisible()
    assert (pane.layer_mark.layer, pane.layer_mark.column) == (1, 3)
    assert window.live.groups["talker"].layer_mark.layer is None  # which shows no prompt
    told = window.live.readout.text()
    assert told == "position 3, of a prompt, block 1: rms 10, largest magnitude 400"
    assert window.live.axis.span_s == span_s
    sound = next(at for at, alarm in enumerate(window.alarms.alarms) if not alarm.group)
    click_row(qtbot, table, sound)
    assert list(window.live.stack.visible_panes()) == chosen
    assert pane.layer_mark.layer is None


def test_the_keys_go_from_alarm_to_alarm(qtbot, poisoned_window):
    window, table = poisoned_window, poisoned_window.alarms.table
    assert table.currentRow() == -1
    table.setFocus()
    window.alarms.next_alarm()
    assert table.currentRow() == 0
    assert window.live.panes["talker"].layer_mark.layer == 1
    window.alarms.previous_alarm()
    assert table.currentRow() == len(window.alarms.alarms) - 1


def test_a_pane_that_an_alarm_has_opened_goes_with_the_next_alarm(qtbot, poisoned_window):
    window = poisoned_window
    chosen = list(window.live.stack.visible_panes())
    assert "talker" not in chosen
    window.alarms.show_worst()
    assert window.live.panes["talker"].isVisible()
    assert list(window.live.stack.chosen_panes()) == chosen
    elsewhere = next(row for row, alarm in enumerate(window.alarms.alarms) if alarm.group != "talker")
    click_row(qtbot, window.alarms.table, elsewhere)
    assert window.live.panes["talker"].isHidden()
    window.alarms.show_worst()
    window.layout_commands.use_layout("debug")  # which has this pane anyway
    window.takes.table.selectRow(0)
    click_row(qtbot, window.alarms.table, elsewhere)
    assert window.live.panes["talker"].isVisible()


def test_what_the_transport_says_of_an_alarm_leads_to_it(qtbot, poisoned_window):
    window = poisoned_window
    window.lists.show_page("takes")
    window.views.show_page("compare")
    assert window.transport.notice.text().startswith("⚠ not finite")
    qtbot.mouseClick(window.transport.notice, Qt.MouseButton.LeftButton)
    assert (window.views.page, window.lists.page) == ("take", "alarms")
    assert window.alarms.table.currentRow() == 0
    assert window.live.panes["talker"].layer_mark.layer == 1
    window.lists.hide()
    qtbot.keyClick(window.transport.notice, Qt.Key.Key_Return)
    assert window.lists.isVisible()


def test_the_place_of_an_alarm_is_said_in_french(in_french, qtbot, poisoned_window):
    window = poisoned_window
    assert window.alarms.table.item(0, 0).text().endswith("(réseau à propagation avant)")
    tool_tip = window.takes.model.data(window.takes.model.index(0, 0), Qt.ItemDataRole.ToolTipRole)
    assert tool_tip.startswith("parleur, couche 1, pas 0, réseau à propagation avant")


def test_another_take_has_other_alarms(qtbot, poisoned_window, qwen3_tiny):
    load(qtbot, poisoned_window, qwen3_tiny.talker)
    speak(qtbot, poisoned_window)
    assert AlarmKind.NON_FINITE not in {alarm.kind for alarm in poisoned_window.alarms.alarms}
    assert poisoned_window.live.panes["talker"].layer_mark.layer is None
    poisoned_window.takes.table.selectRow(1)
    wait_for_alarms(qtbot, poisoned_window)
    assert poisoned_window.alarms.alarms[0].kind is AlarmKind.NON_FINITE


def test_the_growth_over_the_layers_has_a_hint_until_there_is_a_take(window, poisoned, qtbot):
    window.lists.show_page("alarms")
    assert window.alarms.profile._hint.isVisible()
    assert not window.alarms.profile.plot.isVisible()
    load(qtbot, window, poisoned)
    speak(qtbot, window)
    assert not window.alarms.profile._hint.isVisible()
    assert window.alarms.profile.plot.isVisible()


def test_the_limit_of_f16_says_how_far_it_is(window, mistaken, qtbot):
    window.lists.show_page("alarms")
    load(qtbot, window, mistaken)
    speak(qtbot, window)
    profile = window.alarms.profile
    worst = int(profile.shown.headroom_octaves.argmin())
    assert profile.headroom.toPlainText().endswith(f"octaves above layer {worst}")


def test_a_take_is_looked_through_beside_the_window(qtbot, poisoned_window, monkeypatch):
    view, table, may_look = poisoned_window.alarms, poisoned_window.takes.table, threading.Event()
    names = []

    def look(*arguments):
        names.append(threading.current_thread().name)
        assert may_look.wait(LONG_MS / 1000)
        return find_alarms(*arguments)

    speak(qtbot, poisoned_window)
    monkeypatch.setattr(alarms_view, "find_alarms", look)
    n_alarms = len(view.alarms)
    table.selectRow(1)
    assert view.alarms == []  # those of the other take would lead astray
    assert view._state.text() == "Looking through the take…"
    table.selectRow(0)  # while the one before is still being looked through
    may_look.set()
    wait_for_alarms(qtbot, poisoned_window)
    assert len(view.alarms) == view.table.rowCount() == n_alarms > 0
    assert set(names) == {"phonoscope-alarms"}


def test_a_bundle_that_cannot_be_written_is_said(qtbot, poisoned_window, tmp_path):
    with qtbot.waitSignal(poisoned_window.alarms.failed, timeout=LONG_MS) as said:
        poisoned_window.alarms.write_bundle_to(tmp_path / "nowhere" / "take.zip")
    assert "nowhere" in said.args[0]
    assert poisoned_window.alarms.bundle_button.isEnabled()
