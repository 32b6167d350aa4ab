import math
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.audio.player import Player
from phonoscope.engine.audio.sound import InFrames
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.engine.take_figures import FrameColumn

RATE_HZ = 24_000
HOP_SAMPLES = 1920
FADE = 120


@dataclass
class GrowingTake(InFrames):
    """What a player sees of a take, with sound that the test adds."""

    audio: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))
    finished: bool = False
    sample_rate_hz: int = RATE_HZ
    hop_samples: int = HOP_SAMPLES
    rtf: float = 0.5

    def add(self, n_samples):
        new = np.random.default_rng(len(self.audio)).uniform(-1, 1, n_samples).astype(np.float32)
        self.audio = np.concatenate([self.audio, new])

    @property
    def frames(self):
        """Frames that were published one by one, `rtf` times as long after each other as they sound."""
        n = len(self.audio) // HOP_SAMPLES
        table = np.zeros((n, 8))
        table[:, FrameColumn.PUBLISHED_MS] = 500 + 1000 * self.rtf * np.arange(n) * HOP_SAMPLES / RATE_HZ
        return table


def finished_take(n_samples=10 * HOP_SAMPLES) -> Any:
    take = GrowingTake()
    take.add(n_samples)
    take.finished = True
    return take


@pytest.fixture
def wait_until():
    """Wait for a condition; the player's thread needs nothing of this one."""
    pause = threading.Event()

    def wait(condition):
        for _ in range(300_000):
            if condition():
                return
            pause.wait(0.001)
        pytest.fail("waited in vain")

    return wait


@pytest.fixture
def player(device):
    made = Player(device)
    yield made
    made.pause()


def test_every_sample_is_played_once(player, device, wait_until):
    take = finished_take(12_345)
    player.play(take)
    wait_until(lambda: not player.playing)
    np.testing.assert_array_equal(device.sound, take.audio)
    assert player.position_s == len(take.audio) / RATE_HZ
    assert (player.underruns_s, device.ended_by) == ([], "stop")


def test_playing_starts_where_it_is_told_on_the_device_and_at_the_volume_set(player, device, wait_until):
    take = finished_take()
    player.volume, player.device = 0.5, "Headphones"
    player.play(take, 0.25)
    wait_until(lambda: not player.playing)
    np.testing.assert_array_equal(device.sound, take.audio[6000:] * np.float32(0.5))
    assert device.name == "Headphones"


def test_a_take_in_the_making_is_played_once_enough_of_it_is_there(player, device, wait_until):
    take: Any = GrowingTake()
    take.add(HOP_SAMPLES)
    player.play(take)
    wait_until(lambda: player.waits_for_s == math.inf)
    assert not device.blocks
    take.add(5 * HOP_SAMPLES)
    wait_until(lambda: len(player.underruns_s) == 1)
    np.testing.assert_array_equal(device.sound[: len(take.audio)], take.audio)
    assert player.underruns_s == [len(take.audio) / RATE_HZ]
    n_before = len(take.audio)
    take.add(1000)
    take.finished = True
    wait_until(lambda: not player.playing)
    # Where sound was missing it fades out, and in again when it goes on.
    np.testing.assert_array_equal(device.sound[n_before + 2 * FADE :], take.audio[n_before + FADE :])
    assert np.all(np.diff(np.abs(device.sound[n_before : n_before + FADE])) <= 0)


def test_an_engine_slower_than_the_ear_gets_a_lead(player, device, wait_until):
    take: Any = GrowingTake(rtf=2.0)
    take.add(10 * HOP_SAMPLES)
    player.play(take, expected_s=40 * HOP_SAMPLES / RATE_HZ)
    wait_until(lambda: math.isfinite(player.waits_for_s) and player.waits_for_s > 0)
    assert player.waits_for_s > 20 * HOP_SAMPLES / RATE_HZ
    assert not device.blocks
    take.add(20 * HOP_SAMPLES)
    wait_until(lambda: len(device.sound) >= len(take.audio))
    np.testing.assert_array_equal(device.sound[: len(take.audio)], take.audio)


def test_a_loop_is_repeated_until_it_is_taken_away(player, device, wait_until):
    take = finished_take()
    player.loop_s = (0.1, 0.2)
    player.play(take, 0.1)
    wait_until(lambda: len(device.sound) > 4 * 2400)
    assert 0.1 <= player.position_s <= 0.2
    player.loop_s = None
    wait_until(lambda: not player.playing)
    sound = device.sound
    np.testing.assert_array_equal(sound[FADE : 2400 - FADE], take.audio[2400 + FADE : 4800 - FADE])
    np.testing.assert_array_equal(sound[2400 + FADE : 4800 - FADE], sound[FADE : 2400 - FADE])
    np.testing.assert_array_equal(sound[-1000:], take.audio[-1000:])


def test_a_loop_that_reaches_beyond_the_take_goes_back_at_its_end(player, device, wait_until):
    take = finished_take()
    last = len(take.audio) - 2400
    player.loop_s = (last / RATE_HZ, 10.0)
    player.play(take, last / RATE_HZ)
    wait_until(lambda: len(device.sound) > 3 * 2400)
    player.loop_s = None
    wait_until(lambda: not player.playing)
    sound = device.sound
    np.testing.assert_array_equal(sound[2400 + FADE : 4800 - FADE], take.audio[last + FADE : -FADE])


