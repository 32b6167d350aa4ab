"""Files appear whole or not at all, and only files are replaced."""

import os

import pytest
from phonoscope.engine.errors import OutputError
from phonoscope.engine.models.atomic_file import replacing


def test_a_file_takes_the_place_of_another(tmp_path):
    path = tmp_path / "a.json"
    for text in ("first", "second"):
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_what_is_no_file_is_never_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "link.json").symlink_to(os.devnull)
    for name in ("pipe.json", "link.json"):
        with pytest.raises(OutputError, match=f"{name}: is no file but a device or a pipe"), replacing(tmp_path / name):
            pytest.fail("too late")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["link.json", "pipe.json"]
    assert (tmp_path / "pipe.json").is_fifo()
