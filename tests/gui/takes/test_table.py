import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox

from ..steps import LONG_MS, speak, wait_for_changes
from .conftest import open_table


def texts(table):
    view = table.table.model()
    return [view.index(row, 1).data() for row in range(view.rowCount())]


def column(table, key):
    return [c.key for c in table.model.columns].index(key)


def test_the_newest_take_is_on_top_and_every_column_sorts(table):
    assert texts(table) == ["Text 3", "Text 2", "Text 1"]
    for number in range(1, table.model.columnCount()):
        table.table.sortByColumn(number, Qt.SortOrder.AscendingOrder)
        ordered = [table.table.model().index(row, number).data(Qt.ItemDataRole.UserRole) for row in range(3)]
        assert ordered == sorted(ordered), number


def test_the_order_holds_at_the_next_start(qtbot, table, store, settings):
    table.table.sortByColumn(column(table, "length"), Qt.SortOrder.AscendingOrder)
    again = open_table(qtbot, store, settings)
    assert texts(again) == ["Text 1", "Text 2", "Text 3"]


def test_the_text_takes_the_room_that_is_left_and_gives_it_back(qtbot, table):
    def text_width_px():
        return table.table.horizontalHeader().sectionSize(column(table, "text"))

    table.resize(1000, 300)
    qtbot.waitUntil(lambda: table.width() == 1000, timeout=LONG_MS)
    narrow_px = text_width_px()
    table.resize(2000, 300)
    qtbot.waitUntil(lambda: text_width_px() > narrow_px + 500, timeout=LONG_MS)
    table.resize(1000, 300)
    qtbot.waitUntil(lambda: text_width_px() == narrow_px, timeout=LONG_MS)


@pytest.fixture(params=["en", "fr"])
def language(request):
    """English, and what needs more room."""
    if request.param == "fr":
        request.getfixturevalue("in_french")


def test_at_first_the_columns_that_matter_most_fit_into_the_smallest_window(qtbot, language, loaded):
    speak(qtbot, loaded)
    loaded.resize(1280, 800)
    loaded.layout_commands.layout_audition()
    table = loaded.takes.table
    shown = [c.key for number, c in enumerate(loaded.takes.model.columns) if not table.isColumnHidden(number)]
    assert shown == ["rating", "text", "voice", "likeness", "seed", "length", "ending", "alarms"]
    assert table.horizontalHeader().length() <= table.viewport().width()
    widths_px = {key: table.columnWidth(column(loaded.takes, key)) for key in shown}
    assert max(widths_px, key=widths_px.__getitem__) == "text"


def test_columns_are_chosen_in_the_menu_of_the_header_and_hold_at_the_next_start(qtbot, table, store, settings):
    menu = table.columns_button.menu()
    entries = {entry.text(): entry for entry in menu.actions()}
    assert not entries["Text"].isEnabled()
    table.resize(1000, 300)
    qtbot.waitUntil(lambda: table.width() == 1000, timeout=LONG_MS)
    text_px = table.table.columnWidth(column(table, "text"))
    entries["Seed"].trigger()
    assert table.table.isColumnHidden(column(table, "seed"))
    assert table.table.columnWidth(column(table, "text")) > text_px
    entries["Made"].trigger()
    again = open_table(qtbot, store, settings)
    assert again.table.isColumnHidden(column(table, "seed"))
    assert not again.table.isColumnHidden(column(table, "created"))
    place = QPoint(5, 5)
    table.table.horizontalHeader().customContextMenuRequested.emit(place)
    qtbot.waitUntil(menu.isVisible, timeout=LONG_MS)
    menu.close()


def test_filtering_looks_for_every_word_in_every_cell_and_the_notes(qtbot, table, store, summarise):
    store.list_soon(summarise(4, voice="/voices/bertha.spk"))
    store.say("notes", {summarise(4).id: "Slightly hoarse"})
    store.say("tags", {summarise(4).id: "keep"})
    table.listing.read_again()
    wait_for_changes(qtbot, table)
    qtbot.keyClicks(table.search, "BERTHA hoarse keep")
    assert texts(table) == ["Text 4"]
    qtbot.keyClicks(table.search, " no")
    assert texts(table) == []
    assert not table._hint.isHidden()
    assert "No take fits" in table._hint.text()


def test_takes_are_listed_by_rating_and_by_what_went_wrong(qtbot, table, store, summarise):
    store.say("rating", {summarise(2).id: 4})
    store.list_soon(summarise(5, stop_reason="silence"))
    table.listing.read_again()
    wait_for_changes(qtbot, table)
    table.min_rating.setCurrentIndex(3)
    assert texts(table) == ["Text 2"]
    table.min_rating.setCurrentIndex(0)
    table.only_problems.setChecked(True)
    assert texts(table) == ["Text 5"]
    table.model.show(summarise(6, n_alarms=2))  # ended by itself, and is silent or too loud in places
    table.model.show(summarise(7, n_alarms=0))
    assert texts(table) == ["Text 6", "Text 5"]


