"""Whole runs of the sampler with several settings."""

import copy
import json
from typing import Any

import numpy as np
import torch

from tests.data.echo_fixtures.arrays import LATENT, put
from tests.data.echo_fixtures.reference import inference
from tests.data.echo_fixtures.reference import model as reference
from tests.data.echo_fixtures.transformer import N_FRAMES, PATCH, Inputs

SAMPLER: dict[str, Any] = {
    "num_steps": 6,
    "cfg_scale_text": 3.0,
    "cfg_scale_speaker": 8.0,
    "cfg_min_t": 0.5,
    "cfg_max_t": 1.0,
    "truncation_factor": 0.8,
    "rescale_k": None,
    "rescale_sigma": None,
    "speaker_kv_scale": None,
    "speaker_kv_max_layers": None,
    "speaker_kv_min_t": None,
    "sequence_length": N_FRAMES,
}
VARIANTS: dict[str, dict[str, Any]] = {
    "base": {},
    "rescaled": {"rescale_k": 0.9, "rescale_sigma": 2.0, "truncation_factor": None},
    "forced_speaker": {"speaker_kv_scale": 1.4, "speaker_kv_max_layers": 2, "speaker_kv_min_t": 0.7},
    "window": {"cfg_min_t": 0.2, "cfg_max_t": 0.7, "num_steps": 9},
}


def record_sampler(inputs: Inputs) -> None:
    model = inputs.model
    put("samp/noise", torch.randn((1, N_FRAMES, LATENT), generator=torch.Generator().manual_seed(7)))
    put(
        "samp/variants_json",
        np.frombuffer(json.dumps({k: SAMPLER | v for k, v in VARIANTS.items()}).encode(), np.uint8),
    )

    def sample(speaker: torch.Tensor, mask: torch.Tensor, variant: dict[str, Any]) -> torch.Tensor:
        return inference.sample_euler_cfg_independent_guidances(
            model, speaker, mask, inputs.ids, inputs.text_mask, 7, **(SAMPLER | variant)
        )

    for name, variant in VARIANTS.items():
        seen: list[tuple[torch.Tensor, int]] = []
        hook = model.register_forward_pre_hook(
            lambda _m, _a, given, into=seen: into.append((given["x"][:1].clone(), len(given["x"]))), with_kwargs=True
        )
        put(f"samp/{name}/out", sample(inputs.speaker, inputs.speaker_mask, variant))
        hook.remove()
        put(f"samp/{name}/lanes", np.array([n for _, n in seen], np.int32))
        if name == "base":
            put(f"samp/{name}/x_per_step", torch.cat([x for x, _ in seen]))
    nobody = torch.zeros(1, PATCH, LATENT), torch.zeros(1, PATCH, dtype=torch.bool)
    put("samp/no_speaker/out", sample(*nobody, {}))
    # As a model in bfloat16 sees the timestep, everything else in float32.
    hook = model.register_forward_pre_hook(
        lambda _m, args, given: (args, given | {"t": given["t"].bfloat16().float()}), with_kwargs=True
    )
    put("samp/rounded_t/out", sample(inputs.speaker, inputs.speaker_mask, {}))
    hook.remove()


def record_bfloat16(inputs: Inputs) -> None:
    """The base run twice in bfloat16: as torch computes it, and in float32 with every layer's output rounded."""
    plain, rounded = copy.deepcopy(inputs.model).bfloat16(), copy.deepcopy(inputs.model)
    for module in rounded.modules():
        if not list(module.children()) or isinstance(module, reference.LowRankAdaLN):
            module.register_forward_hook(lambda _m, _i, out: _rounded(out))
    rounded.register_forward_pre_hook(
        lambda _m, args, given: (args, given | {"t": _rounded(given["t"])}), with_kwargs=True
    )
    for name, model, kind in (("out", plain, torch.bfloat16), ("out_again", rounded, torch.float32)):
        made = inference.sample_euler_cfg_independent_guidances(
            model, inputs.speaker.to(kind), inputs.speaker_mask, inputs.ids, inputs.text_mask, 7, **SAMPLER
        )
        put(f"bfloat16/{name}", made.half())  # their own rounding is sixteen times as large


def _rounded(out: Any) -> Any:
    return tuple(map(_rounded, out)) if isinstance(out, tuple) else out.bfloat16().float()
