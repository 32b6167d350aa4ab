"""The measured ceilings are of the machine, not of a loop that was optimised away."""

import pytest
from phonoscope import _native


@pytest.mark.parametrize("level", [level for level in _native.CpuLevel if level.value <= _native.cpu_level().value])
def test_ceilings_are_positive_and_possible(level: _native.CpuLevel) -> None:
    before = _native.cpu_level()
    _native.limit_cpu_level(level)
    try:
        ceilings = _native.Ceilings(1)
        samples = [*ceilings.read(2), *ceilings.multiply_add(3)]
    finally:
        _native.limit_cpu_level(before)
    assert len(samples) == 5
    assert all(0 < sample < 1e12 for sample in samples)


def test_a_message_between_cores_takes_some_time() -> None:
    samples = _native.Ceilings.round_trip(2)
    assert len(samples) == 2
    assert all(0 < sample < 1 for sample in samples)


def test_repeats_must_be_positive() -> None:
    for measure in (_native.Ceilings(1).read, _native.Ceilings.round_trip):
        with pytest.raises(_native.ArgumentError, match="repeats = 0"):
            measure(0)
