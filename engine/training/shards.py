"""Rendered speech on disk: shards of whole utterances, appended while others already read.

A shard is ``NNNNN.pcm`` (16-bit frames of 1920 samples) and ``NNNNN.npz`` with one row per
utterance in ``meta`` (text, speaker, frames) and per frame four phoneme labels and the character
spoken.  The ``npz`` appears last, so a shard that has one is complete.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

FRAME = 1920
LABELS_PER_FRAME = 4


@dataclass(frozen=True)
class Speaker:
    """A teacher voice or a blend of two.

    Attributes
    ----------
    first, second : str
        Names of the voices.
    weight : float
        Share of the first voice.
    """

    first: str
    second: str
    weight: float

    @property
    def british(self) -> bool:
        """Whether the speaker reads with the British lexicon."""
        return self.first[0] == "b"

    @property
    def french(self) -> bool:
        """Whether the speaker reads French: a French voice, or a blend with one in the first place."""
        return self.first[0] == "f"


def save_speakers(path: Path, speakers: list[Speaker]) -> None:
    """Write the speaker list as JSON."""
    rows = [[s.first, s.second, s.weight] for s in speakers]
    path.write_text(json.dumps(rows), encoding="utf-8")


def load_speakers(path: Path) -> list[Speaker]:
    """Read the speaker list."""
    return [Speaker(*row) for row in json.loads(path.read_text(encoding="utf-8"))]


def write_shard(
    folder: Path,
    index: int,
    pcm: NDArray[np.int16],
    meta: NDArray[np.int32],
    labels: NDArray[np.uint8],
    characters: NDArray[np.int16],
) -> None:
    """Write one shard.

    Parameters
    ----------
    folder : Path
        Data folder.
    index : int
        Shard number.
    pcm : ndarray
        Samples [frames, 1920].
    meta : ndarray
        Rows (text, speaker, frames).
    labels : ndarray
        Phoneme ids [frames, 4].
    characters : ndarray
        Character positions [frames].
    """
    pcm.tofile(folder / f"{index:05d}.pcm")
    partial = folder / f"{index:05d}.part.npz"
    np.savez(partial, meta=meta, labels=labels, characters=characters)
    partial.replace(folder / f"{index:05d}.npz")


def complete_shards(folder: Path) -> list[Path]:
    """List complete shards (their npz files) in order."""
    return sorted(p for p in folder.glob("*.npz") if p.stem.isdigit())


@dataclass
class Index:
    """What is known of the rendered utterances, without the audio.

    Attributes
    ----------
    meta : ndarray
        Rows (text, speaker, frames).
    labels, characters : ndarray
        Per-frame annotations of all utterances, concatenated.
    """

    meta: NDArray[np.int32]
    labels: NDArray[np.uint8]
    characters: NDArray[np.int16]

    @property
    def offsets(self) -> NDArray[np.int64]:
        """First frame of each utterance."""
        frames = self.meta[:, 2].astype(np.int64)
        result: NDArray[np.int64] = np.cumsum(frames) - frames
        return result


def load_index(*folders: Path) -> Index:
    """Read the annotations of every complete shard of one folder after the other."""
    parts = [np.load(p) for folder in folders for p in complete_shards(folder)]
    return Index(*(np.concatenate([p[k] for p in parts]) for k in ("meta", "labels", "characters")))


class AudioPool:
    """All rendered audio in device memory, growing while the teacher still renders.

    Parameters
    ----------
    folder : Path
        Data folder.
    capacity : int
        Frames to make room for.
    utterances : int
        Utterances to make room for.
    device : torch.device
        Where the audio lives.
    """

    def __init__(self, folder: Path, capacity: int, utterances: int, device: torch.device) -> None:
        self.folder = folder
        self.device = device
        self.audio = torch.zeros(capacity + 1, FRAME, dtype=torch.int16, device=device)
        self.labels = torch.zeros(capacity + 1, LABELS_PER_FRAME, dtype=torch.uint8, device=device)
        self.frames = torch.ones(utterances, dtype=torch.long, device=device)
        self.offsets = torch.full_like(self.frames, capacity)
        self.speakers = torch.zeros(utterances, dtype=torch.long, device=device)
        self.count = torch.zeros((), dtype=torch.long, device=device)
        self.silent = capacity
        self.used = 0
        self.utterances = 0
        self.full = False  # a shard had no room
        self._next = 0

    def refresh(self) -> bool:
        """Load at most one new shard.

        Returns
        -------
        bool
            True when a shard was added.
        """
        path = self.folder / f"{self._next:05d}.npz"
        if not path.exists():
            return False
        part = np.load(path)
        meta = part["meta"]
        total = int(meta[:, 2].sum())
        room = len(self.audio) - 1
        if self.used + total > room or self.utterances + len(meta) > len(self.frames):
            self.full = True
            return False
        pcm = np.fromfile(path.with_suffix(".pcm"), np.int16).reshape(-1, FRAME)
        rows = slice(self.used, self.used + total)
        self.audio[rows] = torch.from_numpy(pcm).to(self.device)
        self.labels[rows] = torch.from_numpy(part["labels"]).to(self.device)
        frames = torch.from_numpy(meta[:, 2].astype(np.int64)).to(self.device)
        where = slice(self.utterances, self.utterances + len(meta))
        self.frames[where] = frames
        self.offsets[where] = torch.cumsum(frames, 0) - frames + self.used
        self.speakers[where] = torch.from_numpy(meta[:, 1].astype(np.int64)).to(self.device)
        self.used += total
        self.utterances += len(meta)
        self.count.fill_(self.utterances)
        self._next += 1
        return True

    def load_all(self, until: Callable[[], bool] = lambda: True) -> None:
        """Load shards until the room is `full`, or none is left and `until` agrees that no more will come."""
        while self.refresh() or not (self.full or until()):
            if not (self.folder / f"{self._next:05d}.npz").exists():
                time.sleep(0.2)

    def choose(self, batch: int, length: int) -> tuple[Tensor, Tensor]:
        """Draw random windows (safe inside a CUDA graph).

        Parameters
        ----------
        batch : int
            Windows.
        length : int
            Frames of a window; shorter utterances are followed by silence.

        Returns
        -------
        (Tensor, Tensor)
            Utterance indices [B] and frame indices [B, L] into `audio`.
        """
        unit = torch.rand(2, batch, device=self.device)
        pick = (unit[0] * self.count).long().clamp(max=len(self.frames) - 1)
        frames = self.frames[pick]
        room = (frames - length).clamp(min=0)
        start = (unit[1] * (room + 1)).long()
        steps = start[:, None] + torch.arange(length, device=self.device)
        rows = torch.where(steps < frames[:, None], self.offsets[pick][:, None] + steps, self.silent)
        return pick, rows

    def samples(self, rows: Tensor) -> Tensor:
        """Give the audio of frame indices [B, L] as floats [B, L * 1920]."""
        return self.audio[rows].reshape(len(rows), -1).float() / 32768
