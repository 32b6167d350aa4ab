import json
import sys

import pytest
from phonoscope.engine.cli.doctor import available_memory_bytes


def test_doctor_looks_at_everything(phonoscope):
    done = phonoscope("doctor", "--json")
    assert done.returncode == 0
    findings = {f["subject"]: f for f in json.loads(done.stdout)["findings"]}
    assert set(findings) >= {"native engine", "memory", "disk", "sound device", "sound files", "display", "models"}
    assert findings["native engine"]["verdict"] == "ok"
    assert findings["sound files"]["verdict"] == "ok"
    assert phonoscope("doctor").stdout.count("\n") >= len(findings)


def test_without_a_display_the_window_says_so(phonoscope, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    refused = phonoscope()
    said = "there is no display for the window; the commands and --screenshot work without"
    assert (refused.returncode, refused.stderr) == (2, f"phonoscope: {said}\n")
    found = {f["subject"]: f for f in json.loads(phonoscope("doctor", "--json").stdout)["findings"]}
    assert (found["display"]["verdict"], found["display"]["detail"]) == ("missing", said)


def test_doctor_fails_where_models_cannot_be_stored(phonoscope_program, tmp_path):
    (tmp_path / "home").write_text("a file, no folder")
    done = phonoscope_program("doctor", "--json", env={"XDG_DATA_HOME": str(tmp_path / "home")})
    disk = next(f for f in json.loads(done.stdout)["findings"] if f["subject"] == "disk")
    assert (done.returncode, disk["verdict"]) == (1, "failed")
    assert "cannot be written" in disk["detail"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [("MemFree:  100 kB\nMemAvailable:   300 kB\nCached:  200 kB\n", 300 * 1024), ("MemFree:  100 kB\n", None)],
)
def test_memory_that_only_keeps_files_at_hand_counts_as_available(tmp_path, lines, expected):
    (tmp_path / "meminfo").write_text(lines)
    assert available_memory_bytes(tmp_path / "meminfo") == expected
    assert available_memory_bytes(tmp_path / "nowhere") is None
