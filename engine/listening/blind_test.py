"""Blind tests: whether a person can hear a difference (ABX), and which of two takes is preferred.

The number of trials is fixed before the first answer and nothing is told before the last, because looking at the
result and stopping when it pleases makes any p-value worthless. Each trial is an independent fair coin, so no rule of
guessing gains anything.
"""

from __future__ import annotations

import json
import random
import secrets
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from phonoscope.engine import strict_json
from phonoscope.engine.errors import OutputError, RequestError
from phonoscope.engine.listening.statistics import (
    confidence_interval,
    p_value_of_guessing,
    p_value_of_no_preference,
)
from phonoscope.engine.models.atomic_file import replacing

_VERSION = 1
MAX_TRIALS = 200


class Question(StrEnum):
    """What is asked."""

    ABX = "abx"
    PREFERENCE = "preference"


@dataclass(frozen=True)
class Trial:
    """One trial.

    Parameters
    ----------
    hidden_is_a
        ABX: whether X is A. Preference: whether the first sound is A.
    answer_is_a
        ABX: whether the person took X for A. Preference: whether A was preferred. None before the answer.
    """

    hidden_is_a: bool
    answer_is_a: bool | None = None


@dataclass(frozen=True)
class BlindResult:
    """What came of a test.

    Parameters
    ----------
    n_hits, n_trials
        ABX: right answers; preference: answers for A.
    p_value
        ABX: probability of as many right answers by guessing. Preference: of such a majority without preference.
    interval
        Exact 95 % interval of the share of hits.
    complete
        Whether all trials were answered: of a test that was broken off the p-value says little.
    """

    n_hits: int
    n_trials: int
    p_value: float
    interval: tuple[float, float]
    complete: bool


@dataclass(frozen=True)
class BlindTest:
    """A test in progress or done; every answer gives a new one.

    Parameters
    ----------
    question
        What is asked.
    take_a, take_b
        Names of the takes in their store.
    created
        Date and time in UTC, ISO 8601.
    trials
        All trials, answered or not.
    """

    question: Question
    take_a: str
    take_b: str
    created: str
    trials: tuple[Trial, ...]

    @classmethod
    def start(cls, question: Question, take_a: str, take_b: str, n_trials: int, seed: int | None = None) -> BlindTest:
        """Return a new test; ``seed`` of the hidden order is for tests of the program only.

        Raises
        ------
        RequestError
            When the number of trials is out of range.
        """
        if not 1 <= n_trials <= MAX_TRIALS:
            raise RequestError(
                "a test of {n_trials} trials is not possible",
                "use 1 to {maximum}",
                n_trials=n_trials,
                maximum=MAX_TRIALS,
            )
        coin = random.Random(secrets.randbits(64) if seed is None else seed)
        trials = tuple(Trial(coin.random() < 0.5) for _ in range(n_trials))
        return cls(question, take_a, take_b, datetime.now(UTC).isoformat(timespec="seconds"), trials)

    @property
    def n_answered(self) -> int:
        """Trials answered so far."""
        return sum(trial.answer_is_a is not None for trial in self.trials)

    @property
    def current(self) -> Trial | None:
        """The trial that waits for an answer, or None when all are answered."""
        return self.trials[self.n_answered] if self.n_answered < len(self.trials) else None

    def answer(self, is_a: bool) -> BlindTest:
        """Return the test with the current trial answered."""
        at = self.n_answered
        answered = replace(self.trials[at], answer_is_a=is_a)
        return replace(self, trials=(*self.trials[:at], answered, *self.trials[at + 1 :]))

    def result(self) -> BlindResult:
        """Return what the answers so far say."""
        answered = [trial for trial in self.trials if trial.answer_is_a is not None]
        if self.question is Question.ABX:
            n_hits = sum(trial.answer_is_a == trial.hidden_is_a for trial in answered)
            p_value = p_value_of_guessing(n_hits, len(answered))
        else:
            n_hits = sum(bool(trial.answer_is_a) for trial in answered)
            p_value = p_value_of_no_preference(n_hits, len(answered))
        return BlindResult(
            n_hits, len(answered), p_value, confidence_interval(n_hits, len(answered)), self.current is None
        )

    def save(self, folder: Path) -> Path:
        """Write the test to ``folder`` and return its file; a later state of the same test replaces it.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        path = folder / f"{self.question}-{self.created.replace(':', '').replace('+0000', 'Z')}.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                "{folder}: cannot be made ({error})", "permit writing", folder=folder, error=error.strerror
            ) from error
        with replacing(path) as temporary:
            plain = {"version": _VERSION, **strict_json.to_plain(self)}
            temporary.write_text(json.dumps(plain, indent=1) + "\n", "utf-8")
        return path


def read_blind_test(path: Path) -> BlindTest:
    """Read a test that `BlindTest.save` wrote.

    Raises
    ------
    RequestError
        When it cannot be read or is damaged.
    """
    try:
        plain = strict_json.parse(path.read_bytes(), str(path))
    except OSError as error:
        raise RequestError(
            "{path}: {error}", "check the name of the file", path=path, error=error.strerror or error
        ) from error
    if not isinstance(plain, dict) or plain.pop("version", None) != _VERSION:
        raise RequestError(
            "{path}: is no listening test of this version", "give a file of the folder listening", path=path
        )
    test = strict_json.from_plain(BlindTest, plain, str(path))
    answers = [trial.answer_is_a is None for trial in test.trials]
    if not 1 <= len(test.trials) <= MAX_TRIALS or answers != sorted(answers):
        raise RequestError("{path}: the answers are damaged", "delete the file", path=path)
    return test
