"""The tiny model, whole and with one poisoned weight."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.preview import no_previews
from phonoscope.engine.take_figures import StopReason

RATE_HZ, HOP = 8_000, 640


@pytest.fixture(scope="session")
def sounding() -> Callable[..., Any]:
    """Return what makes a take by hand: a soft tone in every frame, and a tap group of three layers."""

    def make(n_frames: int = 30, **changes: Any) -> Any:
        t = np.arange(n_frames * HOP) / RATE_HZ
        frames = np.zeros((n_frames, 8))
        frames[:, 7] = np.arange(n_frames)
        taps = np.zeros((n_frames, 3, 3), np.float32)
        taps[:, :, 0], taps[:, :, 1] = 1.0, 2.0
        plain = {
            "audio": (0.3 * np.sin(2 * np.pi * 440 * t)).astype(np.float32),
            "codes": np.stack([np.arange(n_frames), np.arange(n_frames)], 1).astype(np.int32),
            "frames": frames,
            "taps": {"blocks": taps},
            "draws": np.zeros((n_frames, 2, 2), np.float32),
            "previews": no_previews(),
            "finished": True,
            "n_frames": n_frames,
            "sample_rate_hz": RATE_HZ,
            "hop_samples": HOP,
            "frame_s": HOP / RATE_HZ,
            "duration_s": n_frames * HOP / RATE_HZ,
            "alarm": None,
            "segments": (),
            "figures": SimpleNamespace(stop_reason=StopReason.END_OF_SPEECH),
            "request": SimpleNamespace(watchdog=SimpleNamespace(silence_dbfs=-54.0)),
        }
        return SimpleNamespace(**{**plain, **changes})

    return make
