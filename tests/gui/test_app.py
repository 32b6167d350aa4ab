import os

import pytest
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.app import main
from PySide6.QtGui import QImage


@pytest.mark.parametrize("layout", ["audition", "debug"])
def test_a_screenshot_shows_a_take(qapp, qwen3_tiny, tmp_path, layout):
    empty, spoken = tmp_path / "empty.png", tmp_path / "spoken.png"
    options = {"layout": layout, "theme": "dark", "size": (1280, 800)}
    assert main(screenshot=empty, **options) == 0
    assert main(screenshot=spoken, model=str(qwen3_tiny.talker), speak=["Smile."], **options) == 0
    after = QImage(str(spoken))
    assert (after.width(), after.height()) == (1280, 800)
    assert _share_of_changed_pixels(empty, spoken) > 0.1


def test_a_screenshot_compares_the_last_two_takes(qapp, qwen3_tiny, tmp_path):
    empty, compared, again = (tmp_path / f"{name}.png" for name in ("empty", "compared", "again"))
    assert main(screenshot=empty, page="compare", theme="light") == 0
    model = str(qwen3_tiny.talker)
    for path in (compared, again):
        done = main(screenshot=path, page="compare", theme="light", model=model, speak=["Smile."] * 2, seed=3)
        assert done == 0
    assert _share_of_changed_pixels(empty, compared) > 0.1
    assert _share_of_changed_pixels(compared, again) == 0  # of the same seeds


def _share_of_changed_pixels(before, after):
    """Where the panes of the take are."""
    images = QImage(str(before)), QImage(str(after))
    panes = [(x, y) for x in range(420, 1260, 8) for y in range(80, 480, 8)]
    return sum(images[0].pixel(*at) != images[1].pixel(*at) for at in panes) / len(panes)


def test_without_a_model_the_bundled_voice_speaks_and_nothing_is_kept(qapp, tmp_path):
    empty, spoken = tmp_path / "empty.png", tmp_path / "spoken.png"
    assert main(screenshot=empty, layout="debug", theme="light") == 0
    assert main(screenshot=spoken, layout="debug", theme="light", speak=["Hi."]) == 0
    assert _share_of_changed_pixels(empty, spoken) > 0.1
    assert TakeStore().summaries() == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layout": "cosy"}, "the layouts are audition, debug"),
        ({"theme": "pink"}, "the themes are"),
        ({"page": "cover"}, "the pages are take, compare"),
        ({"speak": ["   "]}, "the text is blank"),
        ({"model": "no-such-model"}, "no-such-model"),
    ],
)
def test_what_does_not_fit_is_an_error_in_one_line(qapp, tmp_path, options, message):
    with pytest.raises(PhonoscopeError, match=message):
        main(screenshot=tmp_path / "out.png", **options)
    assert not (tmp_path / "out.png").exists()


def test_a_screenshot_needs_a_folder_that_exists(qapp, tmp_path):
    with pytest.raises(PhonoscopeError, match="nowhere does not exist"):
        main(screenshot=tmp_path / "nowhere" / "out.png")


def test_the_command_line_draws_the_window(tmp_path):
    import subprocess
    import sys

    out = tmp_path / "window.png"
    command = [sys.executable, "-m", "phonoscope.engine.cli.main", "--screenshot", out, "--size", "900x600"]
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert "propagateSizeHints" not in done.stderr
    assert QImage(str(out)).width() == 900
