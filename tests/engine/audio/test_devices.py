import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.audio.devices import check_output_device, open_output_device, output_devices
from phonoscope.engine.errors import AudioDeviceError


class PortAudioError(Exception):
    pass


class Stream:
    """A stream of a device that plays at 48 kHz only."""

    latency = 0.02

    def __init__(self, **settings: Any) -> None:
        if settings["samplerate"] != 48_000:
            raise PortAudioError("Invalid sample rate")
        self.settings, self.written = settings, []  # type: tuple[dict[str, Any], list[np.ndarray]]
        self.ended_by = ""

    def start(self) -> None: ...

    def write(self, samples: np.ndarray) -> None:
        self.written.append(samples)

    def stop(self) -> None:
        self.ended_by = "stop"

    def abort(self) -> None:
        self.ended_by = "abort"

    def close(self) -> None: ...


DEVICES = [
    {"name": "Microphone", "hostapi": 0, "max_output_channels": 0, "default_samplerate": 48_000.0},
    {"name": "Speakers", "hostapi": 0, "max_output_channels": 2, "default_samplerate": 48_000.0},
    {"name": "Speakers", "hostapi": 1, "max_output_channels": 2, "default_samplerate": 48_000.0},
]


@pytest.fixture
def portaudio(monkeypatch):
    def query_devices(index=None, kind=None):
        return DEVICES if index is None and kind is None else DEVICES[1 if index is None else index]

    streams: list[Stream] = []

    def open_stream(**settings):
        streams.append(Stream(**settings))
        return streams[-1]

    module = SimpleNamespace(
        OutputStream=open_stream,
        PortAudioError=PortAudioError,
        query_devices=query_devices,
        query_hostapis=lambda: [{"name": "ALSA"}, {"name": "JACK"}],
        _initialize=lambda: None,
        _terminate=lambda: None,
        streams=streams,
    )
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    return module


def test_devices_that_play_are_listed_with_their_sound_system(portaudio):
    assert output_devices() == ["Speakers (ALSA)", "Speakers (JACK)"]


def test_a_device_of_another_rate_gets_the_sound_resampled(portaudio):
    stream = open_output_device(24_000, "Speakers (JACK)")
    sound = np.sin(2 * np.pi * 440 * np.arange(24_000) / 24_000).astype(np.float32)
    for block in np.split(sound, 25):
        stream.write(block.reshape(-1, 1))
    stream.stop()
    (device,) = portaudio.streams
    played = np.concatenate(device.written)[:, 0]
    assert device.settings["device"] == 2
    assert (stream.latency, device.ended_by) == (0.02, "stop")
    assert len(played) == 48_000
    expected = np.sin(2 * np.pi * 440 * np.arange(48_000) / 48_000)
    np.testing.assert_allclose(played[1000:-1000], expected[1000:-1000], atol=1e-3)


def test_a_device_is_looked_for_without_opening_it(portaudio):
    check_output_device()
    check_output_device("Speakers (JACK)")
    with pytest.raises(AudioDeviceError, match="Headphones is not connected"):
        check_output_device("Headphones")
    portaudio.query_devices = lambda *_: (_ for _ in ()).throw(PortAudioError("Error querying device -1"))
    with pytest.raises(AudioDeviceError, match="no sound device plays"):
        check_output_device()
    assert not portaudio.streams


def test_a_device_that_is_not_connected_is_named(portaudio):
    with pytest.raises(AudioDeviceError, match="Headphones is not connected"):
        open_output_device(24_000, "Headphones")


def test_a_device_that_refuses_its_own_rate_is_an_error(portaudio):
    portaudio.OutputStream = lambda **_: (_ for _ in ()).throw(PortAudioError("busy"))
    with pytest.raises(AudioDeviceError, match="busy"):
        open_output_device(24_000)
