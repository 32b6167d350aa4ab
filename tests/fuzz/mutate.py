"""Feeds the program damaged files, thousands of them, each of which it must refuse or use without harm.

    python -m tests.fuzz.mutate --cases 10000            from the repository's root; all formats
    python -m tests.fuzz.mutate --format gguf --case 17  one case, here, with its traceback

A case is fixed by seed, format and number. Cases run in worker processes: a crash, a hang, an exception that is not
one of Phonoscope's, and growth beyond the memory limit are failures. The exit code is 1 when there was one, and 130
when the run was interrupted: the cases that it counts are all that were run.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from phonoscope import _native
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import PhonoscopeError

from tests.fuzz.cases import CASES, make_seeds

_SHARES = {
    "gguf": 0.5,
    "folder": 0.13,
    "request": 0.12,
    "recipe": 0.05,
    "voice": 0.08,
    "voice-file": 0.07,
    "recording": 0.05,
}
_MEMORY_LIMIT_BYTES = 6 << 30
_CASES_PER_LINE = 1000  # of progress
_REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass
class Tally:
    """What became of the cases of one run."""

    outcomes: collections.Counter[str] = field(default_factory=collections.Counter)
    failures: list[str] = field(default_factory=list)


def run_case(name: str, seed: int, number: int, seeds: Path) -> str:
    """Run one case in this process.

    Returns
    -------
    str
        "refused" or "used"; any exception that is not one of Phonoscope's comes through.
    """
    rng = random.Random(f"{seed}/{name}/{number}")
    with tempfile.TemporaryDirectory(prefix="phonoscope-fuzz-") as work:
        try:
            CASES[name](rng, seeds, Path(work))
        except (PhonoscopeError, _native.Error) as error:
            message = str(error).replace(work, "")
            if "\n" in message or not message:
                raise AssertionError(f"the refusal is not one line: {message!r}") from error
            return "refused"
    return "used"


def work(seed: int, seeds: Path, limit_memory: bool) -> None:
    """Run the cases named on standard input, one answer a line."""
    if limit_memory:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_LIMIT_BYTES, _MEMORY_LIMIT_BYTES))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever libraries print must not mix with the answers
    for line in sys.stdin:
        name, number = line.split()
        try:
            answer = run_case(name, seed, int(number), seeds)
        except BaseException:  # an unforeseen exception is a finding, not the end of the run
            answer = traceback.format_exc()
        print(json.dumps(answer), file=answers, flush=True)


class Worker:
    """A process that runs cases, started again after a crash or a hang."""

    def __init__(self, command: list[str], timeout_s: float) -> None:
        self._command, self._timeout_s = command, timeout_s
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, name: str, number: int) -> str:
        """Return the worker's answer, or what killed it."""
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{name} {number}\n".encode())
        process.stdin.flush()
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if not selector.select(self._timeout_s):
                return self._bury(f"hang: no answer within {self._timeout_s:g} s")
        line = process.stdout.readline()
        return str(json.loads(line)) if line.endswith(b"\n") else self._bury("crash")

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._bury("")

    def _start(self) -> subprocess.Popen[bytes]:
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  lives as long as the process
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, cwd=_REPOSITORY
        )
        return self._process

    def _bury(self, cause: str) -> str:
        assert self._process is not None
        if not cause.startswith("crash"):
            self._process.kill()
        code = self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process = None
        self._log.seek(0)
        tail = self._log.read()[-6000:].decode(errors="replace")
        self._log.close()
        return f"{cause} (exit code {code})\n{tail}"


def run_cases(cases: Sequence[tuple[str, int]], args: argparse.Namespace, seeds: Path) -> Tally:
    """Share the cases among the workers."""
    tally, queue, lock = Tally(), collections.deque(cases), threading.Lock()
    command = [sys.executable, "-m", "tests.fuzz.mutate", "--work", str(seeds), "--seed", str(args.seed)]
    command += ["--no-memory-limit"] if args.no_memory_limit else []

    def serve() -> None:
        worker = Worker(command, args.timeout)
        while True:
            with lock:
                if not queue:
                    break
                name, number = queue.popleft()
            answer = worker.run(name, number)
            with lock:
                outcome = answer if answer in ("refused", "used") else "failed"
                tally.outcomes[f"{name} {outcome}"] += 1
                if tally.outcomes.total() % _CASES_PER_LINE == 0:
                    print(f"{tally.outcomes.total()} of {len(cases)} cases", file=sys.stderr, flush=True)
                if outcome == "failed":
                    tally.failures.append(f"{name} case {number}, seed {args.seed}: {answer}")
                    print(tally.failures[-1], file=sys.stderr, flush=True)
        worker.close()

    threads = [threading.Thread(target=serve) for _ in range(args.jobs)]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:  # what was done so far is reported
        with lock:
            queue.clear()
        for thread in threads:
            thread.join()
    return tally


def main() -> int:
    """Run the cases that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", choices=CASES, help="only this one (default: all, in fixed shares)")
    parser.add_argument("--cases", type=int, default=1000, help="number of cases in all")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--case", type=int, help="run only this one, in this process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=available_cores())
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds after which a case counts as hanging")
    parser.add_argument("--no-memory-limit", action="store_true", help="for AddressSanitizer, which reserves terabytes")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.work is not None:
        work(args.seed, args.work, not args.no_memory_limit)
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    seeds = Path(tempfile.mkdtemp(prefix="phonoscope-fuzz-seeds-"))
    try:
        make_seeds(seeds)
        if args.case is not None:
            print(run_case(args.format or "gguf", args.seed, args.case, seeds))
            return 0
        shares = {args.format: 1.0} if args.format else _SHARES
        cases = [(n, args.first + i) for n, share in shares.items() for i in range(max(1, round(share * args.cases)))]
        random.Random(0).shuffle(cases)  # all formats get their turn however early it is interrupted
        tally = run_cases(cases, args, seeds)
    finally:
        shutil.rmtree(seeds)
    n_done = tally.outcomes.total()
    print(json.dumps({"cases": n_done, "seed": args.seed, **dict(sorted(tally.outcomes.items()))}, indent=1))
    if tally.failures:
        return 1
    return 0 if n_done == len(cases) else 130


if __name__ == "__main__":
    sys.exit(main())
