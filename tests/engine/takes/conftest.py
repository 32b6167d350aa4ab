from collections.abc import Iterator

import pytest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import Take


@pytest.fixture(scope="session")
def engine(qwen3_tiny) -> Iterator[Engine]:
    """The tiny model, loaded once."""
    with Engine.load(qwen3_tiny.talker, threads=1) as loaded:
        yield loaded


@pytest.fixture
def spoken(engine: Engine) -> Take:
    """A finished take."""
    take = engine.speak(engine.request("Keep what I say.", seed=2**64 - 1, max_frames=12))
    take.wait()
    return take
