"""Everything can be reached with the keyboard, and everything that can be operated has a name."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QWidget,
)

from .steps import LONG_MS

PAGES = ("take", "compare", "sweep", "voices", "parity")

OPERATED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
)


def is_inner(widget: QWidget) -> bool:
    """Whether a widget is a part that Qt itself made of another that is operated as a whole."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, OPERATED):
        if isinstance(parent, QScrollBar):
            return True
        parent = parent.parentWidget()
    return parent is not None or isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_")


def operated(window):
    return [w for w in window.findChildren(QWidget) if isinstance(w, OPERATED) and not is_inner(w)]


def said(widget):
    """What a screen reader calls a widget: its accessible name, its text, or that of its label."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name).strip() if interface is not None else ""


def place(widget):
    """Where a widget is, for messages."""
    names = []
    while widget is not None:
        names.append(f"{type(widget).__name__} {widget.objectName()}".strip())
        widget = widget.parentWidget()
    return " < ".join(names[:5])


def test_everything_that_is_operated_has_a_name(window):
    window.layout_commands.layout_debug()
    without = [place(widget) for widget in operated(window) if not said(widget) and not isinstance(widget, QTabBar)]
    assert without == []


@pytest.mark.parametrize("page", PAGES)
def test_everything_that_takes_the_keyboard_has_a_name(window, page):
    window.layout_commands.layout_debug()
    window.views.show_page(page)
    focusable = [
        widget
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    ]
    assert len(focusable) > 20
    assert [place(widget) for widget in focusable if not is_inner(widget) and not said(widget)] == []


@pytest.mark.parametrize("page", PAGES)
def test_pressing_the_tab_key_goes_everywhere_and_comes_back(qtbot, window, page):
    window.layout_commands.layout_audition()
    window.views.show_page(page)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=LONG_MS)
    window.panel.text.setFocus()
    wanted = {w for w in operated(window) if w.isVisible() and w.isEnabled() and not _follows(w)}
    first, reached = QApplication.focusWidget(), set()
    for _ in range(3 * len(wanted)):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
        if QApplication.focusWidget() is first:
            break
    assert QApplication.focusWidget() is first
    # Of buttons that exclude each other one is reached, and the arrow keys go on from there.
    missed = [w for w in wanted - reached if not (isinstance(w, QAbstractButton) and w.group() is not None)]
    assert [place(widget) for widget in missed] == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("layout", ["audition", "debug"])
def test_everything_that_is_operated_is_reached_with_the_tab_key(window, page, layout):
    window.layout_commands.use_layout(layout)
    window.views.show_page(page)
    wanted = {w for w in operated(window) if w.isVisible() and w.isEnabled()}
    unreachable = [place(w) for w in wanted if not w.focusPolicy() & Qt.FocusPolicy.TabFocus and not _follows(w)]
    assert unreachable == []
    reached, widget = set(), window
    for _ in range(2000):
        widget = widget.nextInFocusChain()
        reached.add(widget)
        if widget is window:
            break
    assert [place(w) for w in wanted if w not in reached and not _follows(w)] == []


def _follows(widget):
    """Whether a widget is reached through another: the field of a spin box or of an editable choice."""
    return widget.focusProxy() is not None


def test_every_action_is_in_a_menu_and_menus_open_with_a_key(window):
    for action in window.menuBar().actions():
        assert "&" in action.text()
    listed = {entry for menu in window.menuBar().actions() for entry in menu.menu().actions()}
    assert set(window.actions_by_name.values()) <= listed
