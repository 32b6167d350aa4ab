import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.audio.loudspeaker import Loudspeaker
from phonoscope.engine.errors import AudioDeviceError


class PortAudioError(Exception):
    pass


class Stream:
    """Records what a device would be asked for."""

    def __init__(self, **settings: Any) -> None:
        self.settings, self.calls = settings, []  # type: tuple[dict[str, Any], list[Any]]
        if settings["samplerate"] == 1:
            raise PortAudioError("Invalid sample rate")

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.calls.append((name, *arguments))


@pytest.fixture
def device(monkeypatch):
    module = SimpleNamespace(
        OutputStream=Stream, PortAudioError=PortAudioError, query_devices=lambda *_: {"default_samplerate": 1.0}
    )
    monkeypatch.setitem(sys.modules, "sounddevice", module)


def calls(loudspeaker: Loudspeaker) -> list[str]:
    return [call[0] for call in loudspeaker._stream.calls]


def test_what_is_buffered_is_played_to_its_end(device):
    with Loudspeaker(24_000) as loudspeaker:
        loudspeaker.write(np.ones(5, np.float32))
    assert calls(loudspeaker) == ["start", "write", "stop", "close"]
    assert loudspeaker._stream.calls[1][1].shape == (5, 1)


def test_an_interruption_is_silent_at_once(device):
    with pytest.raises(KeyboardInterrupt), Loudspeaker(24_000) as loudspeaker:
        raise KeyboardInterrupt
    assert calls(loudspeaker) == ["start", "abort", "close"]


def test_no_device(device):
    with pytest.raises(AudioDeviceError, match=r"no sound device plays \(Invalid sample rate\); .* -o out\.wav"):
        Loudspeaker(1)


def test_no_portaudio(monkeypatch):
    class Missing:
        def find_spec(self, name: str, *rest: object) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    with pytest.raises(AudioDeviceError, match="PortAudio, which plays sound, is not installed; install it"):
        Loudspeaker(24_000)
