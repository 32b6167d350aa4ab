import threading

import numpy as np
import pytest
from phonoscope.engine.parity.run import parity_stages
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.parity import parity_view
from phonoscope.gui.parity.parity_view import ParityView
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import DARK, LIGHT
from PySide6.QtCore import QPoint, Qt

from ..steps import LONG_MS


@pytest.fixture
def view(qtbot):
    made = ParityView(FileDialogs(SettingsStore(None)), LIGHT)
    qtbot.addWidget(made)
    made.resize(1000, 600)
    made.show()
    yield made
    made.close_worker()


def compare(qtbot, view, model, golden):
    view.model_choice.setEditText(str(model))
    view.reference.setText(str(golden))
    with qtbot.waitSignal(view.compared, timeout=LONG_MS):
        view.run_button.click()
        assert not view.run_button.isEnabled()


def test_a_right_model_is_within_tolerance_everywhere(qtbot, view, qwen3_tiny):
    compare(qtbot, view, qwen3_tiny.talker, qwen3_tiny.golden_path)
    assert "all within tolerance" in view.state.text()
    assert view.table.rowCount() == len(view.results) > 30
    badness = [result.badness for result in view.results]
    assert badness == sorted(badness, reverse=True)
    assert badness[0] <= 1.0


def test_a_wrong_weight_is_found_and_its_tensors_can_be_looked_at(qtbot, view, mistaken, qwen3_tiny):
    compare(qtbot, view, mistaken, qwen3_tiny.golden_path)
    assert "out of tolerance" in view.state.text()
    assert view.table.item(0, 0).text().startswith("✖")
    names = [result.name for result in view.results]
    layers = [name for name in names if name.startswith("talker/prefill_layers")]
    out = [result.name for result in view.results if not result.passed]
    assert layers[0] in out
    assert "talker/prefill_layers.0" not in out  # the mistake is in layer 1
    row = names.index("talker/prefill_layers.1")
    view.table.scrollToItem(view.table.item(row, 0))
    place = view.table.visualItemRect(view.table.item(row, 0)).center()
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))
    assert "talker/prefill_layers.1" in view.tensors.summary.text()
    assert view.tensors.pair.largest_difference == pytest.approx(view.results[row].max_abs)
    view.set_theme(DARK)
    assert view.table.currentRow() == row


def test_the_worst_stage_of_each_comparison_is_shown(qtbot, view, mistaken, qwen3_tiny):
    for model in (qwen3_tiny.talker, mistaken):
        compare(qtbot, view, model, qwen3_tiny.golden_path)
        assert view.table.currentRow() == 0
        assert view.results[0].name in view.tensors.summary.text()


def test_a_stage_of_another_shape_shows_both_tensors(qtbot, view, qwen3_tiny, tmp_path):
    name = "sampler/probs_k50"
    arrays = qwen3_tiny.golden
    arrays[name] = arrays[name][..., 1:]
    np.savez(tmp_path / "golden.npz", **arrays)
    compare(qtbot, view, qwen3_tiny.talker, tmp_path / "golden.npz")
    assert name in view.results[0].name  # nothing is worse, so it is what is shown at once
    tensors, (ours, reference, difference) = view.tensors, view.tensors._plots
    assert "shapes differ" in tensors.summary.text()
    n_values = arrays[name].shape[-1]
    assert f"{n_values + 1}" in tensors._captions[0].text()
    assert f"{n_values}" in tensors._captions[1].text()
    assert ours.isVisible()
    assert reference.isVisible()
    assert not difference.isVisible()
    assert all(curve.yData.any() for curve in tensors._curves)
    view.table.setCurrentCell(1, 0)
    assert difference.isVisible()
    assert "largest difference" in tensors.summary.text()


def test_what_cannot_be_compared_is_said_in_place(qtbot, view, qwen3_tiny, tmp_path):
    view.run_button.click()
    assert "first" in view.state.text()
    view.model_choice.setEditText(str(qwen3_tiny.talker))
    view.reference.setText(str(tmp_path / "no.npz"))
    view.run_button.click()
    qtbot.waitUntil(lambda: "no.npz" in view.state.text(), timeout=LONG_MS)
    assert view.run_button.isEnabled()


def test_a_value_that_is_not_finite_is_named_with_what_was_compared_until_then(qtbot, view, poisoned, qwen3_tiny):
    compare(qtbot, view, poisoned, qwen3_tiny.golden_path)
    assert "It broke off: talker layer 1" in view.state.text()
    assert view.table.rowCount() == len(view.results) > 0


def test_without_results_there_is_a_hint_and_no_empty_table(qtbot, view, qwen3_tiny):
    assert view._hint.isVisible()
    assert not view.table.isVisible()
    compare(qtbot, view, qwen3_tiny.talker, qwen3_tiny.golden_path)
    assert not view._hint.isVisible()
    assert view.table.isVisible()


def test_a_loaded_model_is_suggested_until_another_is_chosen(view):
    view.suggest_model("one.gguf")
    view.suggest_model("two.gguf")
    assert view.model_choice.currentText() == "two.gguf"
    view.model_choice.setEditText("mine.gguf")
    view.suggest_model("three.gguf")
    assert view.model_choice.currentText() == "mine.gguf"


def test_a_comparison_that_is_stopped_shows_what_was_compared(qtbot, view, qwen3_tiny, monkeypatch):
    compared, may_go_on = threading.Event(), threading.Event()

    def held_up(*arguments, **settings):
        for n, stage in enumerate(parity_stages(*arguments, **settings)):
            if n == 2:
                compared.set()
                assert may_go_on.wait(LONG_MS / 1000)
            yield stage

    monkeypatch.setattr(parity_view, "parity_stages", held_up)
    assert not view.stop_button.isEnabled()
    view.model_choice.setEditText(str(qwen3_tiny.talker))
    view.reference.setText(str(qwen3_tiny.golden_path))
    view.run_button.click()
    qtbot.waitUntil(compared.is_set, timeout=LONG_MS)
    with qtbot.waitSignal(view.compared, timeout=LONG_MS):
        view.stop_button.click()
        may_go_on.set()
    assert view.table.rowCount() == len(view.results) == 3
    assert "It broke off: the work was stopped" in view.state.text()
    assert view.run_button.isEnabled()
    assert not view.stop_button.isEnabled()
