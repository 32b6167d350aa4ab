"""``phonoscope say`` with a tiny Echo-TTS: previews, blocks, continuations, and the licence in whatever is written."""

import io
import json
import zipfile

import numpy as np
import pytest
import soundfile
from phonoscope.engine.cli.main import main
from phonoscope.engine.families.echo_tts import licence
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.export import EXPORT_SUFFIXES, export_takes
from phonoscope.engine.takes.naming import DEFAULT_PATTERN
from phonoscope.engine.takes.store import TakeStore

QUICK = ("--steps", "4", "--max-frames", "16", "--threads", "1", "--json")


@pytest.fixture
def say(echo_pair, capsys):
    def run(*arguments, code=0):
        assert main(["say", "Odd sizes.", f"--model={echo_pair.model}", *QUICK, *map(str, arguments)]) == code
        printed = capsys.readouterr()
        return json.loads(printed.out) if code == 0 else printed.err

    return run


def test_previews_are_written_as_files(say, tmp_path):
    figures = say("-o", tmp_path / "a.wav", "--preview-steps", 2, "--previews", tmp_path / "previews")
    assert sorted(p.name for p in (tmp_path / "previews").iterdir()) == ["step-002.wav", "step-004.wav"]
    with (
        soundfile.SoundFile(tmp_path / "previews" / "step-004.wav") as last,
        soundfile.SoundFile(tmp_path / "a.wav") as whole,
    ):
        assert (last.samplerate, last.frames) == (figures["sample_rate_hz"], whole.frames)
        assert last.copyright == licence.TEXT
        assert np.abs(last.read() - whole.read()).max() < 1e-3


def test_the_licence_is_told_before_and_after(echo_pair, tmp_path, capsys):
    arguments = ["Odd.", f"--model={echo_pair.model}", *QUICK[:-1], "-o", str(tmp_path / "a.wav")]
    assert main(["say", *arguments]) == 0
    told = capsys.readouterr().err
    assert told.startswith(licence.TEXT)
    assert told.splitlines()[-1].split(": ")[0] == str(tmp_path / "a.wav")
    assert f"licence {licence.NAME}" in told.splitlines()[-1]


@pytest.mark.parametrize("streamed", [["--stream"], []])
def test_sound_on_standard_output_carries_the_licence(echo_pair, capfdbinary, streamed):
    arguments = ["Odd.", f"--model={echo_pair.model}", *QUICK[:-1], "-o", "-", *streamed]
    assert main(["say", *arguments]) == 0
    sound, told = capfdbinary.readouterr()
    assert told.decode().startswith(licence.TEXT)
    with soundfile.SoundFile(io.BytesIO(sound)) as file:
        assert file.copyright == licence.TEXT
        assert file.comment.startswith("Synthetic")


def test_a_window_that_the_model_cannot_make_is_refused(say, tmp_path):
    assert "641 frames are asked for; this model makes at most 640" in say(
        "-o", tmp_path / "a.wav", "--max-frames", 641, code=2
    )


def test_a_recording_for_a_voice_is_told_how_to_become_one(say, tmp_path):
    soundfile.write(tmp_path / "clip.wav", np.full(44_100, 0.1), 44_100)
    told = say("-o", tmp_path / "a.wav", "--voice", tmp_path / "clip.wav", code=2)
    assert "clip.wav" in told
    assert "phonoscope voices extract" in told
    assert len(told.strip().splitlines()) == 1


def test_previews_that_nobody_makes_are_refused(say, tmp_path):
    assert "--preview-steps" in say("-o", tmp_path / "a.wav", "--previews", tmp_path / "p", code=2)
    assert not (tmp_path / "p").exists()


def test_blocks_stream_one_after_the_other(say, tmp_path):
    figures = say("-o", tmp_path / "a.wav", "--first-block-frames", 4, "--block-frames", 4)
    assert figures["ttfa_ms"] < 1000 * figures["elapsed_s"]
    assert figures["n_frames"] == 16


def test_a_take_is_continued_and_made_again(say, tmp_path, echo_tiny, capsys):
    np.save(tmp_path / "before.npy", echo_tiny.golden["spk/latent"][0][:8])
    recipe = tmp_path / "recipe.json"
    figures = say("-o", tmp_path / "a.wav", "--continue", tmp_path / "before.npy", "--recipe", recipe)
    assert figures["request"]["continuation"]["kind"] == "latents"
    assert figures["n_frames"] == 16
    assert main(["render", str(recipe), "-o", str(tmp_path / "b.wav")]) == 0
    assert "the same, bit for bit" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["missing.npy", "damaged.npy", "recording.wav"])
def test_what_cannot_be_continued_is_named(say, tmp_path, name):
    if name != "missing.npy":
        (tmp_path / name).write_bytes(b"\x93NUMPY\x01\x00")
    message = say("-o", tmp_path / "a.wav", "--continue", tmp_path / name, code=2)
    assert name in message
    assert len(message.strip().splitlines()) == 1


@pytest.mark.parametrize("suffix", EXPORT_SUFFIXES)
def test_exported_files_carry_the_licence(echo_pair, tmp_path, suffix):
    with Engine.load(echo_pair.model, codec=echo_pair.codec, threads=1) as engine:
        take = engine.speak(engine.request("Odd.", max_frames=8, sampler={"steps": 2, "preview_steps": 1}))
        take.wait()
        store = TakeStore(tmp_path / "takes")
        summary = store.record(take).finish(take.request)
    path = export_takes(store, [summary], tmp_path / "out", DEFAULT_PATTERN, suffix)[0]
    if suffix != ".zip":
        with soundfile.SoundFile(path) as file:
            assert licence.TEXT in file.comment
            assert file.comment.startswith("Synthetic")
        return
    with zipfile.ZipFile(path) as archive:
        files = {name.split("/", 1)[1]: name for name in archive.namelist()}
        assert {"audio.wav", "previews/step-001.wav", "previews/step-002.wav", "latents.npy"} <= set(files)
        assert archive.read(files["LICENCE.txt"]).decode().strip() == licence.TEXT
        with archive.open(files["audio.wav"]) as sound, soundfile.SoundFile(sound) as file:
            assert licence.TEXT in file.comment
            assert file.comment.startswith("Synthetic")
