"""``phonoscope parity``: a model against recorded activations of its reference."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from phonoscope.engine.cli.output import print_json
from phonoscope.engine.models.quantisation import TYPES
from phonoscope.engine.parity.comparison import StageResult
from phonoscope.engine.parity.run import parity_stages
from rich.console import Console
from rich.table import Table

OUT_OF_TOLERANCE = 1
_PIPED_COLUMNS = 120  # a pipe has no width of its own


def add_parity_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``parity`` command."""
    parser = subparsers.add_parser(
        "parity",
        help="compare a model with recorded activations",
        description="Compare every stage with recorded activations; exits with 1 when one is out of tolerance.",
    )
    parser.add_argument("model", metavar="MODEL", help="a name from the store, a GGUF file, a folder")
    parser.add_argument("golden", type=Path, metavar="GOLDEN.npz", help="recorded activations")
    parser.add_argument("--codec", type=Path, metavar="PATH", help="the codec's file, if it is not beside the model")
    parser.add_argument("--type", default="f32", choices=TYPES, help="storage type for a folder (default: f32)")
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: all cores)")
    parser.add_argument(
        "--bfloat16",
        action="store_true",
        help="the reference computed in bfloat16: timesteps are rounded as it does, tolerances are wider, or, where a "
        "run is recorded twice (samp/NAME/out and out_again), as wide as the two say (Echo-TTS)",
    )
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    stages = parity_stages(
        args.model,
        args.golden,
        codec=args.codec,
        type_name=args.type,
        threads=args.threads,
        bfloat16=args.bfloat16,
    )
    results = list(stages)
    passed = all(result.passed for result in results)
    if args.json:
        print_json({"passed": passed, "stages": [result.to_plain() for result in results]})
    else:
        _print_table(results)
    return 0 if passed else OUT_OF_TOLERANCE


def _print_table(results: list[StageResult]) -> None:
    table = Table()
    table.add_column("stage", no_wrap=True)
    table.add_column("shape", no_wrap=True)
    for name in ("cosine", "at least", "max abs", "at most"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    for r in results:
        table.add_row(
            r.name,
            "x".join(map(str, r.shape)),
            f"{r.cosine:.9f}",
            f"{r.limit_cosine:g}",
            f"{r.max_abs:.2e}",
            "" if r.limit_max_abs is None else f"{r.limit_max_abs:.2e}",
            "ok" if r.passed else "OUT",
            style="" if r.passed else "bold red",
        )
    console = Console(width=None if sys.stdout.isatty() else _PIPED_COLUMNS)
    console.print(table)
    n_out = sum(not r.passed for r in results)
    console.print(f"{len(results)} stages, " + (f"{n_out} out of tolerance" if n_out else "all within tolerance"))
