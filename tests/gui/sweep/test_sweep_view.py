import numpy as np
import pytest
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.store import cache_path
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.sweep.sweep_queue import ItemState
from PySide6.QtCore import Qt

from ..steps import LONG_MS


def states(window):
    return [item.state for item in window.sweep.queue.items]


@pytest.fixture
def sweeping(loaded):
    loaded.panel.text.setPlainText("Once more.")
    loaded.panel.seed.set_seed(11)
    loaded.panel.seed.lock.setChecked(True)
    loaded.panel.sampler.editor("temperature").setValue(0.8)
    loaded.views.show_page("sweep")
    return loaded


def choose_setting(window, row, name, values):
    setting = window.sweep.form.rows[row]
    setting.choice.setCurrentIndex(setting.choice.findData(name))
    setting.values_edit.setText(values)


def test_the_voices_have_the_height_that_a_high_window_leaves(qtbot, sweeping):
    form = sweeping.sweep.form
    low, models = form.voices.height(), form.models.height()
    sweeping.resize(1280, 1400)
    sweeping.layout_commands.use_layout("audition")
    qtbot.waitUntil(lambda: form.voices.height() > low + 200, timeout=LONG_MS)
    assert form.models.height() == models >= form.models.sizeHintForRow(0) * form.models.count()


def test_every_combination_is_spoken_kept_and_ranked(qtbot, sweeping, store, device):
    view = sweeping.sweep
    view.form.seeds.setValue(2)
    choose_setting(sweeping, 0, "top_k", "1, 50")
    assert view.start_button.text() == "Speak 4 takes"
    with qtbot.waitSignal(view.queue.finished, timeout=LONG_MS):
        view.start_button.click()
    assert states(sweeping) == [ItemState.DONE] * 4
    kept = [store.read(item.take_id).request for item in view.queue.items]
    assert [(r.seed, r.sampler["top_k"]) for r in kept] == [(11, 1), (12, 1), (11, 50), (12, 50)]
    assert {r.sampler["temperature"] for r in kept} == {0.8}
    assert view.progress.value() == view.progress.maximum() == 4
    assert not device.blocks  # a sweep is not played over and over
    shown = [view.grid.item(row) for row in range(4)]
    suspicion = [float(item.text().rpartition(" ")[2]) for item in shown]
    assert suspicion == sorted(suspicion)
    assert not shown[0].icon().isNull()
    view.order_choice.setCurrentIndex(1)
    assert [view.grid.item(row).text().splitlines()[0] for row in range(4)] == [i.label for i in view.queue.items]


def test_a_click_shows_the_take(qtbot, sweeping, store):
    view = sweeping.sweep
    view.form.seeds.setValue(3)
    with qtbot.waitSignal(view.queue.finished, timeout=LONG_MS):
        view.start_button.click()
    view.order_choice.setCurrentIndex(1)
    place = view.grid.visualItemRect(view.grid.item(1)).center()
    qtbot.mouseClick(view.grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert sweeping.live.take.request.seed == 12
    np.testing.assert_array_equal(sweeping.live.take.codes, store.read(view.queue.items[1].take_id).codes)


def test_a_sweep_is_paused_and_goes_on(qtbot, sweeping):
    view, queue = sweeping.sweep, sweeping.sweep.queue
    view.form.seeds.setValue(3)
    view.start_button.click()
    view.pause_button.click()
    qtbot.waitUntil(lambda: states(sweeping)[0] is ItemState.DONE, timeout=LONG_MS)
    assert "paused" in view.state.text()
    assert states(sweeping)[1:] == [ItemState.WAITING] * 2
    assert queue.remaining_s is not None
    with qtbot.waitSignal(queue.finished, timeout=LONG_MS):
        view.pause_button.click()
    assert states(sweeping) == [ItemState.DONE] * 3


def test_stopping_keeps_what_is_spoken_and_lets_the_rest_be(qtbot, sweeping, store):
    view = sweeping.sweep
    view.form.seeds.setValue(50)
    view.start_button.click()
    qtbot.waitUntil(lambda: view.queue.n_done >= 1, timeout=LONG_MS)
    view.stop_button.click()
    qtbot.waitUntil(lambda: not sweeping.host.speaking and ItemState.RUNNING not in states(sweeping), timeout=LONG_MS)
    n = len(store.summaries())
    assert 1 <= n <= view.queue.n_done + 1
    assert ItemState.WAITING in states(sweeping)
    assert view.start_button.isEnabled()


def test_models_are_loaded_one_after_the_other_and_a_broken_one_is_skipped(
    qtbot, sweeping, store, qwen3_tiny06, tmp_path
):
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"nothing")
    view = sweeping.sweep
    view.form.seeds.setValue(1)
    first = sweeping.host.engine.name
    view.form.models.list_names([first, str(broken), str(qwen3_tiny06.talker)])
    for row in range(3):
        view.form.models.item(row).setCheckState(Qt.CheckState.Checked)
    with qtbot.waitSignal(view.queue.finished, timeout=LONG_MS):
        view.start_button.click()
    assert states(sweeping) == [ItemState.DONE, ItemState.FAILED, ItemState.DONE]
    assert "broken.gguf" in view.queue.items[1].failure
    assert store.read(view.queue.items[2].take_id).request.model.name == str(qwen3_tiny06.talker)
    qtbot.waitUntil(lambda: sweeping.host.engine is not None, timeout=LONG_MS)
    assert sweeping.host.engine.name == first  # as before the sweep


