import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.audio.player import Player
from phonoscope.engine.listening.alignment import Alignment, align_starts
from phonoscope.engine.listening.pair_player import PairPlayer, Side

RATE_HZ = 1_000
BLOCK, FADE = 40, 10  # samples of a block and of a crossfade at this rate


def take(value: float, seconds: float, rate_hz: int = RATE_HZ) -> Any:
    n = int(seconds * rate_hz)
    return SimpleNamespace(
        audio=np.full(n, value, np.float32),
        sample_rate_hz=rate_hz,
        hop_samples=80,
        frame_s=80 / rate_hz,
        finished=True,
        frames=np.zeros((n // 80, 8)),
    )


class HeldDevice:
    """A sound device that takes block after block, and before one of them does something."""

    def __init__(self) -> None:
        self.blocks: list[np.ndarray] = []
        self.rates_hz: list[int] = []
        self.before: dict[int, Any] = {}
        self.done = threading.Event()

    def __call__(self, rate_hz: int, name: str) -> "HeldDevice":
        self.rates_hz.append(rate_hz)
        return self

    def write(self, samples: np.ndarray) -> None:
        self.blocks.append(samples.copy())
        if (act := self.before.pop(len(self.blocks), None)) is not None:
            act()

    def stop(self) -> None:
        self.done.set()

    def abort(self) -> None: ...

    def close(self) -> None: ...

    @property
    def sound(self) -> np.ndarray:
        return np.concatenate(self.blocks)[:, 0]


@pytest.fixture
def device() -> HeldDevice:
    return HeldDevice()


def test_both_takes_are_equally_loud(device):
    pair = PairPlayer(Player(device), take(0.8, 0.4), take(-0.2, 0.4), align_starts())
    for side in Side:
        device.done.clear()
        pair.play(side, 0.1)
        assert device.done.wait(300)
        pair.stop()
    np.testing.assert_allclose(device.sound, [0.2] * 300 + [-0.2] * 300, rtol=1e-5)


def test_a_switch_keeps_the_position_in_step_and_crossfades(device):
    twice_as_slow = Alignment(np.array([0.0, 1.0]), np.array([0.0, 2.0]))
    pair = PairPlayer(Player(device), take(0.5, 0.4), take(-0.5, 0.8), twice_as_slow)
    device.before[2] = lambda: pair.switch(Side.B)  # 80 ms of A are written: B goes on at 160 ms
    pair.play(Side.A, 0.0)
    assert device.done.wait(300)
    pair.stop()
    assert pair.side is Side.B
    np.testing.assert_allclose(device.sound[: 2 * BLOCK], 0.5, rtol=1e-5)
    np.testing.assert_allclose(device.sound[2 * BLOCK :][:FADE], 0.5 - np.linspace(0, 1, FADE), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(device.sound[2 * BLOCK + FADE :], -0.5, rtol=1e-5)
    assert len(device.sound) == 2 * BLOCK + 800 - 160
    assert pair.position_a_s == pytest.approx(0.4)


def test_takes_of_different_rates_are_switched_between_with_a_new_stream(device):
    player = Player(device)
    pair = PairPlayer(player, take(0.5, 0.4), take(-0.5, 0.4, 2 * RATE_HZ), align_starts())
    reached = threading.Event()

    def hold_until_halted():
        reached.set()
        player._halt.wait(300)

    device.before[3] = hold_until_halted
    pair.play(Side.A, 0.0)
    assert reached.wait(300)
    pair.switch(Side.B)
    assert device.done.wait(300)
    pair.stop()
    assert device.rates_hz == [RATE_HZ, 2 * RATE_HZ]
    assert (device.sound[-100:] == -0.5).all()


def test_switching_in_silence_only_chooses_what_is_heard_next(device):
    pair = PairPlayer(Player(device), take(0.5, 0.1), take(-0.5, 0.1), align_starts())
    pair.switch(Side.B)
    assert pair.side is Side.B
    assert not pair.playing
    assert not device.blocks
