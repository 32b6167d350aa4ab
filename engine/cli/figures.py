"""What is told about a finished take: for people a line or two, for programs one JSON object."""

from __future__ import annotations

import json
import math
import resource
import sys
from dataclasses import asdict
from typing import Any

from phonoscope.engine.cli.output import print_json
from phonoscope.engine.recipe import audio_digest, codes_digest
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import Take
from phonoscope.engine.take_figures import StopReason

_STOPS = {
    StopReason.MAX_FRAMES: "cut off at its longest length (--max-frames)",
    StopReason.REPEATED_CODES: "stopped: the model repeated itself (another --seed may help)",
    StopReason.SILENCE: "stopped: nothing but silence came any more",
    StopReason.CANCELLED: "interrupted",
}


def take_figures(take: Take, request: SynthesisRequest, engine: Engine, output: str | None) -> dict[str, Any]:
    """Return everything that is measured of a take, as plain values; what is unknown is None.

    Times are in the unit that their names end in; ``peak_memory_mb`` is that of the whole process.
    """
    figures = asdict(take.figures)
    figures |= {f"{stage}_ms": ms for stage, ms in figures.pop("stage_ms").items()}
    figures = {name: None if isinstance(v, float) and math.isnan(v) else v for name, v in figures.items()}
    return {
        "output": output,
        **figures,
        "sample_rate_hz": take.sample_rate_hz,
        "n_samples": take.n_samples,
        "n_threads": engine.n_threads,
        "peak_memory_mb": peak_memory_mb(),
        "seed": request.seed,
        "text_as_read": engine.as_read(request),
        "segments": [
            {
                "seed": s.seed,
                "first_frame": s.first_frame,
                "n_frames": s.n_frames,
                "n_prompt_rows": s.n_prompt_rows,
                "n_restored_rows": s.n_restored_rows,
                "prefill_ms": s.prefill_ms,
                "stop_reason": s.stop_reason,
                "discarded": s.discarded,
            }
            for s in take.segments
        ],
        "likeness": None if (likeness := engine.likeness(take)) is None else asdict(likeness),
        "audio_sha256": audio_digest(take.audio),
        "codes_sha256": codes_digest(take.codes),
        "licence": engine.declaration.licence_name or None,
        "request": json.loads(request.to_json()),
    }


def print_figures(figures: dict[str, Any], *, as_json: bool) -> None:
    """Print figures as one JSON object on standard output, or a summary on standard error."""
    if as_json:
        print_json(figures)
        return
    print(summary(figures), file=sys.stderr)


def summary(figures: dict[str, Any]) -> str:
    """Return what a person wants to know, in one line."""
    where = figures["output"] if figures["output"] not in (None, "-") else "speech"
    parts = [f"{where}: {figures['duration_s']:.2f} s"]
    if figures["n_frames"]:
        parts.append(f"made in {figures['elapsed_s']:.2f} s (RTF {figures['rtf']:.2f})")
        parts.append(f"first sound after {figures['ttfa_ms']:.0f} ms")
    if figures["likeness"] is not None:
        mixed = ", ".join(f"{name} {value:.2f}" for name, value in figures["likeness"]["parts"].items())
        parts.append(f"likeness to the voice {figures['likeness']['similarity']:.2f}{mixed and f' ({mixed})'}")
    parts.append(f"seed {figures['seed']}")
    if figures["licence"]:
        parts.append(f"licence {figures['licence']}")
    stops = dict.fromkeys([*(s["stop_reason"] for s in figures["segments"]), figures["stop_reason"]])
    parts += [_STOPS[StopReason(reason)] for reason in stops if reason in _STOPS]
    return ", ".join(parts)


def peak_memory_mb() -> float:
    """Return the most memory that this process has held, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6
