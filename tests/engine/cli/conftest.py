"""The command line as people and scripts meet it: a program of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

Phonoscope = Callable[..., subprocess.CompletedProcess[Any]]


@pytest.fixture(scope="session")
def phonoscope() -> Phonoscope:
    """Run the program with arguments and return what it did; ``text=False`` for bytes."""

    def run(*arguments: object, text: bool = True, **more: Any) -> subprocess.CompletedProcess[Any]:
        command = [sys.executable, "-m", "phonoscope.engine.cli.main", *map(str, arguments)]
        environment = {**os.environ, "COLUMNS": "200", **more.pop("env", {})}
        return subprocess.run(command, capture_output=True, text=text, timeout=300, env=environment, **more)

    return run
