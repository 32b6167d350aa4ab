import io
import subprocess
import sys
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray
from phonoscope.engine.audio.files import (
    AUDIO_SUFFIXES,
    SYNTHETIC_MARK,
    SampleFormat,
    WavStream,
    audio_file,
    check_output,
)
from phonoscope.engine.errors import OutputError, RequestError

RATE = 24_000


@pytest.fixture(scope="module")
def tone() -> NDArray[np.float32]:
    return np.asarray(0.5 * np.sin(2 * np.pi * 440 / RATE * np.arange(RATE)), np.float32)


def write(path: Path, samples: NDArray[np.float32], piece: int = 1920, **more: Any) -> None:
    with audio_file(path, RATE, **more) as sink:
        for start in range(0, len(samples), piece):
            sink.write(samples[start : start + piece])


@pytest.mark.parametrize("suffix", [*AUDIO_SUFFIXES, ".WAV"])
def test_every_format_gives_the_sound_back(tmp_path, tone, suffix):
    path = tmp_path / f"out{suffix}"
    write(path, tone)
    samples, rate = soundfile.read(path, dtype="float32")
    assert rate == RATE
    n = min(len(samples), len(tone))
    assert n >= RATE
    if suffix == ".mp3":  # the encoder's delay shifts the sound
        assert np.abs(samples).max() == pytest.approx(0.5, abs=0.05)
    else:
        assert np.corrcoef(samples[:n], tone[:n])[0, 1] > 0.99
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("name", "sample_format", "largest_error"),
    [
        ("a.wav", None, 2**-15),
        ("a.wav", SampleFormat.PCM24, 2**-23),
        ("a.wav", SampleFormat.FLOAT32, 0),
        ("a.flac", SampleFormat.PCM24, 2**-23),
    ],
)
def test_sample_formats(tmp_path, tone, name, sample_format, largest_error):
    write(tmp_path / name, tone, sample_format=sample_format)
    assert np.abs(soundfile.read(tmp_path / name, dtype="float32")[0] - tone).max() <= largest_error


def test_the_pieces_make_no_difference(tmp_path, tone):
    write(tmp_path / "a.wav", tone, piece=1920)
    write(tmp_path / "b.wav", tone, piece=len(tone))
    assert (tmp_path / "a.wav").read_bytes() == (tmp_path / "b.wav").read_bytes()


def test_samples_beyond_full_scale_are_clipped(tmp_path):
    write(tmp_path / "a.wav", np.array([1.5, -1.5, 0.0], np.float32))
    assert soundfile.read(tmp_path / "a.wav", dtype="int16")[0].tolist() == [32767, -32767, 0]


def test_an_error_leaves_what_was_there_before(tmp_path, tone):
    path = tmp_path / "out.wav"
    path.write_bytes(b"older")
    with pytest.raises(KeyboardInterrupt), audio_file(path, RATE) as sink:
        sink.write(tone)
        raise KeyboardInterrupt
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_appears_before_the_end(tmp_path, tone):
    path = tmp_path / "out.wav"
    with audio_file(path, RATE) as sink:
        sink.write(tone)
        assert not path.exists()
    assert path.exists()


@pytest.mark.parametrize(
    ("name", "sample_format", "error", "problem"),
    [
        ("a.aiff", None, RequestError, "a.aiff: .aiff is no sound format; end the name in .wav, .flac, .ogg, .mp3"),
        ("a", None, RequestError, "a file without suffix is no sound format"),
        ("a.flac", SampleFormat.FLOAT32, RequestError, ".flac does not store float32 samples; use pcm16, pcm24"),
        ("a.mp3", SampleFormat.PCM16, RequestError, ".mp3 does not store pcm16 samples; leave the sample format out"),
        ("none/a.wav", None, OutputError, "none does not exist; make it first"),
        ("folder.wav", None, OutputError, "folder.wav: is a folder"),
    ],
)
def test_outputs_that_cannot_be(tmp_path, name, sample_format, error, problem):
    (tmp_path / "folder.wav").mkdir()
    with pytest.raises(error, match=problem):
        check_output(tmp_path / name, sample_format)
    with pytest.raises(error, match=problem), audio_file(tmp_path / name, RATE, sample_format):
        pass


