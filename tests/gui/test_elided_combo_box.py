from phonoscope.gui.elided_combo_box import ElidedComboBox
from PySide6.QtWidgets import QHBoxLayout, QWidget


def test_a_long_text_ends_in_dots_and_is_said_in_the_tool_tip(qtbot):
    box = ElidedComboBox(4)
    qtbot.addWidget(box)
    text = "a text that is far too long for so narrow a box"
    box.addItem(text)
    box.resize(120, 28)
    assert box.shown_text().startswith("a t")
    assert box.shown_text().endswith("…")
    assert box.toolTip() == text
    box.resize(1200, 28)
    assert box.shown_text() == text
    box.show()
    assert not box.grab().isNull()


def test_a_box_is_as_wide_as_its_longest_text_where_there_is_room(qtbot):
    row = QWidget()
    qtbot.addWidget(row)
    box = ElidedComboBox(4)
    box.addItems(["short", "a text that is longer than four letters"])
    box.setCurrentIndex(1)
    layout = QHBoxLayout(row)
    layout.addStretch(1)
    layout.addWidget(box)
    row.resize(800, 40)
    row.show()
    assert box.shown_text() == "a text that is longer than four letters"
    row.resize(row.minimumSizeHint())
    assert box.width() < box.sizeHint().width()
