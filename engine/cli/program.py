"""``phonoscope`` as a program: what must hold before the commands are imported, which takes most of a second."""

from __future__ import annotations

import importlib
import os
import sys

INTERRUPTED = 130


def run() -> int:
    """Run one command and return its exit code; see `phonoscope.engine.cli.main.main`."""
    open_standard_streams()
    try:
        code: int = importlib.import_module("phonoscope.engine.cli.main").main()
    except KeyboardInterrupt:
        print("phonoscope: interrupted", file=sys.stderr)
        return INTERRUPTED
    try:
        sys.stdout.flush()
    except OSError:  # the command has said so; what is still buffered would fail again when Python closes the stream
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def open_standard_streams() -> None:
    """Open those of the three standard streams that were closed, so that no file gets their numbers.

    Standard input is then at its end, and messages go nowhere; what is written to standard output is refused.
    """
    for descriptor, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, mode)  # gets the lowest number that is free: this one
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, "r", encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(run())
