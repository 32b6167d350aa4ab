import math

import pytest
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.takes.table import TakesTable

from ..steps import wait_for_changes


def summary(number, **changes):
    values = {
        "id": f"20260101-00000{number}",
        "created": f"2026-01-01T00:00:0{number}+00:00",
        "text": f"Text {number}",
        "model": "/models/small.gguf",
        "voice": "anna",
        "seed": 10 - number,
        "n_frames": 10 * number,
        "duration_s": 0.8 * number,
        "ttfa_ms": math.nan if number == 1 else 100.0,
        "rtf": math.nan if number == 1 else 0.5,
        "stop_reason": "end_of_speech",
    }
    return TakeSummary(**{**values, **changes})


def open_table(qtbot, store, settings):
    """Return a table that lists what is kept, and is closed at the end of the test."""
    made = TakesTable(store, settings)
    qtbot.addWidget(made, before_close_func=TakesTable.close_workers)
    wait_for_changes(qtbot, made)
    return made


@pytest.fixture
def summarise():
    """Make rows of the index."""
    return summary


@pytest.fixture
def table(qtbot, store, settings):
    store.adopt()  # what is listed here has no folders
    for number in (1, 2, 3):
        store.list_soon(summary(number))
    made = open_table(qtbot, store, settings)
    made.show()
    return made
