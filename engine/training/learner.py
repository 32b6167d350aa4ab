"""What the steps that learn from a listener share: descending, averaged weights, going on from a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from phonoscope.engine.training.checkpoints import save
from torch import Tensor, nn

DECAY = 0.98  # of the averaged weights, a step


class Learner:
    """Optimises a network and averages its weights.

    Parameters
    ----------
    network : nn.Module
        All of it is optimised.
    betas : (float, float)
        Decays of Adam's moments.
    """

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

    def save(self, path: Path, share: float) -> None:
        """Write all that going on needs; `share` is how much of the time is over."""
        state = {"network": self.network.state_dict(), "average": self.average, "steps": self.steps, "share": share}
        save(path, state | {"optimiser": self.optimiser.state_dict()})

    def resume(self, path: Path) -> float:
        """Take over what `save` wrote, if it is there, and give its share."""
        if not path.exists():
            return 0.0
        state: dict[str, Any] = torch.load(path, map_location=self.device)
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.average, self.steps = state["average"], state["steps"]
        return float(state["share"])
