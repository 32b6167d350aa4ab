"""The example in the README runs as it stands there."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
import soundfile

README = Path(__file__).resolve().parent.parent / "README.md"


def test_python_example_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [example] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert len(example.strip().splitlines()) <= 10
    program = tmp_path / "example.py"
    program.write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(program))
    sound, rate_hz = soundfile.read(tmp_path / "evening.wav")
    assert rate_hz == 24000
    assert len(sound) > 0 and np.isfinite(sound).all() and np.abs(sound).max() > 0.01
    assert "talker" in capsys.readouterr().out
