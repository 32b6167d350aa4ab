from phonoscope.gui.elided_combo_box import ElidedComboBox


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
