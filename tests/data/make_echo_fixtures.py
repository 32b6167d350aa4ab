"""Make ``echo_tiny``: a small random Echo-TTS as it is published, and what the reference computes with it.

The dimensions are chosen to divide nothing evenly: heads of 12 and 20 channels, odd numbers of frames, patches and ids.
Runs with the reference implementation in float32 on a CPU (PyTorch, einops, safetensors, and ``echo-tts==0.1.4`` from
PyPI without its dependencies)::

    python -m tests.data.make_echo_fixtures tests/data/echo_tiny
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file

from tests.data.echo_fixtures.arrays import LATENT, golden, random
from tests.data.echo_fixtures.codec import CODEC, ENCODER_WINDOW, HEAD, WINDOW, make_codec, record_codec, record_latents
from tests.data.echo_fixtures.mutations import record_mutations
from tests.data.echo_fixtures.networks import record_blocks, record_networks, record_text
from tests.data.echo_fixtures.sampler import record_bfloat16, record_sampler
from tests.data.echo_fixtures.transformer import Inputs, make_model


def main(out: Path) -> None:
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    out.mkdir(exist_ok=True)
    model = make_model()
    inputs = Inputs(model)
    record_text()
    record_networks(inputs)
    record_blocks(inputs)
    record_sampler(inputs)
    record_bfloat16(inputs)
    record_mutations(inputs)
    record_latents()
    state = {name: values.to(torch.bfloat16) for name, values in model.state_dict().items()}
    save_file(state, out / "pytorch_model.safetensors")
    basis = {
        "pca_components": random("components", LATENT, CODEC, scale=0.18),
        "pca_mean": random("codec mean", CODEC, scale=0.3),
        "latent_scale": torch.tensor([1 / 18]),
    }
    save_file(basis, out / "pca_state.safetensors")
    codec = make_codec()
    record_codec(codec, basis)
    (out / "fish-s1-dac-min").mkdir(exist_ok=True)
    save_file(codec.state_dict(), out / "fish-s1-dac-min" / "pytorch_model.safetensors")
    described = {"dac": {"q_head_dim": HEAD, "q_window": WINDOW, "enc_tr_window": ENCODER_WINDOW}}
    (out / "fish-s1-dac-min" / "tiny_config.json").write_text(json.dumps(described) + "\n")
    np.savez_compressed(out / "golden.npz", **golden)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
