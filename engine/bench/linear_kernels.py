"""Speed of the matrix-vector kernels: what memory lets through, and what arithmetic would.

    python -m phonoscope.engine.bench.linear_kernels [--threads N] [--runs N]

A language model multiplies every weight with one column for each frame, so it is as fast as its weights stream by. Each
weight type runs as its blocks lie in the file and, where it has that form, in panels of rows; with every instruction
set of this processor; and twice, with weights from memory and with weights that stay in the cache. Where the second
rate is far above the memory's, the memory is the limit. The fastest of all runs counts, being the one that other
processes disturbed least.
"""

from __future__ import annotations

import argparse

from phonoscope import _native
from phonoscope.engine.bench.codec_kernels import available_levels
from rich.console import Console
from rich.table import Table

KINDS = (  # type, and whether in panels
    *(("q8_0", panels) for panels in (False, True)),
    *(("q4_0", panels) for panels in (False, True)),
    *(("q4_K", panels) for panels in (False, True)),
    *((name, False) for name in ("q5_K", "q6_K", "f16")),
)
N_ROWS, N_COLUMNS = 512, 1024  # a weight that the second-level cache holds in every type but f16
FROM_MEMORY = {"n_weights": 200, "n_products": 200}
FROM_CACHE = {"n_weights": 1, "n_products": 200}


def weight_bytes(type_name: str) -> int:
    """Return the size of one weight as it is stored in a file."""
    return _native.row_bytes(type_name, N_COLUMNS) * N_ROWS


def bytes_per_second(type_name: str, *, in_panels: bool, from_cache: bool, n_threads: int, n_runs: int) -> float:
    """Return how fast weights pass through the kernel of the instruction set in use."""
    amount = FROM_CACHE if from_cache else FROM_MEMORY
    seconds = _native.time_linear(type_name, N_ROWS, N_COLUMNS, in_panels, n_threads=n_threads, n_runs=n_runs, **amount)
    return amount["n_products"] * weight_bytes(type_name) / seconds


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5, help="the fastest of this many counts (default 5)")
    arguments = parser.parse_args()
    console = Console()
    levels = available_levels()
    table = Table(title=f"{arguments.threads} threads: GB/s from memory | from cache")
    table.add_column("weights")
    for level in levels:
        table.add_column(level.name, justify="right")
    for type_name, in_panels in KINDS:
        row = [type_name + (" in panels" if in_panels else "")]
        for level in levels:
            _native.limit_cpu_level(level)
            rates = [
                bytes_per_second(
                    type_name,
                    in_panels=in_panels,
                    from_cache=from_cache,
                    n_threads=arguments.threads,
                    n_runs=arguments.runs,
                )
                for from_cache in (False, True)
            ]
            row.append(" | ".join(f"{rate / 1e9:.1f}" for rate in rates))
        table.add_row(*row)
    read = max(_native.Ceilings(arguments.threads).read(arguments.runs))
    console.print(f"plain reading, {arguments.threads} threads: {read / 1e9:.1f} GB/s")
    console.print(table)


if __name__ == "__main__":
    main()
