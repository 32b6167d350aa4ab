"""Blends by ear: voices that leap somewhere on the way are still met in the middle."""

import numpy as np
import pytest
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.voices.balancing import balance, balanced


def leaping(at, steepness=40.0):
    """Speech that changes from one voice to the other around a share of ``at``."""
    asked = []

    def spoken(share):
        asked.append(share)
        done = 1 / (1 + np.exp(-steepness * (share - at)))
        angle = done * np.pi / 2
        return np.array([np.cos(angle), np.sin(angle), 0.1 * np.sin(20 * share)], np.float32)

    return spoken, asked


@pytest.mark.parametrize("at", [0.2, 0.5, 0.8])
def test_the_middle_is_found_wherever_the_voice_leaps(at):
    spoken, asked = leaping(at)
    found = balance(spoken)
    assert found.share == pytest.approx(at, abs=0.02)
    assert found.to_first == pytest.approx(found.to_second, abs=0.2)
    assert len(asked) == 8
    assert found.is_between
    assert found.is_even


def test_other_shares_are_met_as_well():
    near_first, near_second = (balance(leaping(0.4)[0], share) for share in (0.2, 0.8))
    assert near_first.share < 0.4 < near_second.share
    assert near_first.to_first > near_first.to_second
    assert near_second.to_second > near_second.to_first


def test_the_parents_themselves():
    assert balance(leaping(0.3)[0], 0.0).to_first > 0.95
    assert balance(leaping(0.3)[0], 1.0).to_second > 0.95


def test_a_sudden_leap_gives_the_nearest_there_is():
    found = balance(leaping(0.503, 1000)[0])
    assert abs(found.to_first - found.to_second) > 0.9  # nothing lies between
    assert not found.is_even


def test_giving_up():
    class Engine:
        recording_encoder = object()

        def request(self, *_: object, **__: object) -> None: ...

        def speak(self, _: object) -> "Engine":
            return self

        def wait(self, _: float) -> bool:
            return self.cancelled

        def cancel(self) -> None:
            self.cancelled = True

        def check(self) -> None: ...

        cancelled = False

    with pytest.raises(PhonoscopeError, match="not heard to the end"):
        balanced(Engine(), "anna", "ben", stopped=lambda: True)  # type: ignore[arg-type]
