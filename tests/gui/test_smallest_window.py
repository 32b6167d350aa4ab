"""Nothing is cut off in the smallest window, in any language."""

import pytest
from phonoscope.gui.language.install import LANGUAGES, install_language
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QSizePolicy, QTabBar, QWidget


@pytest.fixture
def in_language(qapp, language):
    install_language(qapp, language)
    yield
    install_language(qapp, "en")


def cut_off(window):
    """Labels, buttons and choices that are narrower than their words, or that reach beyond what they are in."""
    found = []
    for kind in (QLabel, QAbstractButton, QComboBox):
        for widget in window.findChildren(kind):
            gives_way = widget.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored
            of_tabs = isinstance(widget.parent(), QTabBar)
            if not widget.isVisible() or gives_way or of_tabs:
                continue
            edge = widget.mapTo(window, widget.rect().topRight()).x()
            parents = [widget.parentWidget()]
            while parents[-1] is not window:
                parents.append(parents[-1].parentWidget())
            inside = all(edge <= parent.mapTo(window, parent.rect().topRight()).x() for parent in parents)
            if widget.width() < widget.minimumSizeHint().width() or not inside:
                text = widget.currentText() if isinstance(widget, QComboBox) else widget.text()
                found.append((type(widget).__name__, text, widget.width(), widget.minimumSizeHint().width()))
    return found


def settle(window):
    """Let the layouts within layouts follow each other until none moves anything."""
    before = None
    while before != (before := [widget.geometry() for widget in window.findChildren(QWidget)]):
        QApplication.processEvents()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_in_the_smallest_window(in_language, window, language):
    window.layout_commands.use_layout("audition")
    window.resize(1, 1)
    assert window.width() == window.minimumSizeHint().width()
    places = [(page, "") for page in ("take", "compare", "sweep", "parity")]
    places += [("voices", page) for page in ("map", "blend", "inspector", "matrix", "likeness")]
    for page, of_voices in places:
        window.views.show_page(page)
        window.voices.pages.show_page(of_voices)
        for listed in ("takes", "alarms"):
            window.lists.show_page(listed)
            settle(window)
            assert cut_off(window) == [], (page, of_voices, listed)
