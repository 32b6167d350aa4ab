"""What lets a training step be stopped at any moment: files written whole, shares of time, an optimiser's moments."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import torch


def save(path: Path, value: Any) -> None:
    """Write a checkpoint whole or not at all."""
    partial = path.with_suffix(".part")
    torch.save(value, partial)
    partial.replace(path)


def moment(text: str) -> float:
    """Give an epoch second that is written out or stands in a file (which may appear after the command line)."""
    return float(text if text.replace(".", "", 1).isdigit() else Path(text).read_text(encoding="utf-8"))


class TimeBox:
    """How much of the time given to a training is over; the schedules follow it.

    Parameters
    ----------
    seconds
        For the whole training, earlier sittings included.
    until
        Epoch second at which to stop, or a file that holds it: what is left of the training fills the time to it.
    done
        Share that earlier sittings did, 0 to 1.
    pause
        Epoch second at which to stop with the training unfinished, or a file that holds it.
    """

    def __init__(self, seconds: float, until: str | None = None, done: float = 0.0, pause: str | None = None) -> None:
        self._began, self._done = time.time(), done
        self._pause = moment(pause) if pause else math.inf
        self._left = (moment(until) - self._began) if until else seconds * (1 - done)

    @property
    def share(self) -> float:
        """Share of the training that is over: 1 at its end."""
        if self._left <= 0:
            return 1.0
        return min(1.0, self._done + (1 - self._done) * (time.time() - self._began) / self._left)

    @property
    def over(self) -> bool:
        """Whether to stop, finished or not."""
        return self.share >= 1 or time.time() >= self._pause


def add_times(parser: argparse.ArgumentParser, seconds: float) -> None:
    """Add the options that bound a training in time: what `TimeBox` takes."""
    parser.add_argument("--seconds", type=float, default=seconds, help="for the whole training, pauses not counted")
    parser.add_argument(
        "--until", help="epoch second at which to be done, or a file that holds it when training starts"
    )
    parser.add_argument("--pause", help="epoch second at which to stop half-done; the same command then goes on")
    parser.add_argument("--save-every", type=float, default=120, help="seconds")


def restore_moments(optimiser: torch.optim.Optimizer, saved: dict[str, Any]) -> None:
    """Take over an optimiser's moments in place, so that a captured graph goes on with them.

    Parameters
    ----------
    optimiser
        Of the same parameters in the same order.
    saved
        Its former ``state_dict()``.
    """
    parameters = [p for group in optimiser.param_groups for p in group["params"]]
    for index, slots in saved["state"].items():
        mine = optimiser.state[parameters[index]]
        for name, value in slots.items():
            if name in mine:
                mine[name].copy_(value)
            else:
                mine[name] = value.clone()