def test_takes_are_sorted_by_their_number_of_alarms(table, summarise):
    for number, n_alarms in ((4, 0), (5, 12), (6, 2)):
        table.model.show(summarise(number, n_alarms=n_alarms))
    place = column(table, "alarms")
    table.table.sortByColumn(place, Qt.SortOrder.DescendingOrder)
    assert texts(table)[:3] == ["Text 5", "Text 6", "Text 4"]
    shown = [table.table.model().index(row, place).data() for row in range(4)]
    assert shown == ["⚠ 12", "⚠ 2", "0", ""]  # of the last nobody knows it


def test_a_new_take_comes_on_top_and_a_growing_one_keeps_its_row(table, summarise):
    table.model.show(summarise(5, stop_reason="none"))
    assert texts(table)[0] == "Text 5"
    table.model.show(summarise(5, duration_s=9.0, stop_reason="cancelled"))
    assert table.model.rowCount() == 4
    assert table.model.index(table.model.row_of(summarise(5).id), column(table, "length")).data() == "9.00 s"


def test_what_is_said_of_a_take_stays_while_it_grows(table, summarise):
    table.model.show(summarise(5, stop_reason="none"))
    table.model._store.list_soon(summarise(5, stop_reason="none"))
    table.select([summarise(5).id])
    table.rate_selected(5)
    table.model.show(summarise(5, duration_s=9.0))
    assert table.model.take(table.model.row_of(summarise(5).id)).rating == 5


def test_endings_that_need_a_look_carry_a_sign(table, summarise):
    for number, (reason, alarm) in enumerate([("silence", ""), ("alarm", "talker layer 3, step 9, mlp")], 6):
        table.model.show(summarise(number, stop_reason=reason, alarm=alarm))
        index = table.model.index(table.model.row_of(summarise(number).id), column(table, "ending"))
        assert index.data().startswith("⚠")
        assert alarm in index.data(Qt.ItemDataRole.ToolTipRole)


def test_digits_rate_all_selected_takes_for_good(qtbot, table, store, summarise):
    table.select([summarise(3).id, summarise(2).id])
    assert [take.text for take in table.selected()] == ["Text 3", "Text 2"]
    table.table.setFocus()
    qtbot.waitUntil(table.table.hasFocus, timeout=LONG_MS)
    qtbot.keyClick(table.table, Qt.Key.Key_4)
    assert [take.rating for take in table.selected()] == [4, 4]  # at once
    wait_for_changes(qtbot, table)
    assert {take.text: take.rating for take in store.summaries()} == {"Text 1": 0, "Text 2": 4, "Text 3": 4}
    assert [take.text for take in table.selected()] == ["Text 3", "Text 2"]
    table.changes.stack.undo()
    wait_for_changes(qtbot, table)
    assert {take.rating for take in store.summaries()} == {0}


def test_choosing_one_take_tells_which(qtbot, table, summarise):
    with qtbot.waitSignal(table.take_chosen, timeout=LONG_MS) as chosen:
        table.table.selectRow(1)
    assert chosen.args == [summarise(2).id]


def test_delete_moves_to_the_bin_and_undo_back(qtbot, table, store, summarise):
    table.select([summarise(1).id, summarise(3).id])
    table.table.setFocus()
    qtbot.waitUntil(table.table.hasFocus, timeout=LONG_MS)
    qtbot.keyClick(table.table, Qt.Key.Key_Delete)
    assert texts(table) == ["Text 2"]
    wait_for_changes(qtbot, table)
    assert texts(table) == ["Text 2"]
    assert table.bin_button.text() == "Bin (2)"
    table.changes.stack.undo()
    assert texts(table) == ["Text 3", "Text 2", "Text 1"]
    wait_for_changes(qtbot, table)
    assert texts(table) == ["Text 3", "Text 2", "Text 1"]
    assert table.bin_button.text() == "Bin (0)"


def test_the_keyboard_stays_with_the_takes_when_the_last_one_goes_and_comes_back(qtbot, table):
    table.table.selectAll()
    table.table.setFocus()
    qtbot.waitUntil(table.table.hasFocus, timeout=LONG_MS)
    qtbot.keyClick(table.table, Qt.Key.Key_Delete)
    assert table.bin_button.hasFocus()
    table.changes.stack.undo()
    assert table.table.hasFocus()


@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No])
def test_the_bin_shows_what_lies_in_it_gives_it_back_and_is_emptied(
    qtbot, monkeypatch, table, store, summarise, answer
):
    monkeypatch.setattr(
        QMessageBox,
        "question",
        lambda *_, **how: answer if how["defaultButton"] is QMessageBox.StandardButton.No else None,
    )
    table.select([summarise(1).id, summarise(3).id])
    table.bin_selected()
    table.bin_button.click()
    wait_for_changes(qtbot, table)
    assert texts(table) == ["Text 3", "Text 1"]
    table.select([summarise(1).id])
    table.restore_button.click()
    assert texts(table) == ["Text 3"]
    table.empty_button.click()
    wait_for_changes(qtbot, table)
    emptied = answer is QMessageBox.StandardButton.Yes
    assert texts(table) == ([] if emptied else ["Text 3"])
    assert table.changes.stack.canUndo() is not emptied
    table.bin_button.click()
    wait_for_changes(qtbot, table)
    assert texts(table) == ["Text 2", "Text 1"]
