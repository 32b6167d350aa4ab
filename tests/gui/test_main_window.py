import numpy as np
import pytest
from phonoscope.engine.audio.player import Player
from phonoscope.engine.command_line import command_line
from phonoscope.engine.take_figures import StopReason
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import PAGES, MainWindow
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from .steps import LONG_MS, LONG_TEXT, speak, start_long_take, wait_for_changes, write_long_text


def test_nothing_can_be_spoken_before_a_model_is_loaded(window):
    assert not window.panel.speak_button.isEnabled()
    assert not window.panel.stop_button.isEnabled()
    assert window.panel.engine_card.state.text() == "Nothing is loaded."


def test_loading_and_ejecting_are_explicit(qtbot, loaded):
    assert loaded.panel.speak_button.isEnabled()
    assert "1 thread" in loaded.panel.engine_card.state.text()
    loaded.panel.engine_card.eject_button.click()
    qtbot.waitUntil(lambda: loaded.host.engine is None, timeout=LONG_MS)
    assert not loaded.panel.speak_button.isEnabled()


def test_a_model_that_is_not_there_is_said_in_place(qtbot, window, tmp_path):
    window.panel.engine_card.set_model(str(tmp_path / "no.gguf"))
    with qtbot.waitSignal(window.host.failed, timeout=LONG_MS):
        window.load_model()
    assert "no.gguf" in window.panel.message.text()
    assert window.panel.message.isVisible()
    assert window.panel.engine_card.load_button.isEnabled()


def test_a_model_that_cannot_be_loaded_lets_the_former_one_come_back(qtbot, loaded, tmp_path):
    former = loaded.host.engine.name
    damaged = tmp_path / "damaged.gguf"
    damaged.write_bytes(b"GGUF and nothing else")
    loaded.panel.engine_card.set_model(str(damaged))
    with qtbot.waitSignal(loaded.host.loaded_again, timeout=LONG_MS):
        loaded.load_model()
    assert loaded.host.engine.name == former
    assert loaded.panel.speak_button.isEnabled()
    assert "damaged.gguf" in loaded.panel.message.text()
    assert f"{former} is loaded again" in loaded.panel.message.text()
    speak(qtbot, loaded)
    assert loaded.takes.model.rowCount() == 1


def test_a_model_that_was_ejected_does_not_come_back(qtbot, loaded, tmp_path):
    loaded.eject_model()
    loaded.panel.engine_card.set_model(str(tmp_path / "no.gguf"))
    with qtbot.waitSignal(loaded.host.failed, timeout=LONG_MS):
        loaded.load_model()
    assert loaded.host.engine is None
    assert not loaded.host.loading


def test_a_take_is_drawn_heard_and_kept(qtbot, loaded, device, store):
    loaded.layout_commands.use_layout("debug")
    speak(qtbot, loaded)
    take = loaded.live.take
    qtbot.waitUntil(lambda: not loaded.player.playing, timeout=LONG_MS)
    np.testing.assert_array_equal(device.sound, take.audio)
    assert (device.rate_hz, device.ended_by) == (take.sample_rate_hz, "stop")
    assert loaded.live.axis.span_s == (0.0, take.duration_s)
    for pane in loaded.live.panes.values():
        assert pane.isHidden() or pane.drawn_frames == take.n_frames, pane.objectName()
    (summary,) = store.summaries()
    assert loaded.takes.model.take(0) == summary
    np.testing.assert_array_equal(store.read(summary.id).codes, take.codes)
    assert store.read(summary.id).request.seed == 5


def test_a_request_that_does_not_fit_is_said_in_place(loaded):
    loaded.panel.text.setPlainText("   ")
    loaded.panel.speak_button.click()
    assert "the text is blank" in loaded.panel.message.text()
    assert not loaded.host.speaking


def test_stop_keeps_what_there_is(qtbot, loaded, store):
    start_long_take(qtbot, loaded)
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        loaded.panel.stop_button.click()
    assert loaded.live.take.stop_reason is StopReason.CANCELLED
    assert store.summaries()[0].stop_reason == "cancelled"
    assert loaded.panel.speak_button.isEnabled()


def test_stopping_before_the_take_has_begun_stops_it(qtbot, loaded, store):
    write_long_text(loaded)
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        loaded.speaking.speak()
        loaded.speaking.stop()
    assert store.summaries()[0].stop_reason == "cancelled"


def test_a_value_that_is_not_finite_is_named(qtbot, window, poisoned, store):
    window.panel.engine_card.set_model(str(poisoned))
    window.load_model()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    speak(qtbot, window)
    assert "talker layer 1" in window.panel.message.text()
    notice = window.transport.notice
    assert "talker layer 1" in notice.text()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: notice.shown_text(notice.width()) == notice.text(), timeout=LONG_MS)  # there is room for it
    assert "⚠ alarm" in [window.takes.model.index(0, i).data() for i in range(window.takes.model.columnCount())]
    assert "talker layer 1" in store.summaries()[0].alarm


