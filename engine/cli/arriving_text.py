"""Text that arrives on standard input while it is spoken."""

from __future__ import annotations

import codecs
import os
import select
import threading
from collections.abc import Iterator

from phonoscope.engine.errors import RequestError
from phonoscope.engine.request import MAX_TEXT_CHARACTERS

_LOOK_S = 0.05  # how soon a reader that waits for text notices that nobody wants it any more


class ArrivingText:
    """Pieces of UTF-8 text from a file descriptor, until it ends or `stop` is called from another thread.

    Parameters
    ----------
    descriptor
        Of a pipe or terminal. It is read directly: a thread that waits in ``sys.stdin`` keeps Python from ending.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End the text here."""
        self._stopped.set()

    def __iter__(self) -> Iterator[str]:
        """Yield what arrives; bytes that are no UTF-8 become U+FFFD.

        Raises
        ------
        RequestError
            When there is too much text for one request.
        """
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        n_characters = 0
        while not self._stopped.is_set():
            if not select.select([self._descriptor], [], [], _LOOK_S)[0]:
                continue
            data = os.read(self._descriptor, 4096)
            piece = decoder.decode(data, final=not data)
            n_characters += len(piece)
            if n_characters > MAX_TEXT_CHARACTERS:
                raise RequestError(
                    f"standard input has more than {MAX_TEXT_CHARACTERS} characters", "split it into several requests"
                )
            yield piece
            if not data:
                return
