"""Errors that a person can act on: every one names a cause and a next step, in one line.

The window shows them in place; the command line prints ``str(error)`` and exits with ``exit_code``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from phonoscope import _native
from phonoscope.engine.message import Message
from phonoscope.engine.native_messages import problem_and_hint


class PhonoscopeError(Exception):
    """Base of every error that Phonoscope raises on purpose.

    Parameters
    ----------
    cause
        What is wrong, naming the file or the setting.
    next_step
        What to do about it; empty when the cause already says so.
    fields
        What is filled in where both name it in braces; see `Message`.
    """

    exit_code = 2

    def __init__(self, cause: str, next_step: str = "", **fields: object) -> None:
        self.cause = cause if isinstance(cause, Message) else Message(cause, **fields)
        self.next_step = next_step if isinstance(next_step, Message) else Message(next_step, **fields)
        super().__init__(self.cause, self.next_step)

    @property
    def message(self) -> Message:
        """Return the whole line."""
        if not self.next_step:
            return self.cause
        return Message("{cause}; {next_step}", cause=self.cause, next_step=self.next_step)

    def __str__(self) -> str:
        return str(self.message)


class RequestError(PhonoscopeError):
    """A value in a request is missing, of the wrong type or out of its range."""


class VoiceError(PhonoscopeError):
    """A voice is unknown, its file is damaged, or it does not fit the model."""


class ModelError(PhonoscopeError):
    """A model is missing, damaged, or not what was expected."""


class OutputError(PhonoscopeError):
    """Sound or figures could not be written."""


class LockedError(OutputError):
    """Another program has locked a file that it shares with this one."""


class AudioDeviceError(PhonoscopeError):
    """No sound device can play."""


class AlarmError(PhonoscopeError):
    """The model's state stopped being finite numbers."""

    exit_code = 1


def from_native(error: _native.Error) -> PhonoscopeError:
    """Return the declared error for one raised by the native module.

    Native messages name what to do where there is more to do than to give another file or value.
    """
    problem, hint = problem_and_hint(str(error))
    if isinstance(error, _native.ModelFileError):
        return ModelError(problem, hint or Message("give the right file, or fetch or convert it again"))
    if isinstance(error, _native.ArgumentError):
        return RequestError(problem, hint)
    return PhonoscopeError(problem, hint)


@contextmanager
def native_errors() -> Iterator[None]:
    """Raise what the native module raises inside the block as a declared error instead."""
    try:
        yield
    except _native.Error as error:
        raise from_native(error) from error
