"""The whole way with the voice that comes along: from a text to a file, and two takes against each other."""

import numpy as np
import pytest
import soundfile
from phonoscope.engine.listening.pair_player import Side
from phonoscope.gui.takes.export_dialog import ExportDialog

from .steps import LONG_MS, speak


@pytest.fixture
def bundled(qtbot, window):
    """The window as people start it: what comes along is loaded by itself."""
    window.start()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    assert window.host.engine.name == "phonoscope-voice"
    return window


def test_a_text_is_spoken_kept_and_exported(qtbot, bundled, store, tmp_path):
    assert bundled.panel.voice_picker.choose("bf_emma")
    speak(qtbot, bundled, "Good morning.")
    take = bundled.live.take
    (kept,) = store.summaries()
    assert (kept.text, kept.voice, kept.n_frames) == ("Good morning.", "bf_emma", take.n_frames)
    assert 0.3 < take.duration_s < 5.0
    assert np.abs(take.audio).max() > 0.05  # a voice, not silence
    bundled.takes.table.selectAll()
    bundled.actions_by_name["export_take"].trigger()
    dialog = bundled.take_commands.dialog
    assert isinstance(dialog, ExportDialog)
    dialog.folder.setText(str(tmp_path))
    with qtbot.waitSignal(dialog.exported, timeout=LONG_MS) as done:
        dialog.export_button.click()
    samples, rate_hz = soundfile.read(done.args[0][0], dtype="float32")
    assert rate_hz == take.sample_rate_hz
    np.testing.assert_allclose(samples, take.audio, atol=2 / 32767)


def test_two_of_its_voices_are_compared_and_heard_by_turns(qtbot, bundled, device, monkeypatch):
    for voice in ("af_heart", "am_adam"):
        assert bundled.panel.voice_picker.choose(voice)
        speak(qtbot, bundled, "Yes.")
    bundled.playback.pause()
    bundled.takes.table.selectAll()
    with qtbot.waitSignal(bundled.compare.compared, timeout=LONG_MS):
        bundled.actions_by_name["compare_takes"].trigger()
    view = bundled.compare
    n = min(view.difference.a.audio.size, view.difference.b.audio.size)
    assert not np.array_equal(view.difference.a.audio[:n], view.difference.b.audio[:n])
    # The device takes nothing until it is told to stop: no side must end before it is looked at.
    monkeypatch.setattr(device, "write", lambda _: bundled.player._halt.wait())
    for side, action in ((Side.A, "hear_a"), (Side.B, "hear_b")):
        bundled.actions_by_name[action].trigger()
        view.refresh()
        assert view.hear_buttons[side].isChecked()
    view.stop()
