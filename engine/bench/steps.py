"""What a step of a diffusion model takes, against what the machine can do; and what a whole take would take."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
from phonoscope import _native
from phonoscope.engine.bench.trials import TEXT, peak_memory_bytes
from phonoscope.engine.errors import RequestError
from phonoscope.engine.request import SynthesisRequest, TapMode, TapsRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import FrameColumn, StepColumn

_STEPS = 4  # on a schedule of four, the first two are guided
_FULL_STEPS = 40
_FEW_FRAMES = 16
_CEILING_REPEATS = 5
_VOICE_FRAMES, _LATENT_SIZE = 212, 0.6  # a recording of ten seconds


@dataclass(frozen=True)
class StepFigures:
    """One kind of step.

    Parameters
    ----------
    n_lanes
        Evaluations in it: 1 without guidance.
    seconds
        Median time.
    flop
        Operations.
    flop_per_s
        The rate that follows.
    flop_share
        Of the multiply-add ceiling measured in between: median over the rounds.
    """

    n_lanes: int
    seconds: float
    flop: int
    flop_per_s: float
    flop_share: float


@dataclass(frozen=True)
class StepsReport:
    """All figures.

    Parameters
    ----------
    steps
        By the number of lanes.
    encoders_s
        Encoders, keys and conditioning of one take.
    codec_s_per_frame
        Decoding; NaN where nothing was decoded.
    frame_s
        Length of a frame.
    projected_s
        Time of a whole take of as many frames at 40 steps, the codec included.
    cache_bytes
        What is kept between steps, by what it is: keys, conditioning, working memory.
    n_frames, n_threads, n_rounds, flop_per_s_ceiling, peak_memory_bytes, model_bytes
        Under which circumstances.
    """

    steps: Mapping[int, StepFigures]
    encoders_s: float
    codec_s_per_frame: float
    frame_s: float
    projected_s: float
    n_frames: int
    n_threads: int
    n_rounds: int
    flop_per_s_ceiling: float
    peak_memory_bytes: int
    model_bytes: int
    cache_bytes: Mapping[str, int]

    @property
    def memory_share(self) -> float:
        """Peak memory of the whole process without those caches, over the size of the files."""
        return (self.peak_memory_bytes - sum(self.cache_bytes.values())) / self.model_bytes


def run_steps(
    engine: Engine, *, n_frames: int, n_rounds: int, progress: Callable[[int], None] = lambda _: None
) -> StepsReport:
    """Make takes of a few steps and measure each.

    Parameters
    ----------
    engine
        The loaded model.
    n_frames
        Length of the window.
    n_rounds
        How many takes.
    progress
        Called with the number of finished rounds.

    Raises
    ------
    RequestError
        When a number is out of range.
    """
    if n_rounds < 1 or n_frames < 1:
        raise RequestError("frames and rounds must be at least 1", "choose more")
    with tempfile.TemporaryDirectory() as folder:
        request = _request(engine, n_frames, Path(folder) / "voice.npy")
        return _run(engine, request, n_frames, n_rounds, progress)


def _request(engine: Engine, n_frames: int, voice: Path) -> SynthesisRequest:
    """Return a request of a few steps with a voice of noise, written to ``voice``: its sound costs nothing."""
    first = engine.speak(engine.request(TEXT, sampler={"steps": 1}, max_frames=_FEW_FRAMES))  # touches all memory
    first.wait()
    first.check()
    width = first.latents.shape[1]
    latents = np.random.default_rng(0).standard_normal((_VOICE_FRAMES, width)).astype(np.float32)
    np.save(voice, _LATENT_SIZE * latents)
    return engine.request(
        TEXT, voice=voice, sampler={"steps": _STEPS}, max_frames=n_frames, taps=TapsRequest(mode=TapMode.STATS)
    )


def _run(
    engine: Engine, request: SynthesisRequest, n_frames: int, n_rounds: int, progress: Callable[[int], None]
) -> StepsReport:
    work = engine.take_work(request)
    if work is None:
        raise RequestError("this model does not denoise step by step", "measure it frame by frame")
    cost = work.lane_flop
    times_ms: dict[int, list[float]] = {}
    shares: dict[int, list[float]] = {}
    ceiling = _native.Ceilings(engine.n_threads)
    ceilings, encoders_ms, codec_ms = [], [], []
    for i in range(n_rounds):
        before = ceiling.multiply_add(_CEILING_REPEATS)
        take = engine.speak(request)
        take.wait()
        take.check()
        ceilings.append(median([*before, *ceiling.multiply_add(_CEILING_REPEATS)]))
        encoders_ms.append(take.figures.prefill_ms)
        if take.n_frames:
            codec_ms.append(float(np.median(take.frames[:, FrameColumn.CODEC_MS])))
        for n_lanes, ms in take.steps[:, [StepColumn.N_LANES, StepColumn.MS]]:
            times_ms.setdefault(int(n_lanes), []).append(float(ms))
            shares.setdefault(int(n_lanes), []).append(n_lanes * cost / (ms / 1000) / ceilings[-1])
        progress(i + 1)
    steps = {
        n: StepFigures(n, median(ms) / 1000, n * cost, n * cost / (median(ms) / 1000), median(shares[n]))
        for n, ms in times_ms.items()
    }
    guided = sum(0.5 <= t <= 1 for t in _native.timestep_schedule(_FULL_STEPS)[:-1])
    codec_s = median(codec_ms) / 1000 if codec_ms else float("nan")
    seconds = guided * steps[max(steps)].seconds + (_FULL_STEPS - guided) * steps[min(steps)].seconds
    return StepsReport(
        steps=dict(sorted(steps.items())),
        encoders_s=median(encoders_ms) / 1000,
        codec_s_per_frame=codec_s,
        frame_s=1 / engine.declaration.frame_rate_hz,
        projected_s=seconds + median(encoders_ms) / 1000 + (n_frames * codec_s if codec_ms else 0.0),
        n_frames=n_frames,
        n_threads=engine.n_threads,
        n_rounds=n_rounds,
        flop_per_s_ceiling=median(ceilings),
        peak_memory_bytes=peak_memory_bytes(),
        cache_bytes=engine.cache_bytes,
        model_bytes=sum(path.stat().st_size for path in {engine.pair.model, engine.pair.codec}),
    )
