from dataclasses import replace

import numpy as np
import pytest
from phonoscope.engine.families import family
from phonoscope.engine.request import MAX_SEED
from phonoscope.engine.voices.bundled import bundled_voices
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.gui.request_panel.sampler_form import SamplerForm
from phonoscope.gui.request_panel.seed_field import SeedField
from phonoscope.gui.request_panel.voice_picker import VoicePicker
from phonoscope.gui.settings.sections import SamplerPresetSetting
from phonoscope.gui.theme import LIGHT, ThemeFollower
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPalette, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QInputDialog, QLabel, QToolButton

DECLARATION = family("qwen3_tts")


@pytest.fixture
def form(qtbot, qapp, settings):
    ThemeFollower(qapp, "light").deleteLater()  # its colours stay
    made = SamplerForm(DECLARATION, settings)
    qtbot.addWidget(made)
    made.show()
    return made


def label_of(form, name):
    editor = form.editor(name)
    return next(label for label in form.findChildren(QLabel) if label.buddy() is editor)


def reset_of(form, name):
    field = next(field for field in DECLARATION.sampler if field.name == name)
    row = [b for b in form.findChildren(QToolButton) if b.accessibleName() == f"Reset {field.label}"]
    same_label = [f.name for f in DECLARATION.sampler if f.label == field.label]
    return row[same_label.index(name)]


def value_colour(form, name):
    return form.editor(name).lineEdit().palette().color(QPalette.ColorRole.Text).name()


def test_the_form_has_every_declared_setting_with_its_default_range_and_help(form):
    assert form.values == DECLARATION.settings()
    assert form.changed_values == {}
    for field in DECLARATION.sampler:
        editor = form.editor(field.name)
        assert field.help in editor.toolTip()
        assert editor.accessibleName()
        if field.kind != "switch":
            assert (editor.minimum(), editor.maximum()) == pytest.approx((field.minimum, field.maximum))
        assert isinstance(editor, QCheckBox) == (field.kind == "switch")


def test_what_differs_from_its_default_is_bold_and_can_be_reset(qtbot, form):
    label, reset = label_of(form, "temperature"), reset_of(form, "temperature")
    assert (label.font().bold(), reset.isVisible()) == (False, False)
    assert value_colour(form, "temperature") == LIGHT.muted
    form.editor("temperature").setValue(0.4)
    assert form.changed_values == {"temperature": 0.4}
    assert (label.objectName(), reset.isVisible()) == ("changed", True)
    assert form.editor("temperature").font().bold()
    assert value_colour(form, "temperature") == LIGHT.text
    reset.click()
    assert form.changed_values == {}
    assert (label.objectName(), reset.isVisible()) == ("muted", False)


def test_another_model_brings_its_defaults_and_keeps_what_was_changed(form):
    form.editor("top_k").setValue(7)
    fields = [replace(f, default=0.7) if f.name == "temperature" else f for f in DECLARATION.sampler]
    form.set_declaration(replace(DECLARATION, sampler=tuple(fields)))
    assert form.values["temperature"] == 0.7
    assert form.changed_values == {"top_k": 7}


def test_scrolling_the_panel_changes_no_setting(qtbot, form):
    editor = form.editor("top_k")
    editor.clearFocus()
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    form.window().setFocus()
    assert form.eventFilter(editor, wheel) is not editor.hasFocus()
    assert form.changed_values == {}


def test_an_unlocked_seed_is_new_for_every_take_and_a_locked_one_stays(qtbot):
    field = SeedField()
    qtbot.addWidget(field)
    assert len({field.next() for _ in range(5)}) == 5
    field.lock.setChecked(True)
    field.edit.clear()
    qtbot.keyClicks(field.edit, "12x3")
    assert [field.next(), field.next()] == [123, 123]
    field.edit.setText("99999999999999999999")
    assert field.seed == MAX_SEED


@pytest.fixture
def picker(qtbot):
    made = VoicePicker()
    qtbot.addWidget(made)
    made.set_library(VoiceLibrary().entries())
    made.set_model(["anna", "bertha"], None, None)
    return made


def shown(picker):
    items = [picker.voices.item(row) for row in range(picker.voices.count())]
    return [item.text() for item in items if not item.isHidden()]


def chosen(picker):
    return [picker.voice, picker.chosen.text()]


def test_at_first_the_model_chooses(picker):
    assert picker.voice is None
    assert shown(picker)[:3] == ["The model chooses", "anna (in the model)", "bertha (in the model)"]


def test_typing_narrows_the_voices_down(qtbot, picker):
    qtbot.keyClicks(picker.search, "BER")
    assert shown(picker) == ["bertha (in the model)"]
    qtbot.keyClicks(picker.search, "zzz")
    assert shown(picker) == []
    assert not picker._nothing_found.isHidden()
    picker.search.clear()
    assert len(shown(picker)) >= 3


def test_voices_are_found_by_what_is_known_of_them(qtbot, picker):
    bundled = [entry for entry in VoiceLibrary().entries() if {"british", "female"} <= set(entry.tags)]
    assert len(bundled) > 1
    picker.set_model([bundled[0].name, "anna"], None, None)
    qtbot.keyClicks(picker.search, "british fem")
    assert [text.partition(" ")[0] for text in shown(picker)] == [entry.name for entry in bundled]
    assert all("female" in text for text in shown(picker))


