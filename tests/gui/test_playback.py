import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.audio.player import Player
from phonoscope.engine.audio.sound import Sound
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.gui.playback import SPEEDS
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from .steps import LONG_MS, speak


@pytest.fixture
def spoken(qtbot, loaded):
    """A window that shows a finished take and plays nothing."""
    speak(qtbot, loaded)
    loaded.playback.pause()
    qtbot.waitUntil(lambda: not loaded.pictures.running, timeout=LONG_MS)
    return loaded


def place(pane, time_s):
    """Where a time is on a pane's plot."""
    scene = pane.box.mapViewToScene(QPointF(time_s, 0.0))
    return pane.plot.mapFromScene(scene)


def test_a_click_on_a_pane_plays_from_there(qtbot, spoken, device):
    device.blocks.clear()
    take, pane = spoken.live.take, spoken.live.panes["waveform"]
    QTest.mouseClick(pane.plot.viewport(), Qt.MouseButton.LeftButton, pos=place(pane, take.duration_s / 2))
    qtbot.waitUntil(lambda: spoken.player.playing or bool(device.blocks), timeout=LONG_MS)
    qtbot.waitUntil(lambda: not spoken.player.playing, timeout=LONG_MS)
    assert len(device.sound) / take.sample_rate_hz == pytest.approx(take.duration_s / 2, abs=0.03)
    np.testing.assert_array_equal(device.sound, take.audio[-len(device.sound) :])


def drag(pane, from_s, to_s):
    held = Qt.KeyboardModifier.ShiftModifier
    where = pane.plot.viewport()
    QTest.mousePress(where, Qt.MouseButton.LeftButton, held, place(pane, from_s))
    QTest.mouseMove(where, (place(pane, from_s) + place(pane, to_s)) / 2)
    QTest.mouseMove(where, place(pane, to_s))
    QTest.mouseRelease(where, Qt.MouseButton.LeftButton, held, place(pane, to_s))
    release_shift(where)


def release_shift(where):
    """Let go of the key, which would be held for all tests that follow."""
    QTest.keyRelease(where, Qt.Key.Key_Shift)
    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier


def test_a_loop_is_dragged_out_heard_again_and_again_and_taken_away(qtbot, spoken, device):
    take, pane = spoken.live.take, spoken.live.panes["waveform"]
    drag(pane, 0.75 * take.duration_s, 0.25 * take.duration_s)
    start_s, end_s = spoken.live.axis.loop_s
    assert (start_s, end_s) == pytest.approx((0.25 * take.duration_s, 0.75 * take.duration_s), abs=0.02)
    assert spoken.player.loop_s == (start_s, end_s)
    assert spoken.transport.loop_button.isChecked()
    assert pane.loop_region.item.isVisible()
    device.blocks.clear()
    spoken.playback.play_from(start_s)
    once = int((end_s - start_s) * take.sample_rate_hz)
    qtbot.waitUntil(lambda: len(device.sound) > 3 * once, timeout=LONG_MS)
    spoken.transport.loop_button.click()
    qtbot.waitUntil(lambda: not spoken.player.playing, timeout=LONG_MS)
    assert not pane.loop_region.item.isVisible()
    assert spoken.live.axis.loop_s is None


def test_a_shift_click_takes_the_loop_away(spoken):
    pane = spoken.live.panes["waveform"]
    spoken.playback.toggle_loop()
    assert spoken.live.axis.loop_s == (0.0, spoken.live.take.duration_s)
    middle = place(pane, spoken.live.take.duration_s / 2)
    QTest.mouseClick(pane.plot.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, middle)
    release_shift(pane.plot.viewport())
    assert spoken.live.axis.loop_s is None


def test_another_take_has_no_loop_of_the_one_before(qtbot, spoken):
    spoken.playback.toggle_loop()
    speak(qtbot, spoken, "Another.")
    assert spoken.player.loop_s is None


