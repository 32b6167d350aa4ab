"""Let the language model speak texts of a corpus, and a listener judge what it says."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from phonoscope.engine.training import sample
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.draw import Drawer, Drawn
from phonoscope.engine.training.layers import fuse_snake, use_channels_last
from phonoscope.engine.training.prompts import Prompts
from phonoscope.engine.training.talker import Talker
from phonoscope.engine.training.utterances import load as load_corpus
from torch import Tensor

AROUND = 12  # positions of a prompt beside its bytes: at most 11, and even
CHECKED_TEMPERATURE = 0.5  # at which the voice is used


@dataclass(frozen=True)
class Shape:
    """Batches of one kind.

    Attributes
    ----------
    least, most : int
        Bytes of a text.
    frames : int
        Most frames of an utterance.
    texts : int
        Of a batch.
    """

    least: int
    most: int
    frames: int
    texts: int


SHAPES = {
    "small": {"short": Shape(2, 28, 40, 256), "long": Shape(29, 84, 96, 96)},
    "toy": {"short": Shape(2, 28, 6, 6), "long": Shape(29, 84, 8, 4)},
}
FRENCH_SHARE = 8  # one text in so many


class Material:
    """Texts and voices to speak them.

    Parameters
    ----------
    texts : dict
        Texts by language.
    voices : dict
        Vectors [hidden] by name; names of French ones begin with "f".
    seed : int
        Of all choices.
    """

    def __init__(self, texts: dict[str, list[str]], voices: dict[str, Tensor], seed: int) -> None:
        self.texts, self.random = texts, random.Random(seed)
        self.fitting: dict[tuple[Shape, str], list[str]] = {}
        self.voices = {
            language: [v for name, v in sorted(voices.items()) if name.startswith("f") == (language == "french")]
            for language in texts
        }
        for language, own in self.voices.items():
            if not own:
                raise SystemExit(f"no voice for {language}")

    def draw(self, shape: Shape, language: str, count: int) -> list[str]:
        """Give some texts of a shape."""
        if (shape, language) not in self.fitting:
            texts = (t for t in self.texts.get(language, []) if shape.least <= len(t.encode()) <= shape.most)
            self.fitting[shape, language] = list(texts)
        fitting = self.fitting[shape, language]
        if len(fitting) < count:
            size = f"{shape.least} to {shape.most} bytes"
            raise SystemExit(f"{len(fitting)} texts of {size} in {language} are too few: give more corpora")
        return self.random.sample(fitting, count)

    def voice(self, language: str) -> Tensor:
        """Give a voice, or a mixture of two."""
        first, second = (self.random.choice(self.voices[language]) for _ in range(2))
        share = self.random.random() if self.random.random() < 0.3 else 1.0
        return share * first + (1 - share) * second


@dataclass(frozen=True)
class Batch:
    """Texts with all that speaking them takes."""

    texts: Sequence[str]
    languages: Sequence[str]
    prompts: Prompts

    @property
    def written(self) -> list[str]:
        """The texts as a listener would write them: with a capital and a stop."""
        return [as_written(text) for text in self.texts]

    @property
    def english(self) -> Tensor:
        """Whether the listener knows the language [texts]."""
        return torch.tensor([name == "english" for name in self.languages], device=self.prompts.text.device)


def batch(material: Material, shape: Shape, model: Talker, device: torch.device) -> Batch:
    """Make a batch; half of the prompts name their language."""
    french = shape.texts // FRENCH_SHARE if "french" in material.texts else 0
    languages = ["english"] * (shape.texts - french) + ["french"] * french
    texts = [text for name in dict.fromkeys(languages) for text in material.draw(shape, name, languages.count(name))]
    named = [name if material.random.random() < 0.5 else None for name in languages]
    vectors = torch.stack([material.voice(name) for name in languages]).to(device)
    return Batch(texts, languages, Prompts.of(texts, named, vectors, model.ids, shape.most + AROUND))


class Speakers:
    """Speak batches of several shapes with one model."""

    def __init__(self, model: Talker, group: int, temperature: float) -> None:
        self.model, self.group, self.temperature = model, group, temperature
        self.drawers: dict[Shape, Drawer] = {}

    def __call__(self, made: Batch, shape: Shape) -> Drawn:
        """Speak every text of a batch `group` times."""
        if shape not in self.drawers:
            rows, columns = self.group * len(made.texts), made.prompts.text.shape[1]
            self.drawers[shape] = Drawer(self.model, rows, columns, shape.frames, self.temperature)
        return self.drawers[shape](made.prompts, self.group)


def as_written(text: str) -> str:
    """Give a text with a capital and a stop."""
    ends = text.rstrip("\"')\N{RIGHT DOUBLE QUOTATION MARK}")[-1:] in tuple(".,!?;:…")
    return text[0].upper() + text[1:] + ("" if ends else ".")


def load_texts(corpora: Sequence[Path]) -> dict[str, list[str]]:
    """Give the texts of corpora by language, without those that only shout or hold figures."""
    out: dict[str, list[str]] = {}
    for utterance in load_corpus(*corpora):
        if not utterance.text.isupper() and not any(c.isdigit() for c in utterance.text):
            out.setdefault(utterance.language, []).append(utterance.text)
    return {language: sorted(set(texts)) for language, texts in out.items()}


def load_voices(folder: Path) -> dict[str, Tensor]:
    """Read the speaker vectors that `export` wrote."""
    return {path.stem: torch.from_numpy(np.fromfile(path, "<f4")) for path in folder.glob("*.spk")}


def load_models(folder: Path, size: str, device: torch.device) -> tuple[Talker, Codec]:
    """Read ``talker.pt`` and ``codec.pt``; neither is trained yet."""
    speech = sample.load(folder, size)
    return speech.talker.to(device).requires_grad_(False), speech.codec.to(device).requires_grad_(False)


def add_sources(parser: argparse.ArgumentParser) -> None:
    """Add the options that name models, texts, voices and listener."""
    parser.add_argument("--models", type=Path, required=True, help="folder of talker.pt and codec.pt")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True)
    parser.add_argument("--voices", type=Path, required=True, help="folder of .spk files")
    parser.add_argument("--listener", type=Path, required=True, help="English Whisper model, CTranslate2, f16")
    parser.add_argument("--size", default="small")


def prepare() -> torch.device:
    """Set the GPU up, if there is one."""
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    if not torch.cuda.is_available():
        return torch.device("cpu")
    use_channels_last(True)
    fuse_snake()
    return torch.device("cuda")
