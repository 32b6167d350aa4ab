"""Speed of the codec's convolution kernels, and of whole codec decoders, against the multiply-add ceiling.

    python -m phonoscope.engine.bench.codec_kernels [--threads N] [--runs N] [--f32] [--codec FILE]

Each shape runs with every instruction set of this processor. The ceiling is measured in the same run: multiply-adds on
registers alone, with the best instruction set. The fastest of all runs counts, being the one that other processes
disturbed least. With a codec file, whole frames are decoded in chunks of 1, 2, 4 and 8 as well.

Operations are those of the plain convolutions. Residual units with f16 weights take less than half of them (minimal
filtering), so that their share, and that of a whole decoder, may be above the ceiling.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from phonoscope import _native
from phonoscope.engine.codecs.dac.file_info import is_dac, read_dac_info
from phonoscope.engine.codecs.dac.tensor_names import ENCODER_PREFIXES
from phonoscope.engine.codecs.decoder_cost import decoder_cost
from rich.console import Console
from rich.table import Table

LEVELS = (_native.CpuLevel.portable, _native.CpuLevel.avx2, _native.CpuLevel.avx512)
CHUNK_FRAMES = (1, 2, 4, 8)


@dataclass(frozen=True)
class Shape:
    """One convolution, with the input rows that a chunk of frames gives it, ``frame_rows`` each (0: none)."""

    name: str
    n_in: int
    n_out: int
    n_taps: int
    dilation: int
    n_rows: int
    frame_rows: int = 0

    @property
    def n_operations(self) -> int:
        """Floating-point operations, two for each multiply-add."""
        return 2 * self.n_in * self.n_out * self.n_taps * self.n_rows


# The real sizes. A transposed convolution of stride r is one of two taps with r times the outputs.
SHAPES = (
    Shape("transformer gate and up, 1 frame", 512, 2048, 1, 1, 1),
    Shape("transformer gate and up, 8 frames", 512, 2048, 1, 1, 8),
    Shape("ConvNeXt expansion, 1 frame", 1024, 4096, 1, 1, 4),
    Shape("vocoder input, 1 frame", 1024, 1536, 7, 1, 4),
    Shape("vocoder input, 8 frames", 1024, 1536, 7, 1, 32),
    Shape("block 1 upsampling, 1 frame", 1536, 6144, 2, 1, 4),
    Shape("block 1 unit, 1 frame", 768, 768, 7, 3, 32, 32),
    Shape("block 1 unit, 8 frames", 768, 768, 7, 3, 256, 32),
    Shape("12 Hz block 2 unit", 384, 384, 7, 9, 160, 160),
    Shape("12 Hz block 3 unit", 192, 192, 7, 9, 640, 640),
    Shape("12 Hz block 4 unit", 96, 96, 7, 9, 1920, 1920),
    Shape("44.1 kHz block 2 upsampling", 768, 3072, 2, 1, 32),
    Shape("44.1 kHz block 2 unit", 384, 384, 7, 9, 256, 256),
    Shape("44.1 kHz block 3 unit", 192, 192, 7, 9, 1024, 1024),
    Shape("44.1 kHz block 4 unit", 96, 96, 7, 9, 2048, 2048),
    Shape("44.1 kHz block 4 pointwise", 96, 96, 1, 1, 2048),
)


def available_levels() -> list[_native.CpuLevel]:
    """Return the instruction sets that this processor and PHONOSCOPE_CPU_LEVEL allow; the last is in use afterwards."""
    return [level for level in LEVELS if _native.limit_cpu_level(level) == level]


def operations_per_second(shape: Shape, level: _native.CpuLevel, *, half: bool, n_threads: int, n_runs: int) -> float:
    """Return the speed of one convolution with one instruction set."""
    _native.limit_cpu_level(level)
    seconds = _native.time_causal_conv(
        shape.n_in,
        shape.n_out,
        shape.n_taps,
        shape.dilation,
        shape.n_rows,
        half,
        n_threads,
        n_runs,
        shape.frame_rows,
    )
    return shape.n_operations / seconds


def frame_seconds(decoder: _native.CodecDecoder, chunk_frames: int, n_runs: int) -> float:
    """Return the time of the fastest chunk, divided by its frames.

    Codes are random; after the first window every frame sees as many past positions as any later one.
    """
    config = decoder.config
    size = (config["sliding_window"] // chunk_frames * chunk_frames + n_runs * chunk_frames, config["n_quantizers"])
    codes = np.random.default_rng(0).integers(0, config["codebook_size"], size, dtype=np.int32)
    decoder.reset()
    decoder.decode(codes[: -n_runs * chunk_frames])
    seconds = []
    for first in range(len(codes) - n_runs * chunk_frames, len(codes), chunk_frames):
        begin = time.perf_counter()
        decoder.decode(codes[first : first + chunk_frames])
        seconds.append(time.perf_counter() - begin)
    return min(seconds) / chunk_frames


def kernel_table(levels: list[_native.CpuLevel], ceiling: float, *, half: bool, n_threads: int, n_runs: int) -> Table:
    """Time every shape with every instruction set."""
    kind = "f16" if half else "f32"
    table = Table(title=f"Convolutions, {kind} weights, {n_threads} threads: GFLOP/s (share of the ceiling)")
    table.add_column("shape")
    for level in levels:
        table.add_column(level.name, justify="right")
    for shape in SHAPES:
        row = [shape.name]
        for level in levels:
            speed = operations_per_second(shape, level, half=half, n_threads=n_threads, n_runs=n_runs)
            row.append(f"{speed / 1e9:.1f} ({speed / ceiling:.0%})")
        table.add_row(*row)
    return table


def decoder_table(path: Path, levels: list[_native.CpuLevel], ceiling: float, *, n_threads: int, n_runs: int) -> Table:
    """Time whole decoders, one for each instruction set, in chunks of several sizes."""
    table = Table(title=f"{path.name}, {n_threads} threads: ms per frame (share of the ceiling)")
    table.add_column("frames per chunk", justify="right")
    file = _native.GgufFile(path)
    if is_dac(file):
        info = read_dac_info(file)
        decoding = [t for t in file.tensors if not t.name.startswith(ENCODER_PREFIXES)]
        n_operations = decoder_cost(decoding, "dac.", info.resampling_ratios, info.decoder_rates).flop
    else:
        prefix = "qwen3-tts-tokenizer.decoder."
        ratios, rates = file.metadata[prefix + "upsampling_ratios"], file.metadata[prefix + "upsample_rates"]
        n_operations = decoder_cost(file.tensors, "tok_dec.", ratios, rates).flop
    columns = []
    for level in levels:
        _native.limit_cpu_level(level)
        decoder = _native.CodecDecoder(path, n_threads)
        cells = []
        for chunk_frames in CHUNK_FRAMES:
            seconds = frame_seconds(decoder, chunk_frames, n_runs)
            cells.append(f"{seconds * 1e3:.1f} ({n_operations / seconds / ceiling:.0%})")
        table.add_column(level.name, justify="right")
        columns.append(cells)
    for chunk_frames, *cells in zip(CHUNK_FRAMES, *columns, strict=True):
        table.add_row(str(chunk_frames), *cells)
    return table


def main() -> None:
    """Run the benchmark from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=20, help="the fastest of this many counts (default 20)")
    parser.add_argument("--f32", action="store_true", help="time the shapes with f32 weights instead of f16")
    parser.add_argument("--codec", type=Path, help="a codec file to decode whole frames with")
    arguments = parser.parse_args()
    console = Console()
    levels = available_levels()
    ceiling = max(_native.Ceilings(arguments.threads).multiply_add(arguments.runs))
    console.print(f"multiply-add ceiling, {arguments.threads} threads, {levels[-1].name}: {ceiling / 1e9:.1f} GFLOP/s")
    settings = {"n_threads": arguments.threads, "n_runs": arguments.runs}
    console.print(kernel_table(levels, ceiling, half=not arguments.f32, **settings))
    if arguments.codec is not None:
        console.print(decoder_table(arguments.codec, levels, ceiling, **settings))


if __name__ == "__main__":
    main()
