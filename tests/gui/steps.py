"""What people do at the window, for tests."""

LONG_MS = 300_000
LONG_TEXT = "This sentence goes on and on, so that there is time to do something else meanwhile. " * 12


def speak(qtbot, window, text="Hello there.", seed=5):
    """Speak a text with a seed and wait until it is spoken."""
    window.panel.text.setPlainText(text)
    window.panel.seed.set_seed(seed)
    window.panel.seed.lock.setChecked(True)
    with qtbot.waitSignal(window.take_finished, timeout=LONG_MS):
        window.panel.speak_button.click()


def start_long_take(qtbot, window):
    """Begin to speak a long text and wait for its first frames."""
    window.panel.text.setPlainText(LONG_TEXT)
    window.panel.speak_button.click()
    qtbot.waitUntil(lambda: window.live.take is not None and window.live.take.n_frames > 2, timeout=LONG_MS)
