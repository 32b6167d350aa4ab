"""The measured ceilings are of the machine, not of a loop that was optimised away."""

import pytest
from phonoscope import _native


@pytest.mark.parametrize("level", [level for level in _native.CpuLevel if level.value <= _native.cpu_level().value])
def test_ceilings_are_positive_and_possible(level: _native.CpuLevel) -> None:
    before = _native.cpu_level()
    _native.limit_cpu_level(level)
    try:
        read_bytes_per_s, flop_per_s = _native.measure_ceilings(1, 1)
    finally:
        _native.limit_cpu_level(before)
    assert 1e7 < read_bytes_per_s < 1e12
    assert 1e7 < flop_per_s < 1e12


def test_repeats_must_be_positive() -> None:
    with pytest.raises(_native.ArgumentError, match="repeats = 0"):
        _native.measure_ceilings(1, 0)