def test_a_take_that_was_stopped_in_its_prompt_shows_its_heat_map(qtbot, window, poisoned, store):
    window.layout_commands.use_layout("debug")
    window.panel.engine_card.set_model(str(poisoned))
    window.load_model()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    speak(qtbot, window)
    pane = window.live.panes["talker"]
    for _ in ("while it was made", "read from the disk"):
        take = window.live.take
        assert (take.n_frames, len(take.taps["talker"]) > 0) == (0, True)
        assert len(pane._magnitudes) == len(take.taps["talker"])
        assert not pane.plot.hint.visible
        assert "by position of the prompt" in pane.accessibleName()
        window.live.axis.set_hover(0.01)
        assert "position 0 of the prompt" in window.live.readout.text()
        window.shown.show(store.summaries()[0].id)
    assert window.live.panes["waveform"].plot.hint.visible


def test_the_keyboard_speaks_and_stops_from_the_text(qtbot, loaded):
    write_long_text(loaded)
    loaded.panel.text.setFocus()
    qtbot.waitUntil(lambda: loaded.panel.text.hasFocus(), timeout=LONG_MS)
    qtbot.keyClick(loaded.panel.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert loaded.host.speaking
    assert loaded.panel.text.toPlainText() == LONG_TEXT
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        qtbot.keyClick(loaded.panel.text, Qt.Key.Key_Escape)
    assert not loaded.host.speaking


def test_the_pull_runs_only_while_there_is_something_to_draw(qtbot, loaded):
    speak(qtbot, loaded)
    qtbot.waitUntil(lambda: not loaded.pictures.running, timeout=LONG_MS)


def test_the_same_seed_gives_the_same_take_and_a_new_one_another(qtbot, loaded):
    speak(qtbot, loaded)
    first = loaded.live.take
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        loaded.speaking.rerun()
    again = loaded.live.take
    assert again is not first
    np.testing.assert_array_equal(again.codes, first.codes)
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        loaded.speaking.rerun_new_seed()
    assert loaded.live.take.request.seed != 5
    assert not np.array_equal(loaded.live.take.codes, first.codes)


def test_a_kept_take_is_shown_when_it_is_selected(qtbot, loaded):
    speak(qtbot, loaded, "One.")
    one = loaded.live.take
    speak(qtbot, loaded, "Two.")
    loaded.takes.table.selectRow(1)
    assert loaded.live.take is not one
    assert loaded.live.take.request.text == "One."
    np.testing.assert_array_equal(loaded.live.take.audio, one.audio)
    loaded.live.axis.seek_requested.emit(one.duration_s / 2)
    qtbot.waitUntil(lambda: not loaded.player.playing, timeout=LONG_MS)
    assert loaded.player.position_s == pytest.approx(one.duration_s)


def test_takes_go_to_the_bin_and_come_back(qtbot, loaded):
    speak(qtbot, loaded)
    loaded.takes.table.selectRow(0)
    loaded.actions_by_name["bin_takes"].trigger()
    for action, n_listed in (("undo", 1), ("redo", 0)):
        wait_for_changes(qtbot, loaded.takes)
        assert loaded.takes.model.rowCount() == 1 - n_listed
        loaded.actions_by_name[action].trigger()
        assert loaded.takes.model.rowCount() == n_listed  # at once
    wait_for_changes(qtbot, loaded.takes)
    assert loaded.takes.model.rowCount() == 0


def test_the_command_line_is_copied(qtbot, loaded):
    speak(qtbot, loaded)
    loaded.actions_by_name["copy_command"].trigger()
    assert QGuiApplication.clipboard().text() == command_line(loaded.live.take.request)


def test_without_a_sound_device_the_rest_works(qtbot, loaded, monkeypatch):
    def no_device(*_: object) -> None:
        from phonoscope.engine.errors import AudioDeviceError

        raise AudioDeviceError("no sound device plays", "connect one")

    loaded.playback.player = loaded.player = Player(no_device)
    speak(qtbot, loaded)
    loaded.transport.refresh(loaded.live.take)
    assert loaded.transport.notice.text() == "⚠ No sound output"
    assert "connect one" in loaded.transport.notice.toolTip()
    opened = []
    monkeypatch.setattr(loaded.transport.device_button, "showMenu", lambda: opened.append("devices"))
    notice = loaded.transport.notice
    centre = notice.rect().center
    qtbot.waitUntil(lambda: loaded.childAt(notice.mapTo(loaded, centre())) is notice, timeout=LONG_MS)  # in its place
    qtbot.mouseClick(notice, Qt.MouseButton.LeftButton)
    assert opened == ["devices"]
    assert loaded.takes.model.rowCount() == 1


def test_every_page_has_the_name_that_the_command_line_gives_it(window):
    for page in PAGES:
        window.views.show_page(page)
        assert window.views.page == page
    assert window.views.count() == len(PAGES)


def test_layouts_can_be_changed_and_reset(window):
    window.layout_commands.layout_debug()
    assert {"talker", "codes"} <= set(window.live.stack.visible_panes())
    window.live.stack.set_pane_visible("talker", False)
    window.layout_commands.reset_layout()
    assert "talker" in window.live.stack.visible_panes()
    window.layout_commands.layout_audition()
    assert "talker" not in window.live.stack.visible_panes()
    assert not window.lists.isHidden()


def test_a_large_window_shows_more_voices_and_more_of_a_take(qtbot, window):
    window.resize(1280, 800)
    voices, details = window.panel.voice_picker.voices, window.takes.details
    qtbot.waitUntil(lambda: window.right.width() > 900, timeout=LONG_MS)
    height_px, width_px = voices.height(), details.width()
    window.resize(2560, 1440)
    qtbot.waitUntil(lambda: voices.height() > 2 * height_px, timeout=LONG_MS)
    qtbot.waitUntil(lambda: details.width() > 1.5 * width_px, timeout=LONG_MS)


def test_the_next_window_is_as_this_one_was(qtbot, window, settings, store):
    window.layout_commands.layout_debug()
    window.live.stack.set_pane_visible("entropy", False)
    window.panel.text.setPlainText("As I was saying.")
    shown = list(window.live.stack.visible_panes())
    window.close()
    again = MainWindow(store, window.themes, settings, Player(lambda *_: None))
    assert list(again.live.stack.visible_panes()) == shown
    assert again.layout_commands.layout_name == "debug"
    assert again.panel.text.toPlainText() == "As I was saying."
    delete(again)


def test_pointing_at_a_frame_reads_it_off_in_every_pane(qtbot, loaded):
    loaded.layout_commands.use_layout("debug")
    speak(qtbot, loaded)
    take = loaded.live.take
    loaded.live.axis.set_hover(1.5 * take.frame_s)
    said = loaded.live.readout.text()
    assert "frame 1 " in said.replace("  ", " ")
    assert " ".join(map(str, take.codes[1])) in said
    assert "Talker" in said
    assert f"Entropy {take.draws[1, 0, 0]:.2f} / {take.draws[1, 1:, 0].mean():.2f}" in said
    loaded.live.axis.set_hover(-1.0)
    assert "Point at" in loaded.live.readout.text()


def test_zooming_one_pane_zooms_all_and_everything_comes_back(qtbot, loaded):
    speak(qtbot, loaded)
    loaded.live.panes["waveform"].box.setXRange(0.1, 0.3, padding=0)
    for name in loaded.live.stack.visible_panes():
        left, right = loaded.live.panes[name].box.viewRange()[0]
        assert (left, right) == pytest.approx((0.1, 0.3))
    loaded.view_commands.show_everything()
    assert loaded.live.axis.span_s == (0.0, loaded.live.take.duration_s)


def test_themes_change_every_pane(window):
    window.view_commands.theme_dark()
    dark = window.themes.theme
    assert dark.is_dark
    assert all(pane.theme is dark for pane in window.live.panes.values())
    window.view_commands.theme_light()
    assert not window.live.panes["codes"].theme.is_dark


def test_the_pane_menu_ticks_what_is_shown_and_hides_what_is_not(window):
    window.layout_commands.layout_debug()
    window.pane_menu.tick()
    entries = {entry.text(): entry for entry in window.pane_menu.actions() if entry.text()}
    assert (entries["Codes"].isChecked(), entries["Spectrogram"].isChecked()) == (True, False)
    entries["Codes"].trigger()
    entries["Lists below"].trigger()
    assert "codes" not in window.live.stack.visible_panes()
    assert window.lists.isHidden()


def test_another_layout_forgets_where_the_mouse_was(qtbot, loaded):
    speak(qtbot, loaded)
    loaded.live.axis.set_hover(0.05)
    assert "frame 0" in loaded.live.readout.text()
    loaded.layout_commands.use_layout("debug")
    assert "Point at" in loaded.live.readout.text()


def test_parity_follows_the_model_that_is_loaded(loaded, qwen3_tiny):
    assert loaded.parity.model_choice.currentText() == str(qwen3_tiny.talker)


def test_the_focus_goes_from_speak_to_stop_and_back(qtbot, loaded):
    loaded.panel.speak_button.setFocus()
    start_long_take(qtbot, loaded)
    assert loaded.focusWidget() is loaded.panel.stop_button
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        qtbot.keyClick(loaded.panel.stop_button, Qt.Key.Key_Space)
    assert loaded.focusWidget() is loaded.panel.speak_button
