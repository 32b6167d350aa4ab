"""The voices page: the library is seen, changed and mixed there, and what is picked is spoken."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from phonoscope.engine.audio.quality import RecordingQuality
from phonoscope.engine.audio.recordings import Recording
from phonoscope.engine.voices.balancing import HeardBlend
from phonoscope.engine.voices.card import Consent
from phonoscope.engine.voices.extraction import Clip, MeasuredClip
from phonoscope.engine.voices.formula import parse_blend
from phonoscope.gui.voices import commands
from phonoscope.gui.voices.clips_dialog import ClipsDialog
from phonoscope.gui.voices.consent_dialog import ConsentDialog
from phonoscope.gui.voices.description_dialog import DescriptionDialog
from phonoscope.gui.voices.imports import importer
from phonoscope.gui.voices.making_dialogs import ShiftDialog
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox

from ..steps import LONG_MS


@pytest.fixture(autouse=True)
def own_library(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def spk(tmp_path):
    def write(name, width=64, seed=1):
        path = tmp_path / f"{name}.spk"
        path.write_bytes(np.random.default_rng(seed).standard_normal(width).astype("<f4").tobytes())
        return path

    return write


@pytest.fixture
def voices(window, spk):
    view = window.voices
    for i, name in enumerate(("anna", "ben", "carl")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    return view


def select(view, *names):
    view.table.clearSelection()
    for name in names:
        row = view.model.row_of(view.library.get(name).id)
        view.table.selectionModel().select(
            view.model.index(row, 0),
            view.table.selectionModel().SelectionFlag.Select | view.table.selectionModel().SelectionFlag.Rows,
        )


def cell(dialog, row, column):
    item = dialog.table.item(row, column)
    assert item is not None
    return item.text()


def listed(view):
    return [view.model.entry(row).name for row in range(view.model.rowCount())]


def test_the_library_is_listed_and_searched(voices):
    assert {"anna", "ben", "carl", "af_heart"} <= set(listed(voices))
    voices.search.setText("british male")
    assert all(name.startswith("bm_") for name in listed(voices))
    voices.search.clear()
    assert "anna" in listed(voices)


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

    def answer(_parent: object, _title: str, question: str) -> QMessageBox.StandardButton:
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


def test_recordings_are_dropped_in_with_or_without_a_transcript(qtbot, loaded, tmp_path):
    clip = tmp_path / "clip.wav"
    soundfile.write(clip, 0.3 * np.sin(np.arange(36_000) / 25) * (np.sin(np.arange(36_000) / 900) > -0.5), 24_000)
    library, engine = loaded.voices.library, loaded.host.engine
    told = importer(library, [clip], Consent.OWN, engine)()
    assert told[0].startswith("clip: Short")
    assert library.get("clip").width == engine.width
    importer(library, [clip], Consent.OWN, engine, transcript="hello")()
    stored = library.read(library.get("clip 2"))
    assert stored.card.kind == "codes"
    assert stored.card.consent is Consent.OWN


def test_one_voice_is_inspected(voices):
    select(voices, "anna")
    text = voices.inspector.facts.text()
    assert "Norm" in text
    assert "Nearest:" in text
    assert "Made by: import" in text


def test_map_and_cosines(qtbot, loaded, spk):
    view = loaded.voices
    for i, name in enumerate(("anna", "ben", "carl")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    qtbot.waitUntil(lambda: len(view.map._entries) == 3, timeout=LONG_MS)  # those of the loaded model's width
    names = [entry.name for entry in view.map._entries]
    assert view.matrix._rows._tickLevels[0][0][1] == names[0]
    assert view.matrix.text_at(0, 0) == f"{names[0]}, {names[0]}: 1.000"
    x, y = view.map._positions[1]
    with qtbot.waitSignal(view.map.chosen, timeout=LONG_MS) as chosen:
        view.map.pick(x, y)
    assert chosen.args == [view.map._entries[1].id]
    assert view.table.selected()[0].name == names[1]
    shown = [label for label in view.map._labels if label.isVisible()]
    boxes = [label.sceneBoundingRect() for label in shown]
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_map_and_cosines_are_of_the_model_that_is_loaded(qtbot, voices, qwen3_tiny):
    qtbot.waitUntil(lambda: len(voices.map._entries) > 3, timeout=LONG_MS)  # those that come along
    window = voices.window()
    window.panel.engine_card.set_model(str(qwen3_tiny.talker))
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: [entry.name for entry in voices.map._entries] == ["anna", "ben", "carl"], timeout=LONG_MS)
    assert [entry.name for entry in voices.matrix._entries] == ["anna", "ben", "carl"]


def test_a_click_between_voices_is_spoken_as_their_blend(qtbot, loaded, spk):
    view = loaded.voices
    loaded.speaking.plays_at_once = False
    for i, name in enumerate(("anna", "ben", "carl")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    qtbot.waitUntil(lambda: len(view.map._entries) == 3, timeout=LONG_MS)
    loaded.views.show_page("voices")
    centre = view.map.plot.viewport().rect().center()
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        qtbot.mousePress(view.map.plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(centre.x(), centre.y()))
        qtbot.mouseRelease(view.map.plot.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert view.map.formula
    take = loaded.live.take
    assert take.request.voice.source == view.map.formula
    if "=" in view.map.formula:
        blend = parse_blend(view.map.formula)
        assert blend is not None
        assert sum(share for _, share in blend.parts) == pytest.approx(1, abs=0.01)
    loaded.panel.voice_picker.choose("")
    loaded.panel.show_request(take.request)
    assert loaded.panel.voice_picker.voice == view.map.formula


def test_dragging_draws_a_path_of_mixtures(qtbot, loaded, spk):
    view = loaded.voices
    loaded.speaking.plays_at_once = False
    for i, name in enumerate(("anna", "ben", "carl")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    qtbot.waitUntil(lambda: len(view.map._entries) == 3, timeout=LONG_MS)
    loaded.views.show_page("voices")
    viewport = view.map.plot.viewport()
    picked: list[str] = []
    view.map.picked.connect(picked.append)
    centre = viewport.rect().center()
    qtbot.mouseMove(viewport, centre)
    assert picked == []  # pointing only tells
    assert "%" in view.map.readout.text()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=centre)
    for step in (20, 40, 60):
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            QPointF(centre + QPoint(step, 0)),
            viewport.mapToGlobal(QPointF(centre + QPoint(step, 0))),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(viewport, event)
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=centre + QPoint(60, 0))
    assert len(picked) == 3
    assert len(view.map._path.getData()[0]) == 3
    qtbot.waitUntil(
        lambda: not loaded.host.speaking and loaded.live.take.request.voice.source == picked[-1], timeout=LONG_MS
    )


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


def test_dragging_speaks_again_with_the_newest_voice(qtbot, loaded, spk):
    view = loaded.voices
    loaded.speaking.plays_at_once = False
    for i, name in enumerate(("anna", "ben")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    spoken: list[str] = []
    view.path_speaker.speak_requested.connect(spoken.append)
    view.path_speaker.pick("anna")
    view.path_speaker.pick("anna=0.5 + ben=0.5")  # passed over before it could be spoken
    view.path_speaker.pick("ben")
    qtbot.waitUntil(lambda: spoken == ["anna", "ben"], timeout=LONG_MS)
    qtbot.waitUntil(lambda: not loaded.host.speaking, timeout=LONG_MS)
    assert loaded.live.take.request.voice.source == "ben"


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


def test_consent_must_be_stated(qtbot):
    dialog = ConsentDialog(2)
    qtbot.addWidget(dialog)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    dialog.choice.setCurrentIndex(2)
    assert ok.isEnabled()
    assert dialog.consent is Consent.PERMITTED


def test_recordings_of_one_person_become_one_voice(qtbot, loaded, tmp_path):
    clips = []
    for name, samples in (
        ("one", 0.3 * np.sin(np.arange(36_000) / 24)),
        ("two", 0.3 * np.sin(np.arange(36_000) / 25)),
        ("noise", 0.3 * np.random.default_rng(1).uniform(-1, 1, 36_000)),
    ):
        clips.append(tmp_path / f"{name}.wav")
        soundfile.write(clips[-1], samples, 24_000)
    view, library = loaded.voices, loaded.voices.library
    view.import_files(clips)
    imports = view.commands.imports
    imports.consent.choice.setCurrentIndex(2)
    imports.consent.together.setChecked(True)
    imports.consent.accept()
    qtbot.waitUntil(lambda: imports.clips is not None, timeout=LONG_MS)
    dialog = imports.clips
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    dialog.shares[2].setValue(0)
    assert cell(dialog, 2, 4) == "left out"
    dialog.shares[1].setValue(50)
    dialog.name.setText("a/b")
    assert not ok.isEnabled()
    dialog.name.setText("both")
    assert ok.isEnabled()
    dialog.accept()
    stored = library.read(library.get("both"))
    assert stored.card.consent is Consent.PERMITTED
    assert [(Path(i.name).stem, i.weight) for i in stored.card.recipe.ingredients] == [("one", 100), ("two", 50)]


def test_recordings_unlike_the_others_are_pointed_out(qtbot):
    same, other = np.ones(64, np.float32), np.resize(np.array([1, -1], np.float32), 64)
    quality = RecordingQuality(3.0, -20, -3, 0.0, -60, 40, 0.1, 0.0, 0.0, 0.0, ())
    clips = [
        MeasuredClip(
            Clip(Path(name)),
            Recording(np.zeros(72_000, np.float32), 24_000, Path(name), "", 0.0, 3.0, 24_000, 1, "WAV PCM_16"),
            quality,
            vector,
        )
        for name, vector in (("a.wav", same), ("b.wav", 2 * same), ("c.wav", other))
    ]
    dialog = ClipsDialog(clips, "anna")
    qtbot.addWidget(dialog)
    assert "another speaker" in cell(dialog, 2, 4)
    assert "c.wav" in dialog.warning.text()
    dialog.shares[2].setValue(0)
    assert dialog.warning.text() == ""
    assert cell(dialog, 0, 2) == "1.00"
    for share in dialog.shares:
        share.setValue(0)
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_a_dropped_recording_is_taken_in_after_the_question(qtbot, loaded, tmp_path):
    clip = tmp_path / "mine.wav"
    soundfile.write(clip, 0.3 * np.sin(np.arange(36_000) / 25) * (np.sin(np.arange(36_000) / 900) > -0.5), 24_000)
    loaded.files.use_all([clip])
    dialog = loaded.voices.commands.imports.consent
    assert loaded.views.page == "voices"
    dialog.choice.setCurrentIndex(1)
    dialog.accept()
    qtbot.waitUntil(lambda: loaded.voices.library.search("mine") != [], timeout=LONG_MS)
    assert loaded.voices.library.get("mine").consent is Consent.OWN


def test_what_cannot_be_imported_is_told(voices, tmp_path, spk):
    bad = tmp_path / "bad.spk"
    bad.write_bytes(b"abc")
    told = importer(voices.library, [bad, spk("dora")], Consent.OWN, None)()
    assert "no float32 x-vector" in told[0]
    assert told[1] == "dora"
