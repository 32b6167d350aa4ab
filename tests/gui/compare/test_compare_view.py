import threading

import numpy as np
import pytest
from PySide6.QtCore import Qt

from ..steps import LONG_MS, wait_for_changes


@pytest.fixture
def comparing(qtbot, two_takes, window):
    """The window with both takes selected and compared."""
    window.takes.listing.read_again()
    wait_for_changes(qtbot, window.takes)
    window.takes.table.selectAll()
    with qtbot.waitSignal(window.compare.compared, timeout=LONG_MS):
        window.inspection.compare_takes()
    return window


def test_two_selected_takes_are_compared_on_the_axis_of_the_older(comparing, store, two_takes):
    view, first = comparing.compare, store.read(two_takes[0])
    assert comparing.views.page == "compare"
    assert (view.takes.a.currentData(), view.takes.b.currentData()) == two_takes
    assert view.alignment_choice.currentData() == "sounds"  # other seeds, other timing
    np.testing.assert_array_equal(view.difference.a.audio, first.audio)
    assert view.axis.span_s == (0.0, first.duration_s)
    for pane in view.panes.values():
        assert pane.drawn_frames == first.n_frames, pane.objectName()
    assert "codes differ from frame" in view.figures.text()
    assert "most changed" in view.figures.text()


def test_the_comparison_in_view_is_played_although_no_take_is_shown(comparing):
    window = comparing
    window.live.set_take(None)
    window.transport.refresh(None)
    assert window.transport.play_button.isEnabled()
    window.views.show_page("take")
    assert not window.transport.play_button.isEnabled()
    window.views.show_page("compare")
    assert window.transport.play_button.isEnabled()


def test_a_take_compared_with_itself_shows_no_difference(qtbot, comparing, two_takes):
    view = comparing.compare
    with qtbot.waitSignal(view.compared, timeout=LONG_MS):
        view.show_pair(two_takes[0], two_takes[0])
    assert view.alignment_choice.currentData() == "starts"
    assert "all codes are the same" in view.figures.text()
    assert "0.0 dB" in view.figures.text()


def test_swapping_exchanges_the_takes(qtbot, comparing, two_takes):
    view = comparing.compare
    with qtbot.waitSignal(view.compared, timeout=LONG_MS):
        view.takes.swap_button.click()
    assert (view.takes.a.currentData(), view.takes.b.currentData()) == two_takes[::-1]


def test_the_keys_a_and_b_switch_while_it_plays(qtbot, comparing, device):
    view, first, go_on = comparing.compare, threading.Event(), threading.Event()

    def write(samples):
        device.blocks.append(samples.copy())
        first.set()
        go_on.wait(LONG_MS / 1000)

    device.write = write
    comparing.takes.table.setFocus()
    qtbot.keyClick(comparing, Qt.Key.Key_A)
    assert first.wait(LONG_MS / 1000)
    view.refresh()
    assert view.hear_buttons["a"].isChecked()
    qtbot.keyClick(comparing, Qt.Key.Key_B)
    assert view.hear_buttons["b"].isChecked()
    go_on.set()
    qtbot.waitUntil(lambda: not view.playing, timeout=LONG_MS)
    heard = device.sound
    n = len(device.blocks[0])
    a, b = (take * heard_gain for take, heard_gain in _levelled(view))
    np.testing.assert_allclose(heard[:n], a[:n], atol=1e-5)
    start = round(float(view.difference.alignment.to_b(n / view.difference.a.sample_rate_hz)) * 24_000)
    np.testing.assert_allclose(heard[n + 240 :], b[start + 240 :], atol=1e-5)


def _levelled(view):
    from phonoscope.engine.listening.loudness import matching_gains

    a, b = view.difference.a, view.difference.b
    gains = matching_gains(a.audio, a.sample_rate_hz, b.audio, b.sample_rate_hz)
    return zip((a.audio, b.audio), gains, strict=True)


def test_the_loop_of_the_take_that_is_shown_is_not_that_of_the_comparison(qtbot, comparing, device, two_takes):
    comparing.shown.show(two_takes[0])
    comparing.live.axis.set_loop((0.0, 0.2))
    comparing.views.show_page("compare")
    comparing.playback.toggle_loop()
    comparing.playback.toggle_loop()  # seen on no axis here
    comparing.compare.hear_a()
    qtbot.waitUntil(lambda: not comparing.player.playing, timeout=LONG_MS)
    assert len(device.sound) == len(comparing.compare.difference.a.audio)
    comparing.views.show_page("take")
    comparing.playback.play_from_start()
    assert comparing.player.loop_s == comparing.live.axis.loop_s
    assert comparing.player.loop_s is not None


def test_a_click_plays_from_there_and_moves_the_playhead(qtbot, comparing, device):
    view = comparing.compare
    view.axis.seek_requested.emit(0.3)
    qtbot.waitUntil(lambda: not view.playing, timeout=LONG_MS)
    assert len(device.sound) == pytest.approx(len(view.difference.a.audio) - 0.3 * 24_000, abs=2)
    qtbot.waitUntil(lambda: not comparing.pictures.running, timeout=LONG_MS)


def test_pointing_reads_both_times_and_the_differences(comparing):
    view = comparing.compare
    view.axis.set_hover(0.2)
    said = comparing.live.readout.text()
    assert said.startswith("A 0.200 s")
    assert "codes differ" in said
    assert "octaves" in said


def test_another_tap_group_can_be_looked_at(comparing):
    pane = comparing.compare.magnitudes
    names = [pane.group_choice.itemData(i) for i in range(pane.group_choice.count())]
    assert {"talker", "predictor", "codec_blocks"} <= set(names)
    before = pane._octaves.shape
    pane.group_choice.setCurrentIndex(names.index("codec_blocks"))
    assert pane._octaves.shape != before


def test_one_selected_take_is_not_compared(comparing):
    comparing.views.show_page("take")
    comparing.takes.table.selectRow(0)
    comparing.inspection.compare_takes()
    assert comparing.views.page == "take"
    assert "Select two takes" in comparing.statusBar().currentMessage()


def test_a_take_that_is_gone_is_said_in_place(qtbot, comparing, store, two_takes):
    import shutil

    view = comparing.compare
    shutil.rmtree(store.root / two_takes[1])
    view.takes.swap_button.click()
    qtbot.waitUntil(lambda: two_takes[1] in view.figures.text(), timeout=LONG_MS)
    assert not view.hear_buttons["a"].isEnabled()


def test_takes_of_one_text_are_told_apart_in_the_choice(comparing):
    view = comparing.compare
    a, b = view.takes.a.currentText(), view.takes.b.currentText()
    assert (a.partition(" ")[0], b.partition(" ")[0]) == ("1", "2")  # no voice: the seed comes first
    assert "Tell us apart." in a


@pytest.mark.usefixtures("endless_sound")
def test_play_means_the_comparison_while_that_is_in_view(comparing):
    view, play = comparing.compare, comparing.actions_by_name["play_or_pause"]
    view.hear_b()
    play.trigger()
    assert not view.playing
    play.trigger()
    assert view.playing
    assert view.pair.side.value == "b"
    assert view.hear_buttons[view.pair.side].isChecked()
    play.trigger()
    comparing.views.show_page("take")
    assert not view.play_in_view()
