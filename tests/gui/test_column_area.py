from phonoscope.gui.column_area import ColumnArea
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from .steps import LONG_MS


def test_a_column_is_never_narrower_than_what_is_in_it(qtbot):
    content = QWidget()
    label = QLabel("short")
    QVBoxLayout(content).addWidget(label)
    host = QWidget()
    QVBoxLayout(host).addWidget(ColumnArea(content))
    qtbot.addWidget(host)
    host.show()
    host.resize(1, 1)
    narrow_px = host.width()
    label.setText("a much longer text that another language needs here")
    qtbot.waitUntil(lambda: host.width() > narrow_px, timeout=LONG_MS)
    assert label.width() >= label.sizeHint().width()
