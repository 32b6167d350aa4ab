"""A model that denoises in the window: its steps, previews, what it goes on from, and how long it will compute."""

import threading

import numpy as np
import pytest
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from .steps import LONG_MS

QUICK = {"steps": 6, "preview_steps": 2}


@pytest.fixture(scope="module")
def echo(data, tmp_path_factory):
    out = tmp_path_factory.mktemp("echo") / "echo.gguf"
    return convert(data / "echo_tiny", out, QuantisationPolicy("f32")).model


@pytest.fixture
def diffusing(qtbot, window, echo):
    window.panel.engine_card.set_model(str(echo))
    window.panel.engine_card.threads.setValue(1)
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    window.panel.text.setPlainText("Odd sizes.")
    window.panel.sampler.set_values({**window.host.engine.declaration.settings(), **QUICK})
    return window


def test_longer_recordings_are_taken_than_of_other_models(qtbot, window, echo):
    assert "up to 120 s" in window.voices.status.text()
    window.panel.engine_card.set_model(str(echo))
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: "up to 297 s" in window.voices.status.text(), timeout=LONG_MS)


def speak(qtbot, window):
    with qtbot.waitSignal(window.take_finished, timeout=LONG_MS):
        window.panel.speak_button.click()
    window.playback.pause()
    return window.live.take


def texts(strip):
    return [strip.tabText(i) for i in range(strip.count())]


def test_steps_are_seen_in_both_layouts(qtbot, diffusing):
    take = speak(qtbot, diffusing)
    assert "blocks" in diffusing.live.stack.visible_panes()
    diffusing.layout_commands.layout_debug()
    assert {"blocks", "blocks_growth"} <= set(diffusing.live.stack.visible_panes())
    read = diffusing.live.panes["blocks"].at(2.5, 1.5)
    assert read.startswith("step 3, block 1")
    assert f"{take.taps['blocks'][2, 1, 0]:.3g}" in read
    assert diffusing.live.panes["blocks"].at(-1, 0) == ""


def test_the_stage_at_work_and_the_time_that_is_left_are_told(qtbot, diffusing):
    diffusing.panel.sampler.set_values({**diffusing.panel.sampler.values, "steps": 200})
    strip = diffusing.live.progress
    diffusing.panel.speak_button.click()
    qtbot.waitUntil(lambda: strip.label.text().startswith("denoiser, step"), timeout=LONG_MS)
    assert "about" in strip.label.text()
    strip.pause_button.click()
    qtbot.waitUntil(lambda: strip.label.text().endswith("held"), timeout=LONG_MS)
    with qtbot.waitSignal(diffusing.take_finished, timeout=LONG_MS):
        diffusing.panel.stop_button.click()
    qtbot.waitUntil(strip.isHidden, timeout=LONG_MS)


def test_a_preview_is_chosen_seen_and_heard(qtbot, diffusing, device):
    take = speak(qtbot, diffusing)
    pane = diffusing.live.previews
    assert "previews" in diffusing.live.stack.visible_panes()
    diffusing.live.refresh()
    assert texts(pane.strip) == ["step 2", "step 4", "step 6"]
    assert pane.strip.currentIndex() == 2  # the newest one
    pane.strip.setCurrentIndex(0)
    assert np.array_equal(pane.take.audio, take.previews[0].samples)
    qtbot.waitUntil(lambda: not diffusing.player.playing, timeout=LONG_MS)
    device.blocks.clear()
    pane.play_button.click()
    qtbot.waitUntil(lambda: not diffusing.player.playing, timeout=LONG_MS)
    assert len(device.sound) == pytest.approx(len(take.previews[0].samples), abs=0.03 * take.sample_rate_hz)
    device.blocks.clear()
    middle = pane.plot.mapFromScene(pane.box.mapViewToScene(QPointF(pane.duration_s / 2, 0.0)))
    QTest.mouseClick(pane.plot.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.waitUntil(lambda: not diffusing.player.playing and bool(device.blocks), timeout=LONG_MS)
    assert len(device.sound) == pytest.approx(len(take.previews[0].samples) / 2, rel=0.05)


def test_previews_are_there_while_the_take_is_made_and_when_it_is_opened_again(qtbot, diffusing):
    diffusing.panel.sampler.set_values({**diffusing.panel.sampler.values, "steps": 200, "preview_steps": 1})
    diffusing.panel.speak_button.click()
    strip = diffusing.live.previews.strip
    qtbot.waitUntil(lambda: strip.count() >= 2, timeout=LONG_MS)
    assert not diffusing.live.take.finished
    strip.setCurrentIndex(0)
    qtbot.waitUntil(lambda: strip.count() >= 3, timeout=LONG_MS)
    assert strip.currentIndex() == 0  # what was chosen stays
    with qtbot.waitSignal(diffusing.take_finished, timeout=LONG_MS):
        diffusing.panel.stop_button.click()
    n_previews = len(diffusing.live.take.previews)
    diffusing.shown.show(diffusing.take_commands.shown_id)
    assert strip.count() == n_previews
    diffusing.live.previews.strip.setCurrentIndex(1)
    assert diffusing.live.previews.take.audio.any()


def test_the_licence_is_shown_with_the_loaded_model(diffusing):
    state = diffusing.panel.engine_card.state
    assert "CC BY-NC-SA 4.0" in state.text()
    assert "no commercial purpose" in state.toolTip()


def test_takes_without_previews_show_no_strip(qtbot, diffusing):
    diffusing.panel.sampler.set_values({"steps": 2})
    speak(qtbot, diffusing)
    assert "previews" not in diffusing.live.stack.visible_panes()


def test_a_take_is_gone_on_from(qtbot, diffusing):
    diffusing.panel.sampler.set_values({"steps": 2, "truncation": 0.1})
    before = speak(qtbot, diffusing)
    diffusing.actions_by_name["continue_take"].trigger()
    row = diffusing.panel.continuation
    assert not row.isHidden()
    assert diffusing.panel.text.toPlainText() == "Odd sizes. "
    request = diffusing.panel.request(diffusing.host.engine)
    assert request.continuation.source.endswith("latents.npy")
    row.leave_out.click()
    assert row.isHidden()
    assert not diffusing.panel.request(diffusing.host.engine).continuation.source
    assert len(before.latents) == before.n_frames


def test_a_long_take_is_announced(qtbot, diffusing, monkeypatch):
    label = diffusing.panel.work
    threads: list[threading.Thread] = []

    def expect(seconds: float) -> None:
        def expected_s(engine, request):
            threads.append(threading.current_thread())
            return seconds

        threads.clear()
        monkeypatch.setattr(type(diffusing.host.engine), "expected_s", expected_s)
        label.estimate_soon()
        qtbot.waitUntil(lambda: bool(threads) and not label._estimating.busy, timeout=LONG_MS)
        assert threading.main_thread() not in threads  # a book takes a while to lay out

    expect(1500.0)
    assert not label.isHidden()
    assert "25 minutes" in label.text()
    expect(5.0)
    assert label.isHidden()  # a short one is not worth telling
    expect(1500.0)
    diffusing.eject_model()
    qtbot.waitUntil(label.isHidden, timeout=LONG_MS)
