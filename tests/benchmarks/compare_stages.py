"""The stages of two builds of Phonoscope beside each other, apart by where the processor's cores lie.

A virtual machine may find its cores on one cache at one time and on two at another, within seconds: then messages
between cores take six times as long, while two cores read memory faster together. Stages change their speed with that,
so that medians over both say little. Each build runs in a process of its own, by turns for a moment at a time; what
a message between cores takes before and after tells which of the two a turn belongs to.

    python tests/benchmarks/compare_stages.py MODEL BEFORE/bin/python AFTER/bin/python --seconds 60
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

_SHARED_S = 150e-9  # messages that take less stay within a cache
_POSITIONS = 30  # of a talker before it is timed: about a prompt
_STEPS, _CHUNKS, _CHUNK_FRAMES = 12, 2, 8
_STAGES = ("talker", "codec")


def stage_timers(model: Path, n_threads: int) -> dict[str, Callable[[], float]]:
    """Return what times each stage of a Qwen3-TTS model once: median milliseconds of a frame."""
    from phonoscope import _native

    rng = np.random.default_rng(0)
    talker = _native.Qwen3Probe(model, n_threads)
    width = next(t.ne[0] for t in _native.GgufFile(model).tensors if t.name == "talker.output_norm.weight")
    row = rng.standard_normal((1, width)).astype(np.float32)
    codec = _native.CodecDecoder(model.with_name(f"{model.stem}-tokenizer.gguf"), n_threads)
    size = _CHUNK_FRAMES, codec.config["n_quantizers"]

    def timed(n: int, call: Callable[[], object]) -> float:
        seconds = []
        for _ in range(n):
            began = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - began)
        return 1000 * median(seconds)

    def talker_ms() -> float:
        talker.reset()
        for _ in range(_POSITIONS):
            talker.run_talker(row)
        return timed(_STEPS, lambda: talker.run_talker(row))

    def codec_ms() -> float:
        codes = rng.integers(0, codec.config["codebook_size"], size, dtype=np.int32)
        return timed(_CHUNKS, lambda: codec.decode(codes)) / _CHUNK_FRAMES

    return {"talker": talker_ms, "codec": codec_ms}


def run_child(model: Path, n_threads: int) -> None:
    """Time one stage for every line of input that names it."""
    timers = stage_timers(model, n_threads)
    for line in sys.stdin:
        print(timers[line.strip()](), flush=True)


class Build:
    """One build in a process of its own."""

    def __init__(self, python: str, args: argparse.Namespace) -> None:
        command = [python, __file__, args.model, python, python, "--child", "--threads", str(args.threads)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ms(self, stage: str) -> float:
        """Return what the stage takes now."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("no pipes")
        print(stage, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def where_cores_lie() -> str:
    """Return whether they share a cache now."""
    from phonoscope import _native

    return "one cache" if min(_native.Ceilings.round_trip(2)) < _SHARED_S else "two caches"


def main() -> None:
    """Compare and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="MODEL", help="a Qwen3-TTS talker, its codec beside it")
    parser.add_argument("before", metavar="PYTHON", help="interpreter with one build")
    parser.add_argument("after", metavar="PYTHON", help="interpreter with the other")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        run_child(Path(args.model), args.threads)
        return
    builds = [Build(python, args) for python in (args.before, args.after)]
    turns: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    try:
        for stage in _STAGES:
            for build in builds:
                build.ms(stage)  # touches all memory
        end = time.monotonic() + args.seconds
        while time.monotonic() < end:
            for stage in _STAGES:
                before = where_cores_lie()
                ms = builds[0].ms(stage), builds[1].ms(stage)
                if where_cores_lie() == before:
                    turns[stage, before].append(ms)
    finally:
        for build in builds:
            build.close()
    print(f"{'ms a frame, median':24}{'turns':>8}{'before':>10}{'after':>10}{'before/after':>14}")
    for (stage, where), pairs in sorted(turns.items()):
        first, second = (median(times) for times in zip(*pairs, strict=True))
        ratio = median(a / b for a, b in pairs)
        print(f"{f'{stage}, {where}':24}{len(pairs):8}{first:10.2f}{second:10.2f}{ratio:14.2f}")


if __name__ == "__main__":
    main()
