from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from ..steps import LONG_MS, wait_for_changes


def test_without_a_take_there_is_a_hint(table):
    assert not table.details._hint.isHidden()
    assert table.details._area.isHidden()


def test_tags_and_notes_are_kept_when_another_take_is_selected(qtbot, table, store, summarise):
    table.select([summarise(1).id])
    qtbot.keyClicks(table.details.tags, "warm  slow")
    qtbot.keyClicks(table.details.notes, "Breathes late.")
    table.select([summarise(2).id])
    assert table.details.tags.text() == ""
    wait_for_changes(qtbot, table)
    kept = {take.text: (take.tags, take.notes) for take in store.summaries()}
    assert kept == {"Text 1": ("warm slow", "Breathes late."), "Text 2": ("", ""), "Text 3": ("", "")}
    table.select([summarise(1).id])
    assert (table.details.tags.text(), table.details.notes.toPlainText()) == ("warm slow", "Breathes late.")


def test_every_change_can_be_undone_and_shows(qtbot, table, store, summarise):
    table.select([summarise(1).id])
    qtbot.keyClicks(table.details.tags, "warm")
    qtbot.keyClick(table.details.tags, Qt.Key.Key_Return)
    table.details.stars._stars.button(3).click()
    wait_for_changes(qtbot, table)
    assert (store.summaries()[-1].tags, store.summaries()[-1].rating) == ("warm", 3)
    table.changes.stack.undo()
    assert table.details.stars.rating == 0
    table.changes.stack.undo()
    assert table.details.tags.text() == ""
    wait_for_changes(qtbot, table)
    assert store.summaries()[-1].tags == ""
    table.changes.stack.redo()
    assert table.details.tags.text() == "warm"


def test_a_click_on_the_present_rating_takes_it_away(qtbot, table, store, summarise):
    table.select([summarise(2).id])
    table.details.stars._stars.button(4).click()
    assert table.details.stars.rating == 4
    table.details.stars._stars.button(4).click()
    assert table.details.stars.rating == 0
    wait_for_changes(qtbot, table)
    assert {take.rating for take in store.summaries()} == {0}


def test_several_takes_are_changed_together_and_show_what_they_share(qtbot, table, store, summarise):
    store.say("tags", {summarise(1).id: "warm"})
    table.listing.read_again()
    wait_for_changes(qtbot, table)
    table.select([summarise(1).id, summarise(2).id])
    assert table.details.heading.text() == "2 takes"
    assert table.details.tags.text() == ""
    assert table.details.command.isHidden()
    table.details.tags.setText("keep")
    table.details.keep()
    wait_for_changes(qtbot, table)
    assert {take.text: take.tags for take in store.summaries()} == {"Text 1": "keep", "Text 2": "keep", "Text 3": ""}


def test_leaving_two_different_takes_alone_changes_neither(qtbot, table, store, summarise):
    store.say("tags", {summarise(1).id: "warm"})
    table.listing.read_again()
    wait_for_changes(qtbot, table)
    table.select([summarise(1).id, summarise(2).id])
    table.select([summarise(3).id])
    wait_for_changes(qtbot, table)
    assert {take.text: take.tags for take in store.summaries()} == {"Text 1": "warm", "Text 2": "", "Text 3": ""}


def test_rows_stay_together_where_there_is_much_room(table, summarise):
    table.resize(900, 1400)
    table.select([summarise(1).id, summarise(2).id])
    details = table.details
    details._fields.layout().activate()
    label = next(label for label in details.findChildren(QLabel) if label.buddy() is details.stars)
    assert details._fields.height() > 600
    assert abs(label.geometry().center().y() - details.stars.geometry().center().y()) < label.height()
    assert details.notes.geometry().bottom() < 400


def test_another_selection_is_shown_from_its_heading_on(qtbot, table, summarise):
    table.resize(900, 160)
    table.select([summarise(1).id])
    bar = table.details._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=LONG_MS)
    bar.setValue(bar.maximum())
    assert table.details.heading.visibleRegion().isEmpty()
    table.select([summarise(1).id, summarise(2).id])
    assert not table.details.heading.visibleRegion().isEmpty()


def test_the_heading_of_several_takes_keeps_its_height_where_there_is_little_room(qtbot, table, summarise):
    table.resize(900, 160)
    table.select([summarise(1).id])
    bar = table.details._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=LONG_MS)
    most = bar.maximum()
    table.select([summarise(1).id, summarise(2).id])
    qtbot.waitUntil(lambda: bar.maximum() < most, timeout=LONG_MS)  # laid out anew
    assert table.details.heading.height() == table.details.heading.sizeHint().height()


def test_figures_that_need_another_line_get_it(qtbot, table, summarise):
    figures = table.details.figures
    table.resize(700, 400)
    table.details.show_takes([summarise(1)])
    qtbot.waitUntil(lambda: figures.height() >= figures.heightForWidth(figures.width()), timeout=LONG_MS)
    before_px = figures.height()
    table.details.show_takes([replace(summarise(1), likeness=0.99, seed=2**63)])  # judged a while after it was made
    assert figures.heightForWidth(figures.width()) > before_px
    qtbot.waitUntil(lambda: figures.height() >= figures.heightForWidth(figures.width()), timeout=LONG_MS)
