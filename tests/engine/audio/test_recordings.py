"""Recordings as people have them: other rates, more channels, odd formats, and files that are none."""

import numpy as np
import pytest
import soundfile
from phonoscope.engine.audio.recordings import RecordingError, read_recording

RATE = 24_000


def tone(seconds=1.0, rate=RATE, hz=440.0, level=0.5):
    return (level * np.sin(2 * np.pi * hz * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def write(path, samples, rate=RATE, **options):
    soundfile.write(path, samples, rate, **options)
    return path


def frequency(samples):
    return np.abs(np.fft.rfft(samples * np.hanning(len(samples)))).argmax() * RATE / len(samples)


def test_a_recording_of_the_right_rate_is_taken_bit_by_bit(tmp_path):
    path = write(tmp_path / "a.wav", tone(), subtype="FLOAT")
    recording = read_recording(path, RATE)
    assert np.array_equal(recording.samples, tone())
    assert (recording.source_rate_hz, recording.overload) == (RATE, 1.0)
    assert recording.duration_s == 1.0


@pytest.mark.parametrize("rate", [8_000, 11_025, 44_100, 96_000, 384_000])
def test_other_rates_keep_pitch_and_length(tmp_path, rate):
    recording = read_recording(write(tmp_path / "a.wav", tone(rate=rate), rate), RATE)
    assert abs(recording.duration_s - 1.0) < 0.01
    assert abs(frequency(recording.samples) - 440) < 2
    assert abs(np.abs(recording.samples[2000:-2000]).max() - 0.5) < 0.01


@pytest.mark.parametrize(("suffix", "subtype"), [(".wav", "PCM_U8"), (".flac", "PCM_24"), (".ogg", "VORBIS")])
def test_formats(tmp_path, suffix, subtype):
    recording = read_recording(write(tmp_path / f"a{suffix}", tone(), subtype=subtype), RATE)
    assert abs(frequency(recording.samples) - 440) < 2


def test_channels_are_averaged_without_the_silent_ones(tmp_path):
    channels = np.zeros((RATE, 32), np.float32)
    channels[:, 5] = tone()
    channels[:, 9] = tone(level=0.3)
    recording = read_recording(write(tmp_path / "a.wav", channels, subtype="FLOAT"), RATE)
    np.testing.assert_allclose(recording.samples, (channels[:, 5] + channels[:, 9]) / 2, atol=1e-6)


def test_opposite_phases_do_not_cancel(tmp_path):
    stereo = np.stack([tone(), -0.99 * tone()], axis=1)
    recording = read_recording(write(tmp_path / "a.wav", stereo, subtype="FLOAT"), RATE)
    np.testing.assert_allclose(recording.samples, tone(), atol=1e-6)


def test_a_stretch(tmp_path):
    path = write(tmp_path / "a.wav", np.concatenate([tone(2.0), tone(2.0, hz=880)]), subtype="FLOAT")
    recording = read_recording(path, RATE, start_s=2.5, end_s=3.5)
    assert abs(frequency(recording.samples) - 880) < 2
    assert (recording.start_s, recording.end_s) == (2.5, 3.5)


def test_beyond_full_scale_is_scaled_down(tmp_path):
    recording = read_recording(write(tmp_path / "a.wav", tone(level=3.0), subtype="FLOAT"), RATE)
    assert abs(recording.overload - 3.0) < 0.01
    assert np.abs(recording.samples).max() <= 1.0


def test_a_recording_of_hours_is_refused_without_reading_it(tmp_path, monkeypatch):
    monkeypatch.setattr("hashlib.file_digest", lambda *_: pytest.fail("the whole file was read"))
    path = tmp_path / "long.wav"
    write(path, np.zeros(8, np.int16), 8000)
    n_bytes = 3 * 3600 * 8000 * 2
    header = bytearray(path.read_bytes()[:44])
    header[4:8] = (36 + n_bytes).to_bytes(4, "little")
    header[40:44] = n_bytes.to_bytes(4, "little")
    path.write_bytes(header)
    with path.open("r+b") as file:
        file.truncate(44 + n_bytes)  # a hole: no disk is used
    with pytest.raises(RecordingError, match=r"long\.wav: 3 h 00 min are too long; at most 120 s.*--from"):
        read_recording(path, RATE)
    with pytest.raises(RecordingError, match="silent from beginning to end"):
        read_recording(path, RATE, start_s=7200, end_s=7210)


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        (np.zeros(0, np.float32), "holds no sound"),
        (np.zeros(RATE, np.float32), "silent"),
        (tone(0.2), "too little"),
        (np.where(np.arange(RATE) == 77, np.nan, tone()), "1 samples are not finite"),
        (np.where(np.arange(RATE) < 3, np.inf, tone()), "3 samples are not finite"),
        (np.where(np.arange(RATE) == 9, 3e38, tone()), "1 samples are not finite, or larger than any sound"),
    ],
)
def test_what_holds_no_voice(tmp_path, samples, message):
    with pytest.raises(RecordingError, match=message):
        read_recording(write(tmp_path / "a.wav", samples, subtype="FLOAT"), RATE)


def test_what_is_no_sound_file(tmp_path):
    path = tmp_path / "a.wav"
    with pytest.raises(RecordingError, match="No such file"):
        read_recording(path, RATE)
    path.write_bytes(b"")
    with pytest.raises(RecordingError, match="holds no sound"):
        read_recording(path, RATE)
    path.write_bytes(b"RIFF\xff\xff\xff\xffWAVEfmt ")
    with pytest.raises(RecordingError, match="no readable sound file"):
        read_recording(path, RATE)
    with pytest.raises(RecordingError, match="Is a directory"):
        read_recording(tmp_path, RATE)


@pytest.mark.parametrize(("start_s", "end_s"), [(-1.0, None), (5.0, None), (0.5, 0.5), (float("nan"), None)])
def test_stretches_that_are_not_there(tmp_path, start_s, end_s):
    path = write(tmp_path / "a.wav", tone())
    with pytest.raises(RecordingError, match=r"there is nothing from .*the recording is 1\.0 s long"):
        read_recording(path, RATE, start_s=start_s, end_s=end_s)
