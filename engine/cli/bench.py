"""``phonoscope bench``: time of every stage against the ceilings of this machine."""

from __future__ import annotations

import argparse

from phonoscope.engine.bench.report import BenchReport, summarise
from phonoscope.engine.bench.steps import StepsReport, run_steps
from phonoscope.engine.bench.trials import MAX_FRAMES, run_rounds
from phonoscope.engine.cli.output import print_json
from phonoscope.engine.synthesis import Engine
from rich.console import Console
from rich.table import Table

_FRAMES = 60
_WINDOW_FRAMES = 640


def add_bench_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``bench`` command."""
    parser = subparsers.add_parser(
        "bench",
        help="measure every stage against what this machine can do",
        description="Speak the same text in several conditions, in turns, and compare each stage with the memory and "
        "arithmetic ceilings measured in between, on the same threads and the same kind of memory. Operations are "
        "counted twice: those of the layers as they are defined, and those really executed, which are fewer in the "
        "codec's residual units (minimal filtering). Other programs falsify the figures: close them first.",
    )
    parser.add_argument("model", metavar="MODEL", help="a name from the store, a GGUF file, a folder")
    parser.add_argument("--codec", metavar="PATH", help="the codec's file, if it is not beside the model")
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: all cores)")
    parser.add_argument(
        "--frames",
        type=int,
        metavar="N",
        help=f"of a take, 8 to {MAX_FRAMES} (default: {_FRAMES}; of a model that denoises {_WINDOW_FRAMES})",
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="takes in each condition (default: 3)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    console = Console(stderr=True)
    with Engine.load(args.model, codec=args.codec, threads=args.threads) as engine:
        if engine.declaration.draws_codes:
            return _run_frames(args, engine, console)
        return _run_steps(args, engine, console)


def _run_frames(args: argparse.Namespace, engine: Engine, console: Console) -> int:
    n_frames = args.frames or _FRAMES
    with console.status("speaking") as status:
        measurement = run_rounds(
            engine,
            n_frames=n_frames,
            n_rounds=args.rounds,
            progress=lambda done: status.update(f"round {done} of {args.rounds} done"),
        )
        report = summarise(measurement, engine.frame_cost, n_frames=n_frames, n_threads=engine.n_threads)
    if args.json:
        print_json(report)
    else:
        _print(report)
    return 0


def _run_steps(args: argparse.Namespace, engine: Engine, console: Console) -> int:
    with console.status("denoising") as status:
        report = run_steps(
            engine,
            n_frames=args.frames or _WINDOW_FRAMES,
            n_rounds=args.rounds,
            progress=lambda done: status.update(f"round {done} of {args.rounds} done"),
        )
    if args.json:
        print_json(report)
    else:
        _print_steps(report)
    return 0


def _print_steps(report: StepsReport) -> None:
    console = Console()
    console.print(
        f"{report.n_threads} threads, windows of {report.n_frames} frames, median of {report.n_rounds} rounds; "
        f"ceiling: {report.flop_per_s_ceiling / 1e9:.0f} GFLOP/s"
    )
    caches = ", ".join(f"{what} {n / 1e6:.0f}" for what, n in report.cache_bytes.items())
    console.print(
        f"peak memory {report.peak_memory_bytes / 1e6:.0f} MB: {report.memory_share:.2f} of the files "
        f"({report.model_bytes / 1e6:.0f} MB) without the caches (MB: {caches})"
    )
    table = Table("step", box=None)
    for heading in ("evaluations", "s", "GFLOP", "GFLOP/s", "of FMA"):
        table.add_column(heading, justify="right")
    for n, step in report.steps.items():
        name = "plain" if n == 1 else "guided"
        figures = (f"{step.seconds:.2f}", f"{step.flop / 1e9:.0f}", f"{step.flop_per_s / 1e9:.0f}")
        table.add_row(name, str(n), *figures, f"{step.flop_share:.0%}")
    console.print(table)
    audio_s = report.n_frames * report.frame_s
    console.print(
        f"encoders and keys {report.encoders_s:.2f} s, codec {1000 * report.codec_s_per_frame:.1f} ms a frame; a whole "
        f"take of {audio_s:.1f} s in 40 steps: about {report.projected_s:.0f} s, RTF {report.projected_s / audio_s:.1f}"
    )


def _print(report: BenchReport) -> None:
    console = Console()
    console.print(
        f"{report.n_threads} threads, {report.n_frames} frames, median of {report.n_rounds} rounds; "
        f"peak memory {report.peak_memory_bytes / 1e6:.0f} MB"
    )
    read, multiply_add = report.read_bytes_per_s, report.flop_per_s
    console.print(
        f"ceilings (least to most): {read.median / 1e9:.1f} GB/s read ({read.low / 1e9:.1f} to {read.high / 1e9:.1f}), "
        f"{multiply_add.median / 1e9:.0f} GFLOP/s multiply-add ({multiply_add.low / 1e9:.0f} to "
        f"{multiply_add.high / 1e9:.0f})"
    )
    stages = Table("stage", box=None)
    for heading in ("ms/frame", "MB", "GB/s", "of read", "GFLOP", "of FMA", "executed GFLOP", "of FMA"):
        stages.add_column(heading, justify="right")
    for name, s in report.stages.items():
        reads = (f"{s.n_bytes / 1e6:.0f}", f"{s.bytes_per_s / 1e9:.1f}", f"{s.read_share:.0%}")
        stages.add_row(
            name,
            f"{s.ms:.2f}",
            *(reads if s.n_bytes else ("", "", "")),
            f"{s.flop / 1e9:.2f}",
            f"{s.flop_share:.0%}",
            f"{s.executed_flop / 1e9:.2f}",
            f"{s.executed_share:.0%}",
        )
    console.print(stages)
    conditions = Table("whole take", box=None)
    for heading in ("ms/frame", "relative", "first audio ms", "prompt ms"):
        conditions.add_column(heading, justify="right")
    for name, c in report.conditions.items():
        conditions.add_row(name, f"{c.frame_ms:.1f}", f"{c.relative:.3f}", f"{c.ttfa_ms:.0f}", f"{c.prefill_ms:.0f}")
    console.print(conditions)
