"""The tiny Audio8 checkpoint as the prompt tests see it."""

import pytest
import tokenizers
from phonoscope._native import GgufFile
from phonoscope.engine.families.audio8.file_info import Audio8ModelInfo, read_model_info
from phonoscope.engine.families.audio8.prompt import PromptWriter


@pytest.fixture(scope="session")
def info(audio8_tiny) -> Audio8ModelInfo:
    return read_model_info(GgufFile(audio8_tiny.model))


@pytest.fixture(scope="session")
def writer(info) -> PromptWriter:
    return PromptWriter(info, info.file.path)


@pytest.fixture(scope="session")
def tokenizer(audio8_tiny) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_file(str(audio8_tiny.folder / "tokenizer.json"))
