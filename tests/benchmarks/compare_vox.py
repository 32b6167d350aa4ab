"""Phonoscope beside the PyPI program vox-tts: same checkpoint, same text and length, in turns within one run.

Each program runs in a process of its own, alternately, so that what disturbs the machine disturbs both. The first take
of a process is cold, the second is measured. Stages of ours are measured in a third take whose codec does not run
beside the language model; vox runs one after the other anyway.

    python -m vox build --model FOLDER --dtype bf16 --quant q8 -o m.tmod        (in an environment with vox-tts)
    phonoscope models convert FOLDER m.gguf --type q8_0
    python tests/benchmarks/compare_vox.py m.gguf m.tmod --vox-python ENVIRONMENT/bin/python
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

TEXT = "The quick brown fox jumps over the lazy dog, and then it rests for a while in the shade."
ROWS = {
    "talker_ms": "talker, ms a frame",
    "predictor_ms": "code predictor, ms a frame",
    "codec_ms": "codec, ms a frame",
    "frame_ms": "whole take, ms a frame",
    "ttfa_ms": "first audio, ms",
    "cold_ttfa_ms": "first audio of the first take, ms",
    "peak_mb": "peak memory, MB",
}


def run_ours(model: str, n_frames: int, n_threads: int) -> dict[str, float]:
    """Speak with Phonoscope and return the figures named in `ROWS`."""
    from phonoscope.engine.bench.trials import STREAMING, WHOLE, bench_request, peak_memory_bytes, speak
    from phonoscope.engine.synthesis import Engine

    with Engine.load(model, threads=n_threads) as engine, tempfile.TemporaryDirectory() as folder:
        request = bench_request(engine, n_frames, Path(folder), TEXT)
        cold = speak(engine, request, STREAMING)
        warm = speak(engine, request, STREAMING)
        peak_mb = peak_memory_bytes() / 1e6
        stages = speak(engine, request, WHOLE)
    return {
        **{f"{stage}_ms": ms for stage, ms in stages.stage_ms.items()},
        "frame_ms": warm.frame_ms,
        "ttfa_ms": warm.ttfa_ms,
        "cold_ttfa_ms": cold.ttfa_ms,
        "peak_mb": peak_mb,
    }


def run_vox(model: str, n_frames: int, n_threads: int) -> dict[str, float]:
    """Speak with vox-tts and return the same figures."""
    import numpy as np
    import vox  # type: ignore[import-not-found]

    engine = vox.Engine(model, device="cpu", threads=n_threads)
    seconds = np.arange(3 * 24000) / 24000  # the voice: any sound will do
    voice = engine.clone_voice((0.3 * np.sin(2 * np.pi * 140 * seconds).astype(np.float32), 24000), xvector_only=True)

    def take() -> tuple[float, float, dict[str, Any]]:
        began = time.perf_counter()
        first = float("nan")
        n_samples = 0
        for chunk in engine.stream(TEXT, voice, max_frames=n_frames):
            if n_samples == 0:
                first = time.perf_counter() - began
            n_samples += len(chunk)
        total = time.perf_counter() - began
        return 1000 * first, 1000 * total / (n_samples / 1920), engine.stats()["backend"]

    cold_ttfa_ms, _, before = take()
    ttfa_ms, frame_ms, after = take()
    n = after["frames"] - before["frames"]
    stages = {
        f"{stage}_ms": 1000 * (after["seconds"][stage] - before["seconds"][stage]) / n
        for stage in ("talker", "predictor", "codec")
    }
    peak_mb = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return {**stages, "frame_ms": frame_ms, "ttfa_ms": ttfa_ms, "cold_ttfa_ms": cold_ttfa_ms, "peak_mb": peak_mb}


def in_process(python: str, program: str, model: str, args: argparse.Namespace) -> dict[str, float]:
    """Run one program in a process of its own."""
    command = [python, __file__, model, model, "--child", program]
    command += ["--frames", str(args.frames), "--threads", str(args.threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{program} failed:\n{done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Compare and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ours", metavar="GGUF")
    parser.add_argument("vox", metavar="TMOD")
    parser.add_argument("--vox-python", default=sys.executable, help="interpreter that has vox-tts")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", choices=("ours", "vox"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        run = run_ours if args.child == "ours" else run_vox
        print(json.dumps(run(args.ours, args.frames, args.threads)))
        return
    rounds = [
        (in_process(sys.executable, "ours", args.ours, args), in_process(args.vox_python, "vox", args.vox, args))
        for _ in range(args.rounds)
    ]
    result = {
        key: {
            "ours": median(ours[key] for ours, _ in rounds),
            "vox": median(vox[key] for _, vox in rounds),
            "ratio": median(vox[key] / ours[key] for ours, vox in rounds),
        }
        for key in ROWS
    }
    if args.json:
        print(json.dumps({"frames": args.frames, "threads": args.threads, "rounds": rounds, "medians": result}))
        return
    print(f"{args.frames} frames, {args.threads} threads, median of {args.rounds} rounds")
    print(f"{'':36}{'phonoscope':>12}{'vox-tts':>12}{'vox/ours':>10}")
    for key, label in ROWS.items():
        row = result[key]
        print(f"{label:36}{row['ours']:12.1f}{row['vox']:12.1f}{row['ratio']:10.2f}")


if __name__ == "__main__":
    main()
