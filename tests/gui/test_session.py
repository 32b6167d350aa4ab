import contextlib
import json
import sqlite3

import numpy as np
import pytest
from phonoscope.engine.audio.player import Player
from phonoscope.engine.families import family
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.voices.bundled import DEFAULT_VOICES
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.session import restore
from phonoscope.gui.settings.sections import HeatMapSetting, PinSetting
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import Qt

from .steps import LONG_MS, speak, wait_for_changes


@pytest.fixture
def open_again(qtbot, window, store, settings, device):
    """Close the window and return a new one on what it has left, as the next start makes it."""
    opened = []

    def reopen(*, listed: bool = True) -> MainWindow:
        window.close()
        kept = SettingsStore(settings._path.parent)
        assert kept.notice == ""
        opened.append(MainWindow(store, window.themes, kept, Player(device)))
        if listed:
            wait_for_changes(qtbot, opened[-1].takes)
        return opened[-1]

    yield reopen
    for again in opened:
        delete(again)


def test_what_stood_in_the_panel_stands_there_again(qtbot, loaded, open_again, tmp_path, qwen3_tiny):
    voice = tmp_path / "clara.spk"
    np.ones(loaded.host.engine.width, "<f4").tofile(voice)
    panel = loaded.panel
    panel.text.setPlainText("Hello.\n[clara] Hi.")
    panel.voice_picker.add_file(voice)
    panel.sampler.editor("temperature").setValue(0.35)
    panel.seed.set_seed(2**64 - 1)
    panel.seed.lock.setChecked(True)
    panel.language.setCurrentIndex(1)
    language = panel.language.currentData()
    again = open_again().panel
    assert again.editor.text == "Hello.\n[clara] Hi."
    assert again.editor.voices() == [str(voice)]
    assert again.voice_picker.voice == str(voice)
    assert again.sampler.changed_values == {"temperature": 0.35}
    assert (again.seed.seed, again.seed.lock.isChecked()) == (2**64 - 1, True)
    assert again.engine_card.model == str(qwen3_tiny.talker)
    assert again.state(None).language == language


def test_what_became_of_damaged_settings_is_still_said_when_the_model_is_there(qtbot, window, settings, qwen3_tiny):
    settings.notice = "settings.json: damaged"
    window.panel.engine_card.set_model(str(qwen3_tiny.talker))
    window.start()
    assert window.panel.message.text() == settings.notice
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    assert window.panel.message.text() == "settings.json: damaged"
    window.load_model()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    assert window.panel.message.text() == ""  # once is enough


def test_a_model_that_was_in_memory_is_loaded_again_and_its_voice_and_language_chosen(qtbot, loaded, open_again):
    speaker = loaded.host.engine.declaration.speakers[0] if loaded.host.engine.declaration.speakers else ""
    loaded.panel.voice_picker.choose(speaker)
    loaded.panel.language.setCurrentIndex(1)
    language = loaded.panel.language.currentData()
    again = open_again()
    again.start()
    qtbot.waitUntil(lambda: again.host.engine is not None, timeout=LONG_MS)
    assert (again.panel.voice_picker.voice or "") == speaker
    assert again.panel.language.currentData() == language
    assert again.panel.speak_button.isEnabled()


def test_after_a_model_that_could_not_be_loaded_the_next_start_has_the_one_that_came_back(
    qtbot, loaded, open_again, tmp_path, qwen3_tiny
):
    loaded.panel.engine_card.set_model(str(tmp_path / "missing.gguf"))
    with qtbot.waitSignal(loaded.host.loaded_again, timeout=LONG_MS):
        loaded.load_model()
    assert loaded.panel.engine_card.model.endswith("missing.gguf")  # to be put right
    again = open_again()
    assert again.panel.engine_card.model == str(qwen3_tiny.talker)
    again.start()
    qtbot.waitUntil(lambda: again.host.engine is not None, timeout=LONG_MS)


def test_a_model_that_was_ejected_stays_out(qtbot, loaded, open_again):
    loaded.eject_model()
    again = open_again()
    again.start()
    assert not again.host.loading


