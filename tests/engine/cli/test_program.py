"""What holds before any command runs: standard streams, Ctrl-C while the program is loaded."""

import importlib
import json
import shlex
import subprocess
import sys
from types import SimpleNamespace

import pytest
from phonoscope.engine.cli import program

PROGRAM = [sys.executable, "-m", "phonoscope.engine.cli.program"]


def run(arguments, closed):
    line = f"exec {shlex.join([*PROGRAM, *map(str, arguments)])} {closed}"
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=300, check=False)


def test_ctrl_c_while_it_is_loaded(monkeypatch, capsys):
    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib, "import_module", lambda name: SimpleNamespace(main=interrupt))
    assert program.run() == 130
    assert capsys.readouterr().err == "phonoscope: interrupted\n"


def test_the_exit_code_is_that_of_the_command(monkeypatch):
    monkeypatch.setattr(importlib, "import_module", lambda name: SimpleNamespace(main=lambda: 7))
    assert program.run() == 7


def test_without_standard_error_the_sound_is_written(qwen3_tiny, tmp_path):
    out = tmp_path / "a.wav"
    done = run(["say", "Hi.", "--model", qwen3_tiny.talker, "--max-frames", 2, "-o", out, "--json"], "2>&-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["n_frames"] == 2
    assert out.read_bytes()[:4] == b"RIFF"


def test_without_standard_input_there_is_no_text(qwen3_tiny):
    for more in ([], ["--stream"]):
        done = run(["say", "-", "--model", qwen3_tiny.talker, "-o", "-", *more], "<&-")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("phonoscope: the text is blank")


@pytest.mark.parametrize("arguments", [["--json"], ["-o", "-"], ["-o", "-", "--stream"]])
def test_what_a_closed_standard_output_should_get_is_refused(qwen3_tiny, arguments):
    done = run(["say", "Hi.", "--model", qwen3_tiny.talker, "--max-frames", 2, *arguments], ">&-")
    assert done.returncode == 2
    assert "phonoscope: standard output: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_ends_it_quietly():
    process = subprocess.Popen([*PROGRAM, "doctor", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141
