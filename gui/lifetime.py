"""How widgets end: by Qt and all at once, never piece by piece by Python's collector.

Widgets refer to each other in cycles. Left to itself, Python collects cycles in whichever thread happens to allocate,
also in the midst of a layout: parts of a window would be taken apart while Qt still asks them for their size.

Nor is the window looked through each time: a hundred thousand objects, which all last as long as it, would hold up
whoever types for longer than one notices (`tests/benchmarks/collecting.py`).
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QWidget

_INTERVAL_MS = 1000


@contextlib.contextmanager
def collecting_between_events() -> Iterator[None]:
    """Collect as often as Python would, but from this thread's event loop alone, as long as the block lasts.

    What there is when the event loop begins is taken for lasting, and no more looked through until the block ends.
    """
    timer = QTimer()
    timer.setInterval(_INTERVAL_MS)
    timer.timeout.connect(_collect_what_is_due)
    begun = QTimer()
    begun.setSingleShot(True)
    begun.timeout.connect(set_aside)
    gc.disable()
    timer.start()
    begun.start()
    try:
        yield
    finally:
        timer.stop()
        begun.stop()
        gc.unfreeze()
        gc.enable()


def set_aside() -> None:
    """Take all that is no garbage now for lasting: later collections pass it over."""
    gc.collect()
    gc.freeze()


def delete(widget: QWidget) -> None:
    """Close a window and let Qt delete it, with all that is in it, before this returns."""
    widget.close()
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _collect_what_is_due() -> None:
    """Collect the oldest generation that has reached its threshold, with all younger ones."""
    counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, threshold) in enumerate(counts) if count > threshold]
    if due:
        gc.collect(due[-1])
