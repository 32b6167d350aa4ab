"""Training rows of the language model: non-streaming prompts packed into rows of fixed length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from phonoscope.engine.training import tokens
from phonoscope.engine.training.dims import CodecIds
from torch import Tensor
from torch.utils.data import IterableDataset

TEXT, CODEC, FRAME, SPEAKER, LABEL, POSITION, SEGMENT, GUIDE = range(8)
FIELDS = 8
NONE, END = -1, -2


@dataclass
class Material:
    """What rows are made of.

    Attributes
    ----------
    meta : ndarray
        Rows (text, speaker, frames).
    offsets : ndarray
        First frame of each utterance.
    characters : ndarray
        Character spoken in each frame.
    texts : list
        Token ids and token-of-character of each text.
    languages : list of str
        Language of each text.
    ids : CodecIds
        Control ids.
    """

    meta: NDArray[np.int32]
    offsets: NDArray[np.int64]
    characters: NDArray[np.int16]
    texts: list[tuple[NDArray[np.int32], NDArray[np.int32]]]
    languages: list[str]
    ids: CodecIds

    def language(self, utterance: int) -> str:
        """Give the language of an utterance."""
        return self.languages[self.meta[utterance, 0]]

    def sequence(self, utterances: list[int], named: bool) -> NDArray[np.int32]:
        """Lay out utterances of one speaker in one language as one prompt with its frames.

        Parameters
        ----------
        utterances : list of int
            Spoken one after the other; texts are joined by a space.
        named : bool
            Whether to name the language, that of the first (else automatic).

        Returns
        -------
        ndarray
            `FIELDS` x length; -1 where a field does not apply.
        """
        ids: list[int] = []
        guide, frames = [], []
        for n, u in enumerate(utterances):
            text, _, count = self.meta[u]
            letters, where = self.texts[text]
            if n:
                ids.append(32)
            rows = self.offsets[u] + np.arange(count)
            spoken = np.clip(self.characters[rows].astype(np.int64), 0, len(where) - 1)
            guide.append(len(ids) + where[spoken])
            ids += letters.tolist()
            frames.append(rows)
        rows, spoken = np.concatenate(frames), np.concatenate(guide)
        tag = ("think", "think_bos", self.language(utterances[0]), "think_eos")
        names = tag if named else ("nothink", "think_bos", "think_eos")
        head = 3 + len(names) + 2
        start = head + len(ids) + 1
        size = start + 1 + len(rows)
        out = np.full((FIELDS, size), NONE, np.int32)
        out[TEXT, :3] = tokens.IM_START, tokens.ASSISTANT, tokens.NEWLINE
        out[TEXT, 3 : head - 1] = tokens.TTS_PAD
        out[TEXT, head - 1] = tokens.TTS_BOS
        out[TEXT, head : start - 1] = ids
        out[TEXT, start - 1] = tokens.TTS_EOS
        out[TEXT, start:] = tokens.TTS_PAD
        out[CODEC, 3 : 3 + len(names)] = [self.ids[n] for n in names]
        out[CODEC, head - 1 : start] = self.ids["pad"]
        out[CODEC, start] = self.ids["bos"]
        out[SPEAKER, head - 2] = self.meta[utterances[0], 1]
        out[FRAME, start + 1 :] = rows
        out[LABEL, start:-1] = rows
        out[LABEL, -1] = END
        out[POSITION] = np.arange(size)
        out[GUIDE, start:-1] = head + spoken
        out[GUIDE, -1] = start - 1
        return out


class PackedRows(IterableDataset[Tensor]):
    """Endless batches [B, FIELDS, T] of packed sequences.

    Parameters
    ----------
    material : Material
        Source.
    utterances : ndarray
        Which utterances to use.
    batch, length : int
        Rows and row length.
    join : float
        Probability of joining one more utterance of the speaker in the language (up to four).
    seed : int
        Seed; every worker adds its own number.
    """

    def __init__(
        self,
        material: Material,
        utterances: NDArray[np.int64],
        batch: int,
        length: int,
        join: float = 0.25,
        seed: int = 0,
    ) -> None:
        self.material, self.utterances = material, utterances
        self.batch, self.length, self.join, self.seed = batch, length, join, seed
        self.alike: dict[tuple[int, str], list[int]] = {}
        for u in utterances.tolist():
            self.alike.setdefault(self._kind(u), []).append(u)

    def _kind(self, utterance: int) -> tuple[int, str]:
        """Give what joined utterances share: speaker and language."""
        return int(self.material.meta[utterance, 1]), self.material.language(utterance)

    def _draw(self, first: int, rng: np.random.Generator) -> NDArray[np.int32] | None:
        chosen = [first]
        pool = self.alike[self._kind(first)]
        while len(chosen) < 4 and rng.random() < self.join:
            chosen.append(pool[rng.integers(len(pool))])
        for attempt in (chosen, chosen[:1]):
            made = self.material.sequence(attempt, bool(rng.random() < 0.5))
            if made.shape[1] <= self.length:
                return made
        return None

    def _pack(self, sequences: list[NDArray[np.int32]]) -> tuple[Tensor, list[NDArray[np.int32]]]:
        out = np.full((self.batch, FIELDS, self.length), NONE, np.int32)
        out[:, POSITION] = 0
        fill, count = np.zeros(self.batch, int), np.zeros(self.batch, int)
        left = []
        for made in sorted(sequences, key=lambda s: -s.shape[1]):
            size = made.shape[1]
            room = np.where(fill + size <= self.length, self.length - fill, 10**6)
            row = int(room.argmin())
            if room[row] == 10**6:
                left.append(made)
                continue
            at = slice(fill[row], fill[row] + size)
            out[row, :, at] = made
            out[row, SEGMENT, at] = count[row]
            guide = out[row, GUIDE, at]
            guide[guide >= 0] += fill[row]
            fill[row] += size
            count[row] += 1
        return torch.from_numpy(out), left

    def __iter__(self) -> Iterator[Tensor]:
        """Yield batches for ever."""
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng(self.seed + 1000 * (worker.id if worker else 0))
        waiting: list[NDArray[np.int32]] = []
        size = 0
        while True:
            for u in rng.permutation(self.utterances).tolist():
                made = self._draw(u, rng)
                if made is None:
                    continue
                waiting.append(made)
                size += made.shape[1]
                if size > self.batch * self.length * 1.02:
                    rows, left = self._pack(waiting)
                    waiting = left[:8]
                    size = sum(s.shape[1] for s in waiting)
                    yield rows
