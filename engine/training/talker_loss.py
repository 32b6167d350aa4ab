"""Losses of the language model on packed rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from phonoscope.engine.training import rows, tokens
from phonoscope.engine.training.talker import Talker
from torch import Tensor
from torch.nn import functional

GUIDED_LAYERS = (2, 3)
SPREAD = (-1, 0, 1, 2)


class Losses(NamedTuple):
    """Losses of one batch.

    Attributes
    ----------
    talker : Tensor
        Cross-entropy of codebook 0 and of the end.
    predictor : Tensor
        Cross-entropy by residual codebook.
    guide : Tensor
        How far the guided heads are from the spoken character.
    accuracy : Tensor
        Share of codebook-0 codes that are the likeliest.
    end : Tensor
        Cross-entropy at the end of speech alone.
    """

    talker: Tensor
    predictor: Tensor
    guide: Tensor
    accuracy: Tensor
    end: Tensor


class TalkerLoss:
    """Computes the losses.

    Parameters
    ----------
    model : Talker
        The model.
    codes : Tensor
        Codes of all frames [F + 1, quantizers]; the last row is a dummy.
    speakers : Tensor
        Speaker vectors.
    share : float
        Share of the frames the predictor is trained on in a step.
    compiled : bool
        Fuse kernels.
    """

    noise = 0.015
    corruption = 0.04
    guided_rows = 12

    def __init__(self, model: Talker, codes: Tensor, speakers: Tensor, share: float, compiled: bool) -> None:
        self.model, self.codes, self.speakers, self.share = model, codes, speakers, share
        self._run: Callable[..., tuple[Tensor, list[tuple[Tensor, Tensor]]]] = self._talk
        self._predict: Callable[..., Tensor] = self._predictor
        if compiled:
            self._run = torch.compile(self._talk, dynamic=False)
            self._predict = torch.compile(self._predictor, dynamic=False)

    def embed(self, batch: Tensor, train: bool) -> Tensor:
        """Give the summed input embeddings [B, T, hidden]."""
        text, codec, frame, speaker = (batch[:, f].long() for f in (rows.TEXT, rows.CODEC, rows.FRAME, rows.SPEAKER))
        m = self.model
        x = m.text(text.clamp(min=0)) * (text >= 0)[..., None]
        x = x + m.codec(codec.clamp(min=0)) * (codec >= 0)[..., None]
        codes = self.codes[frame.clamp(min=0)].long()
        if train:
            damaged = torch.rand(frame.shape, device=x.device) < self.corruption
            which = torch.rand(codes.shape, device=x.device) < 0.5
            other = torch.randint_like(codes, m.codec_dims.codebook_size)
            codes = torch.where(damaged[..., None] & which, other, codes)
        x = x + m.frame(codes) * (frame >= 0)[..., None]
        vector = self.speakers[speaker.clamp(min=0)]
        if train:
            vector = vector + self.noise * torch.randn_like(vector)
        return x + vector * (speaker >= 0)[..., None]

    def _talk(self, x: Tensor, cos: Tensor, sin: Tensor, mask: Tensor) -> tuple[Tensor, list[tuple[Tensor, Tensor]]]:
        guided = []
        for i, layer in enumerate(self.model.model.layers):
            x, q, k = layer(x, cos, sin, mask)
            if i in GUIDED_LAYERS:
                guided.append((q[: self.guided_rows, 0], k[: self.guided_rows, 0]))
        y: Tensor = self.model.model.norm(x)
        return y, guided

    def _predictor(self, state: Tensor, codes: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        p = self.model.code_predictor
        inputs = [state, self.model.codec(codes[:, 0])]
        inputs += [p.table(g)(codes[:, g]) for g in range(1, p.groups - 1)]
        y = p.run(torch.stack(inputs, 1), cos[None], sin[None])
        logits = torch.stack([head(y[:, g + 1]) for g, head in enumerate(p.lm_head)], 1)
        size = logits.shape[-1]
        loss = functional.cross_entropy(logits.float().view(-1, size), codes[:, 1:].reshape(-1), reduction="none")
        return loss.view(len(codes), -1).mean(0)

    def _guide(self, guided: list[tuple[Tensor, Tensor]], batch: Tensor, mask: Tensor) -> Tensor:
        part = batch[: self.guided_rows]
        visible = mask[: self.guided_rows, 0]
        text = part[:, rows.TEXT]
        letters = (text >= 0) & (text != tokens.TTS_PAD)
        target = part[:, rows.GUIDE].long()
        where = torch.nonzero(target.flatten() >= 0)[:, 0]
        near = torch.stack([target.flatten()[where] + s for s in SPREAD], 1)
        near = near.clamp(0, text.shape[1] - 1)
        total = near.new_zeros((), dtype=torch.float)
        for q, k in guided:
            score = q.float() @ k.float().transpose(1, 2) * q.shape[-1] ** -0.5
            score = score.masked_fill(~(visible & letters[:, None]), -1e4)
            likely = functional.log_softmax(score.flatten(0, 1)[where], -1)
            total = total - torch.logsumexp(likely.gather(1, near), 1).mean() / len(guided)
        return total

    def __call__(self, batch: Tensor, train: bool) -> Losses:
        """Compute the losses of a batch [B, FIELDS, T]."""
        m = self.model
        size = batch.shape[-1]
        position, segment = batch[:, rows.POSITION].long(), batch[:, rows.SEGMENT]
        cos, sin = m.tables(size, batch.device)
        below = torch.ones(size, size, dtype=torch.bool, device=batch.device).tril()
        mask = ((segment[:, :, None] == segment[:, None, :]) & below)[:, None]
        run = self._run if train else self._talk
        x = self.embed(batch, train)
        states, guided = run(x, cos[position], sin[position], mask)
        label = batch[:, rows.LABEL].long().flatten()
        where = torch.nonzero(label != rows.NONE)[:, 0]
        states, label = states.flatten(0, 1)[where], label[where]
        codes = self.codes[label.clamp(min=0)].long()
        target = torch.where(label == rows.END, m.ids["eos"], codes[:, 0])
        logits = m.codec_head(states).float()
        each = functional.cross_entropy(logits, target, reduction="none")
        frames = torch.nonzero(label >= 0)[:, 0]
        count = max(64, int(batch.shape[0] * size * 0.42 * self.share) // 64 * 64)
        if train:
            frames = frames[torch.randint(len(frames), (count,), device=batch.device)]
        else:
            frames = frames[torch.arange(count, device=batch.device) % len(frames)]
        predict = self._predict if train else self._predictor
        residual = predict(states[frames], codes[frames], *m.predictor_tables(batch.device))
        return Losses(
            each.mean(),
            residual,
            self._guide(guided, batch, mask),
            (logits.argmax(1) == target).float().mean(),
            each[label == rows.END].mean(),
        )