def test_a_step_begins_where_an_alarm_led(qtbot, spoken):
    spoken.panel.sampler.editor("min_new_tokens").setValue(8)
    speak(qtbot, spoken)
    spoken.playback.pause()
    take = spoken.live.take
    spoken.live.show_place(2, 1, "", -1)
    assert spoken.playback.position_s == 2 * take.frame_s
    spoken.playback.frame_on()
    assert spoken.live.axis.playhead_s == pytest.approx(3 * take.frame_s)


def test_speed_volume_and_device_hold_at_the_next_start(spoken, settings):
    spoken.playback.faster()
    assert spoken.transport.speed.currentData() == spoken.player.speed == 1.25
    for _ in SPEEDS:
        spoken.playback.slower()
    assert spoken.player.speed == SPEEDS[0]
    spoken.transport.volume.setValue(40)
    spoken.playback.set_device("Headphones")
    kept = settings.settings.sound
    assert (kept.speed, kept.volume, kept.device) == (SPEEDS[0], 0.4, "Headphones")
    assert (spoken.player.volume, spoken.player.device) == (0.4, "Headphones")


def test_a_slower_take_is_longer_and_as_high(qtbot, spoken, device):
    device.blocks.clear()
    spoken.playback.set_speed(0.5)
    spoken.playback.play_from_start()
    qtbot.waitUntil(lambda: not spoken.player.playing, timeout=LONG_MS)
    assert len(device.sound) == pytest.approx(2 * len(spoken.live.take.audio), rel=0.05)


def test_devices_are_listed_when_the_menu_opens_and_one_can_be_chosen(monkeypatch, spoken):
    devices = [{"name": name, "hostapi": 0, "max_output_channels": 2} for name in ("Speakers", "Headphones")]
    module = SimpleNamespace(
        PortAudioError=OSError,
        query_devices=lambda: devices,
        query_hostapis=lambda: [{"name": "ALSA"}],
        default=SimpleNamespace(device=(0, 0)),
        _initialize=lambda: None,
        _terminate=lambda: None,
    )
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    menu = spoken.transport.devices
    menu.aboutToShow.emit()
    entries = {entry.text(): entry for entry in menu.actions()}
    assert list(entries) == ["As the system does", "Speakers (ALSA)", "Headphones (ALSA)"]
    assert entries["As the system does"].isChecked()
    entries["Headphones (ALSA)"].trigger()
    assert spoken.player.device == "Headphones (ALSA)"
    menu.aboutToShow.emit()
    assert [entry.text() for entry in menu.actions() if entry.isChecked()] == ["Headphones (ALSA)"]


def test_a_missing_device_is_said_before_anything_plays_until_another_is_chosen(qtbot, window, device):
    def check(name: str) -> None:
        if name != "Headphones":
            raise AudioDeviceError("no sound device plays", "connect one")

    player, notice = Player(device, check), window.transport.notice
    window.playback.player = player
    assert not notice.isVisible()
    window.playback.check_device()
    qtbot.waitUntil(lambda: notice.text() == "⚠ No sound output", timeout=LONG_MS)
    assert notice.isVisible()
    assert "connect one" in notice.toolTip()
    assert not device.blocks
    window.playback.set_device("Headphones")
    qtbot.waitUntil(lambda: not notice.isVisible(), timeout=LONG_MS)


def test_where_the_sound_broke_off_is_marked_on_the_waveform(spoken):
    pane = spoken.live.panes["waveform"]
    spoken.player.underruns_s = [0.1, 0.2]
    spoken._refresh_all()
    assert pane.underrun_marks.times_s == [0.1, 0.2]
    assert "▲ under-runs: 2" in spoken.transport.figures.text()
    spoken.playback.play_from(0.05)
    spoken.playback.pause()
    spoken._refresh_all()
    assert pane.underrun_marks.times_s == [0.1, 0.2]  # the rest of it is heard, and where it broke off can be looked at
    spoken.playback.play_from_start()
    spoken._refresh_all()
    assert pane.underrun_marks.times_s == []


