"""Write an Echo-TTS of the released dimensions with random weights, to measure time and memory without the real ones.

    python tests/benchmarks/random_echo.py OUT.gguf [TYPE] [--pruned]

TYPE is a storage type (default f16). The file takes 4.8 GB in f16, 2.5 GB in q8_0, without the latent encoder.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.families.echo_tts.conversion import NORM_EPS, plan_tensor
from phonoscope.engine.models.checkpoint import SourceTensor
from phonoscope.engine.models.config_file import Value
from phonoscope.engine.models.conversion_plan import PlannedFile, planned
from phonoscope.engine.models.convert import write_file
from phonoscope.engine.models.quantisation import QuantisationPolicy

LATENT, CODEC, WIDTH, FFN, N_BLOCKS, RANK, TIMESTEP = 80, 1024, 2048, 5888, 24, 256, 512
ENCODER, ENCODER_FFN, N_ENCODER_BLOCKS, VOCABULARY, PATCH, HEAD_DIM = 1280, 3328, 14, 256, 4, 128
_POOL = np.random.default_rng(0).standard_normal(1 << 20, np.float32)


class RandomTensor(SourceTensor):
    """A tensor that is made up as it is read: norms around 1, matrices that keep the size of what they multiply."""

    def rows(self) -> Iterator[NDArray[np.float32]]:
        n_rows, n = self.n_values // self.n_per_row, self.n_per_row
        if self.name.endswith("norm.weight"):
            yield 1 + 0.1 * np.resize(_POOL, (n_rows, n))
            return
        at_once = max(1, len(_POOL) // n)
        for first in range(0, n_rows, at_once):
            yield np.resize(_POOL, (min(at_once, n_rows - first), n)) / np.float32(np.sqrt(n))


def shapes(pruned: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
    encoders = ("text", "speaker") if pruned else ("text", "speaker", "latent")
    yield "text_encoder.text_embedding.weight", (VOCABULARY, ENCODER)
    for name in encoders:
        if name != "text":
            yield f"{name}_encoder.in_proj.weight", (ENCODER, PATCH * LATENT)
            yield f"{name}_encoder.in_proj.bias", (ENCODER,)
        for i in range(N_ENCODER_BLOCKS):
            yield from block(f"{name}_encoder.blocks.{i}", ENCODER, ENCODER_FFN)
            yield f"{name}_encoder.blocks.{i}.attention_norm.weight", (ENCODER,)
            yield f"{name}_encoder.blocks.{i}.mlp_norm.weight", (ENCODER,)
        yield f"{name}_norm.weight", (ENCODER,)
    for layer, shape in ((0, (WIDTH, TIMESTEP)), (2, (WIDTH, WIDTH)), (4, (3 * WIDTH, WIDTH))):
        yield f"cond_module.{layer}.weight", shape
    yield from (("in_proj.weight", (WIDTH, LATENT)), ("in_proj.bias", (WIDTH,)), ("out_norm.weight", (WIDTH,)))
    yield from (("out_proj.weight", (LATENT, WIDTH)), ("out_proj.bias", (LATENT,)))
    for i in range(N_BLOCKS):
        yield from block(f"blocks.{i}", WIDTH, FFN)
        for source in encoders:
            yield f"blocks.{i}.attention.wk_{source}.weight", (WIDTH, ENCODER)
            yield f"blocks.{i}.attention.wv_{source}.weight", (WIDTH, ENCODER)
        for norm in ("attention_adaln", "mlp_adaln"):
            for part in ("shift", "scale", "gate"):
                yield f"blocks.{i}.{norm}.{part}_down.weight", (RANK, WIDTH)
                yield f"blocks.{i}.{norm}.{part}_up.weight", (WIDTH, RANK)
                yield f"blocks.{i}.{norm}.{part}_up.bias", (WIDTH,)


def block(name: str, width: int, ffn: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    for matrix in ("wq", "wk", "wv", "gate", "wo"):
        yield f"{name}.attention.{matrix}.weight", (width, width)
    for norm in ("q_norm", "k_norm"):
        yield f"{name}.attention.{norm}.weight", (width // HEAD_DIM, HEAD_DIM)
    yield from ((f"{name}.mlp.w1.weight", (ffn, width)), (f"{name}.mlp.w3.weight", (ffn, width)))
    yield f"{name}.mlp.w2.weight", (width, ffn)


def dimensions() -> Iterator[tuple[str, Value]]:
    for key, n, width, ffn in (
        ("", N_BLOCKS, WIDTH, FFN),
        ("text.", N_ENCODER_BLOCKS, ENCODER, ENCODER_FFN),
        ("speaker.", N_ENCODER_BLOCKS, ENCODER, ENCODER_FFN),
    ):
        yield f"echo-tts.{key}block_count", n
        yield f"echo-tts.{key}embedding_length", width
        yield f"echo-tts.{key}feed_forward_length", ffn
        yield f"echo-tts.{key}attention.head_count", width // HEAD_DIM
    yield from (("echo-tts.latent_length", LATENT), ("echo-tts.codec_length", CODEC))
    yield from (("echo-tts.text.vocab_size", VOCABULARY), ("echo-tts.speaker.patch_frames", PATCH))
    yield from (("echo-tts.timestep_length", TIMESTEP), ("echo-tts.adaln_rank", RANK))
    yield from (("echo-tts.attention.layer_norm_rms_epsilon", NORM_EPS), ("echo-tts.latent_scale", 1 / 18))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("type", nargs="?", default="f16")
    parser.add_argument("--pruned", action="store_true")
    arguments = parser.parse_args()
    policy = QuantisationPolicy(arguments.type, pruned=arguments.pruned)
    tensors = [
        plan_tensor(RandomTensor(name, Path("random"), "F32", shape, 0), policy, N_BLOCKS)
        for name, shape in shapes(arguments.pruned)
    ]
    for name, shape in (("pca.components", (LATENT, CODEC)), ("pca.mean", (CODEC,))):
        source = RandomTensor(name, Path("random"), "F32", shape, 0)
        tensors.append(planned(name, "f32", shape, source.rows, name))
    write_file(arguments.out, PlannedFile("echo-tts", policy.type, list(dimensions()), tensors))


if __name__ == "__main__":
    main()
