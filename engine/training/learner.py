"""What the steps that learn from a listener share: descending, averaged weights, going on from a file, the loop."""

from __future__ import annotations

import argparse
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import torch
from phonoscope.engine.training.checkpoints import TimeBox, add_times, save
from torch import Tensor, nn

DECAY = 0.98  # of the averaged weights, a step


class Learner(ABC):
    """Optimises a network and averages its weights.

    Parameters
    ----------
    network : nn.Module
        All of it is optimised.
    betas : (float, float)
        Decays of Adam's moments.
    """

    made_file: ClassVar[str]
    state_file: ClassVar[str]

    def __init__(self, network: nn.Module, betas: tuple[float, float]) -> None:
        self.network = network.requires_grad_(True)
        self.device = next(network.parameters()).device
        self.optimiser = torch.optim.AdamW(
            network.parameters(), betas=betas, weight_decay=0.0, fused=self.device.type == "cuda"
        )
        self.average = {k: v.detach().clone() for k, v in network.state_dict().items()}
        self.steps = 0

    def autocast(self) -> torch.autocast:
        """Give the precision context."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda")

    def descend(self, loss: Tensor, rate: float) -> float:
        """Do one step, unless the gradient is not finite, and give the gradient's norm."""
        self.optimiser.param_groups[0]["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        if torch.isfinite(norm):
            self.optimiser.step()
            self.steps += 1
        state = self.network.state_dict()
        keys = list(self.average)
        decay = min(DECAY, 1 - 1 / (self.steps + 1))
        torch._foreach_lerp_([self.average[k] for k in keys], [state[k] for k in keys], 1 - decay)
        return float(norm)

    @contextmanager
    def averaged(self) -> Iterator[None]:
        """Let the network have its averaged weights for a while."""
        present = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.network.load_state_dict(self.average)
        try:
            yield
        finally:
            self.network.load_state_dict(present)

    @abstractmethod
    def weights(self) -> dict[str, Tensor]:
        """Give what the step makes: the averaged weights, under the names of a checkpoint."""

    def save(self, folder: Path, share: float) -> None:
        """Write what the step makes, and all that going on needs; `share` is how much of the time is over."""
        save(folder / self.made_file, self.weights())
        state = {"network": self.network.state_dict(), "average": self.average, "steps": self.steps, "share": share}
        save(folder / self.state_file, state | {"optimiser": self.optimiser.state_dict()})

    def resume(self, folder: Path) -> float:
        """Take over what `save` wrote, if it is there, and give its share."""
        path = folder / self.state_file
        if not path.exists():
            return 0.0
        state: dict[str, Any] = torch.load(path, map_location=self.device)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.average, self.steps = state["average"], state["steps"]
        return float(state["share"])


def add_steps(parser: argparse.ArgumentParser, seconds: float, rate: float, warm: int, check_every: int) -> None:
    """Add the options of a step that learns, with these defaults: its folder, its times and rate, what it tells."""
    parser.add_argument("--out", type=Path, required=True)
    add_times(parser, seconds)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--warm", type=int, default=warm, help="steps of warm-up")
    parser.add_argument("--max-steps", type=int, default=10**9)
    parser.add_argument("--check-every", type=int, default=check_every, help="steps")
    parser.add_argument("--log-every", type=int, default=10, help="steps")


def learn(
    learner: Learner,
    args: argparse.Namespace,
    done: float,
    step: Callable[[float, float], dict[str, float]],
    check: Callable[[], str],
) -> None:
    """Do steps until the time is over, and write what they make.

    Parameters
    ----------
    learner : Learner
        Who learns.
    args : argparse.Namespace
        The options of `add_steps`.
    done : float
        Share that earlier sittings did: what `Learner.resume` gave.
    step : callable
        Does a step; takes the share of the time that is over and the rate, warmed up, and gives the step's figures.
    check : callable
        Says how well the averaged weights do.
    """
    box = TimeBox(args.seconds, args.until, done, args.pause)
    last_save = last = time.time()
    last_step = learner.steps
    while not box.over and learner.steps < args.max_steps:
        share = box.share
        if learner.steps % args.check_every == 0:
            print(f"{learner.steps} checked: {check()}", flush=True)
        figures = step(share, args.rate * min(1.0, (learner.steps + 1) / args.warm))
        if learner.steps % args.log_every == 0:
            pace = (time.time() - last) / max(1, learner.steps - last_step)
            text = " ".join(f"{k} {v:.3f}" for k, v in figures.items())
            print(f"{learner.steps} {share:.2f} {pace:.2f} s {text}", flush=True)
            last, last_step = time.time(), learner.steps
        if time.time() - last_save > args.save_every:
            learner.save(args.out, share)
            last_save = time.time()
    print(f"{learner.steps} checked: {check()}", flush=True)
    learner.save(args.out, box.share)
    print(f"{'done' if box.share >= 1 else 'paused'}, {learner.steps} steps", flush=True)
