"""What the command line asks of a window that opens: a model, texts to speak, a page to show."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.gui.main_window import MainWindow
from PySide6.QtCore import QEventLoop, QObject, Signal


class Opening(QObject):
    """Speaks texts once the model is loaded, shows a page, and ends when all that is done or something has failed.

    Parameters
    ----------
    window
        The window that opens.
    texts
        What is spoken, one take after the other.
    seed
        Of the first take, counting up from there; None for a new one each time.
    page
        Key of the page to show at the end, where the last two takes are compared if it is that of comparison; empty to
        stay where the window is.
    """

    done = Signal()

    def __init__(self, window: MainWindow, texts: Sequence[str] = (), seed: int | None = None, page: str = "") -> None:
        super().__init__(window)
        self._window = window
        self._texts = list(texts)
        self._seed = seed
        self._page = page
        self._ended = False
        self._failure = ""

    def begin(self, model: str) -> None:
        """Load a model and go on from there; without one only the page is shown."""
        if not model:
            self._show_page()
            return
        if self._texts:
            self._window.panel.text.setPlainText(self._texts[0])
        self._window.host.changed.connect(self._go_on)
        self._window.host.failed.connect(self._fail)
        self._window.panel.engine_card.set_model(model)
        self._window.load_model()

    def wait(self) -> None:
        """Let the window work until the end.

        Raises
        ------
        PhonoscopeError
            When something failed.
        """
        if not self._ended:
            loop = QEventLoop()
            self.done.connect(loop.quit)
            loop.exec()
        while self._window.alarms.looking.busy:
            loop = QEventLoop()
            self._window.alarms.looking.busy_changed.connect(loop.quit)
            loop.exec()
        if self._failure:
            raise PhonoscopeError(self._failure)

    def _go_on(self) -> None:
        """Speak the next text, as soon as the engine has nothing else to do."""
        host, panel = self._window.host, self._window.panel
        if host.engine is None or host.speaking or self._ended:
            return
        if not self._texts:
            host.changed.disconnect(self._go_on)
            self._show_page()
            return
        panel.text.setPlainText(self._texts.pop(0))
        if self._seed is not None:
            panel.seed.set_seed(self._seed)
            panel.seed.lock.setChecked(True)
            self._seed += 1
        self._window.speaking.speak()
        if not host.speaking:  # the request does not fit: the panel says why
            self._fail(panel.message.text())

    def _show_page(self) -> None:
        window, takes, listing = self._window, self._window.takes.model, self._window.takes.listing
        if self._page:
            window.views.show_page(self._page)
        if self._page == "compare" and not listing.known:
            listing.completed.connect(self._show_page)
        elif self._page == "compare" and takes.rowCount() > 1:
            window.compare.background.busy_changed.connect(self._compared)  # also where it failed
            window.compare.show_pair(takes.take(1).id, takes.take(0).id)
        else:
            self._wait_for_judgement()

    def _compared(self, busy: bool) -> None:
        if not busy:
            self._wait_for_judgement()

    def _wait_for_judgement(self) -> None:
        """End once it is known how much the takes sound like their voice."""
        judge = self._window.voices.judge
        if judge.busy:
            judge.idle.connect(self._end)
        else:
            self._end()

    def _fail(self, message: str) -> None:
        self._failure = self._failure or message
        self._end()

    def _end(self) -> None:
        self._ended = True
        self.done.emit()
