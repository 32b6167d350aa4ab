"""Takes made under different conditions, in turns, so that what disturbs the machine disturbs all of them alike."""

from __future__ import annotations

import contextlib
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from phonoscope import _native
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import SynthesisRequest, TapMode, TapsRequest, WatchdogRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import FrameColumn

TEXT = "The quick brown fox jumps over the lazy dog, and then it rests for a while in the shade."
MAX_FRAMES = 64  # the codec decodes at most so many at once, which is what `WHOLE` asks for
_PIECE_FRAMES = 12  # about a second: a shared machine seldom changes its speed within it
_CEILING_REPEATS = 5
_SHORTEST = "min_new_tokens"  # of families that end by themselves
_BUSY = "while True: pass"


@dataclass(frozen=True)
class Condition:
    """One way of speaking the same text.

    Parameters
    ----------
    name
        For people.
    chunk_frames
        How many frames the codec decodes at a time.
    taps
        What is recorded.
    neighbour
        Whether another process keeps a core busy meanwhile.
    """

    name: str
    chunk_frames: int = 4
    taps: TapMode = TapMode.OFF
    neighbour: bool = False


STREAMING = Condition("chunks of 4")
WHOLE = Condition("one chunk", chunk_frames=MAX_FRAMES)
TAPS = Condition("taps: stats", taps=TapMode.STATS)
NEIGHBOUR = Condition("busy neighbour", neighbour=True)
CONDITIONS = (STREAMING, WHOLE, TAPS, NEIGHBOUR)


@dataclass(frozen=True)
class Trial:
    """What one take took, in milliseconds.

    Parameters
    ----------
    frame_ms
        The whole take, prompt included, over its frames.
    stage_ms
        Of each stage that the family declares, median over the frames.
    prefill_ms, ttfa_ms
        Prompt, and first audio.
    """

    frame_ms: float
    stage_ms: Mapping[str, float]
    prefill_ms: float
    ttfa_ms: float


@dataclass(frozen=True)
class Piece:
    """Stages and ceilings within about a second of each other: both change by the minute where machines are shared.

    Parameters
    ----------
    stage_ms
        Of each stage that the family declares, median over the frames of a short take whose stages run one by one.
    read_bytes_per_s, flop_per_s
        What the machine could do just before and just after: median of all samples.
    """

    stage_ms: Mapping[str, float]
    read_bytes_per_s: float
    flop_per_s: float


@dataclass(frozen=True)
class Round:
    """One take in each condition by the condition's name, and the pieces that compare stages with ceilings."""

    trials: Mapping[str, Trial]
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Measurement:
    """All rounds, and the largest resident size of the process that speaking took."""

    rounds: Sequence[Round]
    peak_memory_bytes: int


def run_rounds(
    engine: Engine, *, n_frames: int, n_rounds: int, progress: Callable[[int], None] = lambda _: None
) -> Measurement:
    """Speak in every condition, round after round, and measure the stages beside the ceilings.

    Parameters
    ----------
    engine
        The loaded model.
    n_frames
        Length of each take, 8 to `MAX_FRAMES`.
    n_rounds
        How often, at least 1.
    progress
        Called with the number of finished rounds.

    Raises
    ------
    RequestError
        When a number is out of range.
    """
    if not 8 <= n_frames <= MAX_FRAMES:
        raise RequestError(f"{n_frames} frames are out of range", f"choose 8 to {MAX_FRAMES}")
    if n_rounds < 1:
        raise RequestError(f"{n_rounds} rounds are too few", "choose at least 1")
    ceilings = _native.Ceilings(engine.n_threads)
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        request = bench_request(engine, n_frames, Path(folder))
        speak(engine, request, STREAMING)  # builds graphs and touches all memory
        speak(engine, request, WHOLE)
        peak = peak_memory_bytes()  # before the ceilings take memory of their own
        short = bench_request(engine, _PIECE_FRAMES, Path(folder))
        for i in range(n_rounds):
            trials = {c.name: speak(engine, request, c) for c in CONDITIONS}
            pieces = _measure_pieces(engine, short, ceilings, -(-n_frames // _PIECE_FRAMES))
            rounds.append(Round(trials, pieces))
            progress(i + 1)
    return Measurement(rounds, peak)


def _measure_pieces(
    engine: Engine, request: SynthesisRequest, ceilings: _native.Ceilings, n_pieces: int
) -> list[Piece]:
    """Make short takes, each between two measurements of the ceilings."""

    def sample() -> tuple[list[float], list[float]]:
        return ceilings.read(_CEILING_REPEATS), ceilings.multiply_add(_CEILING_REPEATS)

    pieces = []
    before = sample()
    for _ in range(n_pieces):
        stage_ms = speak(engine, request, WHOLE).stage_ms
        after = sample()
        read, flop = (float(np.median([*b, *a])) for b, a in zip(before, after, strict=True))
        pieces.append(Piece(stage_ms, read, flop))
        before = after
    return pieces


def bench_request(engine: Engine, n_frames: int, folder: Path, text: str = TEXT) -> SynthesisRequest:
    """Return a request for exactly ``n_frames`` frames.

    Models that take an x-vector get a random one, written to ``folder``: what it sounds like costs nothing.
    """
    voice: str | Path | None = None
    if VoiceKind.XVECTOR in engine.declaration.voice_kinds:
        voice = folder / "voice.npy"
        np.save(voice, np.random.default_rng(0).standard_normal(engine.width).astype(np.float32))
    elif engine.declaration.speakers:
        voice = engine.declaration.speakers[0]
    return engine.request(
        text,
        voice=voice,
        sampler={field.name: n_frames for field in engine.declaration.sampler if field.name == _SHORTEST},
        max_frames=n_frames,
        watchdog=WatchdogRequest(enabled=False),
    )


def speak(engine: Engine, request: SynthesisRequest, condition: Condition) -> Trial:
    """Make one take and return what it took."""
    with busy_neighbour() if condition.neighbour else contextlib.nullcontext():
        take = engine.speak(
            SynthesisRequest(
                **{**vars(request), "chunk_frames": condition.chunk_frames, "taps": TapsRequest(mode=condition.taps)}
            )
        )
        take.wait()
    take.check()
    figures = take.figures
    stages_ms = np.median(take.frames[:, FrameColumn.STAGES_MS], axis=0)
    return Trial(
        frame_ms=1000 * figures.elapsed_s / figures.n_frames,
        stage_ms={name: float(ms) for name, ms in zip(engine.declaration.stages, stages_ms, strict=True)},
        prefill_ms=figures.prefill_ms,
        ttfa_ms=figures.ttfa_ms,
    )


@contextlib.contextmanager
def busy_neighbour() -> Iterator[None]:
    """Keep one core busy with another process."""
    process = subprocess.Popen([sys.executable, "-c", _BUSY])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def peak_memory_bytes() -> int:
    """Return the largest resident size of this process so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
