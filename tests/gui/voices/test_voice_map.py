"""The map of the library: voices are seen, mixed and spoken there; beside it, their cosines."""

import pytest
from phonoscope.engine.voices.card import Consent
from phonoscope.engine.voices.formula import parse_blend
from phonoscope.gui.voices.imports import importer
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from ..steps import LONG_MS


@pytest.fixture
def mapped(qtbot, loaded, spk):
    """A window whose map shows three voices, and which plays nothing by itself."""
    loaded.speaking.plays_at_once = False
    view = loaded.voices
    for i, name in enumerate(("anna", "ben", "carl")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    qtbot.waitUntil(lambda: len(view.map._entries) == 3, timeout=LONG_MS)  # those of the loaded model's width
    return loaded


def test_map_and_cosines(qtbot, mapped):
    view = mapped.voices
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


def test_a_click_between_voices_is_spoken_as_their_blend(qtbot, mapped):
    view = mapped.voices
    mapped.views.show_page("voices")
    centre = view.map.plot.viewport().rect().center()
    with qtbot.waitSignal(mapped.take_finished, timeout=LONG_MS):
        qtbot.mousePress(view.map.plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(centre.x(), centre.y()))
        qtbot.mouseRelease(view.map.plot.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert view.map.formula
    take = mapped.live.take
    assert take.request.voice.source == view.map.formula
    if "=" in view.map.formula:
        blend = parse_blend(view.map.formula)
        assert blend is not None
        assert sum(share for _, share in blend.parts) == pytest.approx(1, abs=0.01)
    mapped.panel.voice_picker.choose("")
    mapped.panel.show_request(take.request)
    assert mapped.panel.voice_picker.voice == view.map.formula


def test_dragging_draws_a_path_of_mixtures(qtbot, mapped):
    view = mapped.voices
    mapped.views.show_page("voices")
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
    with qtbot.waitSignal(mapped.take_finished, timeout=LONG_MS):
        qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=centre + QPoint(60, 0))
    assert len(picked) == 3
    assert len(view.map._path.getData()[0]) == 3
    qtbot.waitUntil(
        lambda: not mapped.host.speaking and mapped.live.take.request.voice.source == picked[-1], timeout=LONG_MS
    )


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
