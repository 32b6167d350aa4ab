"""Python's threads take short turns while there is a window."""

import gc
import sys

import pytest
from phonoscope.gui.responsive import responsive


def test_turns_are_short_and_garbage_waits_until_the_block_ends(qapp):
    turn_s = sys.getswitchinterval()
    with pytest.raises(KeyError), responsive():
        assert sys.getswitchinterval() < turn_s
        assert not gc.isenabled()
        raise KeyError
    assert sys.getswitchinterval() == turn_s
    assert gc.isenabled()