@pytest.fixture
def breaking_off(monkeypatch, device):
    """A device that ran empty before each block: the machine was busy."""
    monkeypatch.setattr(device, "write", lambda samples: device.blocks.append(samples.copy()) or True)


def test_where_the_sound_broke_off_at_the_first_hearing_stays_with_the_take(qtbot, loaded, store, breaking_off):
    pane = loaded.live.panes["waveform"]
    speak(qtbot, loaded)
    qtbot.waitUntil(lambda: not loaded.pictures.running, timeout=LONG_MS)
    first_s = list(loaded.player.underruns_s)
    assert first_s
    take_id = loaded.takes.model.take(0).id
    qtbot.waitUntil(lambda: store.underruns_s(take_id) == first_s, timeout=LONG_MS)
    loaded.playback.play_from_start()
    loaded.playback.pause()
    loaded.player.underruns_s = [0.01]  # the second hearing's own
    loaded._refresh()
    assert pane.underrun_marks.times_s == sorted([0.01, *first_s])
    loaded.speaking.plays_at_once = False
    speak(qtbot, loaded, "Another.", seed=6)
    assert pane.underrun_marks.times_s == []
    loaded.shown.show(take_id)
    assert pane.underrun_marks.times_s == first_s
    assert f"▲ under-runs: {len(first_s)}" in loaded.transport.figures.text()
    assert store.underruns_s(take_id) == first_s


def test_what_broke_off_last_is_kept_although_the_next_take_begins_while_an_earlier_part_is_written(
    qtbot, loaded, store, device, monkeypatch
):
    keep, began, may_write = store.keep_underruns, threading.Event(), threading.Event()

    def write(take_id, times_s):
        began.set()
        assert may_write.wait(LONG_MS / 1000)
        keep(take_id, times_s)

    monkeypatch.setattr(store, "keep_underruns", write)
    monkeypatch.setattr(device, "write", lambda _: loaded.player._halt.wait())  # nothing breaks off by itself
    speak(qtbot, loaded)
    take_id = loaded.take_commands.shown_id
    loaded.player.underruns_s.append(0.25)
    loaded.shown.hearing.refresh()
    assert began.wait(LONG_MS / 1000)
    loaded.player.underruns_s.append(0.5)
    speak(qtbot, loaded, "The next one.")
    may_write.set()
    qtbot.waitUntil(lambda: store.underruns_s(take_id) == [0.25, 0.5], timeout=LONG_MS)


def test_what_broke_off_last_is_kept_when_the_window_closes(qtbot, loaded, store, device, monkeypatch):
    monkeypatch.setattr(device, "write", lambda _: loaded.player._halt.wait())  # it plays as long as the window is open
    speak(qtbot, loaded)
    loaded.player.underruns_s.append(0.5)
    loaded.close()
    assert store.underruns_s(store.summaries()[0].id) == [0.5]


def test_a_take_has_neither_the_place_nor_the_marks_of_another_sound(qtbot, spoken):
    spoken.playback.play_from_start()
    spoken.playback.pause()
    spoken.live.axis.set_playhead(0.0)
    spoken.player.play(Sound(np.zeros(24_000, np.float32), 24_000), 0.1)  # as a comparison does
    spoken.player.pause()
    spoken.player.underruns_s = [0.1]
    assert spoken.playback.underruns_s == []
    assert spoken.playback.position_s == 0.0


def test_waiting_for_a_slow_engine_is_said(spoken):
    class Waiting(Player):
        playing = True

    player = Waiting(lambda *_: None)
    player.waits_for_s = 3.5
    spoken.playback.player = player
    spoken.transport.refresh(spoken.live.take)
    assert spoken.transport.notice.text().endswith("of 3.5 s")
