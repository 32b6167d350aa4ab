"""Rules that hold for every test: the installed package alone, no one's own folders, nothing left running."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = REPOSITORY / "tests" / "data"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before any Qt module is imported
# From the repository root, `import engine` would give a second copy of every module beside phonoscope.engine.
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != REPOSITORY]


@pytest.fixture(scope="session", autouse=True)
def own_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give this run, and the programs it starts, an empty home, cache and configuration."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
        yield


@pytest.fixture(autouse=True)
def no_thread_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread running which it started."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 10
    for thread in set(threading.enumerate()) - before:
        thread.join(max(0.0, deadline - time.monotonic()))
        assert not thread.is_alive(), f"the test left thread {thread.name} running"


@pytest.fixture(scope="session")
def data() -> Path:
    """Folder of the small files that tests read."""
    return DATA
