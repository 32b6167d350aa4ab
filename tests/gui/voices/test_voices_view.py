"""The voices page: the library is seen, changed and mixed there, and what is picked is spoken."""

import numpy as np
import pytest
import soundfile
from phonoscope.engine.takes.likeness_file import read_likeness
from phonoscope.engine.voices.card import Consent
from phonoscope.engine.voices.formula import parse_blend
from phonoscope.gui.voices import voices_view
from phonoscope.gui.voices.consent_dialog import ConsentDialog
from phonoscope.gui.voices.imports import importer
from phonoscope.gui.voices.making_dialogs import ShiftDialog
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialogButtonBox

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
    voices.bin_or_restore()
    assert not {"anna", "ben"} & set(listed(voices))
    assert "af_heart" in listed(voices)
    voices.undo_voices()
    assert {"anna", "ben"} <= set(listed(voices))
    voices.redo_voices()
    voices.bin_button.setChecked(True)
    assert set(listed(voices)) == {"anna", "ben"}
    voices.table.selectAll()
    voices.bin_or_restore()
    voices.bin_button.setChecked(False)
    assert {"anna", "ben"} <= set(listed(voices))


def test_sliders_make_a_blend_that_is_kept(voices, window):
    select(voices, "anna", "ben")
    assert len(voices.blend.sliders) == 2
    voices.blend.sliders[0].setValue(90)
    voices.blend.sliders[1].setValue(30)
    voices.blend.name.setText("mix")
    voices.blend.keep.click()
    recipe = voices.library.read(voices.library.get("mix")).card.recipe
    assert recipe is not None
    assert [(i.name, i.weight) for i in recipe.ingredients] == [("anna", 0.75), ("ben", 0.25)]
    assert voices.selected()[0].name == "mix"
    assert window.panel.voice_picker.voice == "mix"


def test_sums_random_and_moved_voices(voices, monkeypatch):
    select(voices, "anna", "ben")
    monkeypatch.setattr(voices_view, "ask_sum", lambda _, start: f"{start} - carl")
    voices.add_voices()
    made = voices.selected()[0]
    recipe = voices.library.read(made).card.recipe
    assert recipe is not None
    assert [(i.name, i.weight) for i in recipe.ingredients] == [("anna", 1), ("ben", 1), ("carl", -1)]
    monkeypatch.setattr(voices_view, "ask_seed", lambda _: 7)
    voices.random_voice()
    assert voices.selected()[0].name == "random 7"
    select(voices, "af_heart")
    monkeypatch.setattr(ShiftDialog, "exec", lambda _: True)
    voices.shift_voice()
    assert voices.selected()[0].name == "af_heart gender 1"


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
    assert view.matrix.text_at(0, 0) == f"{names[0]}, {names[0]}: 1.000"
    x, y = view.map._positions[1]
    with qtbot.waitSignal(view.map.picked, timeout=LONG_MS) as picked:
        view.map.pick(x, y)
    assert picked.args == [names[1]]


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
        assert sum(share for _, share in parse_blend(view.map.formula) or []) == pytest.approx(1, abs=0.01)


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
    assert read_likeness(store.root / kept.id) == view.likeness.shown
    assert "Likeness to the voice" in view.likeness.summary.text()


def test_consent_must_be_stated(qtbot):
    dialog = ConsentDialog(2)
    qtbot.addWidget(dialog)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    dialog.choice.setCurrentIndex(2)
    assert ok.isEnabled()
    assert dialog.consent is Consent.PERMITTED


def test_recordings_of_one_person_become_one_voice(loaded, tmp_path):
    clips = []
    for i in range(3):
        clips.append(tmp_path / f"clip {i}.wav")
        soundfile.write(clips[-1], 0.3 * np.sin(np.arange(36_000) / (24 + i)), 24_000)
    library = loaded.voices.library
    told = importer(library, clips, Consent.PERMITTED, loaded.host.engine, together=True)()
    assert len(told) == 1
    recipe = library.read(library.get("clip 0")).card.recipe
    assert recipe is not None
    assert [ingredient.weight for ingredient in recipe.ingredients] == [1, 1, 1]


def test_a_dropped_recording_is_taken_in_after_the_question(qtbot, loaded, tmp_path):
    clip = tmp_path / "mine.wav"
    soundfile.write(clip, 0.3 * np.sin(np.arange(36_000) / 25) * (np.sin(np.arange(36_000) / 900) > -0.5), 24_000)
    loaded.files.use_all([clip])
    dialog = loaded.voices.imports.consent
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
