"""Pictures with an axis of their own: steps of a diffusion, growth over its blocks, positions of a sequence."""

from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.take_figures import FrameColumn
from phonoscope.gui.live.growth_pane import GrowthPane
from phonoscope.gui.live.positions_pane import PositionsPane
from phonoscope.gui.live.step_pane import StepPane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import LIGHT

GROUP = TapGroupDeclaration("blocks", "Blocks", "residual stream", "step")


def take(n_steps, n_layers=4):
    taps = np.ones((n_steps, n_layers, 3), np.float32)
    taps[..., 0] = 0.25 * 2.0 ** np.arange(n_layers)
    taps[..., 2] = 0
    return SimpleNamespace(taps={"blocks": taps}, finished=False, n_frames=0, frame_s=1.0)


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


STATE = TapGroupDeclaration("ssm", "SSM state", "state of each mixer", "position", is_sequence=False)
N_PROMPT = 30


def sequence(n_frames, *, finished=True):
    """Two segments, each a prompt of 30 positions and some frames, the first of which its last position chose."""
    taps = np.ones((2 * (N_PROMPT + n_frames - 1), 3, 3), np.float32)
    taps[:, :, 0] = np.arange(len(taps))[:, np.newaxis] + 1.0
    taps[:, :, 2] = 0
    frames = np.zeros((2 * n_frames, 8))
    first = N_PROMPT - 1
    rows = first + np.arange(n_frames)
    frames[:, FrameColumn.POSITION_ROW] = np.concatenate([rows, rows + len(taps) // 2])
    return SimpleNamespace(
        taps={"ssm": taps},
        frames=frames,
        finished=finished,
        n_frames=len(frames),
        duration_s=float(len(frames)),
        frame_s=1.0,
    )


@pytest.fixture
def positions(qtbot):
    made = PositionsPane(STATE, TimeAxis(), LIGHT)
    qtbot.addWidget(made)
    made.show()
    return made


def test_every_position_is_drawn_and_lines_stand_between_prompt_and_speech(positions):
    positions.set_take(sequence(5))
    assert positions._image.n_columns == 2 * (N_PROMPT + 4)
    assert positions.edges == [29.0, 34.0, 63.0]  # speech, the second prompt, its speech
    dark, bright = positions._image.pixels[0, [0, -1]]
    assert dark != bright  # a state that grows brightens to the right, from the prompt on
    assert positions.box.viewRange()[0] == [0, 68]
    assert positions.at(3.5, 1.5) == "position 3, of a prompt, block 1: rms 4, largest magnitude 1"
    assert positions.at(31.5, 0.5) == "position 31, frame 2, block 0: rms 32, largest magnitude 1"
    assert positions.at(64.5, 0.5).startswith("position 64, frame 6,")
    assert positions.at(68.5, 0.5) == ""
    positions.set_take(None)
    assert positions.edges == []


def test_positions_follow_the_sound(positions):
    positions.set_take(sequence(5))
    for time_s, row in ((2.5, 31), (5.0, 63), (0.0, 29)):
        positions.axis.set_playhead(time_s)
        assert positions._playhead.at == row + 0.5
    positions.axis.set_playhead(11.0)
    assert positions._playhead.at is None


def test_positions_have_room_while_they_come(positions):
    growing = sequence(5, finished=False)
    positions.set_take(growing)
    assert positions.box.viewRange()[0] == [0, 256]
    growing.finished = True
    assert positions.refresh()
    assert positions.box.viewRange()[0] == [0, 68]
