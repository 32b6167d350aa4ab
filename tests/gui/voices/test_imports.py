"""Recordings and files become voices, once it is stated whose they are."""

from pathlib import Path

import numpy as np
import soundfile
from phonoscope.engine.audio.quality import RecordingQuality
from phonoscope.engine.audio.recordings import Recording
from phonoscope.engine.voices.card import Consent
from phonoscope.engine.voices.extraction import Clip, MeasuredClip
from phonoscope.gui.voices.clips_dialog import ClipsDialog
from phonoscope.gui.voices.consent_dialog import ConsentDialog
from phonoscope.gui.voices.imports import importer
from PySide6.QtWidgets import QDialogButtonBox

from ..steps import LONG_MS


def cell(dialog, row, column):
    item = dialog.table.item(row, column)
    assert item is not None
    return item.text()


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
            Recording(np.zeros(72_000, np.float32), 24_000, Path(name), "", 0.0, 3.0, 24_000),
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
