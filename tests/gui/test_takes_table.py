import math

import pytest
from phonoscope.engine.takes.store import TakeSummary
from phonoscope.gui.takes_table import TakesTable
from PySide6.QtCore import QItemSelectionModel, Qt


def summary(number, **changes):
    values = {
        "id": f"20260101-00000{number}",
        "created": f"2026-01-01T00:00:0{number}+00:00",
        "text": f"Text {number}",
        "model": "/models/small.gguf",
        "voice": "anna",
        "seed": 10 - number,
        "n_frames": 10 * number,
        "duration_s": 0.8 * number,
        "ttfa_ms": math.nan if number == 1 else 100.0,
        "rtf": math.nan if number == 1 else 0.5,
        "stop_reason": "end_of_speech",
    }
    return TakeSummary(**{**values, **changes})


@pytest.fixture
def table(qtbot, store):
    for number in (1, 2, 3):
        store.update(summary(number))
    made = TakesTable(store)
    qtbot.addWidget(made)
    made.show()
    return made


def texts(table):
    view = table.table.model()
    return [view.index(row, 1).data() for row in range(view.rowCount())]


def test_the_newest_take_is_on_top_and_every_column_sorts(table):
    assert texts(table) == ["Text 3", "Text 2", "Text 1"]
    for column in range(1, table.model.columnCount()):
        table.table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        ordered = [table.table.model().index(row, column).data(Qt.ItemDataRole.UserRole) for row in range(3)]
        assert ordered == sorted(ordered), column


def test_filtering_looks_into_every_cell(qtbot, table, store):
    store.update(summary(4, voice="/voices/bertha.spk"))
    table.model.reload()
    qtbot.keyClicks(table.search, "BERTHA")
    assert texts(table) == ["Text 4"]


def test_a_new_take_comes_on_top_and_a_growing_one_keeps_its_row(table):
    table.model.show(summary(5, stop_reason="none"))
    assert texts(table)[0] == "Text 5"
    table.model.show(summary(5, duration_s=9.0, stop_reason="cancelled"))
    assert table.model.rowCount() == 4
    assert table.model.index(table.model.row_of(summary(5).id), 5).data() == "9.00 s"


def test_endings_that_need_a_look_carry_a_sign(table):
    for number, (reason, alarm) in enumerate([("silence", ""), ("alarm", "talker layer 3, step 9, mlp")], 6):
        table.model.show(summary(number, stop_reason=reason, alarm=alarm))
        index = table.model.index(table.model.row_of(summary(number).id), 8)
        assert index.data().startswith("⚠")
        assert index.data(Qt.ItemDataRole.ToolTipRole) == (alarm or f"Text {number}")


def test_digits_rate_all_selected_takes_for_good(qtbot, table, store):
    table.table.selectRow(0)
    table.table.selectionModel().select(
        table.table.model().index(1, 0),
        QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
    )
    assert [take.text for take in table.selected()] == ["Text 3", "Text 2"]
    table.rate_selected(4)
    assert {take.text: take.rating for take in store.summaries()} == {"Text 1": 0, "Text 2": 4, "Text 3": 4}


def test_choosing_one_take_tells_which(qtbot, table):
    with qtbot.waitSignal(table.take_chosen) as chosen:
        table.table.selectRow(1)
    assert chosen.args == [summary(2).id]
