"""Pictures of a diffusion: the map of its steps and the growth over its blocks."""

from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.gui.live.growth_pane import GrowthPane
from phonoscope.gui.live.step_pane import StepPane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import LIGHT

GROUP = TapGroupDeclaration("blocks", "Blocks", "residual stream", "step")


def take(n_steps, n_layers=4):
    taps = np.ones((n_steps, n_layers, 3), np.float32)
    taps[..., 0] = 0.25 * 2.0 ** np.arange(n_layers)
    taps[..., 2] = 0
    return SimpleNamespace(taps={"blocks": taps}, finished=False, n_frames=0, hop_samples=1, sample_rate_hz=1)


@pytest.fixture(params=[StepPane, GrowthPane])
def pane(request, qtbot):
    made = request.param(GROUP, TimeAxis(), LIGHT)
    qtbot.addWidget(made)
    made.show()
    return made


def test_it_draws_before_there_is_any_sound_and_only_what_is_new(pane):
    growing = take(1)
    pane.set_take(growing)
    assert not pane.refresh()  # drawn by set_take
    growing.taps["blocks"] = take(3).taps["blocks"]
    assert pane.refresh()
    assert not pane.refresh()


def test_it_is_empty_without_the_group(pane):
    pane.set_take(SimpleNamespace(**{**vars(take(2)), "taps": {}}))
    assert not pane.refresh()


def test_the_growth_is_told(qtbot):
    pane = GrowthPane(GROUP, TimeAxis(), LIGHT)
    qtbot.addWidget(pane)
    pane.show()
    pane.set_take(take(5))
    assert "8" in pane.summary
    pane.metric_choice.setCurrentIndex(1)  # the largest magnitudes do not grow
    assert "1" in pane.summary
    assert "8" not in pane.summary
    pane.set_take(None)
    assert pane.summary == ""


def test_the_time_axis_is_left_alone(pane):
    pane.set_take(take(3))
    before = pane.box.viewRange()[0]
    pane.axis.show(10.0, 20.0)
    assert pane.box.viewRange()[0] == before
