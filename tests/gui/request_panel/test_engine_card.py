import shutil

import pytest

from ..steps import LONG_MS


def test_what_is_loaded_is_said_with_its_storage_device_threads_and_memory(qtbot, loaded):
    said = loaded.panel.engine_card.state.text().splitlines()
    figures = loaded.host.engine.figures
    assert said[0] == "talker"
    assert said[1].startswith(f"{figures.quantisation}  ·  CPU  ·  1 thread")
    assert said[1].endswith("24 kHz")
    assert said[2].startswith(f"{figures.weight_bytes / 1e6:.0f} MB of weights")
    loaded.panel.engine_card.eject_button.click()
    qtbot.waitUntil(lambda: loaded.host.engine is None, timeout=LONG_MS)
    assert loaded.panel.engine_card.state.text() == "Nothing is loaded."


def test_a_checkpoint_folder_is_stored_as_chosen(qtbot, window, qwen3_tiny, empty_cache, tmp_path):
    shutil.copytree(qwen3_tiny.folder, tmp_path / "checkpoint")
    card = window.panel.engine_card
    card.set_model(str(tmp_path / "checkpoint"))
    card.quantisation.setCurrentText("f16")
    with qtbot.waitSignal(window.host.converting, timeout=LONG_MS):
        card.load_button.click()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    assert window.host.engine.figures.quantisation == "f16"


@pytest.mark.usefixtures("empty_cache", "endless_conversion")
def test_a_conversion_can_be_stopped(qtbot, window, qwen3_tiny, tmp_path):
    shutil.copytree(qwen3_tiny.folder, tmp_path / "checkpoint")
    card = window.panel.engine_card
    card.set_model(str(tmp_path / "checkpoint"))
    card.quantisation.setCurrentText("q5_K")
    window.host.converting.connect(lambda _: card.eject_button.click())  # in this thread: a lambda is safe here
    with qtbot.waitSignal(window.host.failed, timeout=LONG_MS) as failed:
        card.load_button.click()
    assert "conversion was stopped" in failed.args[0]
    assert window.host.engine is None
    assert card.load_button.isEnabled()


def test_a_storage_type_is_chosen_for_a_checkpoint_folder_and_not_for_a_gguf_file(window, qwen3_tiny):
    card = window.panel.engine_card
    card.set_model(str(qwen3_tiny.folder))
    card.quantisation.setCurrentText("q5_K")
    card.set_model(str(qwen3_tiny.talker))
    assert not card.quantisation.isEnabled()
    assert card.quantisation.currentText() == ""
    assert "as it is" in card.quantisation.toolTip()
    card.set_model(str(qwen3_tiny.folder))
    assert card.quantisation.isEnabled()
    assert card.quantisation.currentText() == card.settings.quantisation == "q5_K"


def test_the_storage_type_of_the_last_time_waits_for_a_checkpoint_folder(window, qwen3_tiny):
    card = window.panel.engine_card
    card.restore(str(qwen3_tiny.talker), 1, "f16")
    assert card.quantisation.currentText() == ""
    card.set_model(str(qwen3_tiny.folder))
    assert card.quantisation.currentText() == "f16"
