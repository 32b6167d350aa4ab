"""Finds the templates of the engine's messages in its source, for translators."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

from phonoscope.engine.message import Message

_NEVER_SHOWN = {"cli", "training", "bench", "app.py"}  # what only the command line says stays English
_MADE_AT_ONCE = {"str", "join", "format"}


def engine_templates(*folders: Path) -> list[str]:
    """Return the templates of all messages that can reach the window, each once.

    Parameters
    ----------
    folders
        Where messages are made: the sources of the engine and of the window.

    Raises
    ------
    ValueError
        When a message is put together before it is given, so that nobody could translate it.
    """
    found: dict[str, None] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        if _NEVER_SHOWN.isdisjoint(path.parts):
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(call, ast.Call):
                    for argument in call.args[: _n_templates(_name(call.func))]:
                        found |= dict.fromkeys(_templates(argument, path))
    return list(filter(None, found))


def _n_templates(called: str) -> int:
    """Return how many arguments of a call are templates."""
    if called == Message.__name__:
        return 1
    is_declared_error = called.endswith("Error") and not hasattr(builtins, called)
    return 2 if is_declared_error or called == "refuse" else 0


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _templates(argument: ast.expr, path: Path) -> Iterator[str]:
    if isinstance(argument, ast.Constant):
        yield str(argument.value)
    elif isinstance(argument, ast.IfExp):
        yield from _templates(argument.body, path)
        yield from _templates(argument.orelse, path)
    elif isinstance(argument, ast.JoinedStr | ast.BinOp) or _name(getattr(argument, "func", argument)) in _MADE_AT_ONCE:
        raise ValueError(f"{path}:{argument.lineno}: give a template and fields, see engine/message.py")
