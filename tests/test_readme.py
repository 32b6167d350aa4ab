"""What the README shows is there: its example runs, its commands are understood, its files and targets exist."""

import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from phonoscope.engine.cli.main import build_parser

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def shown_commands() -> Iterator[str]:
    """Yield the commands that stand by themselves; "models list | info M" are two."""
    for line in re.findall(r"^    phonoscope(?: .*)?$", TEXT, re.M):
        first, *others = re.split(r" {2,}| < ", line.strip())[0].removeprefix("phonoscope").split(" | ")
        yield first.strip()
        yield from (f"{first.split()[0]} {other}" for other in others if other != "aplay")


def test_python_example_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [example] = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    assert len(example.strip().splitlines()) <= 10
    program = tmp_path / "example.py"
    program.write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(program))
    sound, rate_hz = soundfile.read(tmp_path / "evening.wav")
    assert rate_hz == 24000
    assert len(sound) > 0 and np.isfinite(sound).all() and np.abs(sound).max() > 0.01
    assert "talker" in capsys.readouterr().out


@pytest.mark.parametrize("command", list(shown_commands()))
def test_commands_are_understood(command: str) -> None:
    build_parser().parse_args(shlex.split(command))


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`phonoscope ([a-z]+(?: [a-z]+)?)", TEXT))))
def test_commands_that_are_mentioned_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args([*command.split(), "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: phonoscope {command}")


def test_files_and_targets_exist() -> None:
    linked = re.findall(r"\]\((?!https?:)([^)#]+)\)", TEXT)
    named = re.findall(r"`((?:engine|gui|native|resources|tests)/[\w./-]*)", TEXT)
    assert [path for path in (*linked, *named) if not (ROOT / path).exists()] == []
    targets = set(re.findall(r"(?:^    |`)make ([a-z-]+)", TEXT, re.M))
    made = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert {"say", "test"} <= targets
    assert targets <= set(made)
    for module in re.findall(r"python -m phonoscope\.([\w.]+)", TEXT):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file(), module