def tick(names, *wanted):
    for row in range(names.count()):
        item = names.item(row)
        if item.text() in wanted:
            item.setCheckState(Qt.CheckState.Checked)


def test_storage_types_of_the_loaded_model_are_converted_tried_and_put_back(qtbot, sweeping, store, empty_cache):
    view = sweeping.sweep
    view.form.seeds.setValue(1)
    before = sweeping.host.engine.name
    tick(view.form.quantisations, "q8_0", "q4_K")
    assert view.start_button.text() == "Speak 2 takes"
    said = []
    view.queue.changed.connect(lambda: said.append(view.state.text()))
    with qtbot.waitSignal(view.queue.finished, timeout=LONG_MS):
        view.start_button.click()
    assert [(item.state, item.label) for item in view.queue.items] == [
        (ItemState.DONE, "q8_0"),
        (ItemState.DONE, "q4_K"),
    ]
    assert any("converting the model, once" in text for text in said)
    spoken = [store.read(item.take_id).request.model.name for item in view.queue.items]
    assert [name.rpartition("/")[2] for name in spoken] == ["talker-q8_0.gguf", "talker-q4_K.gguf"]
    qtbot.waitUntil(lambda: sweeping.host.engine is not None and not sweeping.host.loading, timeout=LONG_MS)
    assert sweeping.host.engine.name == before
    assert view.form.quantisations.names == ("q8_0", "q4_K")


def test_a_quantised_model_is_not_quantised_again_and_the_form_says_why(qtbot, window, qwen3_tiny, tmp_path):
    eight = convert(qwen3_tiny.folder, tmp_path / "eight.gguf", QuantisationPolicy("q8_0")).model
    window.views.show_page("sweep")
    window.panel.engine_card.set_model(str(eight))
    window.load_model()
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)
    form = window.sweep.form
    assert form.quantisations.isHidden()
    assert form.why_not.text() == "Load a model in 32 or 16 bits to try other storage types."
    assert "is quantised already" in form.why_not.toolTip()


@pytest.mark.usefixtures("empty_cache", "endless_conversion")
def test_stopping_ends_a_conversion_and_puts_the_model_back(qtbot, sweeping):
    view = sweeping.sweep
    before = sweeping.host.engine.name
    tick(view.form.quantisations, "q4_K")
    with qtbot.waitSignal(sweeping.host.converting, timeout=LONG_MS):
        view.start_button.click()
    view.stop_button.click()
    assert not view.queue.running
    assert ItemState.RUNNING not in states(sweeping)
    qtbot.waitUntil(lambda: sweeping.host.engine is not None and not sweeping.host.loading, timeout=LONG_MS)
    assert sweeping.host.engine.name == before
    assert not list(cache_path().glob("*/*.gguf"))
    assert not list(cache_path().glob("*/.*.part"))


def test_values_that_do_not_fit_are_said_and_nothing_starts(sweeping):
    choose_setting(sweeping, 0, "temperature", "warm")
    assert "does not fit" in sweeping.sweep.state.text()
    assert not sweeping.sweep.start_button.isEnabled()


@pytest.mark.parametrize("paused", [False, True])
def test_closing_the_window_ends_a_sweep(qtbot, sweeping, tmp_path, paused):
    sweeping.sweep.form.seeds.setValue(50)
    sweeping.sweep.start_button.click()
    if paused:
        sweeping.sweep.pause_button.click()
    qtbot.waitUntil(lambda: sweeping.host.speaking or paused, timeout=LONG_MS)
    sweeping.close()
    assert not sweeping.host.running
    assert not sweeping.sweep.queue.running
    for summary in TakeStore(tmp_path / "takes").summaries():
        assert TakeStore(tmp_path / "takes").read(summary.id).complete
