from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.families import family
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.magnitudes import FrameMagnitudes, Metric
from phonoscope.engine.synthesis import Engine
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.live.magnitude_pane import CHANGE
from phonoscope.gui.theme import LIGHT
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication

from ..steps import LONG_MS

DECLARATION = family("qwen3_tts")


@pytest.fixture(scope="module")
def takes(qwen3_tiny):
    """Two finished takes of one text."""
    made = []
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        for seed in (1, 2):
            made.append(engine.speak(engine.request("Look at me closely.", seed=seed, max_frames=12)))
            made[-1].wait()
    yield made
    made.clear()


@pytest.fixture
def live(qtbot, takes):
    view = LiveView(DECLARATION, LIGHT)
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    view.stack.show_panes({"waveform": 2, "talker": 3, "entropy": 2})
    view.set_take(takes[0])
    yield view
    view.set_reference(None)
    view.set_take(None)


def magnitudes(take, group="talker", metric=Metric.RMS):
    declared = next(g for g in DECLARATION.tap_groups if g.name == group)
    values = FrameMagnitudes(declared.rows, take.taps[group].shape[1])
    values.update(take.taps[group], take.frames, finished=True)
    return values.values(metric)


def point_at(live, pane, frame, row):
    """Move the mouse to the middle of a row at a frame, and return what is read off first there."""
    frame_s = live.take.frame_s
    place = pane.box.mapViewToScene(QPointF((frame + 0.5) * frame_s, row + 0.5))
    pane.plot.scene().sigMouseMoved.emit(place)  # the scene itself leaves out moves that follow each other too soon
    said = live.readout.text().split("   ·   ")
    assert said[1] == f"frame {frame}"
    return next(text for text in said if text in live.stack.describe(frame))


def test_nothing_is_read_off_once_the_mouse_has_left(live):
    pane = live.groups["talker"]
    point_at(live, pane, 3, 1)
    assert live.axis.hover_s > 0
    QApplication.sendEvent(pane.plot, QEvent(QEvent.Type.Leave))
    assert live.axis.hover_s < 0
    assert live.readout.text().startswith("Point at the take")


def test_pinned_layers_are_curves(live, takes):
    pane = live.groups["talker"]
    actions = pane._layers_menu.actions()
    assert len(actions) == takes[0].taps["talker"].shape[1]
    for layer in (0, 1):
        actions[layer].trigger()
    assert not live.pinned.isHidden()
    line = live.pinned._lines[1]
    np.testing.assert_allclose(line.y, np.log10(magnitudes(takes[0])[:, 1]), rtol=1e-5)
    assert "Talker 1" in live.pinned.describe(0)
    for layer in (0, 1):
        actions[layer].trigger()
    assert live.pinned.isHidden()
    assert live.pinned.pins == ()


def test_the_change_against_a_reference_is_shown(live, takes):
    pane = live.groups["talker"]
    pane.metric_choice.setCurrentIndex(pane.metric_choice.findData(CHANGE))
    assert pane._image.n_columns == 0  # nothing to compare with, which is said
    assert pane.plot.hint.visible
    live.set_reference(takes[0])
    assert len(np.unique(pane._image.pixels)) == 1  # of a take against itself: the middle
    live.set_reference(takes[1])
    assert len(np.unique(pane._image.pixels)) > 2
    assert not pane.scale_choice.isEnabled()
    pane.metric_choice.setCurrentIndex(0)
    assert pane.scale_choice.isEnabled()


def test_the_layer_below_the_mouse_is_read_off_in_the_metric_that_is_shown(live, takes):
    pane = live.groups["talker"]
    for metric in (Metric.RMS, Metric.ABSMAX):
        pane.metric_choice.setCurrentIndex(pane.metric_choice.findData(metric))
        values = magnitudes(takes[0], metric=metric)[3]
        for layer in range(len(values)):
            assert point_at(live, pane, 3, layer) == f"Talker: {values[layer]:.4g} in layer {layer}"
    live.axis.set_hover(-1.0)
    live.axis.point_at(3.5 * takes[0].frame_s)  # with the keyboard: of no row
    assert f"Talker: {values.max():.4g} in layer {values.argmax()}" in live.readout.text()


