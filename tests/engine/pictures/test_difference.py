import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.listening.alignment import Alignment, align_starts
from phonoscope.engine.pictures.difference import TakeDifference

RATE_HZ, HOP = 8_000, 640
GROUP = TapGroupDeclaration("blocks", "Blocks", "", "frame")


def take(n_frames: int, *, gain: float = 0.5, hz: float = 440.0, layers: tuple[float, ...] = (1.0, 2.0)) -> Any:
    t = np.arange(n_frames * HOP) / RATE_HZ
    frames = np.zeros((n_frames, 8))
    frames[:, 7] = np.arange(n_frames)
    taps = np.zeros((n_frames, len(layers), 3), np.float32)
    taps[:, :, 0] = layers
    return SimpleNamespace(
        audio=(gain * np.sin(2 * np.pi * hz * t)).astype(np.float32),
        codes=np.tile(np.arange(n_frames, dtype=np.int32)[:, None], (1, 3)),
        frames=frames,
        taps={"blocks": taps},
        n_frames=n_frames,
        sample_rate_hz=RATE_HZ,
        hop_samples=HOP,
        frame_s=HOP / RATE_HZ,
    )


def test_equal_takes_do_not_differ():
    difference = TakeDifference(take(6), take(6), align_starts())
    assert not difference.audio.any()
    assert not difference.spectrum_db.any()
    assert not difference.codes.any()
    figures = difference.figures({"blocks": GROUP})
    assert (figures.first_different_frame, figures.same_codes) == (None, 1.0)
    assert figures.most_changed is not None
    assert figures.most_changed.octaves == 0.0


def test_what_differs_is_found_and_measured():
    a, b = take(6), take(6, gain=0.25, layers=(1.0, 16.0))
    b.codes[3, 1] = 77
    difference = TakeDifference(a, b, align_starts())
    figures = difference.figures({"blocks": GROUP})
    assert figures.first_different_frame == 3
    assert figures.same_codes == pytest.approx(17 / 18)
    assert np.abs(difference.audio).max() == pytest.approx(0.25, rel=0.01)
    assert figures.most_changed is not None
    assert (figures.most_changed.group, figures.most_changed.layer) == ("blocks", 1)
    assert figures.most_changed.octaves == pytest.approx(3.0)
    tone = round(440 / (RATE_HZ / 2) * 256)
    assert difference.spectrum_db[20, tone] == pytest.approx(-6.02, abs=0.1)


def test_level_matched_takes_of_different_gain_are_equal():
    difference = TakeDifference(take(6), take(6, gain=0.1), align_starts(), level_matched=True)
    np.testing.assert_allclose(difference.audio, 0.0, atol=1e-6)


def test_what_only_one_take_has_is_no_difference_but_unknown():
    difference = TakeDifference(take(6), take(4), align_starts())
    assert np.isnan(difference.codes[4:]).all()
    magnitudes = difference.magnitudes(GROUP)
    assert magnitudes is not None
    assert np.isnan(magnitudes[4:]).all()
    assert not magnitudes[:4].any()
    longer = TakeDifference(take(4), take(6), align_starts())
    assert longer.audio.shape == (4 * HOP,)


def test_frames_are_compared_where_they_belong():
    slower = Alignment(np.array([0.0, 1.0]), np.array([0.0, 2.0]))
    difference = TakeDifference(take(4), take(8), slower)
    assert (difference.codes[1:] == 1).all()  # code k meets code 2k + 1
    assert difference.frames_of_b.tolist() == [1, 3, 5, 7]


def test_takes_of_different_models_are_compared_as_far_as_they_go():
    a, b = take(4), take(4, layers=(1.0, 2.0, 3.0))
    b.codes = b.codes[:, :2]
    b.sample_rate_hz, b.hop_samples = 2 * RATE_HZ, 2 * HOP
    b.audio = np.repeat(b.audio, 2)
    difference = TakeDifference(a, b, align_starts())
    assert difference.magnitudes(GROUP) is None
    assert difference.codes.shape == (4, 2)
    assert np.abs(difference.audio).max() < 0.2
    # Windows are of equal length in samples, so only the tone itself has the same level in both.
    assert np.abs(difference.spectrum_db[5:-5, round(440 / (RATE_HZ / 2) * 256)]).max() < 4.0


def test_models_without_codes_are_compared_by_sound_and_layers():
    a, b = take(4), take(4, gain=0.25)
    a.codes = b.codes = np.zeros((4, 0), np.int32)
    difference = TakeDifference(a, b, align_starts())
    figures = difference.figures({"blocks": GROUP})
    assert math.isnan(figures.same_codes)
    assert figures.first_different_frame is None
    assert np.abs(difference.audio).max() == pytest.approx(0.25, rel=0.01)


def test_empty_takes_and_values_that_are_not_finite_do_no_harm():
    a, b = take(3), take(3)
    b.taps["blocks"][1, 0, 0] = np.inf
    figures = TakeDifference(a, b, align_starts()).figures({"blocks": GROUP})
    assert figures.most_changed is not None
    nothing = TakeDifference(take(0), take(3), align_starts()).figures({"blocks": GROUP})
    assert nothing.most_changed is None
    assert math.isnan(nothing.same_codes)
