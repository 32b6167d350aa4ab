"""Takes made under different conditions, in turns, so that what disturbs the machine disturbs all of them alike."""

from __future__ import annotations

import contextlib
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from phonoscope import _native
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import SynthesisRequest, TapMode, TapsRequest, WatchdogRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import FrameColumn

TEXT = "The quick brown fox jumps over the lazy dog, and then it rests for a while in the shade."
MAX_FRAMES = 64  # the codec decodes at most so many at once, which is what `Condition.WHOLE` asks for
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
class Round:
    """One take in each condition, and the ceilings measured next to them.

    Parameters
    ----------
    trials
        By the condition's name.
    read_bytes_per_s, flop_per_s
        What the machine could do then: mean of just before and just after the take in one chunk.
    """

    trials: dict[str, Trial]
    read_bytes_per_s: float
    flop_per_s: float


def run_rounds(
    engine: Engine, *, n_frames: int, n_rounds: int, progress: Callable[[int], None] = lambda _: None
) -> list[Round]:
    """Speak in every condition, round after round.

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
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        request = bench_request(engine, n_frames, Path(folder))
        speak(engine, request, STREAMING)  # builds graphs and touches all memory
        for i in range(n_rounds):
            # The stages are compared with the ceilings in this condition; those of a shared machine come and go.
            before = _native.measure_ceilings(engine.n_threads)
            trials = {WHOLE.name: speak(engine, request, WHOLE)}
            after = _native.measure_ceilings(engine.n_threads)
            trials |= {c.name: speak(engine, request, c) for c in CONDITIONS if c is not WHOLE}
            read, flop = ((b + a) / 2 for b, a in zip(before, after, strict=True))
            rounds.append(Round(trials, read, flop))
            progress(i + 1)
    return rounds


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
