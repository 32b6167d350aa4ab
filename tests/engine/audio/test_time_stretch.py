import numpy as np
import pytest
from phonoscope.engine.audio.time_stretch import TimeStretcher

RATE_HZ = 24_000


def vowel(pitch_hz, duration_s=2.0):
    """Harmonics with a formant, as a voice has them."""
    t = np.arange(int(duration_s * RATE_HZ)) / RATE_HZ
    harmonics = np.arange(1, 20)
    levels = 1 / (1 + ((harmonics * pitch_hz - 600) / 300) ** 2)
    return (levels @ np.sin(2 * np.pi * np.outer(harmonics * pitch_hz, t)) * 0.1).astype(np.float32)


def stretched(sound, speed, block):
    stretcher = TimeStretcher(RATE_HZ, speed)
    parts = [stretcher.process(sound[at : at + block]) for at in range(0, len(sound), block)]
    return np.concatenate([*parts, stretcher.flush()])


def pitch_hz(sound):
    """The lag at which the middle of the sound resembles itself most."""
    middle = sound[len(sound) // 2 - 4800 : len(sound) // 2 + 4800]
    likeness = np.correlate(middle, middle, "full")[len(middle) - 1 :]
    lags = np.arange(RATE_HZ // 400, RATE_HZ // 60)
    return RATE_HZ / lags[np.argmax(likeness[lags])]


@pytest.mark.parametrize("speed", [0.5, 0.75, 1.25, 2.0])
@pytest.mark.parametrize("pitch", [90.0, 210.0])
def test_the_length_changes_and_the_pitch_stays(speed, pitch):
    sound = vowel(pitch)
    made = stretched(sound, speed, 960)
    assert len(made) == pytest.approx(len(sound) / speed, rel=0.01)
    assert pitch_hz(made) == pytest.approx(pitch, rel=0.02)
    # Periods are joined in step: where they were not, the level would dip.
    level = np.sqrt((made[2400:-2400].reshape(-1)[: len(made) // 960 * 960 - 4800] ** 2).mean())
    assert level == pytest.approx(np.sqrt((sound**2).mean()), rel=0.05)


def test_at_its_own_speed_sound_passes_unchanged():
    sound = vowel(140.0, 1.0)
    made = stretched(sound, 1.0, 700)
    np.testing.assert_allclose(made[:-2000], sound[: len(made) - 2000], atol=1e-6)


def test_blocks_of_any_size_give_the_same_sound():
    sound = np.random.default_rng(1).normal(0, 0.1, 30_000).astype(np.float32)
    whole = stretched(sound, 1.4, 30_000)
    np.testing.assert_array_equal(stretched(sound, 1.4, 333)[:20_000], whole[:20_000])


def test_the_speed_can_change_on_the_way():
    stretcher = TimeStretcher(RATE_HZ, 1.0)
    slow = stretcher.process(vowel(120.0, 1.0))
    stretcher.speed = 2.0
    fast = stretcher.process(vowel(120.0, 1.0))
    assert len(slow) == pytest.approx(RATE_HZ, rel=0.1)
    assert len(fast) == pytest.approx(RATE_HZ / 2, rel=0.15)
    assert stretcher.n_held < 0.1 * RATE_HZ


def test_silence_and_very_short_sound_are_no_trouble():
    assert len(stretched(np.zeros(0, np.float32), 1.5, 100)) == 0
    assert len(stretched(np.zeros(300, np.float32), 1.5, 100)) == 200
    assert not stretched(np.zeros(24_000, np.float32), 0.7, 500).any()