@pytest.mark.parametrize("starves", [True, False])
def test_a_loop_to_the_end_of_a_take_goes_back_where_the_take_ends_while_more_of_it_is_waited_for(
    player, device, wait_until, starves
):
    take = finished_take()

    class Ending(InFrames):
        """Has ended once all of it was heard, at once or as soon as more was found missing."""

        sample_rate_hz, hop_samples, audio, frames = RATE_HZ, HOP_SAMPLES, take.audio, take.frames

        @property
        def finished(self):
            return len(device.sound) >= len(take.audio) and (not starves or bool(player.underruns_s))

    player.loop_s = (len(take.audio) - 2400) / RATE_HZ, len(take.audio) / RATE_HZ + 1.0  # it was to become longer
    player.play(Ending())
    wait_until(lambda: len(device.sound) > len(take.audio) + FADE + 3 * 2400)
    player.loop_s = None
    wait_until(lambda: not player.playing)
    sound = device.sound
    np.testing.assert_array_equal(sound[: len(take.audio)], take.audio)
    back = sound[len(take.audio) + FADE + (FADE if starves else 0) :]
    np.testing.assert_array_equal(back[FADE : 2400 - FADE], take.audio[-2400 + FADE : -FADE])


def test_a_loop_behind_the_take_holds_nothing_up(player, device, wait_until):
    take = finished_take()
    player.loop_s = (10.0, 11.0)
    player.play(take)
    wait_until(lambda: not player.playing)
    np.testing.assert_array_equal(device.sound, take.audio)


def test_speed_changes_the_time_and_not_the_end(player, device, wait_until):
    take = finished_take(24_000)
    player.speed = 2.0
    player.play(take)
    wait_until(lambda: not player.playing)
    assert len(device.sound) == pytest.approx(12_000, rel=0.02)
    assert player.position_s == 1.0


def test_a_switch_goes_on_at_the_same_place_in_the_other_take(player, device, wait_until):
    one, other = finished_take(), finished_take()
    other.audio = -other.audio
    first, go_on = threading.Event(), threading.Event()

    def write(samples):
        device.blocks.append(samples)
        first.set()
        go_on.wait(300)

    device.write = write
    player.play(one)
    assert first.wait(300)
    player.switch(other, gain=0.5)
    go_on.set()
    wait_until(lambda: not player.playing)
    n = len(device.blocks[0])
    np.testing.assert_array_equal(device.sound[:n], one.audio[:n])
    np.testing.assert_array_equal(device.sound[n + 2 * FADE :], other.audio[n + 2 * FADE :] * np.float32(0.5))
    assert len(device.sound) == len(one.audio)


def test_the_position_is_what_is_heard_and_not_what_is_written(player, device, wait_until):
    device.latency = 0.1
    written, go_on = threading.Event(), threading.Event()

    def write(samples):
        device.blocks.append(samples)
        if len(device.blocks) == 4:
            written.set()
            go_on.wait(300)

    device.write = write
    player.play(finished_take())
    assert written.wait(300)
    assert player.position_s == pytest.approx(3 * 0.04 - 0.1)
    go_on.set()


def test_under_runs_of_a_take_are_known_until_it_begins_again_or_another_is_played(player, device, wait_until):
    take: Any = GrowingTake()
    take.add(6 * HOP_SAMPLES)
    player.play(take)
    wait_until(lambda: len(player.underruns_s) == 1)
    (missing_s,) = player.underruns_s
    take.finished = True
    player.play(take, 0.01)
    wait_until(lambda: not player.playing)
    assert player.underruns_s == [missing_s]
    player.play(take)
    wait_until(lambda: not player.playing)
    assert player.underruns_s == []
    player.underruns_s = [missing_s]
    player.play(finished_take(), 0.01)
    assert player.underruns_s == []


def test_a_device_that_ran_empty_is_an_under_run_but_not_at_the_start(player, device, wait_until):
    device.latency = 0.1

    def write(samples):
        device.blocks.append(samples)
        return len(device.blocks) in (1, 6)

    device.write = write
    player.play(finished_take())
    wait_until(lambda: not player.playing)
    assert player.underruns_s == [pytest.approx(5 * 0.04)]  # five blocks had been heard


def test_pause_ends_the_thread_at_once_and_keeps_the_position(player, device):
    written, go_on = threading.Event(), threading.Event()

    def write(samples):
        device.blocks.append(samples)
        written.set()
        go_on.wait(300)

    device.write = write
    player.play(finished_take())
    assert written.wait(300)
    go_on.set()
    player.pause()
    assert not player.playing
    assert 0 < player.position_s <= 10 * HOP_SAMPLES / RATE_HZ
    assert device.ended_by in ("abort", "stop")


def test_a_missing_device_is_reported(wait_until):
    error = AudioDeviceError("no sound device plays", "connect one")

    def no_device(*_):
        raise error

    player = Player(no_device)
    player.play(finished_take())
    wait_until(lambda: not player.playing)
    assert player.error == str(error)


def test_a_missing_device_is_reported_before_anything_plays(device):
    missing = [AudioDeviceError("no sound device plays", "connect one")]

    def check(name):
        assert name == "Headphones"
        if missing:
            raise missing[0]

    player = Player(device, check)
    player.device = "Headphones"
    player.check_device()
    assert player.error == str(missing[0])
    missing.clear()
    player.check_device()
    assert not player.error
    assert not device.blocks


def test_a_device_that_fails_is_reported_and_closed(device, wait_until):
    closed = []

    def write(_):
        raise OSError("unplugged")

    device.write, device.close = write, lambda: closed.append(True)
    player = Player(device)
    player.play(finished_take())
    wait_until(lambda: not player.playing)
    assert "unplugged" in player.error
    assert closed == [True]
