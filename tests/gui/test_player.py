import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.gui.player import Player

RATE_HZ = 24_000
HOP_SAMPLES = 1920


@dataclass
class GrowingTake:
    """What a player sees of a take, with sound that the test adds."""

    audio: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))
    finished: bool = False
    sample_rate_hz: int = RATE_HZ
    hop_samples: int = HOP_SAMPLES

    def add(self, n_samples):
        new = np.random.default_rng(len(self.audio)).uniform(-1, 1, n_samples).astype(np.float32)
        self.audio = np.concatenate([self.audio, new])


def finished_take(n_samples=10 * HOP_SAMPLES) -> Any:
    take = GrowingTake()
    take.add(n_samples)
    take.finished = True
    return take


def test_every_sample_is_played_once(qtbot, device):
    player, take = Player(device), finished_take(12_345)
    player.play(take)
    qtbot.waitUntil(lambda: not player.playing)
    np.testing.assert_array_equal(device.sound, take.audio)
    assert player.position_s == len(take.audio) / RATE_HZ
    assert (player.n_underruns, device.ended_by) == (0, "stop")


def test_playing_starts_where_it_is_told_and_at_the_volume_set(qtbot, device):
    player, take = Player(device), finished_take()
    player.volume = 0.5
    player.play(take, 0.25)
    qtbot.waitUntil(lambda: not player.playing)
    np.testing.assert_array_equal(device.sound, take.audio[6000:] * np.float32(0.5))


def test_a_take_in_the_making_is_played_with_a_pre_roll(qtbot, device):
    player = Player(device)
    take: Any = GrowingTake()
    take.add(HOP_SAMPLES)
    player.play(take)
    take.add(HOP_SAMPLES)
    assert not device.blocks  # two frames are fewer than the pre-roll
    take.add(4 * HOP_SAMPLES)
    qtbot.waitUntil(lambda: player.n_underruns == 1)
    np.testing.assert_array_equal(device.sound, take.audio)
    take.add(100)
    take.finished = True
    qtbot.waitUntil(lambda: not player.playing)
    np.testing.assert_array_equal(device.sound, take.audio)


def test_pause_ends_the_thread_at_once_and_keeps_the_position(device):
    player, written, go_on = Player(device), threading.Event(), threading.Event()

    def write(samples):
        device.blocks.append(samples)
        written.set()
        go_on.wait()

    device.write = write
    player.play(finished_take())
    assert written.wait(10)
    go_on.set()
    player.pause()
    assert not player.playing
    assert 0 < player.position_s <= 10 * HOP_SAMPLES / RATE_HZ


@pytest.mark.parametrize("error", [AudioDeviceError("no sound device plays", "connect one")])
def test_a_missing_device_is_reported(qtbot, error):
    def no_device(_):
        raise error

    player = Player(no_device)
    player.play(finished_take())
    qtbot.waitUntil(lambda: not player.playing)
    assert player.error == str(error)


def test_a_device_that_fails_is_reported_and_closed(qtbot, device):
    closed = []

    def write(_):
        raise OSError("unplugged")

    device.write, device.close = write, lambda: closed.append(True)
    player = Player(device)
    player.play(finished_take())
    qtbot.waitUntil(lambda: not player.playing)
    assert "unplugged" in player.error
    assert closed == [True]
