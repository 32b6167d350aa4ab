"""Rules that hold for every test: the installed package alone, no one's own folders, nothing left running."""

import os
import shutil
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest
from numpy.typing import NDArray

from .altered_weights import with_weights

REPOSITORY = Path(__file__).resolve().parent.parent
DATA = REPOSITORY / "tests" / "data"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before any Qt module is imported
os.environ |= {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}  # whatever language the machine speaks
# From the repository root, `import engine` would give a second copy of every module beside phonoscope.engine.
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != REPOSITORY]

# How long one example takes, or many, says something about the machine only; every run tries the same ones.
hypothesis.settings.register_profile(
    "phonoscope", deadline=None, derandomize=True, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("phonoscope")


@pytest.fixture(scope="session", autouse=True)
def own_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give this run, and the programs it starts, an empty home, cache and configuration."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
        yield


@pytest.fixture(autouse=True)
def no_thread_left_behind() -> Iterator[None]:
    """Fail a test that leaves a thread running which it started."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        if isinstance(thread, threading._DummyThread):
            continue  # Python's note of a thread that Qt made, which outlives the thread itself
        for _ in range(100):  # in steps, so that time in which this process was held does not count
            thread.join(0.1)
        assert not thread.is_alive(), f"the test left thread {thread.name} running"


@pytest.fixture(scope="session")
def data() -> Path:
    """Folder of the small files that tests read."""
    return DATA


class RecordingDevice:
    """A sound device that keeps what is played."""

    def __init__(self) -> None:
        self.rate_hz = 0
        self.name = ""
        self.blocks: list[np.ndarray] = []
        self.ended_by = ""

    def __call__(self, rate_hz: int, name: str) -> "RecordingDevice":
        self.rate_hz, self.name = rate_hz, name
        return self

    @property
    def sound(self) -> np.ndarray:
        """All samples played."""
        return np.concatenate(self.blocks)[:, 0] if self.blocks else np.zeros(0, np.float32)

    def write(self, samples: np.ndarray) -> None:
        self.blocks.append(samples.copy())

    def stop(self) -> None:
        self.ended_by = "stop"

    def abort(self) -> None:
        self.ended_by = "abort"

    def close(self) -> None: ...


@pytest.fixture
def device() -> RecordingDevice:
    """Where sound goes in tests."""
    return RecordingDevice()


@dataclass(frozen=True)
class TinyModel:
    """A tiny random checkpoint: as a Hugging Face folder, as f32 GGUF files, and what the reference made of it."""

    folder: Path
    talker: Path
    codec: Path
    golden_path: Path

    @property
    def golden(self) -> dict[str, NDArray[np.generic]]:
        """The recorded arrays by name."""
        with np.load(self.golden_path) as arrays:
            return {name: arrays[name] for name in arrays.files}


def _tiny_model(folder: Path, golden_path: Path, out: Path) -> TinyModel:
    # Imported here: the package must not be imported before the settings above are made.
    from phonoscope.engine.models.convert import convert
    from phonoscope.engine.models.quantisation import QuantisationPolicy

    report = convert(folder, out / "talker.gguf", QuantisationPolicy("f32"))
    return TinyModel(folder, report.model, report.codec, golden_path)


@pytest.fixture(scope="session")
def qwen3_tiny(tmp_path_factory: pytest.TempPathFactory) -> TinyModel:
    """The 1.7B-like checkpoint: talker wider than the predictor, with a projection between them."""
    tiny = DATA / "qwen3_tiny"
    return _tiny_model(tiny / "model", tiny / "golden.npz", tmp_path_factory.mktemp("qwen3_tiny"))


@pytest.fixture(scope="session")
def qwen3_tiny06(qwen3_tiny: TinyModel, tmp_path_factory: pytest.TempPathFactory) -> TinyModel:
    """The 0.6B-like checkpoint: talker and predictor of the same width, no projection; the codec is the other's."""
    out = tmp_path_factory.mktemp("qwen3_tiny06")
    folder = shutil.copytree(DATA / "qwen3_tiny06" / "model", out / "model")
    shutil.copytree(qwen3_tiny.folder / "speech_tokenizer", folder / "speech_tokenizer")
    shared = ("dec/", "enc/", "ref_wav", "spk/mel")
    golden: dict[str, Any] = {k: v for k, v in qwen3_tiny.golden.items() if k.startswith(shared)}
    with np.load(DATA / "qwen3_tiny06" / "golden.npz") as arrays:
        golden |= {name: arrays[name] for name in arrays.files}
    np.savez(out / "golden.npz", **golden)
    return _tiny_model(folder, out / "golden.npz", out)


def _altered_talker(model: TinyModel, value: float, folder: Path) -> Path:
    """Write the model with another value for the first weight of the talker's second feed-forward output."""
    shutil.copy(model.codec, folder)
    return with_weights(model.talker, "talker.blk.1.ffn_down.weight", value, folder / model.talker.name)


@pytest.fixture(scope="session")
def poisoned(qwen3_tiny: TinyModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny model with one weight that is not a number, in the talker's layer 1."""
    return _altered_talker(qwen3_tiny, np.nan, tmp_path_factory.mktemp("poisoned"))


@pytest.fixture(scope="session")
def mistaken(qwen3_tiny: TinyModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny model with one weight that is far too large, in the talker's layer 1."""
    return _altered_talker(qwen3_tiny, 40.0, tmp_path_factory.mktemp("mistaken"))


@dataclass(frozen=True)
class TinyAudio8:
    """A tiny random Audio8 of the hybrid kind that can read text: as it would be published, and as f32 GGUF files."""

    folder: Path
    model: Path
    codec: Path


@pytest.fixture(scope="session")
def audio8_tiny(tmp_path_factory: pytest.TempPathFactory) -> TinyAudio8:
    """The hybrid checkpoint with a tokenizer and a codec."""
    from phonoscope.engine.models.convert import convert
    from phonoscope.engine.models.quantisation import QuantisationPolicy

    out = tmp_path_factory.mktemp("audio8_tiny")
    report = convert(DATA / "audio8_ship", out / "tiny.gguf", QuantisationPolicy("f32"))
    return TinyAudio8(DATA / "audio8_ship", report.model, report.codec)
