import pytest
from phonoscope.gui.plain_text import plain_label, plain_menu_text, plain_tip
from PySide6.QtGui import QAction, Qt, QTextDocument

TEXTS = ("plain words", "a < b & c > d", "<b>bold</b> & <i>more</i>\nand a line", "<img src='file:///etc/hostname'>")


@pytest.mark.parametrize("text", TEXTS)
def test_tool_tips_show_what_looks_like_markup(qapp, text):
    shown = QTextDocument()
    tip = plain_tip(text)
    shown.setHtml(tip) if Qt.mightBeRichText(tip) else shown.setPlainText(tip)  # as Qt's tool tips choose
    assert shown.toPlainText() == text


def test_labels_show_what_looks_like_markup(qtbot):
    label, plain = plain_label(), plain_label()
    qtbot.addWidget(label)
    qtbot.addWidget(plain)
    label.setText("<b>x</b>")
    plain.setText("x")
    assert label.fontMetrics().horizontalAdvance("<b>x</b>") <= label.sizeHint().width()
    assert label.sizeHint().width() > plain.sizeHint().width()


def test_menus_show_an_ampersand(qapp):
    action = QAction(plain_menu_text("mine & yours"))
    action.setIconText("")
    assert action.text() == "mine && yours"
    assert action.iconText() == "mine & yours"  # what Qt itself reads of it
