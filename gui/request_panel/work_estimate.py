"""How long the next take will compute, as far as that is known before it begins."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.gui.background import Background
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

_PAUSE_MS = 250  # after the last change
_LONG_S = 10  # what is worth telling
_SECONDS_UP_TO_S = 100


class WorkEstimate(QLabel):
    """One line below the text; hidden for models that end by themselves, of which nobody can tell.

    Parameters
    ----------
    draft
        Returns the request as it stands; raises `PhonoscopeError` where it does not fit.
    """

    def __init__(self, draft: Callable[[Engine], SynthesisRequest]) -> None:
        super().__init__()
        self._draft = draft
        self._engine: Engine | None = None
        self._estimating = Background(self, "phonoscope-work")  # it lays out the whole text
        self.setObjectName("muted")
        self.setWordWrap(True)
        self.setToolTip(
            self.tr("By the operations of the take and the arithmetic that this machine reached at loading")
        )
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.estimate)
        self.hide()

    def set_engine(self, engine: Engine | None) -> None:
        """Let this model say how long it takes."""
        self._engine = engine
        self.estimate_soon()

    def estimate_soon(self) -> None:
        """Look again once nothing has changed for a moment."""
        self._pause.start()

    def estimate(self) -> None:
        """Find out how long the request as it stands computes, and say so once that is known."""
        self._pause.stop()
        if self._engine is None or self._engine.declaration.draws_codes:
            self._tell(None)
        elif self._estimating.busy:
            self._pause.start()  # one at a time, and the last one of what stands then
        else:
            try:
                request = self._draft(self._engine)
            except PhonoscopeError:  # told when it is to be spoken
                self._tell(None)
            else:
                self._estimating.run(partial(self._engine.expected_s, request), self._tell, lambda _: self._tell(None))

    def stop_estimating(self) -> None:
        """Wait for what is being estimated; the window closes."""
        self._pause.stop()
        self._estimating.close()

    def _tell(self, expected_s: float | None) -> None:
        if expected_s is None or expected_s < _LONG_S or self._engine is None:  # ejected meanwhile
            self.hide()
            return
        self.show()
        long = (
            self.tr("%n seconds", "", round(expected_s))
            if expected_s < _SECONDS_UP_TO_S
            else self.tr("%n minutes", "", round(expected_s / 60))
        )
        self.setText(self.tr("computes about {long} on this machine").format(long=long))
