"""A small random transformer, and what it is run on."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from tests.data.echo_fixtures.arrays import LATENT, random
from tests.data.echo_fixtures.reference import inference
from tests.data.echo_fixtures.reference import model as reference

N_FRAMES = 21
PATCH = 4
DIMENSIONS = {
    "latent_size": LATENT,
    "model_size": 48,
    "num_layers": 3,
    "num_heads": 4,
    "intermediate_size": 56,
    "norm_eps": 1e-5,
    "text_vocab_size": 256,
    "text_model_size": 40,
    "text_num_layers": 2,
    "text_num_heads": 2,
    "text_intermediate_size": 44,
    "speaker_patch_size": PATCH,
    "speaker_model_size": 24,
    "speaker_num_layers": 2,
    "speaker_num_heads": 2,
    "speaker_intermediate_size": 28,
    "timestep_embed_size": 20,
    "adaln_rank": 6,
}


def weight(name: str, shape: torch.Size) -> torch.Tensor:
    if name.endswith("norm.weight"):
        values = 1 + random(name, *shape, scale=0.25)
        if name == "blocks.2.attention.k_norm.weight":
            values[3, 7] = 11.0  # the released model has such an outlier in its last block
    elif name.endswith(".bias"):
        values = random(name, *shape, scale=0.2)
    elif "embedding" in name:
        values = random(name, *shape, scale=0.7)
    else:
        gain = 4 if "cond_module.4" in name else 3 if name.startswith("blocks.") and ".wo." in name else 1
        values = random(name, *shape, scale=gain / math.sqrt(shape[-1]))
    return values.to(torch.bfloat16).float()


def make_model() -> reference.EchoDiT:
    model = reference.EchoDiT(**DIMENSIONS).eval()
    model.load_state_dict({name: weight(name, values.shape) for name, values in model.state_dict().items()})
    return model


@contextmanager
def recorded_blocks(model: reference.EchoDiT) -> Iterator[list[torch.Tensor]]:
    outputs: list[torch.Tensor] = []
    hooks = [block.register_forward_hook(lambda _m, _i, out: outputs.append(out)) for block in model.blocks]
    yield outputs
    for hook in hooks:
        hook.remove()


class Inputs:
    def __init__(self, model: reference.EchoDiT) -> None:
        self.model = model
        self.ids, self.text_mask = inference.get_text_input_ids_and_mask(["Odd: sizes"], max_length=None)
        self.speaker = random("speaker", 1, 5 * PATCH, LATENT, scale=0.6)
        self.speaker_mask = torch.ones(1, 5 * PATCH, dtype=torch.bool)
        self.x = random("x", 1, N_FRAMES, LATENT)
        self.t = torch.tensor([0.63])

    def run(self, x: torch.Tensor | None = None, speaker: torch.Tensor | None = None, **more: Any) -> torch.Tensor:
        """One evaluation; ``text`` and ``voice`` say what is seen, ``t`` and the rest go to the reference."""
        text, voice = more.pop("text", True), more.pop("voice", True)
        return self.model(
            self.x if x is None else x,
            more.pop("t", self.t),
            self.text_mask if text else torch.zeros_like(self.text_mask),
            self.speaker_mask if voice else torch.zeros_like(self.speaker_mask),
            self.model.get_kv_cache_text(self.ids, self.text_mask),
            self.model.get_kv_cache_speaker(self.speaker if speaker is None else speaker),
            **more,
        )
