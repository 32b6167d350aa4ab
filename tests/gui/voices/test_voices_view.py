"""The voices page: the library is seen, changed and mixed there, and what is picked is spoken."""

import pytest
from phonoscope.engine.voices.balancing import HeardBlend
from phonoscope.engine.voices.card import Consent
from phonoscope.gui.voices import commands
from phonoscope.gui.voices.description_dialog import DescriptionDialog
from phonoscope.gui.voices.imports import importer
from phonoscope.gui.voices.making_dialogs import ShiftDialog
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from ..steps import LONG_MS, drop_onto_child


def select(view, *names):
    view.table.clearSelection()
    for name in names:
        row = view.model.row_of(view.library.get(name).id)
        view.table.selectionModel().select(
            view.model.index(row, 0),
            view.table.selectionModel().SelectionFlag.Select | view.table.selectionModel().SelectionFlag.Rows,
        )


def listed(view):
    return [view.model.entry(row).name for row in range(view.model.rowCount())]


def test_the_library_is_listed_and_searched(voices):
    assert {"anna", "ben", "carl", "af_heart"} <= set(listed(voices))
    voices.search.setText("british male")
    assert all(name.startswith("bm_") for name in listed(voices))
    voices.search.clear()
    assert "anna" in listed(voices)


def test_bundled_voices_are_tagged_and_found_in_french_and_ones_own_as_they_were_tagged(in_french, voices, window):
    row = voices.model.row_of("af_heart")
    assert voices.model.data(voices.model.index(row, 1), Qt.ItemDataRole.DisplayRole) == "féminine, américaine"
    row = voices.model.row_of(voices.library.get("anna").id)
    voices.model.setData(voices.model.index(row, 1), "female, low", Qt.ItemDataRole.EditRole)
    row = voices.model.row_of(voices.library.get("anna").id)
    assert voices.model.data(voices.model.index(row, 1), Qt.ItemDataRole.DisplayRole) == "female, low"
    for words in ("masculine britannique", "male british"):
        voices.search.setText(words)
        assert listed(voices)
        assert all(name.startswith("bm_") for name in listed(voices))
    picker = window.panel.voice_picker
    picker.search.setText("brit masc")
    found = [item.text() for item in picker._found()]
    assert found
    assert all(text.endswith("masculine, britannique") for text in found)


def test_tags_have_the_room_that_other_columns_leave(in_french, voices, window):
    window.views.show_page("voices")
    window.resize(2000, 900)
    tags = 1
    assert voices.table.columnWidth(tags) >= voices.table.sizeHintForColumn(tags)


def test_names_and_tags_are_written_in_place(voices, window):
    row = voices.model.row_of(voices.library.get("anna").id)
    index = voices.model.index(row, 0)
    assert voices.model.setData(index, "Anna Lena", Qt.ItemDataRole.EditRole)
    row = voices.model.row_of(voices.library.get("Anna Lena").id)
    voices.model.setData(voices.model.index(row, 1), "female, low", Qt.ItemDataRole.EditRole)
    assert voices.library.get("Anna Lena").tags == ("female", "low")
    assert window.panel.voice_picker.choose("Anna Lena")
    row = voices.model.row_of(voices.library.get("ben").id)
    assert not voices.model.setData(voices.model.index(row, 0), "a/b", Qt.ItemDataRole.EditRole)
    assert "cannot be the name" in window.panel.message.text()
    bundled = voices.model.index(voices.model.row_of("af_heart"), 0)
    assert not voices.model.flags(bundled) & Qt.ItemFlag.ItemIsEditable


def test_bin_undo_and_redo(voices):
    select(voices, "anna", "ben", "af_heart")
    voices.commands.bin_or_restore()
    assert not {"anna", "ben"} & set(listed(voices))
    assert "af_heart" in listed(voices)
    voices.commands.undo_voices()
    assert {"anna", "ben"} <= set(listed(voices))
    voices.commands.redo_voices()
    voices.bin_button.setChecked(True)
    assert set(listed(voices)) == {"anna", "ben"}
    voices.table.selectAll()
    voices.commands.bin_or_restore()
    voices.bin_button.setChecked(False)
    assert {"anna", "ben"} <= set(listed(voices))


def test_the_bin_is_emptied_after_a_question(voices, monkeypatch):
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]
    asked: list[str] = []

    def answer(_parent: object, _title: str, question: str, **_how: object) -> QMessageBox.StandardButton:
        asked.append(question)
        return answers.pop(0)

    monkeypatch.setattr(QMessageBox, "question", answer)
    voices.commands.empty_voice_bin()
    assert not asked  # there is nothing in it
    select(voices, "anna", "ben")
    voices.commands.bin_or_restore()
    voices.bin_button.setChecked(True)
    for left in ({"anna", "ben"}, set()):
        voices.commands.empty_voice_bin()
        assert set(listed(voices)) == left
    assert "2 voices" in asked[0]


