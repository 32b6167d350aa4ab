import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from .steps import LONG_MS, speak

ALT = Qt.KeyboardModifier.AltModifier


def press(qtbot, window, key, held=ALT):
    qtbot.keyClick(QApplication.focusWidget() or window, key, held)


@pytest.fixture
def active(qtbot, loaded):
    """A window that the keys of this test reach, with a take in its list."""
    speak(qtbot, loaded)
    loaded.playback.pause()
    loaded.activateWindow()
    qtbot.waitUntil(loaded.isActiveWindow, timeout=LONG_MS)
    return loaded


def test_the_keyboard_goes_everywhere_at_once(qtbot, active):
    page_widgets = {
        Qt.Key.Key_2: (active.views, "compare", active.compare.takes.a),
        Qt.Key.Key_3: (active.views, "sweep", active.sweep.form.seeds),
        Qt.Key.Key_4: (active.views, "voices", active.voices.table),
        Qt.Key.Key_5: (active.views, "parity", active.parity.model_choice),
        Qt.Key.Key_1: (active.views, "take", active.views.tabBar()),
        Qt.Key.Key_7: (active.lists, "alarms", active.alarms.table),
        Qt.Key.Key_6: (active.lists, "takes", active.takes.table),
    }
    for key, (area, page, widget) in page_widgets.items():
        press(qtbot, active, key)
        assert area.page == page
        assert active.focusWidget() is widget
    press(qtbot, active, Qt.Key.Key_0)
    assert active.focusWidget() is active.panel.text


def test_lists_that_are_hidden_come_back_when_they_are_wanted(qtbot, active):
    active.lists.hide()
    press(qtbot, active, Qt.Key.Key_6)
    assert active.lists.isVisible()
    assert active.focusWidget() is active.takes.table


def test_an_empty_list_leaves_the_keyboard_to_its_tab(qtbot, window):
    window.navigation.go_to_takes()
    assert window.focusWidget() is window.lists.tabBar()


def test_a_take_is_read_off_frame_by_frame(qtbot, active):
    live, take = active.live, active.live.take
    frame_s = take.frame_s
    active.player.position_s = take.duration_s  # as at the end of playing
    press(qtbot, active, Qt.Key.Key_Left)
    last = take.n_frames - 1
    assert f"frame {last} " in live.readout.text() + " "
    assert live.axis.playhead_s == pytest.approx(last * frame_s)
    press(qtbot, active, Qt.Key.Key_Left)
    assert f"frame {last - 1} " in live.readout.text() + " "
    assert active.transport._position.text().startswith(f"{(last - 1) * frame_s:.2f} /")
    for _ in range(take.n_frames):
        press(qtbot, active, Qt.Key.Key_Left, ALT | Qt.KeyboardModifier.ShiftModifier)
    assert "frame 0 " in live.readout.text() + " "
    press(qtbot, active, Qt.Key.Key_Right)
    assert "frame 1 " in live.readout.text() + " "
    assert not active.player.playing


def test_what_is_stepped_to_is_seen_and_zoomed_around(qtbot, active):
    live, take = active.live, active.live.take
    live.axis.show(0.0, take.duration_s / 4)
    active.player.position_s = take.duration_s
    active.playback.frame_back()
    start_s, end_s = live.axis.span_s
    assert start_s < live.axis.hover_s < end_s
    assert end_s - start_s == pytest.approx(take.duration_s / 4)
    active.view_commands.zoom_in()
    start_s, end_s = live.axis.span_s
    assert start_s < live.axis.hover_s < end_s
    assert end_s - start_s == pytest.approx(take.duration_s / 8)


def test_what_is_played_goes_on_where_one_steps_to(qtbot, active, device, monkeypatch):
    # The device takes nothing until it is told to stop: the sound must not end before the step.
    monkeypatch.setattr(device, "write", lambda _: active.player._halt.wait())
    active.playback.play_from_start()
    active.playback.frame_on()
    assert active.player.playing
    assert active.live.axis.playhead_s == pytest.approx(active.live.take.frame_s)
    active.playback.pause()


def test_a_part_is_repeated_from_one_place_to_another_with_keys(qtbot, active):
    axis, take = active.live.axis, active.live.take
    frame_s, end_s = take.frame_s, take.duration_s
    steps = [
        (frame_s, Qt.Key.Key_Home, (frame_s, end_s)),
        (frame_s, Qt.Key.Key_End, (0.0, frame_s)),  # at its beginning: the part begins with the take
        (frame_s / 2, Qt.Key.Key_Home, (0.0, frame_s)),  # shorter than a frame: it stays as it was
        (end_s, Qt.Key.Key_End, (0.0, end_s)),
        (frame_s, Qt.Key.Key_Home, (frame_s, end_s)),
        (end_s, Qt.Key.Key_Home, (frame_s, end_s)),  # nothing is left to repeat
    ]
    for playhead_s, key, loop_s in steps:
        active.player.position_s = playhead_s
        press(qtbot, active, key)
        assert axis.loop_s == active.player.loop_s == pytest.approx(loop_s)
