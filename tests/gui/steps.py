"""What people do at the window, for tests."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

LONG_MS = 300_000
LONG_TEXT = "This sentence goes on and on, so that there is time to do something else meanwhile. " * 12


def speak(qtbot, window, text="Hello there.", seed=5):
    """Speak a text with a seed and wait until it is spoken."""
    window.panel.text.setPlainText(text)
    window.panel.seed.set_seed(seed)
    window.panel.seed.lock.setChecked(True)
    with qtbot.waitSignal(window.take_finished, timeout=LONG_MS):
        window.panel.speak_button.click()


def wait_for_changes(qtbot, takes):
    """Wait until the list of takes shows what the store has kept, with all that was changed."""
    qtbot.waitUntil(lambda: takes.listing.known and not takes.changes.retrying.waits, timeout=LONG_MS)


def write_long_text(window, text=LONG_TEXT):
    """Write a text whose take is stopped long before it ends by itself, however slow the test is."""
    window.panel.text.setPlainText(text)
    window.panel.sampler.editor("min_new_tokens").setValue(1000)  # of each of a dozen segments


def start_long_take(qtbot, window):
    """Begin to speak a long text and wait for its first frames."""
    write_long_text(window)
    window.panel.speak_button.click()
    qtbot.waitUntil(lambda: window.live.take is not None and window.live.take.n_frames > 2, timeout=LONG_MS)


def drop_onto_child(child, *paths):
    """Drop files as the window system does: what a widget ignores goes to those below it."""
    carried = QMimeData()
    carried.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    carried.setText("\n".join(url.toString() for url in carried.urls()))  # as many programs do
    where, buttons, keys = QPointF(4, 4), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(child, QDragEnterEvent(QPoint(4, 4), Qt.DropAction.CopyAction, carried, buttons, keys))
    QApplication.sendEvent(child, QDropEvent(where, Qt.DropAction.CopyAction, carried, buttons, keys))
