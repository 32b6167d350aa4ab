"""What the language model makes of what was drawn: the distributions behind every code."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from phonoscope.engine.training import tokens
from phonoscope.engine.training.draw import Drawn
from phonoscope.engine.training.prompts import Prompts
from phonoscope.engine.training.sample import MINIMUM
from phonoscope.engine.training.talker import Talker
from torch import Tensor
from torch.nn import functional

NEVER = -1e4  # a logit; with minus infinity divergences were not numbers


@dataclass(frozen=True)
class Choices:
    """Choices of one kind that were made, and the distributions they were drawn from.

    Attributes
    ----------
    row : Tensor
        Which utterance each belongs to [N].
    chosen : Tensor
        What was drawn [N] or, of the residual codes of a frame, [N, quantizers - 1].
    likely : Tensor
        Log probabilities [N, codes + 1] (the end comes last) or [N, quantizers - 1, codes].
    """

    row: Tensor
    chosen: Tensor
    likely: Tensor

    def chosen_likely(self) -> Tensor:
        """Give the log probability of every choice, of residual codes together [N]."""
        return self.likely.gather(-1, self.chosen[..., None]).flatten(1).sum(1)

    def divergence(self, reference: Tensor) -> Tensor:
        """Give the Kullback-Leibler divergence from other distributions, of residual codes together [N]."""
        return (self.likely.exp() * (self.likely - reference)).flatten(1).sum(1)


def choices(model: Talker, prompts: Prompts, drawn: Drawn, temperature: float) -> tuple[Choices, Choices]:
    """Give the choices of first codes and ends, and those of residual codes.

    Parameters
    ----------
    model : Talker
        The language model.
    prompts : Prompts
        A prompt for every utterance.
    drawn : Drawn
        The utterances.
    temperature : float
        Of the drawing.
    """
    first, states = _first(model, prompts, drawn, temperature)
    return first, _rest(model, first, states, drawn, temperature)


def _first(model: Talker, prompts: Prompts, drawn: Drawn, temperature: float) -> tuple[Choices, Tensor]:
    """Give the choices of first codes and ends, and the state [N, hidden] behind each."""
    pad = torch.tensor([tokens.TTS_PAD], device=drawn.codes.device)
    x = torch.cat([prompts.embedded(model), model.frame(drawn.codes) + model.text(pad)], 1)
    before, total = prompts.text.shape[1], x.shape[1]
    present = functional.pad(prompts.present, (0, total - before), value=True)
    below = torch.ones(total, total, dtype=torch.bool, device=x.device).tril()
    mask = (present[:, None] & below | torch.eye(total, dtype=torch.bool, device=x.device))[:, None]
    cos, sin = model.tables(total, x.device)
    for layer in model.model.layers:
        x = layer(x, cos, sin, mask)[0]
    at = torch.arange(total - before + 1, device=x.device)
    row, frame = torch.nonzero(at < (drawn.frames + drawn.ended)[:, None], as_tuple=True)
    states = model.model.norm(x[row, before - 1 + frame])
    size, end = model.codec_dims.codebook_size, model.ids["eos"]
    logits = model.codec_head(states).float()
    ending = logits[:, end : end + 1].masked_fill((frame < MINIMUM)[:, None], NEVER)
    likely = (torch.cat([logits[:, :size], ending], 1) / temperature).log_softmax(-1)
    codes = functional.pad(drawn.codes[..., 0], (0, 1))[row, frame]
    return Choices(row, torch.where(frame == drawn.frames[row], size, codes), likely), states


def _rest(model: Talker, first: Choices, states: Tensor, drawn: Drawn, temperature: float) -> Choices:
    spoken = first.chosen < model.codec_dims.codebook_size
    row, states = first.row[spoken], states[spoken]
    inside = torch.arange(drawn.codes.shape[1], device=row.device) < drawn.frames[:, None]
    codes = drawn.codes[inside]
    p = model.code_predictor
    inputs = [states, model.codec(codes[:, 0]), *(p.table(g)(codes[:, g]) for g in range(1, p.groups - 1))]
    cos, sin = model.predictor_tables(row.device)
    y = p.run(torch.stack(inputs, 1), cos[None], sin[None])
    logits = torch.stack([head(y[:, g]) for g, head in enumerate(p.lm_head, 1)], 1)
    return Choices(row, codes[:, 1:], (logits.float() / temperature).log_softmax(-1))