FULL_DISK = """
import resource, sys
from pathlib import Path
import numpy as np
from phonoscope.engine.audio.files import audio_file
from phonoscope.engine.errors import OutputError
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
path = Path(sys.argv[1])
try:
    with audio_file(path, 24_000) as sink:
        for _ in range(100):
            sink.write(np.random.default_rng(1).uniform(-1, 1, 1920).astype(np.float32))
except OutputError as error:
    print(error)
"""


@pytest.mark.parametrize("suffix", AUDIO_SUFFIXES)
def test_a_file_that_cannot_grow_is_an_error_and_leaves_nothing(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    path.write_bytes(b"older")
    done = subprocess.run([sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == f"{path}: cannot be written (File too large); free some space or give another folder\n"
    assert done.stderr == ""
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("declared", [RATE, None])
def test_wav_in_a_pipe(tone, declared):
    pipe = io.BytesIO()
    stream = WavStream(pipe, RATE, declared)
    for start in range(0, RATE, 1920):
        stream.write(tone[start : start + 1920])
    pipe.seek(0)
    with wave.open(pipe) as read:
        assert (read.getframerate(), read.getnchannels(), read.getsampwidth()) == (RATE, 1, 2)
        assert declared is None or read.getnframes() == declared
        samples = np.frombuffer(read.readframes(RATE), "<i2") / 32767
    assert np.abs(samples - tone).max() <= 2**-15
    if declared is None:
        assert pipe.getvalue()[4:8] == b"\xff\xff\xff\xff"


@pytest.mark.parametrize(("marks", "licence"), [(True, ""), (False, "CC BY-NC-SA"), (True, "odd"), (False, "")])
def test_wav_in_a_pipe_says_what_it_is_before_its_sound(tone, marks, licence):
    pipe = io.BytesIO()
    WavStream(pipe, RATE, len(tone), marks_synthetic=marks, licence=licence).write(tone)
    assert len(pipe.getvalue()) == 8 + int.from_bytes(pipe.getvalue()[4:8], "little")
    pipe.seek(0)
    with soundfile.SoundFile(pipe) as read:
        assert read.comment == "\n".join(filter(None, (SYNTHETIC_MARK if marks else "", licence)))
        assert read.copyright == licence
        assert read.frames == len(tone)


def test_a_file_that_is_write_protected_stays(tmp_path, tone):
    path = tmp_path / "mine.wav"
    path.write_bytes(b"precious")
    path.chmod(0o444)
    with pytest.raises(OutputError, match=r"mine\.wav: is read-only; make it writable"):
        write(path, tone)
    assert path.read_bytes() == b"precious"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_behind_a_pipe_is_named():
    with (
        Path("/dev/full").open("wb", buffering=0) as full,
        pytest.raises(OutputError, match=r"standard output: cannot be written \(No space left on device\)"),
    ):
        WavStream(full, RATE)


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg", ".mp3"])
def test_files_say_that_they_are_synthetic_unless_asked_not_to(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    for marks, comment in ((True, SYNTHETIC_MARK), (False, "")):
        with audio_file(path, 24_000, marks_synthetic=marks) as sink:
            sink.write(np.zeros(4800, np.float32))
        with soundfile.SoundFile(path) as file:
            assert file.comment == comment


@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg", ".mp3"])
def test_files_carry_the_licence_of_their_sound(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    with audio_file(path, 24_000, marks_synthetic=False, licence="CC BY-NC-SA 4.0 (share alike)") as sink:
        sink.write(np.zeros(4800, np.float32))
    with soundfile.SoundFile(path) as file:
        assert file.comment == "CC BY-NC-SA 4.0 (share alike)"
        assert {file.copyright, file.license} <= {file.comment, ""}  # not all formats have these places
