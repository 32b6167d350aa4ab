"""Another family in the same window: its settings, its stages and its states, with nothing of the one before."""

import pytest
from phonoscope.engine.families import family

from .steps import LONG_MS


@pytest.fixture
def audio8(qtbot, window, audio8_tiny):
    window.panel.engine_card.set_model(str(audio8_tiny.model))
    window.panel.engine_card.threads.setValue(1)
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    window.panel.voice_picker.choose("")
    return window


def test_a_take_shows_the_states_of_its_own_family(qtbot, audio8):
    audio8.panel.text.setPlainText("hello.")
    audio8.panel.sampler.set_values({**audio8.host.engine.declaration.settings(), "min_new_tokens": 4})
    with qtbot.waitSignal(audio8.take_finished, timeout=LONG_MS):
        audio8.panel.speak_button.click()
    take = audio8.live.take
    assert take.request.family == "audio8"
    assert set(take.request.sampler) == {field.name for field in family("audio8").sampler}
    audio8.layout_commands.layout_debug()
    assert {"slow", "slow_ssm_positions", "fast", "codec_transformer"} <= set(audio8.live.stack.visible_panes())
    panes = audio8.live.stack.panes
    assert not {"talker", "predictor"} & set(panes)
    audio8.live.refresh()
    for name in ("slow", "fast"):
        assert panes[name].drawn_frames == take.n_frames
    n_prompt = take.segments[0].n_prompt_rows
    assert panes["slow_ssm_positions"].edges == [n_prompt - 1]  # whose state chose the first frame
    assert panes["slow_ssm_positions"].at(0.5, 0.5).startswith("position 0, of a prompt, block 0: rms ")
    assert panes["timing"].describe(0).startswith("slow ")


def test_a_take_of_another_family_leaves_the_window_as_it_is_arranged(window):
    window.layout_commands.layout_debug()
    window.lists.show_page("takes")  # where such a take is clicked
    window.views.show_page("voices")
    window.outer.setSizes([500, 780])
    sizes = window.outer.sizes()
    window.live.set_family(family("audio8"))
    assert {"slow", "fast"} <= set(window.live.stack.visible_panes())
    assert (window.lists.page, window.views.page, window.outer.sizes()) == ("takes", "voices", sizes)


def test_each_family_keeps_the_panes_as_they_were_arranged_until_a_layout_is_chosen(window):
    live, stack = window.live, window.live.stack
    window.layout_commands.layout_debug()
    stack.set_pane_visible("probability", True)
    stack.set_pane_visible("timing", False)
    stack.move_pane("codes", -1)
    own = stack.order, set(stack.visible_panes())
    live.set_family(family("audio8"))
    assert {"slow", "fast"} <= set(stack.visible_panes())
    stack.set_pane_visible("slow", False)
    live.set_family(family("qwen3_tts"))
    assert (stack.order, set(stack.visible_panes())) == own
    live.set_family(family("audio8"))
    assert "slow" not in set(stack.visible_panes())
    window.layout_commands.layout_debug()
    live.set_family(family("qwen3_tts"))
    assert "probability" not in set(stack.visible_panes())
    assert "timing" in set(stack.visible_panes())
