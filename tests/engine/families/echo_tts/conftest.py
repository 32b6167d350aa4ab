"""A tiny random Echo-TTS, as it is published and as GGUF files, and what the reference made of it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from phonoscope.engine.families.echo_tts.conversion import find_files, plan_model
from phonoscope.engine.models.convert import convert, write_file
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy


@dataclass(frozen=True)
class TinyEcho:
    folder: Path
    model: Path
    golden: dict[str, NDArray[np.generic]]


@pytest.fixture(scope="session")
def echo_pair(data: Path, tmp_path_factory: pytest.TempPathFactory) -> ModelPair:
    """The same model with its codec, converted as the command line does it."""
    report = convert(data / "echo_tiny", tmp_path_factory.mktemp("echo_pair") / "echo.gguf", QuantisationPolicy("f32"))
    return ModelPair(report.model, report.codec)


def convert_model(folder: Path, out: Path, policy: QuantisationPolicy) -> Path:
    files = find_files(folder)
    assert files is not None
    write_file(out, plan_model(files, policy))
    return out


@pytest.fixture(scope="session")
def echo_tiny(data: Path, tmp_path_factory: pytest.TempPathFactory) -> TinyEcho:
    folder = data / "echo_tiny"
    out = tmp_path_factory.mktemp("echo_tiny") / "echo.gguf"
    with np.load(folder / "golden.npz") as arrays:
        golden = {name: arrays[name] for name in arrays.files}
    return TinyEcho(folder, convert_model(folder, out, QuantisationPolicy("f32")), golden)
