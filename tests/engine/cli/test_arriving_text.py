import os
import threading
from collections.abc import Iterator

import pytest
from phonoscope.engine.cli.arriving_text import ArrivingText
from phonoscope.engine.errors import RequestError


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    read, write = os.pipe()
    yield read, write
    os.close(read)


def test_pieces_come_as_they_are_written(pipe):
    read, write = pipe
    pieces = iter(ArrivingText(read))
    for piece in ("Hello ", "world. "):
        os.write(write, piece.encode())
        assert next(pieces) == piece
    os.close(write)
    assert list(pieces) == [""]


def test_characters_cut_between_pieces_and_wrong_bytes(pipe):
    read, write = pipe
    pieces = iter(ArrivingText(read))
    os.write(write, "ü".encode()[:1])
    assert next(pieces) == ""
    os.write(write, "ü".encode()[1:] + b"\xff.")
    os.write(write, b"\xc3")
    os.close(write)
    assert "".join(pieces) == "ü\ufffd.\ufffd"


def test_a_reader_that_waits_can_be_stopped(pipe):
    read, write = pipe
    text = ArrivingText(read)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.extend(text))
    reader.start()
    text.stop()
    reader.join()
    os.close(write)
    assert got == []


def test_too_much_text(pipe):
    read, write = pipe
    writer = threading.Thread(target=lambda: os.write(write, b"x" * 50_001))
    writer.start()
    with pytest.raises(RequestError, match="more than 50000 characters; split it"):
        for _ in ArrivingText(read):
            pass
    writer.join()
    os.close(write)
