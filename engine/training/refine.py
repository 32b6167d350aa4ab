"""Step 6, afterwards: teach the language model to be understood, by a listener who hears what it says.

Group relative policy optimisation (arXiv 2509.18798): every text is spoken several times; those utterances in which a
Whisper model (`listener`) finds the text likelier than in the others of their group become likelier, the rest less so.
A tether holds the distributions near those at the start, also in French, which the listener does not know. Time-boxed;
stopped before its time, the same command goes on from ``refine_state.pt``.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable, Sequence

import torch
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.draw import Drawn
from phonoscope.engine.training.hear import (
    CHECKED_TEMPERATURE,
    SHAPES,
    Batch,
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
from phonoscope.engine.training.policy import choices
from phonoscope.engine.training.shards import FRAME
from phonoscope.engine.training.talker import Talker
from torch import Tensor

PREDICTOR_WEIGHT = 0.3
SPREAD = 0.3  # added to the spread of a group's rewards: where all are understood, little is to be learned
WORST = -20.0  # reward of what is not understood at all
UNENDED = 4.0  # off the reward of what does not end


class Judge:
    """Decodes what was drawn and asks the listener.

    Parameters
    ----------
    codec : Codec
        The codec.
    listener : Listener
        Who listens.
    """

    chunk = 256

    def __init__(self, codec: Codec, listener: Listener) -> None:
        self.codec, self.listener = codec, listener

    @torch.no_grad()
    def __call__(self, drawn: Drawn, texts: Sequence[str]) -> Tensor:
        """Give the reward of every utterance [B]: the log probability of its text."""
        order = drawn.frames.argsort()  # those of a length are decoded together
        rewards = torch.zeros(len(order), device=order.device)
        for part in order.split(self.chunk):
            frames = drawn.frames[part]
            wave = self.codec.decode(drawn.codes[part, : int(frames.max())].transpose(1, 2))[:, 0]
            rewards[part] = self.listener(wave, frames * FRAME, [texts[i] for i in part.tolist()]).text()
        return rewards.clamp(min=WORST) - UNENDED * ~drawn.ended


def advantages(rewards: Tensor, judged: Tensor) -> Tensor:
    """Compare the rewards [texts * group] of each text, of which some were judged [texts]."""
    groups = rewards.view(len(judged), -1)
    above = (groups - groups.mean(1, keepdim=True)) / (groups.std(1, keepdim=True) + SPREAD)
    return (above * judged[:, None]).flatten()


class Refiner(Learner):
    """Optimises a `Talker` by what a listener understands.

    Parameters
    ----------
    model : Talker
        The language model.
    judge : callable
        Gives the rewards [B] of what was drawn of texts, such as a `Judge`.
    group : int
        Drawings of a text.
    temperature : float
        Of drawing.
    tether : float
        Weight of the divergence from the weights at the start.
    """

    made_file, state_file = "talker.pt", "refine_state.pt"

    def __init__(
        self,
        model: Talker,
        judge: Callable[[Drawn, Sequence[str]], Tensor],
        group: int,
        temperature: float,
        tether: float,
    ) -> None:
        self.reference = copy.deepcopy(model).eval().requires_grad_(False)
        super().__init__(model, betas=(0.9, 0.95))
        self.model, self.judge, self.group, self.temperature, self.tether = model, judge, group, temperature, tether
        self.speak, self.speak_once = Speakers(model, group, temperature), Speakers(model, 1, CHECKED_TEMPERATURE)

    def step(self, made: Batch, shape: Shape, rate: float) -> dict[str, float]:
        """Speak a batch, have it judged, and do one step."""
        drawn = self.speak(made, shape)
        rewards = self.judge(drawn, [text for text in made.written for _ in range(self.group)])
        advantage = advantages(rewards, made.english)
        with self.autocast():
            prompts = made.prompts.repeated(self.group)
            with torch.no_grad():
                before = choices(self.reference, prompts, drawn, self.temperature)
            now = choices(self.model, prompts, drawn, self.temperature)
        gain = moved = torch.zeros((), device=rewards.device)
        for weight, mine, theirs in zip((1.0, PREDICTOR_WEIGHT), now, before, strict=True):
            gain = gain + weight * (advantage[mine.row] * mine.chosen_likely()).mean()
            moved = moved + weight * mine.divergence(theirs.likely).mean()
        norm = self.descend(self.tether * moved - gain, rate)
        heard = rewards.view(len(made.texts), -1)[made.english]
        return {
            "reward": float(heard.mean()),
            "spread": float(heard.std(1).mean()),
            "moved": float(moved.detach()),
            "frames": float(drawn.frames.float().mean()),
            "ended": float(drawn.ended.float().mean()),
            "norm": norm,
        }

    def check(self, made: Batch, shape: Shape) -> float:
        """Give the mean reward of English texts, spoken once by the averaged weights as the voice is used."""
        with self.averaged(), torch.random.fork_rng([self.device] if self.device.type == "cuda" else []):
            torch.manual_seed(7)
            rewards = self.judge(self.speak_once(made, shape), made.written)
        return float(rewards[made.english].mean())

    def weights(self) -> dict[str, Tensor]:
        """Give the averaged weights."""
        return self.average


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_sources(parser)
    add_steps(parser, seconds=480, rate=1e-4, warm=10, check_every=40)
    parser.add_argument("--group", type=int, default=8, help="drawings of a text")
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--tether", type=float, default=0.04, help="weight of the divergence from the start")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    device = prepare()
    talker, codec = load_models(args.models, args.size, device)
    judge = Judge(codec, Listener(args.listener, device))
    refiner = Refiner(talker, judge, args.group, args.temperature, args.tether)
    done = refiner.resume(args.out)
    torch.manual_seed(1 + refiner.steps)
    texts, voices, shapes = load_texts(args.corpus), load_voices(args.voices), SHAPES[args.size]
    material, checks = Material(texts, voices, 1000 + refiner.steps), Material(texts, voices, 1)
    held = {name: batch(checks, shape, talker, device) for name, shape in shapes.items()}

    def step(share: float, rate: float) -> dict[str, float]:
        shape = shapes[list(shapes)[refiner.steps % 2]]
        return refiner.step(batch(material, shape, talker, device), shape, rate * (1 - 0.9 * share))

    def check() -> str:
        return " ".join(f"{name} {refiner.check(held[name], shape):.3f}" for name, shape in shapes.items())

    learn(refiner, args, done, step, check)


if __name__ == "__main__":
    main()
