import numpy as np
import pytest
from phonoscope.engine.listening.loudness import active_level, matching_gains

RATE_HZ = 8_000
SINE = np.sin(np.arange(RATE_HZ) * 0.5).astype(np.float32)


def test_pauses_do_not_make_speech_quieter():
    with_pause = np.concatenate([0.5 * SINE, np.zeros(3 * RATE_HZ, np.float32)])
    assert active_level(with_pause, RATE_HZ) == pytest.approx(0.5 / np.sqrt(2), rel=0.01)
    assert active_level(np.zeros(RATE_HZ, np.float32), RATE_HZ) == 0.0
    assert active_level(np.zeros(0, np.float32), RATE_HZ) == 0.0


def test_the_louder_sound_is_lowered_to_the_quieter():
    a, b = matching_gains(0.8 * SINE, RATE_HZ, 0.2 * SINE, RATE_HZ)
    assert (a, b) == pytest.approx((0.25, 1.0), rel=1e-5)
    assert matching_gains(SINE, RATE_HZ, 0 * SINE, RATE_HZ) == (1.0, 1.0)
