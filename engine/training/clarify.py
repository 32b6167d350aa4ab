"""Step 6, afterwards: teach the decoder to be understood, by a listener who hears what the language model says.

The language model speaks texts of the corpus, the decoder turns the codes into sound, and a Whisper model (`listener`)
says how likely it finds the text: the gradient of that goes through the sound into the decoder. What the decoder made
of the same codes at the start is an anchor: spectra may not move far from it; French, which the listener does not know,
has only the anchor. The sound reaches the listener late, louder or softer and with noise, so that nothing but clearer
speech helps. Time-boxed; stopped before its time, the same command goes on from ``clarify_state.pt``.
"""

from __future__ import annotations

import argparse
import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass

import torch
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.hear import (
    CHECKED_TEMPERATURE,
    SHAPES,
    Material,
    Shape,
    Speakers,
    add_sources,
    batch,
    load_models,
    load_texts,
    load_voices,
    prepare,
)
from phonoscope.engine.training.learner import Learner, add_steps, learn
from phonoscope.engine.training.listener import Listener
from phonoscope.engine.training.losses import SpectralLoss
from phonoscope.engine.training.shards import FRAME
from phonoscope.engine.training.talker import Talker
from torch import Tensor, nn

LATEST = 1200  # samples that a listener waits for the sound, at most
NOISE_DB = (-50.0, -15.0)  # of the noise beside the sound
SILENT_DB = -50.0  # below full scale: what the decoder made fainter at the start is silence
PIECE = FRAME // 4  # samples whose loudness counts: 20 ms
LOUDER_WEIGHT = 0.2  # of every dB by which silence becomes louder


@dataclass(frozen=True)
class Said:
    """Utterances of the language model.

    Attributes
    ----------
    codes : Tensor
        [B, quantizers, F].
    frames : Tensor
        Of each [B].
    texts : list of str
        What a listener should write down.
    english : Tensor
        Whether the listener knows the language [B].
    """

    codes: Tensor
    frames: Tensor
    texts: list[str]
    english: Tensor

    def part(self, rows: Tensor) -> Said:
        """Give some of them."""
        frames = self.frames[rows]
        codes = self.codes[rows, :, : int(frames.max())]
        return Said(codes, frames, [self.texts[i] for i in rows.tolist()], self.english[rows])