def test_enter_and_down_choose_the_first_voice_that_is_found(qtbot, picker):
    picker.show()
    qtbot.keyClicks(picker.search, "e")
    qtbot.keyClick(picker.search, Qt.Key.Key_Return)
    assert picker.voice is None  # what is chosen is among them: "The model chooses"
    qtbot.keyClicks(picker.search, "rth")
    assert chosen(picker) == ["bertha", "bertha"]  # the only one
    picker.search.setText("british")
    assert chosen(picker) == ["bertha", "bertha"]
    qtbot.keyClick(picker.search, Qt.Key.Key_Down)
    assert chosen(picker) == 2 * [shown(picker)[0].partition(" ")[0]]


def test_no_voice_is_listed_twice_and_none_that_does_not_fit(picker):
    bundled = next(iter(bundled_voices()))
    picker.set_model([bundled, "anna"], None, None)
    names = [picker.voices.item(row).data(Qt.ItemDataRole.UserRole) for row in range(picker.voices.count())]
    assert len({name.casefold() for name in names}) == len(names)
    assert names.count(bundled) == 1
    picker.set_model(["anna"], 7, None)
    assert shown(picker) == ["The model chooses", "anna (in the model)"]


def test_a_voice_that_was_named_before_it_was_known_is_listed_once(picker):
    picker.show_voice("carla")  # as with --voice, while the model is being loaded
    assert shown(picker).count("carla") == 1
    picker.set_model(["carla"], None, None)
    assert [text for text in shown(picker) if "carla" in text] == ["carla (in the model)"]
    assert picker.voice == "carla"


def test_files_of_one_name_are_told_by_their_folders(picker, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        np.ones(4, "<f4").tofile(tmp_path / folder / "clara.spk")
        picker.add_file(tmp_path / folder / "clara.spk")
    assert shown(picker)[-2:] == [f"clara.spk ({tmp_path / folder})" for folder in ("a", "b")]


def test_the_default_voice_is_chosen_while_none_is(picker):
    picker.set_model(["anna", "bertha"], None, "bertha")
    assert picker.voice == "bertha"
    picker.choose("anna")
    picker.set_model(["anna", "bertha"], None, "bertha")
    assert picker.voice == "anna"


def test_the_voice_chosen_is_in_sight_whatever_room_the_list_gets(qtbot, picker):
    names = [f"voice {i:02d}" for i in range(60)]
    picker.resize(300, 900)
    picker.show()
    picker.set_model(names, None, names[40])

    def in_sight():
        row = picker.voices.visualItemRect(picker.voices.currentItem())
        return picker.voices.viewport().rect().contains(row)

    for height in (900, 260, 600):
        picker.resize(300, height)
        qtbot.waitUntil(in_sight)


def test_a_blend_of_the_last_session_is_chosen_again(picker):
    picker.choose_later("anna=0.5 + ben=0.5")
    picker.set_model(("ryan",), 64, "ryan")
    assert picker.voice == "anna=0.5 + ben=0.5"


def test_a_mark_finds_a_voice_by_its_name_or_its_file(picker, tmp_path):
    np.ones(4, "<f4").tofile(tmp_path / "Clara.spk")
    picker.add_file(tmp_path / "Clara.spk", choose=False)
    assert picker.named("ANNA") == "anna"
    assert picker.named("clara") == str(tmp_path / "Clara.spk")
    assert picker.named("nobody") is None


def entries(button):
    return {action.text(): action for action in button.presets.actions() if action.text()}


def test_presets_of_the_family_set_what_they_say_and_are_named(form):
    assert form.presets.text() == "Defaults"
    preset = DECLARATION.presets[0]
    entries(form.presets)[preset.label].trigger()
    assert form.changed_values == dict(preset.values)
    assert form.presets.text() == preset.label
    form.editor("top_k").setValue(77)
    assert form.presets.text() == "Changed"
    entries(form.presets)["Defaults"].trigger()
    assert form.changed_values == {}


def test_own_presets_are_saved_used_and_removed(monkeypatch, qtbot, form, settings):
    form.editor("temperature").setValue(0.4)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("Mine", True))
    entries(form.presets)["Save as preset…"].trigger()
    assert form.presets.text() == "Mine"
    entries(form.presets)["Defaults"].trigger()
    again = SamplerForm(DECLARATION, settings)
    qtbot.addWidget(again)
    entries(again.presets)["Mine"].trigger()
    assert again.changed_values == {"temperature": 0.4}
    entries(again.presets)["Remove"].menu().actions()[0].trigger()
    assert "Mine" not in entries(again.presets)
    assert settings.settings.presets == ()


def test_a_preset_leaves_out_what_another_model_does_not_have(form, settings):
    settings.replace(presets=(SamplerPresetSetting(DECLARATION.name, "Old", {"temperature": 0.4, "gone": 3}),))
    form.set_declaration(DECLARATION)
    entries(form.presets)["Old"].trigger()
    assert form.changed_values == {"temperature": 0.4}


def test_a_file_is_listed_once_chosen_and_survives_another_model(picker, tmp_path):
    path = tmp_path / "clara.spk"
    np.ones(4, "<f4").tofile(path)
    picker.add_file(path)
    picker.add_file(path)
    assert picker.voice == str(path)
    picker.set_model(["dora"], None, None)
    assert picker.voice == str(path)
    assert shown(picker).count("clara.spk") == 1
    assert not picker.choose("anna")
