"""How long it takes to make a voice of a recording, beside the reference implementation, in one run and in turns.

    python -m tests.benchmarks.encoders CHECKPOINT CLIP [--threads 2] [--rounds 5] [--reference PYTHON]

CHECKPOINT is a Hugging Face style folder of Qwen3-TTS, CLIP mono sound of 24 kHz. PYTHON is an interpreter that has
qwen_tts and PyTorch; without it only this program is measured. Printed are the best and the median time of each.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import soundfile
from phonoscope.engine.voices.encoders import load_encoder

_REFERENCE = """
import sys, time
import soundfile, torch
from qwen_tts import Qwen3TTSModel
folder, clip, threads = sys.argv[1:]
torch.set_num_threads(int(threads))
model = Qwen3TTSModel.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa").model
samples, rate = soundfile.read(clip, dtype="float32")
work = {
    "xvector": lambda: model.extract_speaker_embedding(samples, rate),
    "codes": lambda: model.speech_tokenizer.encode(samples, sr=rate),
}
print("ready", flush=True)
for line in sys.stdin:
    with torch.inference_mode():
        start = time.perf_counter()
        work[line.strip()]()
        print(time.perf_counter() - start, flush=True)
"""

Timer = Callable[[str], float]


def own_timer(checkpoint: str, clip: Path, n_threads: int) -> Timer:
    """Return what measures this program's encoders, in seconds."""
    encoder = load_encoder(checkpoint, n_threads).encoder
    samples, rate = soundfile.read(clip, dtype="float32")
    if rate != encoder.sample_rate_hz or samples.ndim != 1:
        raise SystemExit(f"{clip}: give mono sound of {encoder.sample_rate_hz} Hz")
    work = {"xvector": encoder.xvector, "codes": encoder.codes}

    def measure(what: str) -> float:
        start = time.perf_counter()
        work[what](np.ascontiguousarray(samples))
        return time.perf_counter() - start

    return measure


@contextmanager
def reference_timer(python: Path, checkpoint: str, clip: Path, n_threads: int) -> Iterator[Timer]:
    """Hand out what measures the reference's encoders, in seconds; they live in a process of their own."""
    command = [str(python), "-c", _REFERENCE, checkpoint, str(clip), str(n_threads)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout = process.stdin, process.stdout
        while (line := stdout.readline()) != "ready\n":
            if not line:
                raise SystemExit("the reference did not start")

        def measure(what: str) -> float:
            stdin.write(f"{what}\n")
            stdin.flush()
            return float(stdout.readline())

        yield measure
        stdin.close()


def compare(timers: dict[str, Timer], rounds: int) -> dict[str, dict[str, dict[str, float]]]:
    """Measure all in turns, after a round that does not count."""
    seconds: dict[str, dict[str, list[float]]] = {what: {name: [] for name in timers} for what in ("xvector", "codes")}
    for _ in range(rounds + 1):
        for what, by_name in seconds.items():
            for name, timer in timers.items():
                by_name[name].append(timer(what))
    return {
        what: {
            name: {"best s": round(min(times[1:]), 3), "median s": round(statistics.median(times[1:]), 3)}
            for name, times in by_name.items()
        }
        for what, by_name in seconds.items()
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("clip", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--reference", type=Path, metavar="PYTHON")
    args = parser.parse_args()
    timers = {"phonoscope": own_timer(args.checkpoint, args.clip, args.threads)}
    facts = {"clip s": soundfile.info(str(args.clip)).duration, "threads": args.threads}
    if args.reference is None:
        found = compare(timers, args.rounds)
    else:
        with reference_timer(args.reference, args.checkpoint, args.clip, args.threads) as timer:
            found = compare(timers | {"reference": timer}, args.rounds)
    json.dump({**facts, **found}, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
