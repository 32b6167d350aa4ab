import re

import numpy as np
import pytest
from phonoscope.gui.language.figures import filled, with_points
from phonoscope.gui.number_axis import NumberAxis
from phonoscope.gui.number_field import NumberField
from phonoscope.gui.steady_label import SteadyLabel
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QTableView, QWidget

from ..steps import LONG_MS, speak

WITH_POINT = re.compile(r"\d\.\d")


def figures(part: QWidget) -> list[str]:
    """Return everything that is written in a part of the window, except what is for the command line."""
    texts = [label.text() for label in part.findChildren(QLabel)]
    texts += [label.text() for label in part.findChildren(SteadyLabel)]
    texts += [field.text() for field in part.findChildren(QAbstractSpinBox)]
    texts += [choice.itemText(i) for choice in part.findChildren(QComboBox) for i in range(choice.count())]
    for table in part.findChildren(QTableView):
        model = table.model()
        cells = (model.index(row, at) for row in range(model.rowCount()) for at in range(model.columnCount()))
        texts += [str(cell.data(Qt.ItemDataRole.DisplayRole) or "") for cell in cells]
    return texts


def test_fractions_have_the_mark_of_the_language_and_nothing_else_has(in_french):
    assert filled("{:.2f} s, {x:+.1e}, {n} {name}", np.float32(0.5), x=-0.25, n=3, name="a.wav") == (
        "0,50 s, -2,5e-01, 3 a.wav"
    )


def test_english_has_points(qapp):
    assert filled("{:.2f}", 0.5) == "0.50"
    assert with_points("0.5, 1,2") == "0.5, 1,2"


@pytest.mark.parametrize("keys", ["0,75", "0.75"])
def test_a_fraction_is_typed_with_either_mark(qtbot, in_french, keys):
    field = NumberField()
    qtbot.addWidget(field)
    field.selectAll()
    qtbot.keyClicks(field, keys)
    assert field.value() == 0.75
    assert field.text() == "0,75"


def test_the_labels_of_an_axis_have_the_mark_of_the_language(in_french):
    assert NumberAxis("left").tickStrings([0.5, 1.0], 1.0, 0.5) == ["0,5", "1,0"]


@pytest.mark.parametrize("written", ["0,5 ; 0,9", "0,5, 0,9", "0.5, 0.9"])
def test_values_of_a_sweep_are_written_as_the_language_does(in_french, loaded, written):
    row = loaded.sweep.form.rows[0]
    row.choice.setCurrentIndex(row.choice.findData("temperature"))
    row.values_edit.setText(written)
    assert row.values() == {"temperature": (0.5, 0.9)}


def test_no_figure_of_the_french_window_has_a_point(qtbot, in_french, loaded, qwen3_tiny):
    window = loaded
    for seed in (1, 2):
        speak(qtbot, window, seed=seed)
    window.compare.show_pair(*(window.takes.model.take(row).id for row in (1, 0)))
    qtbot.waitUntil(lambda: window.compare.difference is not None, timeout=LONG_MS)
    window.parity.model_choice.setEditText(str(qwen3_tiny.talker))
    window.parity.reference.setText(str(qwen3_tiny.golden_path))
    with qtbot.waitSignal(window.parity.compared, timeout=LONG_MS):
        window.parity.run_button.click()
    # The names of stages have points.
    window.parity.results = [result for result in window.parity.results if not WITH_POINT.search(result.name)]
    window.parity._fill()
    window.layout_commands.use_layout("debug")
    window.live.axis.set_hover(0.1)
    written = figures(window)
    assert window.live.readout.text() in written
    assert any(re.search(r"\d,\d\d s", text) for text in written)
    assert [text for text in written if WITH_POINT.search(text)] == []