def test_the_change_of_the_layer_below_the_mouse_is_read_off(live, takes):
    pane = live.groups["talker"]
    pane.metric_choice.setCurrentIndex(pane.metric_choice.findData(CHANGE))
    live.axis.set_hover(0.01)
    assert "Talker:" not in live.readout.text()  # nothing to compare with
    live.set_reference(takes[1])
    octaves = np.log2(magnitudes(takes[0])[2] / magnitudes(takes[1])[2])
    for layer, change in enumerate(octaves):
        assert point_at(live, pane, 2, layer) == f"Talker: {change:+.2f} octaves in layer {layer}"


def test_codes_and_layers_are_read_off_while_their_panes_are_hidden(live, takes):
    live.stack.show_panes({"waveform": 1})
    live.set_take(takes[1])
    live.axis.set_hover(1.5 * takes[1].frame_s)
    values = magnitudes(takes[1])[1]
    assert f"Talker: {values.max():.4g} in layer {values.argmax()}" in live.readout.text()
    assert live.readout.text().endswith("codes " + " ".join(map(str, takes[1].codes[1])))
    live.stack.show_panes({"talker": 1})
    assert live.groups["talker"]._image.n_columns == takes[1].n_frames  # and drawn whole when it is shown


def test_a_group_that_was_not_recorded_says_so(qtbot, takes):
    nothing = TapGroupDeclaration("ssm", "State space", "", "position")
    view = LiveView(replace(DECLARATION, tap_groups=(*DECLARATION.tap_groups, nothing)), LIGHT)
    qtbot.addWidget(view)
    view.show()
    view.stack.show_panes({"talker": 1, "ssm": 1})
    view.set_take(takes[0])
    assert not view.panes["talker"].plot.hint.visible
    assert view.panes["ssm"].plot.hint.visible
    view.set_take(None)


def test_the_readout_tells_the_word(live):
    live.axis.set_hover(0.01)
    assert "about “Look”" in live.readout.text()


