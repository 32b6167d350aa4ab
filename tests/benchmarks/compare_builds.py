"""Two builds of Phonoscope beside each other: same model, same text and length, in turns within one run.

Each build is an interpreter that has Phonoscope installed; it speaks in a process of its own, alternately with the
other, so that what disturbs the machine disturbs both. Busy neighbours, as many as wanted, show how a build bears them.

    python tests/benchmarks/compare_builds.py MODEL BEFORE/bin/python AFTER/bin/python --threads 2 --neighbours 4
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median

_TAKES = 3  # in chunks, each between two takes in one chunk

OTHER_ROWS = {
    "frame_ms": "whole take in chunks of 4, ms a frame",
    "one_chunk_ms": "whole take in one chunk, ms a frame",
    "chunks_cost": "chunks of 4 beside one chunk",
    "prefill_ms": "prompt, ms",
    "ttfa_ms": "first audio, ms",
    "peak_mb": "peak memory, MB",
}


def run_child(model: str, n_frames: int, n_threads: int) -> dict[str, float]:
    """Speak with the build of this interpreter and return its figures: stages by name, and `OTHER_ROWS`."""
    from phonoscope.engine.bench.trials import STREAMING, WHOLE, bench_request, peak_memory_bytes, speak
    from phonoscope.engine.synthesis import Engine

    with Engine.load(model, threads=n_threads) as engine, tempfile.TemporaryDirectory() as folder:
        request = bench_request(engine, n_frames, Path(folder))
        speak(engine, request, STREAMING)  # builds graphs and touches all memory
        chunked, whole = [], [speak(engine, request, WHOLE)]  # there, the codec does not run beside the language model
        for _ in range(_TAKES):
            chunked.append(speak(engine, request, STREAMING))
            whole.append(speak(engine, request, WHOLE))
        peak_mb = peak_memory_bytes() / 1e6
    around = [(a.frame_ms + b.frame_ms) / 2 for a, b in pairwise(whole)]
    return {
        **{name: median(take.stage_ms[name] for take in whole) for name in whole[0].stage_ms},
        "frame_ms": median(take.frame_ms for take in chunked),
        "one_chunk_ms": median(take.frame_ms for take in whole),
        "chunks_cost": median(take.frame_ms / other for take, other in zip(chunked, around, strict=True)),
        "prefill_ms": median(take.prefill_ms for take in chunked),
        "ttfa_ms": median(take.ttfa_ms for take in chunked),
        "peak_mb": peak_mb,
    }


def in_process(python: str, args: argparse.Namespace) -> dict[str, float]:
    """Run one build in a process of its own."""
    command = [python, __file__, args.model, python, python, "--child"]
    command += ["--frames", str(args.frames), "--threads", str(args.threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{python} failed:\n{done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Compare and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("before", metavar="PYTHON", help="interpreter with one build")
    parser.add_argument("after", metavar="PYTHON", help="interpreter with the other")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--neighbours", type=int, default=0, help="processes that keep a core busy meanwhile")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        print(json.dumps(run_child(args.model, args.frames, args.threads)))
        return
    with contextlib.ExitStack() as neighbours:
        for _ in range(args.neighbours):
            process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            neighbours.callback(process.wait)
            neighbours.callback(process.kill)
        rounds = [(in_process(args.before, args), in_process(args.after, args)) for _ in range(args.rounds)]
    result = {
        key: {
            "before": median(before[key] for before, _ in rounds),
            "after": median(after[key] for _, after in rounds),
            "ratio": median(before[key] / after[key] for before, after in rounds),
        }
        for key in rounds[0][0]
    }
    if args.json:
        print(json.dumps({"frames": args.frames, "threads": args.threads, "rounds": rounds, "medians": result}))
        return
    print(
        f"{args.frames} frames, {args.threads} threads, {args.neighbours} busy neighbours, "
        f"median of {args.rounds} rounds"
    )
    print(f"{'':36}{'before':>12}{'after':>12}{'before/after':>14}")
    for key, row in result.items():
        label = OTHER_ROWS.get(key, f"{key}, ms a frame")
        print(f"{label:36}{row['before']:12.2f}{row['after']:12.2f}{row['ratio']:14.2f}")


if __name__ == "__main__":
    main()
