"""The command line: called within this process, which is quick, or as the program that people and scripts meet."""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from phonoscope.engine.cli.main import main

Phonoscope = Callable[..., subprocess.CompletedProcess[Any]]


@pytest.fixture(scope="session")
def phonoscope() -> Phonoscope:
    """Call the command line with arguments; ``text=False`` for bytes, ``input`` for standard input."""

    def call(
        *arguments: object, text: bool = True, input: str = "", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[Any]:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
        typed = io.TextIOWrapper(io.BytesIO(input.encode()), "utf-8")
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch.object(sys, "stdin", typed),
            mock.patch.dict(os.environ, COLUMNS="200"),
            contextlib.chdir(cwd or Path.cwd()),
        ):
            try:
                code: Any = main([*map(str, arguments)])
            except SystemExit as end:  # argparse: a wrong argument, or --help
                code = end.code or 0
        out.flush()
        err.flush()
        said, complained = out.buffer.getvalue(), err.buffer.getvalue()
        decode = (lambda data: data.decode()) if text else (lambda data: data)
        return subprocess.CompletedProcess("phonoscope", code, decode(said), decode(complained))

    return call


@pytest.fixture(scope="session")
def phonoscope_program() -> Phonoscope:
    """Run the program with arguments, and ``env`` added to the environment."""

    def run(*arguments: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[Any]:
        command = [sys.executable, "-m", "phonoscope.engine.cli.main", *map(str, arguments)]
        environment = {**os.environ, **(env or {})}
        return subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment, check=False)

    return run
