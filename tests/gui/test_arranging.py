"""Panes are moved and every splitter is moved with keys: what has the focus is what moves or grows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from .steps import LONG_MS

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def active(qtbot, window):
    window.resize(1600, 1000)
    window.layout_commands.layout_audition()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=LONG_MS)
    QApplication.processEvents()  # the layout of that size
    return window


def press(qtbot, key, held=ALT):
    qtbot.keyClick(QApplication.focusWidget(), key, held)


def test_a_pane_that_the_keyboard_reached_is_moved(qtbot, active):
    stack = active.live.stack
    first, second, *others = stack.visible_panes()
    active.panel.text.setFocus()
    press(qtbot, Qt.Key.Key_PageDown)  # no pane has the focus yet: the first gets it
    assert QApplication.focusWidget() is stack.panes[first].header_area
    assert stack.visible_panes() == [first, second, *others]
    press(qtbot, Qt.Key.Key_PageDown)
    assert stack.visible_panes() == [second, first, *others]
    press(qtbot, Qt.Key.Key_PageUp)
    assert stack.visible_panes() == [first, second, *others]
    assert QApplication.focusWidget() is stack.panes[first].header_area


def test_a_pane_is_made_taller_and_lower(qtbot, active):
    pane = active.live.panes["waveform"]
    pane.header_area.setFocus()
    before = pane.height()
    press(qtbot, Qt.Key.Key_Down, ALT | SHIFT)
    assert pane.height() > before
    press(qtbot, Qt.Key.Key_Up, ALT | SHIFT)
    press(qtbot, Qt.Key.Key_Up, ALT | SHIFT)
    assert pane.height() < before


def test_the_part_with_the_focus_is_made_wider_and_the_lists_taller(qtbot, active):
    active.panel.text.setFocus()
    before = active.panel.width()
    press(qtbot, Qt.Key.Key_Period)
    assert active.panel.width() > before
    press(qtbot, Qt.Key.Key_Comma)
    assert active.panel.width() == before
    press(qtbot, Qt.Key.Key_Down, ALT | SHIFT)  # nothing shares its height with anything
    active.lists.tabBar().setFocus()
    before = active.lists.height()
    press(qtbot, Qt.Key.Key_Down, ALT | SHIFT)
    assert active.lists.height() > before


def test_nothing_shrinks_below_what_can_be_read(active):
    active.panel.text.setFocus()
    for _ in range(40):
        active.layout_commands.make_narrower()
    assert active.panel.width() >= active.panel.minimumSizeHint().width()