class Source:
    """Lets the language model speak, short and longer texts by turns.

    Parameters
    ----------
    talker : Talker
        The language model.
    material : Material
        Texts and voices.
    shapes : dict
        Shapes of the batches by name.
    group : int
        Utterances of each text.
    temperature : float
        Of talker and code predictor.
    """

    def __init__(
        self, talker: Talker, material: Material, shapes: dict[str, Shape], group: int, temperature: float
    ) -> None:
        self.talker, self.material, self.shapes, self.group = talker, material, shapes, group
        self.speak = Speakers(talker, group, temperature)

    def said(self, name: str) -> Said:
        """Give a batch of a shape."""
        made = batch(self.material, self.shapes[name], self.talker, next(self.talker.parameters()).device)
        drawn = self.speak(made, self.shapes[name])
        texts = [text for text in made.written for _ in range(self.group)]
        english = made.english.repeat_interleave(self.group)
        return Said(drawn.codes.transpose(1, 2), drawn.frames, texts, english)

    def parts(self, rows: int) -> Iterator[Said]:
        """Give `rows` utterances of short texts or half as many of longer ones, for ever."""
        while True:
            for name in self.shapes:
                said = self.said(name)
                for which in torch.randperm(len(said.texts)).split(rows if name == "short" else rows // 2):
                    yield said.part(which.to(said.frames.device))


class Clarifier(Learner):
    """Optimises the decoder of a `Codec` by what a listener understands.

    Parameters
    ----------
    codec : Codec
        The codec.
    listener : Listener
        Who listens.
    anchor : float
        Weight of the distance from what the decoder made at the start.
    """

    made_file, state_file = "codec.pt", "clarify_state.pt"

    def __init__(self, codec: Codec, listener: Listener, anchor: float) -> None:
        self.original = copy.deepcopy(codec).requires_grad_(False)
        super().__init__(codec.decoder, betas=(0.8, 0.99))
        self.codec, self.listener, self.anchor = codec, listener, anchor
        self.distance = SpectralLoss().to(self.device)

    def decoded(self, codec: Codec, said: Said) -> Tensor:
        """Give the sound [B, n], silent behind each utterance."""
        with self.autocast():
            wave = codec.decode(said.codes)[:, 0].float()
        return wave * (torch.arange(wave.shape[1], device=wave.device) < said.frames[:, None] * FRAME)

    def step(self, said: Said, rate: float) -> dict[str, float]:
        """Do one step."""
        wave = self.decoded(self.codec, said)
        with torch.no_grad():
            before = self.decoded(self.original, said)
        distance = self.distance(wave, before)
        known = said.english.nonzero()[:, 0]
        texts = [said.texts[i] for i in known.tolist()]
        sound, samples = disguised(wave[known], said.frames[known] * FRAME)
        heard = self.listener(sound, samples, texts).word_piece().mean() if texts else wave.new_zeros(())
        louder = silence_louder(wave, before, said.frames)
        norm = self.descend(self.anchor * distance + LOUDER_WEIGHT * louder - heard, rate)
        parts = {"heard": heard, "distance": distance, "louder_db": louder}
        return {name: float(part.detach()) for name, part in parts.items()} | {"norm": norm}

    @torch.no_grad()
    def check(self, said: Said) -> float:
        """Give the mean log probability of what was said in English, by the averaged weights and not disguised."""
        rows = torch.arange(len(said.texts), device=said.frames.device)[said.english].split(64)
        heard = []
        with self.averaged():
            for part in map(said.part, rows):
                sound = self.decoded(self.codec, part)
                heard.append(self.listener(sound, part.frames * FRAME, part.texts).word_piece())
        return float(torch.cat(heard).mean())

    def weights(self) -> dict[str, Tensor]:
        """Give the codec with the averaged weights of its decoder."""
        return self.codec.state_dict() | {f"decoder.{k}": v for k, v in self.average.items()}


def silence_louder(wave: Tensor, before: Tensor, frames: Tensor) -> Tensor:
    """Give by how many dB silence in `wave` [B, n] is louder than it was in `before`, in the mean, pauses and edges.

    Spectral distances hardly see so faint a sound; a tone in it is heard all the same.
    """

    def decibels(sound: Tensor) -> Tensor:
        return 10 * (sound.unflatten(1, (-1, PIECE)).square().mean(2) + 1e-9).log10()

    was = decibels(before)
    spoken = torch.arange(was.shape[1], device=was.device) < frames[:, None] * (FRAME // PIECE)
    louder = (decibels(wave) - was)[spoken & (was < SILENT_DB)].clamp(min=0)
    return louder.sum() / max(1, len(louder))


def disguised(wave: Tensor, samples: Tensor) -> tuple[Tensor, Tensor]:
    """Give recordings [B, n] as they may reach a listener: late, louder or softer and with noise; and their lengths."""
    late = int(torch.randint(LATEST, ()))
    gain = torch.empty(len(wave), 1, device=wave.device).uniform_(0.4, 1.2)
    quiet = torch.empty(len(wave), 1, device=wave.device).uniform_(*NOISE_DB)
    loudness = wave.detach().square().sum(1, keepdim=True).div(samples[:, None]).sqrt()
    sound = nn.functional.pad(wave, (late, 0))
    noise = torch.randn_like(sound) * loudness * 10 ** (quiet / 20)
    return (sound + noise) * gain, samples + late


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_sources(parser)
    add_steps(parser, seconds=400, rate=1.5e-4, warm=20, check_every=100)
    parser.add_argument("--rows", type=int, default=96, help="utterances of a step; half as many of longer texts")
    parser.add_argument("--group", type=int, default=2, help="utterances of a text")
    parser.add_argument("--temperature", type=float, default=0.6)
    parser.add_argument(
        "--anchor", type=float, default=2.5, help="weight of the distance from the decoder at the start"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    device = prepare()
    talker, codec = load_models(args.models, args.size, device)
    clarifier = Clarifier(codec, Listener(args.listener, device), args.anchor)
    done = clarifier.resume(args.out)
    texts, voices, shapes = load_texts(args.corpus), load_voices(args.voices), SHAPES[args.size]
    torch.manual_seed(7)
    checks = Source(talker, Material(texts, voices, 1), shapes, 1, CHECKED_TEMPERATURE)
    held = {name: checks.said(name) for name in shapes}
    torch.manual_seed(1000 + clarifier.steps)
    material = Material(texts, voices, 1000 + clarifier.steps)
    parts = Source(talker, material, shapes, args.group, args.temperature).parts(args.rows)

    def step(share: float, rate: float) -> dict[str, float]:
        return clarifier.step(next(parts), rate * max(0.02, 0.5 + 0.5 * math.cos(math.pi * share)))

    def check() -> str:
        return " ".join(f"{name} {clarifier.check(said):.3f}" for name, said in held.items())

    learn(clarifier, args, done, step, check)


if __name__ == "__main__":
    main()