def test_the_first_start_greets_with_a_voice_and_a_sentence_ready_to_speak(qtbot, window, device):
    window.start()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    assert window.panel.engine_card.model == DEFAULT_MODEL
    assert window.panel.voice_picker.voice == window.host.engine.default_voice(window.panel.editor.text)
    assert window.panel.editor.text
    qtbot.waitUntil(lambda: "about" in window.panel.editor.length.text(), timeout=LONG_MS)
    with qtbot.waitSignal(window.take_finished, timeout=LONG_MS):
        window.panel.speak_button.click()
    assert window.live.take.stop_reason == "end_of_speech"
    window.playback.pause()
    expected_s = window.host.engine.estimate(window.panel.editor.text).duration_s
    assert window.live.take.duration_s == pytest.approx(expected_s, rel=0.4)


def test_the_state_is_kept_while_the_window_is_open(qtbot, window, settings):
    window.panel.text.setPlainText("Half a sent")
    window.session.save()
    kept = json.loads(settings._path.read_text("utf-8"))
    assert kept["request"]["text"] == "Half a sent"


def test_that_nothing_can_be_kept_is_said_once_and_harms_nothing(qtbot, window, settings, tmp_path):
    said: list[str] = []
    window.session.failed.connect(said.append)
    (tmp_path / "config").write_text("a file where the folder should be")
    for text in ("One.", "Two."):
        window.panel.text.setPlainText(text)
        window.session.save()
    assert len(said) == 1
    assert window.panel.message.isVisible()


def test_settings_that_are_damaged_are_said_at_the_start(qtbot, window, tmp_path):
    window._settings.notice = "settings.json: the settings of sound are damaged"
    window.host.loading = True  # nothing is loaded here
    window.start()
    window.host.loading = False
    assert "sound are damaged" in window.panel.message.text()


def test_the_first_window_is_large_and_its_sentence_gives_way_to_what_is_typed(qtbot, window):
    room = window.screen().availableSize()
    assert window.width() > 0.8 * min(room.width(), 1600)
    assert window.height() > 0.8 * min(room.height(), 1000)
    window.start()
    qtbot.keyClicks(window.panel.text, "Hi.")
    assert window.panel.editor.text == "Hi."
    window.panel.engine_card.eject_button.click()


def test_the_take_that_was_made_last_is_in_view_again_and_is_not_played(qtbot, loaded, open_again):
    speak(qtbot, loaded, "First.")
    speak(qtbot, loaded, "Last.", seed=6)
    again = open_again()
    assert again.live.take.request.text == "Last."
    assert [take.text for take in again.takes.selected()] == ["Last."]
    assert again.takes.details.heading.text() == "Last."
    assert not again.player.playing


def test_what_was_looked_at_is_in_view_again(qtbot, loaded, open_again):
    speak(qtbot, loaded, "First.")
    speak(qtbot, loaded, "Last.", seed=6)
    loaded.layout_commands.layout_debug()
    heat_map = loaded.live.groups["talker"]
    heat_map.choose("non_finite", "linear")
    layers = heat_map._layers_menu.actions()
    for layer in (1, 0):  # in this order they have their colours
        layers[layer].trigger()
    loaded.shown.choose(loaded.takes.model.take(1).id)
    shown = list(loaded.live.stack.visible_panes())
    loaded.lists.show_page("takes")
    loaded.views.show_page("sweep")
    again = open_again()
    assert (again.views.page, again.lists.page) == ("sweep", "takes")
    assert again.live.take.request.text == "First."
    assert [take.text for take in again.takes.selected()] == ["First."]
    assert list(again.live.stack.visible_panes()) == shown
    assert again.live.groups["talker"].choices == ("non_finite", "linear")
    assert again.live.groups["predictor"].choices == loaded.live.groups["predictor"].choices
    assert [(group.name, layer) for group, layer in again.live.pinned.pins] == [("talker", 1), ("talker", 0)]
    again.show()
    again.views.show_page("take")
    again.live.reveal("talker")
    again.live.refresh()
    ticked = [action.data() for action in again.live.groups["talker"]._layers_menu.actions() if action.isChecked()]
    assert ticked == [0, 1]
    again.close()


