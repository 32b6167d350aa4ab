from dataclasses import replace

import numpy as np
import pytest
from phonoscope.engine.families import family
from phonoscope.engine.request import MAX_SEED
from phonoscope.gui.request_panel.sampler_form import SamplerForm
from phonoscope.gui.request_panel.seed_field import SeedField
from phonoscope.gui.request_panel.voice_picker import VoicePicker
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QToolButton

DECLARATION = family("qwen3_tts")


@pytest.fixture
def form(qtbot):
    made = SamplerForm(DECLARATION)
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
    form.editor("temperature").setValue(0.4)
    assert form.changed_values == {"temperature": 0.4}
    assert (label.objectName(), reset.isVisible()) == ("changed", True)
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
    made.set_speakers(["anna", "bertha"])
    return made


def shown(picker):
    items = [picker.voices.item(row) for row in range(picker.voices.count())]
    return [item.text() for item in items if not item.isHidden()]


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


def test_a_file_is_listed_once_chosen_and_survives_another_model(picker, tmp_path):
    path = tmp_path / "clara.spk"
    np.ones(4, "<f4").tofile(path)
    picker.add_file(path)
    picker.add_file(path)
    assert picker.voice == str(path)
    picker.set_speakers(["dora"])
    assert picker.voice == str(path)
    assert shown(picker).count("clara.spk") == 1
    assert not picker.choose("anna")
