"""``phonoscope`` without a command: the workbench, or a picture of it."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import re
import sys
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError


def add_workbench_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that hold when no command is given."""
    group = parser.add_argument_group("the workbench (without a command)")
    add = group.add_argument
    add("--screenshot", type=Path, metavar="OUT.png", help="draw the window into a file, without a screen, and end")
    add("--size", type=_size, default=(1280, 800), metavar="WxH", help="of the screenshot in pixels (1280x800)")
    add("--layout", metavar="NAME", help="audition or debug")
    add("--page", default="", metavar="NAME", help="take, compare (the last two takes), sweep, voices or parity")
    add("--theme", metavar="NAME", help="light, dark or system")
    add("--model", dest="window_model", default="", metavar="M", help="load this model at once")
    add("--voice", dest="window_voice", default="", metavar="VOICE", help="choose this voice: a file or a name")
    add("--speak", action="append", default=[], metavar="TEXT", help="speak this at once; again for another take")
    add("--seed", dest="window_seed", type=int, metavar="N", help="of the first take, counting up from there")
    add("--reset", action="store_true", help="settings as at first; own layouts and presets stay")
    parser.set_defaults(run=open_workbench)


def open_workbench(args: argparse.Namespace) -> int:
    """Open the window and return its exit code.

    Raises
    ------
    PhonoscopeError
        When this installation has no window, there is nowhere to show it, or an option does not fit.
    """
    if importlib.util.find_spec("phonoscope.gui.app") is None:
        raise PhonoscopeError("the workbench window is not part of this version", "see phonoscope --help")
    try:
        app = importlib.import_module("phonoscope.gui.app")  # late: other commands need no Qt
    except ImportError as error:  # Qt itself, or a system library that it needs
        raise PhonoscopeError(
            f"the window cannot open: {error}", "install it; the other commands work without"
        ) from error
    if args.screenshot is None and "QT_QPA_PLATFORM" not in os.environ:
        find_display()  # Qt would abort
    code: int = app.main(
        screenshot=args.screenshot,
        size=args.size,
        layout=args.layout,
        page=args.page,
        theme=args.theme,
        model=args.window_model,
        voice=args.window_voice,
        speak=args.speak,
        seed=args.window_seed,
        reset=args.reset,
    )
    return code


def find_display() -> str:
    """Return the setting of the environment that says where windows appear; empty where it needs none.

    Raises
    ------
    PhonoscopeError
        When they can appear nowhere.
    """
    if sys.platform != "linux":
        return ""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(name):
            return f"{name}={os.environ[name]}"
    raise PhonoscopeError("there is no display for the window", "the commands and --screenshot work without")


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{3,5})x(\d{3,5})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write for example 1280x800")
    return int(match[1]), int(match[2])
