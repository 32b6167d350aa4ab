"""The tiny checkpoints as the prompt tests see them."""

from typing import Any

import pytest
from numpy.typing import NDArray
from phonoscope._native import GgufFile
from phonoscope.engine.families.qwen3_tts.file_info import Qwen3ModelInfo, SpecialIds, read_model_info
from phonoscope.engine.families.qwen3_tts.prompt import PromptWriter


@pytest.fixture(scope="module", params=["qwen3_tiny", "qwen3_tiny06"])
def model(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def golden(model: Any) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = model.golden
    return arrays


@pytest.fixture(scope="module")
def info(model: Any) -> Qwen3ModelInfo:
    return read_model_info(GgufFile(model.talker))


@pytest.fixture(scope="module")
def ids(info: Qwen3ModelInfo) -> SpecialIds:
    return info.ids


@pytest.fixture(scope="module")
def writer(info: Qwen3ModelInfo) -> PromptWriter:
    return PromptWriter(info)
