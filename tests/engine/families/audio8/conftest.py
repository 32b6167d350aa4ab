"""The tiny Audio8 checkpoint: as the prompt tests see it, and what it said with a voice."""

import numpy as np
import pytest
import tokenizers
from phonoscope._native import GgufFile
from phonoscope.engine.families.audio8.file_info import Audio8ModelInfo, read_model_info
from phonoscope.engine.families.audio8.prompt import PromptWriter
from phonoscope.engine.request import WatchdogRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.files import pack_codes

TEXT = "hello there, world. once more."
TRANSCRIPT = "what anna said"
N_FRAMES = 14
QUIET = WatchdogRequest(enabled=False)


@pytest.fixture(scope="session")
def info(audio8_tiny) -> Audio8ModelInfo:
    return read_model_info(GgufFile(audio8_tiny.model))


@pytest.fixture(scope="session")
def writer(info) -> PromptWriter:
    return PromptWriter(info, info.file.path)


@pytest.fixture(scope="session")
def tokenizer(audio8_tiny) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_file(str(audio8_tiny.folder / "tokenizer.json"))


@pytest.fixture(scope="module")
def engine(audio8_tiny):
    with Engine.load(audio8_tiny.model, threads=2) as engine:
        yield engine


@pytest.fixture(scope="module")
def voice(tmp_path_factory):
    path = tmp_path_factory.mktemp("voice") / "anna.rvq"
    path.write_bytes(pack_codes(np.random.default_rng(4).integers(0, 48, (9, 10), np.int32), 48))
    path.with_suffix(".txt").write_text(TRANSCRIPT)
    return path


@pytest.fixture(scope="module")
def request_(engine, voice):
    return engine.request(
        TEXT, voice=voice, seed=7, max_frames=N_FRAMES, watchdog=QUIET, sampler={"min_new_tokens": N_FRAMES}
    )


def spoken(engine, request):
    take = engine.speak(request)
    take.wait()
    take.check()
    return take


@pytest.fixture(scope="module")
def reference(engine, request_):
    take = spoken(engine, request_)
    assert take.n_frames == N_FRAMES
    return take


def assert_same(take, other):
    np.testing.assert_array_equal(take.codes, other.codes)
    np.testing.assert_array_equal(take.audio, other.audio)
