"""A tiny model that speaks, and what it said."""

import numpy as np
import pytest
from phonoscope.engine.request import WatchdogRequest
from phonoscope.engine.synthesis import Engine

TEXT = "the old voice speaks slowly to the fox. Hello world, again and again!"


@pytest.fixture(scope="module")
def voice(qwen3_tiny, tmp_path_factory):
    path = tmp_path_factory.mktemp("voice") / "anna.spk"
    qwen3_tiny.golden["xvec"].astype("<f4").tofile(path)
    return path


@pytest.fixture(scope="module")
def engine(qwen3_tiny):
    with Engine.load(qwen3_tiny.talker, threads=2) as engine:
        yield engine


@pytest.fixture
def request_(engine, voice):
    return engine.request(TEXT, voice=voice, seed=7, max_frames=24, watchdog=WatchdogRequest(enabled=False))


def spoken(engine, request, **arguments):
    take = engine.speak(request, **arguments)
    take.wait()
    take.check()
    return take


@pytest.fixture(scope="module")
def reference(engine, voice):
    request = engine.request(TEXT, voice=voice, seed=7, max_frames=24, watchdog=WatchdogRequest(enabled=False))
    take = spoken(engine, request)
    assert take.n_frames > 8
    return take.audio.copy(), take.codes.copy()


def assert_same(take, reference):
    np.testing.assert_array_equal(take.codes, reference[1])
    np.testing.assert_array_equal(take.audio, reference[0])
