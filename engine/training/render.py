"""Step 3: render the corpus with the teacher into shards (`shards.py`), all voices and blends.

Time-boxed. Run again, it keeps the shards that are there and adds others, whose texts and voices are drawn anew.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from phonoscope.engine.training.shards import (
    FRAME,
    Speaker,
    complete_shards,
    load_index,
    save_speakers,
    write_shard,
)
from phonoscope.engine.training.teacher import SAMPLES_PER_FRAME, Spoken, Teacher
from phonoscope.engine.training.teacher_weights import STYLE_STEP, unpack
from phonoscope.engine.training.utterances import Reading, Utterance
from phonoscope.engine.training.utterances import load as load_corpus
from torch import Tensor

LEVEL = 0.085
# Of the French voice in its blends: with less the teacher is not understood.
FRENCH_SHARES = (0.5, 0.6, 0.75)
PLAIN_SHARES = {"english": 0.7, "french": 0.25}  # of the texts that unmixed voices speak
HOP = 240
EDGE_HOPS = 10
SECONDS_PER_PHONEME = 0.085


class Job(NamedTuple):
    """One utterance to render: corpus row, speaker and its reading."""

    text: int
    speaker: int
    reading: Reading


def make_speakers(names: list[str], blends: int, rng: random.Random) -> list[Speaker]:
    """List the voices, random blends of two voices of one accent, and blends of every voice with every French one."""
    speakers = [Speaker(n, n, 1.0) for n in names]
    french = [n for n in names if n[0] == "f"]
    for i in range(blends):
        accent = "a" if i % 4 else "b"
        pool = [n for n in names if n[0] == accent]
        first = rng.choice(pool)
        same = [n for n in pool if n != first and n[1] == first[1]]
        anyone = [n for n in pool if n != first]
        second = rng.choice(same if rng.random() < 0.7 else anyone)
        speakers.append(Speaker(first, second, round(rng.uniform(0.25, 0.75), 2)))
    for first in french:
        for second in (n for n in names if n[0] != "f"):
            speakers += (Speaker(first, second, share) for share in FRENCH_SHARES)
    return speakers


def plan(corpus: list[Utterance], speakers: list[Speaker], voices: int, rng: random.Random) -> list[Job]:
    """Give each text a speaker whose accent it has a reading for (one pass over the corpus)."""
    american = [i for i, s in enumerate(speakers) if not (s.british or s.french)]
    british = [i for i, s in enumerate(speakers) if s.british]
    french = [i for i, s in enumerate(speakers) if s.french]

    def draw(pool: list[int], language: str) -> int:
        plain = [i for i in pool if i < voices]
        return rng.choice(plain if rng.random() < PLAIN_SHARES[language] else pool)

    jobs = []
    for row, utterance in enumerate(corpus):
        reading = utterance.american
        pool = american
        if utterance.british is not None and (reading is None or rng.random() < 0.7):
            reading, pool = utterance.british, british
        if utterance.french is not None and french:
            jobs.append(Job(row, draw(french, "french"), utterance.french))
        elif reading is not None:
            jobs.append(Job(row, draw(pool, "english"), reading))
    rng.shuffle(jobs)
    return jobs


def batches(jobs: list[Job], seconds: float, chunk: int, rng: random.Random) -> list[list[Job]]:
    """Group jobs of similar length, at most about `seconds` of audio a group."""
    groups: list[list[Job]] = []
    for start in range(0, len(jobs), chunk):
        part = sorted(jobs[start : start + chunk], key=lambda j: len(j.reading.phonemes))
        made: list[list[Job]] = []
        for job in part:
            expected = (len(job.reading.phonemes) + 2) * SECONDS_PER_PHONEME
            if made and len(made[-1]) < 512 and expected * (len(made[-1]) + 1) <= seconds:
                made[-1].append(job)
            else:
                made.append([job])
        rng.shuffle(made)
        groups += made
    return groups


class Cut(NamedTuple):
    """A rendered batch cut to frames: audio [F, 1920], frames [B], labels [F, 4], characters [F]."""

    pcm: Tensor
    frames: Tensor
    labels: Tensor
    characters: Tensor


def cut(spoken: Spoken, ids: Tensor, lengths: Tensor, characters: Tensor) -> Cut:
    """Trim edge silence to 100 ms, set the level, and split into annotated 80 ms frames.

    Parameters
    ----------
    spoken : Spoken
        What the teacher said.
    ids, characters : Tensor
        Phoneme ids and their character positions [B, N].
    lengths : Tensor
        Valid ids [B].

    Returns
    -------
    Cut
        Frames of all utterances, concatenated.
    """
    device = spoken.waves.device
    valid = spoken.frames * SAMPLES_PER_FRAME
    hops = spoken.waves.shape[1] // HOP
    waves = spoken.waves[:, : hops * HOP]
    inside = torch.arange(hops, device=device)[None] < (valid // HOP)[:, None]
    energy = waves.reshape(len(waves), hops, HOP).square().mean(-1) * inside
    active = (energy > energy.amax(1, keepdim=True) * 10**-4.2) & inside
    first = active.float().argmax(1)
    last = hops - 1 - active.flip(1).float().argmax(1)
    rms = ((energy * active).sum(1) / active.sum(1).clamp(min=1)).sqrt()
    begin = (first - EDGE_HOPS).clamp(min=0) * HOP
    end = torch.minimum((last + EDGE_HOPS + 1) * HOP, valid)
    frames = (end - begin + FRAME - 1) // FRAME
    peak = waves.abs().amax(1).clamp(min=1e-5)
    gain = torch.minimum(LEVEL / rms.clamp(min=1e-5), 0.97 / peak)
    row = torch.repeat_interleave(torch.arange(len(waves), device=device), frames)
    step = torch.arange(len(row), device=device) - (torch.cumsum(frames, 0) - frames)[row]
    at = begin[row] + step * FRAME
    where = at[:, None] + torch.arange(FRAME, device=device)
    values = waves[row[:, None], where.clamp(max=waves.shape[1] - 1)] * gain[row][:, None]
    values = values * (where < end[row][:, None])
    pcm = (values * 32767).round().clamp(-32767, 32767).to(torch.int16)
    points = torch.tensor([240, 720, 1200, 1680, 960], device=device)
    teacher_frame = (at[:, None] + points) // SAMPLES_PER_FRAME
    token = torch.searchsorted(spoken.ends[row], teacher_frame.contiguous(), right=True)
    token = torch.minimum(token, lengths[row][:, None] - 1)
    labels = ids[row[:, None], token[:, :4]].to(torch.uint8)
    spoken_character = characters[row, token[:, 4]].to(torch.int16)
    return Cut(pcm, frames, labels, spoken_character)


class Renderer:
    """Renders groups of jobs.

    Parameters
    ----------
    teacher : Teacher
        The model.
    styles : dict
        Thinned style tables by voice.
    speakers : list of Speaker
        Who speaks.
    """

    def __init__(
        self,
        teacher: Teacher,
        styles: dict[str, NDArray[np.float16]],
        speakers: list[Speaker],
    ) -> None:
        self.teacher = teacher
        names = sorted(styles)
        table = np.stack([styles[n].astype(np.float32) for n in names])
        self.table = torch.from_numpy(table).to(teacher.device)
        self.speakers = speakers
        self.pairs = [(names.index(s.first), names.index(s.second), s.weight) for s in speakers]

    def style(self, speaker: int, phonemes: int) -> Tensor:
        """Give the style vector of a speaker for an utterance of so many phonemes."""
        first, second, weight = self.pairs[speaker]
        row = min(max(phonemes - 1, 0) // STYLE_STEP, self.table.shape[1] - 1)
        return weight * self.table[first, row] + (1 - weight) * self.table[second, row]

    def render(self, jobs: list[Job]) -> Cut:
        """Render one group."""
        device = self.teacher.device
        sizes = [len(j.reading.phonemes) + 2 for j in jobs]
        ids = np.zeros((len(jobs), max(sizes)), np.int64)
        characters = np.zeros_like(ids)
        for i, job in enumerate(jobs):
            body = slice(1, sizes[i] - 1)
            ids[i, body] = job.reading.phonemes
            characters[i, body] = job.reading.characters
            characters[i, sizes[i] - 1 :] = job.reading.characters[-1]
        tensors = [torch.from_numpy(a).to(device) for a in (ids, characters)]
        lengths = torch.tensor(sizes, device=device)
        style = torch.stack([self.style(j.speaker, len(j.reading.phonemes)) for j in jobs])
        spoken = self.teacher.speak(tensors[0], lengths, style)
        return cut(spoken, tensors[0], lengths, tensors[1])


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", type=Path, required=True, help="folder of step 2")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="one or more of step 1")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--hours", type=float, default=200, help="of speech in the folder")
    parser.add_argument("--pause", type=float, default=math.inf, help="epoch second at which to stop half-done")
    parser.add_argument("--batch-seconds", type=float, default=420)
    parser.add_argument("--blends", type=int, default=200)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--part", type=int, default=0, help="with --parts: which share of every pass to render")
    parser.add_argument("--parts", type=int, default=1, help="so many processes share the work, each with its --out")
    parser.add_argument("--compile", action="store_true")
    args = parser.parse_args()
    began = time.time()
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    weights = unpack((args.teacher / "teacher.xz").read_bytes())
    teacher = Teacher({k: torch.from_numpy(v).to(device) for k, v in weights.items()}, args.compile)
    styles = dict(np.load(args.teacher / "voices.npz"))
    speakers = make_speakers(sorted(styles), args.blends, random.Random(5))
    save_speakers(args.out / "speakers.json", speakers)
    corpus = load_corpus(*args.corpus)
    renderer = Renderer(teacher, styles, speakers)
    print(f"[{time.time() - began:.1f}] ready", flush=True)
    shard = len(complete_shards(args.out))
    total = len(load_index(args.out).characters) if shard else 0
    rng = random.Random(args.seed if not shard else f"{args.seed} after {shard}")
    before, started = total, time.time()
    pending: list[tuple[list[Job], Cut]] = []

    def flush() -> None:
        nonlocal shard
        rows = [(j.text, j.speaker, n) for js, c in pending for j, n in zip(js, c.frames.tolist(), strict=True)]
        arrays = [torch.cat([getattr(c, k) for _, c in pending]).cpu().numpy() for k in ("pcm", "labels", "characters")]
        write_shard(args.out, shard, arrays[0], np.array(rows, np.int32), arrays[1], arrays[2])
        shard += 1
        pending.clear()
        rate = (total - before) * 0.08 / (time.time() - started)
        print(f"[{time.time() - began:.1f}] {total * 0.08 / 3600:.2f} h, {rate:.0f} x", flush=True)

    finished = paused = False
    while not (finished or paused):
        jobs = plan(corpus, speakers, len(styles), rng)[args.part :: args.parts]
        for group in batches(jobs, args.batch_seconds, 4096, rng):
            finished = time.time() - began > args.seconds or total * 0.08 > args.hours * 3600
            paused = time.time() >= args.pause
            if finished or paused:
                break
            made = renderer.render(group)
            pending.append((group, made))
            total += len(made.pcm)
            if sum(len(c.pcm) for _, c in pending) > (4000 if total < 40000 else 60000):
                flush()
    if pending:
        flush()
    if finished:
        (args.out / "rendered").touch()


if __name__ == "__main__":
    main()
