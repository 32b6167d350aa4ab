"""All steps with one command, at toy size: it stops in time and goes on."""

import importlib
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("torch")

from phonoscope.engine.errors import RequestError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.training import parity, sitting

pytestmark = pytest.mark.usefixtures("counted_seconds")


@pytest.fixture
def command(tmp_path, data_folder, corpus_file, teacher_folder):
    shutil.copytree(data_folder, tmp_path / "data")
    return [
        "sitting", "--work", tmp_path, "--corpus", corpus_file, "--teacher", teacher_folder, "--size", "toy",
        "--hours", "0.1", "--codec-seconds", "9", "--talker-seconds", "9", "--speaker-seconds", "9",
        "--languages", "english", "french",
    ]  # fmt: skip


@pytest.fixture
def begun(monkeypatch):
    """Run the steps in this process, which is quicker, and give the names of those that were begun."""
    names = []

    def run(command, check):
        assert command[:2] == [sys.executable, "-m"]
        names.append(command[2].removeprefix("phonoscope.engine."))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", command[2:])
            importlib.import_module(command[2]).main()

    monkeypatch.setattr(subprocess, "run", run)
    return names


def sit(monkeypatch, command, seconds):
    monkeypatch.setattr(sys, "argv", [*map(str, command), "--seconds", str(seconds)])
    sitting.main()


def speaks_both(model):
    with Engine.load(str(model), threads=1) as engine:
        assert engine.declaration.languages == ("auto", "english", "french")
        with pytest.raises(RequestError, match="does not speak 'german'; choose one of auto, english, french"):
            engine.speak(engine.request("Zwei.", language="german"))
        for language in ("french", "auto"):
            request = engine.request("J'ai 2 chats.", language=language, max_frames=3)
            take = engine.speak(request)
            take.wait()
            take.check()
            assert list(engine.as_read(request)) == ["J'ai deux chats."]


def assert_native_engine_agrees(monkeypatch, capsys, folder):
    voices = sorted((folder / "hf" / "voices").glob("*.spk"))[:2]

    def compare(model):
        arguments = ["parity", str(model), "--size", "toy", "--voices", *map(str, voices)]
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit) as ended:
            parity.main()
        return ended.value.code, capsys.readouterr().out

    code, out = compare(folder / "voice.gguf")
    assert (code, out.count("sound within")) == (0, 3)
    with monkeypatch.context() as patch:  # other weights say something else
        load = parity.load_speech

        def spoilt(source, size):
            speech = load(source, size)
            speech.talker.codec_head.weight.data.neg_()
            return speech

        patch.setattr(parity, "load_speech", spoilt)
        code, out = compare(folder / "voice.gguf")
    assert code == 1
    assert "0 of 3 texts the same" in out


def test_a_sitting_makes_what_is_missing_and_goes_on(command, begun, tmp_path, monkeypatch, capsys):
    sit(monkeypatch, command, 0)
    assert "paused" in capsys.readouterr().out
    assert begun == []
    sit(monkeypatch, command, 3600)
    assert begun == [
        "training.train_codec", "training.codes", "training.train_talker", "training.train_speaker",
        "training.export", "cli.main",
    ]  # fmt: skip
    begun.clear()
    sit(monkeypatch, command, 3600)
    assert begun == []
    assert "is there" in capsys.readouterr().out
    speaks_both(tmp_path / "voice.gguf")
    assert_native_engine_agrees(monkeypatch, capsys, tmp_path)
    for path in (tmp_path / "models").iterdir():
        path.unlink()
    first = (tmp_path / "voice.gguf").rename(tmp_path / "first.gguf")
    sit(monkeypatch, [*command, "--init", first, "--init-size", "toy"], 3600)
    assert begun == ["training.restore", "training.train_codec", "training.train_talker", "cli.main"]
    assert (tmp_path / "voice.gguf").stat().st_size == first.stat().st_size


def test_a_step_that_fails_ends_the_sitting_with_its_command(command, monkeypatch):
    def fail(command, check):
        raise subprocess.CalledProcessError(3, command)

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(SystemExit, match=r"train_codec[^\n]*\nended with 3"):
        sit(monkeypatch, command, 3600)
