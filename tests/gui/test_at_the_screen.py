"""The window is used on a real X display, with the mouse and the keyboard."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("at_the_screen.py")
MISSING = [tool for tool in ("xvfb-run", "xdotool") if shutil.which(tool) is None]


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed")
def test_sound_comparison_and_alarm_are_reached_with_mouse_and_keyboard(poisoned, tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path), "QT_QPA_PLATFORM": "xcb"}
    screen = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1280x860x24"]
    command = [*screen, sys.executable, SCRIPT, tmp_path, poisoned]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    tasks = ("sound", "drop", "comparison", "takes", "arranging", "alarm", "closing")
    assert done.stdout.splitlines() == [f"done {task}" for task in tasks]
    assert [path.suffix for path in (tmp_path / "out").iterdir()] == [".wav"]