def test_sliders_make_a_blend_that_is_kept(qtbot, voices, window):
    select(voices, "anna", "ben")
    assert len(voices.blend.sliders) == 2
    voices.blend.sliders[0].setValue(90)
    voices.blend.sliders[1].setValue(30)
    voices.blend.name.setText("mix")
    with qtbot.waitSignal(voices.blend.hear_requested, timeout=LONG_MS) as heard:
        voices.blend.hear.click()
    assert heard.args == ["anna=0.75 + ben=0.25"]
    voices.blend.spherical.setChecked(False)
    with qtbot.waitSignal(voices.blend.hear_requested, timeout=LONG_MS) as heard:
        voices.blend.hear.click()
    assert heard.args == ["anna=0.75 + ben=0.25 linear"]
    voices.blend.keep.click()
    recipe = voices.library.read(voices.library.get("mix")).card.recipe
    assert recipe is not None
    assert [(i.name, i.weight) for i in recipe.ingredients] == [("anna", 0.75), ("ben", 0.25)]
    assert voices.table.selected()[0].name == "mix"
    assert window.panel.voice_picker.voice == "mix"


def test_what_is_new_is_seen_also_while_something_else_is_searched(voices, spk):
    select(voices, "anna", "ben")
    voices.search.setText("carl")
    voices.commands.keep_blend([("anna", 0.5), ("ben", 0.5)], "mix", True)
    assert voices.search.text() == ""
    assert voices.table.selected()[0].name == "mix"
    voices.search.setText("carl")
    voices.bin_button.setChecked(True)
    importer(voices.library, [spk("dora", seed=9)], Consent.OWN, None)()
    voices.commands.imports.imported.emit(["dora"])
    assert "dora" in listed(voices)


def test_voices_are_described(voices, monkeypatch):
    select(voices, "anna", "ben", "af_heart")
    asked: list[DescriptionDialog] = []

    def answer(dialog):
        asked.append(dialog)
        dialog.language.setText(" German ")
        dialog.notes.setPlainText("low\nand slow")
        dialog.consent.choose(Consent.PERMITTED)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(DescriptionDialog, "exec", answer)
    voices.commands.describe_voices()
    for name in ("anna", "ben"):
        entry = voices.library.get(name)
        assert (entry.language, entry.notes, entry.consent) == ("german", "low\nand slow", Consent.PERMITTED)
    select(voices, "anna")
    assert "low\nand slow" in voices.inspector.facts.text()
    voices.commands.undo_voices()
    assert voices.library.get("anna").language == ""
    asked.clear()
    select(voices, "af_heart")
    failures: list[str] = []
    voices.failed.connect(failures.append)
    voices.commands.describe_voices()
    assert not asked
    assert "voices of your own" in failures[0]


def test_the_description_of_a_voice_takes_no_addresses_of_files(voices, qtbot, tmp_path):
    dialog = DescriptionDialog([voices.library.get("anna")])
    qtbot.addWidget(dialog)
    for field in (dialog.language, dialog.licence, dialog.notes.viewport()):
        drop_onto_child(field, tmp_path / "a.wav")
    assert dialog.changes == {}


def test_a_description_that_no_voice_could_have_is_refused(voices, qtbot):
    dialog = DescriptionDialog([voices.library.get("anna"), voices.library.get("af_heart")])
    qtbot.addWidget(dialog)
    assert dialog.licence.text() == ""  # they differ in it
    dialog.accept()
    assert dialog.changes == {}
    dialog.language.setText("<b>")
    dialog.setResult(0)
    dialog.accept()
    assert "cannot be the language" in dialog.problem.text()
    assert not dialog.result()


def test_a_balanced_blend_moves_the_sliders_and_says_where_it_lies(voices):
    select(voices, "anna", "ben")
    panel = voices.blend
    assert not panel.balance.isEnabled()  # no model is loaded
    panel.show_heard(HeardBlend(0.375, 0.7, 0.6, 0.2))
    assert dict(panel.parts) == {"anna": 0.625, "ben": 0.375}
    assert "62.5 % and 37.5 %" in panel.heard.text()
    assert "0.70 like anna and 0.60 like ben; these two are 0.20 like each other" in panel.heard.text()
    assert "It lies between them." in panel.heard.text()
    panel.show_heard(HeardBlend(0.375, 0.9, 0.3, 0.2))
    assert "It lies between them, nearer to anna." in panel.heard.text()
    panel.show_heard(HeardBlend(0.375, 0.9, 0.1, 0.2))
    assert "does not lie between" in panel.heard.text()
    select(voices, "anna", "carl")
    assert panel.heard.text() == ""