def test_a_pane_is_moved_by_dragging_its_header_and_from_its_menu(qtbot, live):
    header = live.panes["entropy"].header_area
    start = QPoint(20, header.height() // 2)
    up = live.panes["talker"].mapTo(live.stack, QPoint(0, 0)) - live.panes["entropy"].mapTo(live.stack, QPoint(0, 0))
    qtbot.mousePress(header, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(header, start + up + QPoint(0, 10))
    qtbot.mouseRelease(header, Qt.MouseButton.LeftButton, pos=start)
    assert list(live.stack.visible_panes()) == ["waveform", "entropy", "talker"]
    menu = live.stack.pane_menu("talker", live)
    up_action, down_action, hide = menu.actions()
    assert not down_action.isEnabled()
    up_action.trigger()
    assert list(live.stack.visible_panes()) == ["waveform", "talker", "entropy"]
    hide.trigger()
    assert list(live.stack.visible_panes()) == ["waveform", "entropy"]
    menu.deleteLater()


def test_the_lowest_pane_has_the_times(live):
    shown = {name: live.panes[name].item.getAxis("bottom").isVisible() for name in live.stack.visible_panes()}
    assert shown == {"waveform": False, "talker": False, "entropy": True}


def test_another_family_brings_its_own_heat_maps_and_stages(live):
    other = replace(
        DECLARATION,
        name="other",
        tap_groups=(TapGroupDeclaration("ssm", "State space", "", "position"),),
        stages=("slow", "fast", "codec"),
    )
    live.set_take(None)
    live.set_family(other)
    assert list(live.groups) == ["ssm"]
    assert "talker" not in live.stack.order
    assert live.stack.order.index("ssm") < live.stack.order.index("pinned")
    assert live._timing._labels[0].text() == "slow"


def test_a_place_is_zoomed_to_and_its_layer_marked(live, takes):
    live.stack.set_pane_visible("predictor", False)
    live.show_place(5, 2, "predictor", 1)
    frame_s = takes[0].frame_s
    assert live.axis.playhead_s == pytest.approx(5 * frame_s)
    assert live.axis.span_s == pytest.approx((0.0, 19 * frame_s))
    assert live.groups["predictor"].isVisible()
    assert live.groups["predictor"].layer_mark.layer == 1
    assert "frame 5" in live.readout.text()
    assert live.groups["predictor"].describe(5) in live.readout.text()
    assert "in layer 1" in live.groups["predictor"].describe(5)
    live.set_take(takes[1])
    assert live.groups["predictor"].layer_mark.layer is None


def test_the_axis_has_room_for_what_is_expected(live, takes):
    spans = []
    live.axis.span_changed.connect(lambda *span: spans.append(span))
    growing = SimpleNamespace(
        request=takes[0].request,
        hop_samples=1920,
        sample_rate_hz=24000,
        frame_s=0.08,
        n_frames=0,
        duration_s=0.0,
        finished=False,
    )
    live.stack.show_panes({})
    live.set_take(growing, expected_s=9.0)
    assert live.axis.span_s == (0.0, 12.0)
    for growing.duration_s in (3.0, 9.0, 11.0):
        live.refresh()
    assert spans == [(0.0, 12.0)]
    growing.duration_s = 12.5  # longer than expected
    live.refresh()
    assert live.axis.span_s == (0.0, 16.0)


def test_a_pane_that_comes_gets_its_share_of_the_height(live):
    before = live.stack.sizes()
    live.stack.set_pane_visible("codes", True)
    sizes = dict(zip(live.stack.order, live.stack.sizes(), strict=True))
    assert sizes["codes"] >= 0.8 * sum(before) / 4
    assert all(sizes[name] > 0 for name in ("waveform", "talker", "entropy"))


def test_in_a_low_window_panes_stay_readable_and_are_scrolled(qtbot, live):
    live.resize(600, 200)
    bar = live.scroller.verticalScrollBar()
    qtbot.waitUntil(bar.isVisible, timeout=LONG_MS)
    assert all(pane.plot.height() >= 40 for pane in live.panes.values() if not pane.isHidden())
    assert bar.maximum() > 0
    assert live.stack.width() == live.scroller.viewport().width()
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(bar, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    live.resize(600, 900)
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=LONG_MS)
    assert live.stack.height() == live.scroller.viewport().height()


@pytest.mark.parametrize("hidden", [False, True])
def test_a_place_is_scrolled_into_view(qtbot, live, hidden):
    live.resize(600, 200)
    qtbot.waitUntil(live.scroller.verticalScrollBar().isVisible, timeout=LONG_MS)
    live.stack.set_order(["waveform", "entropy", "talker"])
    live.stack.set_pane_visible("talker", not hidden)
    live.show_place(3, 1, "talker", 1)
    pane = live.panes["talker"]
    top = pane.mapTo(live.scroller.viewport(), QPoint(0, 0)).y()
    assert top >= 0
    assert top + pane.height() <= live.scroller.viewport().height()


def without_frames(take, **arrays):
    """Return a take of the same request that ended before its first frame."""
    return SimpleNamespace(
        request=take.request,
        hop_samples=1920,
        sample_rate_hz=24000,
        frame_s=0.08,
        n_frames=0,
        duration_s=0.0,
        finished=True,
        **arrays,
    )


def test_a_take_without_frames_is_said_to_have_ended(live, takes):
    ended = without_frames(takes[0], taps={})
    pane = live.panes["waveform"]
    live.set_take(ended)
    assert (pane.plot.hint.visible, pane.plot.hint.text) == (True, "This take ended before its first frame")
    live.set_take(takes[0])
    assert not pane.plot.hint.visible
    live.set_take(None)
    assert (pane.plot.hint.visible, pane.plot.hint.text) == (True, "Press Speak, and the sound appears here")


def test_a_place_in_the_prompt_of_a_take_without_frames_is_led_to_in_its_heat_map(live, takes):
    rows = np.ones((6, *takes[0].taps["talker"].shape[1:]), np.float32)
    rows[4, 1, 0] = 7.0
    ended = without_frames(takes[0], audio=takes[0].audio[:0], frames=takes[0].frames[:0], taps={"talker": rows})
    live.set_take(ended)
    assert live.show_row("talker", 1, 4)
    assert live.axis.playhead_s == pytest.approx(4 * 0.08)
    assert live.groups["talker"].layer_mark.layer == 1
    assert live.readout.text().startswith("position 4 of the prompt")
    assert "7 in layer 1" in live.readout.text()


def test_a_take_begins_as_high_as_the_last_one_was(live):
    pane = live.panes["waveform"]

    def height_after(*drawn):
        pane.clear()
        for n_samples, peak, finished in drawn:
            audio = np.full(n_samples, peak, np.float32)
            pane.draw(SimpleNamespace(audio=audio, sample_rate_hz=24_000, duration_s=1.0), finished=finished)
        low, high = pane.box.viewRange()[1]
        return (high - low) / 2

    quiet, loud = height_after((960, 0.1, True)), height_after((960, 0.9, True))
    assert quiet < loud
    assert height_after((480, 0.1, False)) == loud
    assert height_after((480, 0.1, False), (960, 0.1, True)) == quiet
    assert height_after((480, 0.1, False), (960, 0.9, False)) == loud


def test_takes_of_about_the_same_speed_are_drawn_at_the_same_scale(live):
    live.stack.set_pane_visible("timing", True)
    scales = []
    for stage_ms in (20.0, 24.0, 90.0, 1.0):
        frames = np.zeros((4, 8))
        frames[:, :3] = stage_ms
        live._timing.clear()
        live._timing.draw(SimpleNamespace(frames=frames, frame_s=0.08), finished=True)
        scales.append(live._timing.box.viewRange()[1][1])
    assert scales[0] == scales[1]
    assert scales[3] < scales[1] < scales[2]


def test_the_time_of_frames_is_seen_however_fast_they_are(live, takes):
    live.stack.set_pane_visible("timing", True)
    frames = np.zeros((4, 8))
    for stage_ms in (0.5, 20.0, 200.0):
        frames[:, :3] = stage_ms
        live._timing.clear()
        live._timing.draw(SimpleNamespace(frames=frames, frame_s=0.08), finished=True)
        low, high = live._timing.box.viewRange()[1]
        assert (low, 3 * stage_ms < high < 15 * stage_ms) == (0.0, True)


def test_the_readout_says_nothing_of_a_pane_that_is_hidden(live):
    live.axis.set_hover(0.01)
    assert "Entropy" in live.readout.text()
    live.stack.set_pane_visible("entropy", False)
    assert "Entropy" not in live.readout.text()
    assert "Talker" in live.readout.text()


def test_the_readout_is_of_the_take_that_is_shown(live, takes):
    live.axis.set_hover(1.5 * takes[0].frame_s)
    entropy = "Entropy {0[0]:.2f}"
    assert entropy.format(takes[0].draws[1, :, 0]) in live.readout.text()
    live.set_take(takes[1])
    assert entropy.format(takes[1].draws[1, :, 0]) in live.readout.text()
    live.set_take(None)
    assert "Point at" in live.readout.text()


def test_times_are_written_with_their_unit(live):
    axis = live.panes["entropy"].item.getAxis("bottom")
    assert axis.tickStrings([0.5, 1.0], 1.0, 0.5) == ["0.5 s", "1.0 s"]


def test_the_labels_of_codebooks_fit_into_the_lowest_pane(live, takes):
    live.stack.show_panes({"waveform": 1, "codes": 1})
    axis = live.panes["codes"].item.getAxis("left")
    labels = [label for _, label in axis._tickLevels[0]]
    n = takes[0].codes.shape[1]
    assert labels == ["1", str(-(-n // 2) + 1)]