def test_the_panes_of_another_family_are_arranged_again_where_no_take_is_kept(qtbot, loaded, open_again):
    stack = loaded.live.stack
    loaded.live.set_family(family("audio8"))
    qtbot.waitUntil(lambda: stack.count() == len(stack.panes), timeout=LONG_MS)  # those of the first are gone
    (first, *_), hidden = stack.visible_panes(), list(stack.visible_panes())[-1]
    stack.set_pane_visible(hidden, False)
    stack.move_pane(first, 1)
    arranged, order = list(stack.visible_panes()), stack.order
    again = open_again()
    assert again.live.family == "audio8"
    assert list(again.live.stack.visible_panes()) == arranged
    assert again.live.stack.order == order


def test_the_reference_of_the_heat_maps_is_the_same_again(qtbot, loaded, open_again):
    speak(qtbot, loaded, "First.")
    speak(qtbot, loaded, "Last.", seed=6)
    loaded.takes.select([loaded.takes.model.take(1).id])
    loaded.inspection.use_as_reference()
    loaded.shown.choose(loaded.takes.model.take(0).id)
    loaded.live.groups["talker"].choose("change", "log")
    read = loaded.live.groups["talker"].describe(3)
    assert "octaves" in read
    again = open_again()
    assert again.live.take.request.text == "Last."
    assert again.live.groups["talker"].describe(3) == read
    again.close()


def test_a_reference_that_was_thrown_away_is_forgotten(qtbot, loaded, store, open_again):
    speak(qtbot, loaded, "First.")
    speak(qtbot, loaded, "Last.", seed=6)
    loaded.takes.select([loaded.takes.model.take(1).id])
    loaded.inspection.use_as_reference()
    loaded.takes.bin_selected()
    loaded.live.groups["talker"].choose("change", "log")
    again = open_again()
    assert again.inspection.reference_id == ""
    assert again.live.groups["talker"].describe(3) == ""
    again.close()


def test_takes_whose_index_is_locked_at_the_start_are_listed_and_in_view_later(qtbot, loaded, store, open_again):
    speak(qtbot, loaded, "First.")
    speak(qtbot, loaded, "Last.", seed=6)
    loaded.shown.choose(loaded.takes.model.take(1).id)
    loaded.inspection.use_as_reference()
    with contextlib.closing(sqlite3.connect(store.root / "index.sqlite")) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        again = open_again(listed=False)
        assert again.takes.model.rowCount() == 0
        qtbot.waitUntil(lambda: "are listed as soon as" in again.panel.message.text(), timeout=LONG_MS)
        assert "Another program has locked the index of takes" in again.takes._hint.text()
        assert again.take_commands.shown_id == ""
    qtbot.waitUntil(lambda: again.takes.model.rowCount() == 2, timeout=LONG_MS)
    assert again.live.take.request.text == "First."
    assert [take.text for take in again.takes.selected()] == ["First."]
    assert again.inspection.reference_id == again.takes.selected()[0].id
    assert again.panel.message.text() == ""
    again.close()


def test_what_was_looked_at_may_be_gone(qtbot, loaded):
    speak(qtbot, loaded)
    kept = SettingsStore(None)
    kept.change(
        "window",
        view="nowhere",
        list_page="nowhere",
        take="20200101-000000-000",
        heat_maps=(HeatMapSetting("gone", "rms", "log"), HeatMapSetting("talker", "sum", "linear")),
        pins=(PinSetting("gone", 0), PinSetting("talker", 99), PinSetting("talker", -1), PinSetting("talker", 0)),
    )
    restore(loaded, kept)
    assert loaded.views.page == "take"
    assert loaded.live.take.request.text == "Hello there."
    assert loaded.live.groups["talker"].choices == ("rms", "linear")
    loaded.live.reveal("pinned")
    loaded.live.refresh()
    assert loaded.live.pinned.describe(0).count("Talker") == 1  # the others are no layers of this model


def test_a_language_brings_its_usual_voice_unless_another_was_chosen(qtbot, window, device):
    window.start()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    panel = window.panel

    def speak_in(language):
        panel.language.setFocus()
        wanted = panel.language.findData(language)
        while panel.language.currentIndex() != wanted:
            key = Qt.Key.Key_Down if panel.language.currentIndex() < wanted else Qt.Key.Key_Up
            qtbot.keyClick(panel.language, key)

    for language in ("french", "english"):
        speak_in(language)
        assert panel.voice_picker.voice == DEFAULT_VOICES[language]
    panel.voice_picker.choose("bm_george")
    speak_in("french")
    assert panel.voice_picker.voice == "bm_george"