def test_a_blend_is_balanced_by_ear(qtbot, loaded, spk, monkeypatch):
    view = loaded.voices
    for i, name in enumerate(("anna", "ben")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    select(view, "anna", "ben")
    view.blend.sliders[1].setValue(0)
    asked = []

    def listen(engine, first, second, share, stopped):
        asked.append((engine, first, second, share, stopped()))
        return HeardBlend(0.25, 0.9, 0.3, 0.2)

    monkeypatch.setattr(commands, "balanced", listen)
    view.blend.balance.click()
    assert not view.blend.balance.isEnabled()  # one thing after the other
    qtbot.waitUntil(lambda: "75.0 % and 25.0 %" in view.blend.heard.text(), timeout=LONG_MS)
    qtbot.waitUntil(lambda: view.blend.balance.isEnabled(), timeout=LONG_MS)
    assert asked == [(loaded.host.engine, "anna", "ben", 0.0, False)]


def test_listening_can_be_stopped(qtbot, loaded, spk):
    view = loaded.voices
    for i, name in enumerate(("anna", "ben")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    select(view, "anna", "ben")
    n_takes = loaded.takes.model.rowCount()
    with qtbot.waitSignal(loaded.host.finished, timeout=LONG_MS):
        view.blend.balance.click()
        loaded.speaking.stop()
    assert view.blend.heard.text() == ""
    assert loaded.takes.model.rowCount() == n_takes


def test_a_voice_is_made_again(qtbot, voices):
    select(voices, "anna", "ben")
    voices.blend.name.setText("mix")
    voices.blend.keep.click()
    with qtbot.waitSignal(voices.commands.said, timeout=LONG_MS) as said:
        voices.commands.remake_voice()
    assert said.args == ["mix made again: the bits match"]
    select(voices, "af_heart")
    with qtbot.waitSignal(voices.failed, timeout=LONG_MS) as failed:
        voices.commands.remake_voice()
    assert "how it was made is not known" in failed.args[0]


def test_sums_random_and_moved_voices(voices, monkeypatch):
    select(voices, "anna", "ben")
    monkeypatch.setattr(commands, "ask_sum", lambda _, start: f"{start} - carl")
    voices.commands.add_voices()
    made = voices.table.selected()[0]
    recipe = voices.library.read(made).card.recipe
    assert recipe is not None
    assert [(i.name, i.weight) for i in recipe.ingredients] == [("anna", 1), ("ben", 1), ("carl", -1)]
    monkeypatch.setattr(commands, "ask_seed", lambda _: 7)
    voices.commands.random_voice()
    assert voices.table.selected()[0].name == "random 7"
    select(voices, "af_heart")
    monkeypatch.setattr(ShiftDialog, "exec", lambda _: True)
    voices.commands.shift_voice()
    assert voices.table.selected()[0].name == "af_heart gender 3"


def test_one_voice_is_inspected(voices):
    select(voices, "anna")
    text = voices.inspector.facts.text()
    assert "Norm" in text
    assert "Nearest:" in text
    assert "Made by: import" in text


def test_a_voice_is_heard(qtbot, loaded, spk, device):
    view = loaded.voices
    loaded.speaking.plays_at_once = False
    importer(view.library, [spk("anna")], Consent.OWN, None)()
    view.reload()
    select(view, "anna")
    view.hear.click()  # nothing is kept of it yet: it is spoken
    qtbot.waitUntil(lambda: not loaded.host.speaking, timeout=LONG_MS)
    qtbot.waitUntil(lambda: view.library.read(view.library.get("anna")).preview is not None, timeout=LONG_MS)
    preview = view.library.read(view.library.get("anna")).preview
    assert len(preview) == loaded.live.take.n_samples
    n_takes = loaded.takes.model.rowCount()
    playhead_s = loaded.live.axis.playhead_s
    qtbot.keyClick(view.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not loaded.player.playing, timeout=LONG_MS)
    assert len(device.sound) == len(preview)
    assert loaded.takes.model.rowCount() == n_takes
    loaded._refresh()
    assert loaded.live.axis.playhead_s == playhead_s


def test_hearing_needs_a_preview_or_a_model(voices, window):
    select(voices, "anna")
    voices.hear.click()
    assert "load a model" in window.panel.message.text()


def test_the_likeness_of_a_take_is_measured_and_kept(qtbot, loaded, spk, store):
    view = loaded.voices
    loaded.speaking.plays_at_once = False
    importer(view.library, [spk("anna")], Consent.OWN, None)()
    view.reload()
    loaded.panel.voice_picker.show_voice("anna")
    loaded.panel.sampler.set_values({})
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        loaded.speaking.speak()
    if loaded.live.take.duration_s < 0.5:
        pytest.skip("the random model fell silent at once")
    qtbot.waitUntil(lambda: view.likeness.shown is not None, timeout=LONG_MS)
    kept = store.summaries()[0]
    assert store.likeness(kept.id) == view.likeness.shown
    assert kept.likeness == view.likeness.shown.similarity
    column = next(i for i, c in enumerate(loaded.takes.model.columns) if c.key == "likeness")
    assert loaded.takes.model.index(0, column).data() == f"{kept.likeness:.2f}"
    assert f"likeness {kept.likeness:.2f}" in loaded.transport.figures.text()
    assert "Likeness to the voice" in view.likeness.summary.text()
