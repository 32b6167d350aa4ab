"""Read GGUF files back into the checkpoints of the training, so that a later sitting can go on from what is shipped.

Everything comes back with the precision it is stored in, matrices with 8 bits, which fine-tuning mends at once. Adam's
moments start anew.
"""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any

import torch
from phonoscope.engine.families.qwen3_tts.tensor_names import translate
from phonoscope.engine.training.checkpoints import save
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.dims import SIZES
from phonoscope.engine.training.export import QUANTIZERS
from phonoscope.engine.training.speaker import SpeakerEncoder
from phonoscope.engine.training.talker import Talker
from safetensors.torch import load_file
from torch import Tensor

Parameters = dict[str, Tensor]


def read(paths: list[Path]) -> Parameters:
    """Read all tensors of GGUF files as f32, in torch order."""
    gguf: Any = importlib.import_module("gguf")
    out: Parameters = {}
    for path in paths:
        for tensor in gguf.GGUFReader(path).tensors:
            values = gguf.dequantize(tensor.data, tensor.tensor_type)
            shape = [int(n) for n in reversed(tensor.shape)]
            out[tensor.name] = torch.from_numpy(values.copy()).float().reshape(shape)
    return out


def published(name: str) -> str:
    """Give the published name of a codec parameter."""
    for mine, dec, _ in QUANTIZERS:
        if name.startswith(mine + "."):
            rest = name.removeprefix(mine + ".")
            if rest.startswith("layers."):
                return f"decoder.quantizer.{dec}.vq.layers.{rest.split('.')[1]}._codebook.embedding_sum"
            if rest.startswith("input_proj"):
                enc = "semantic" if mine == "first" else "acoustic"
                return f"encoder.quantizer.{enc}_residual_vector_quantizer.input_proj.weight"
            return f"decoder.quantizer.{dec}.{rest}"
    return name


def restore(stored: Parameters, state: Parameters, prefix: str = "") -> Parameters:
    """Fill a state from stored tensors; what is not stored (training-only parts) keeps its present value."""
    out = {}
    for name, value in state.items():
        found = translate(published(prefix + name))
        if name.endswith(".usage") or found is None or found.gguf not in stored:
            out[name] = value
        else:
            out[name] = stored[found.gguf].reshape(value.shape)
    return out


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gguf", type=Path, nargs="+", help="the model, and its codec if that is another file")
    parser.add_argument("--discriminators", type=Path, help="safetensors file")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", default="small")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    stored = read(args.gguf)
    codec_dims, voice_dims = SIZES[args.size]
    if args.discriminators:
        save(args.out / "discriminators.pt", {k: v.float() for k, v in load_file(args.discriminators).items()})
    save(args.out / "talker.pt", restore(stored, Talker(codec_dims, voice_dims).state_dict(), "talker."))
    save(args.out / "speaker.pt", restore(stored, SpeakerEncoder(voice_dims).state_dict(), "speaker_encoder."))
    save(args.out / "codec.pt", restore(stored, Codec(codec_dims).state_dict()))


if __name__ == "__main__":
    main()
