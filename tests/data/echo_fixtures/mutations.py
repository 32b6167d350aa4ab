"""What typical mistakes of a port make of the velocity."""

from collections.abc import Callable, Iterator
from typing import Any

import torch

from tests.data.echo_fixtures.arrays import LATENT, put
from tests.data.echo_fixtures.reference import model as reference
from tests.data.echo_fixtures.transformer import DIMENSIONS, PATCH, Inputs


def record_mutations(inputs: Inputs) -> None:
    """What typical mistakes of a port make of ``dit/v``: a comparison must refuse each of them."""
    for name, v in mutations(inputs):
        put(f"mutation/{name}/v", v)


def mutations(inputs: Inputs) -> Iterator[tuple[str, torch.Tensor]]:
    attention, norm, n_heads = reference.JointAttention, reference.LowRankAdaLN, DIMENSIONS["num_heads"]

    def changed(owner: Any, name: str, replacement: Callable[..., Any], **given: object) -> torch.Tensor:
        original = getattr(owner, name)
        setattr(owner, name, replacement)
        try:
            return inputs.run(**given)
        finally:
            setattr(owner, name, original)

    def halves(x: torch.Tensor, angles: torch.Tensor) -> torch.Tensor:
        a, b = x.chunk(2, -1)
        cos, sin = angles.real[:, None], angles.imag[:, None]
        return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)

    def second_half(_self: Any, x: torch.Tensor, angles: torch.Tensor) -> torch.Tensor:
        return torch.cat([x[:, :, : n_heads // 2], reference.apply_rotary_emb(x[:, :, n_heads // 2 :], angles)], 2)

    def adaptive(
        order: tuple[int, int, int], one: float, bound: Callable[[torch.Tensor], torch.Tensor]
    ) -> Callable[..., Any]:
        def forward(self: Any, x: torch.Tensor, c: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            parts = [c.chunk(3, -1)[i] for i in order]
            refined = [
                getattr(self, f"{n}_up")(getattr(self, f"{n}_down")(torch.nn.functional.silu(p))) + p
                for n, p in zip(("shift", "scale", "gate"), parts, strict=True)
            ]
            x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)
            return x * (one + refined[1]) + refined[0], bound(refined[2])

        return forward

    original_embedding = reference.get_timestep_embedding

    def sine_first(t: torch.Tensor, width: int) -> torch.Tensor:
        return original_embedding(t, width).roll(width // 2, -1)

    yield "rope_neox", changed(reference, "apply_rotary_emb", halves)
    everywhere = lambda _self, x, angles: reference.apply_rotary_emb(x, angles)  # noqa: E731
    yield "rope_all_heads", changed(attention, "_apply_rotary_half", everywhere)
    yield "rope_second_half", changed(attention, "_apply_rotary_half", second_half)
    yield "adaln_scale_first", changed(norm, "forward", adaptive((1, 0, 2), 1, torch.tanh))
    yield "adaln_no_tanh", changed(norm, "forward", adaptive((0, 1, 2), 1, lambda gate: gate))
    yield "adaln_no_plus1", changed(norm, "forward", adaptive((0, 1, 2), 0, torch.tanh))
    turned = inputs.speaker.reshape(1, 5, PATCH, LATENT).transpose(2, 3).reshape(1, 5 * PATCH, LATENT)
    yield "patch_transposed", inputs.run(speaker=turned)
    yield "temb_sin_first", changed(reference, "get_timestep_embedding", sine_first)
    yield "t_bf16", inputs.run(t=inputs.t.bfloat16().float())
    weights = inputs.model.speaker_encoder.in_proj
    weights.weight.mul_(6), weights.bias.mul_(6)
    yield "no_div6", inputs.run()
    weights.weight.div_(6), weights.bias.div_(6)
    # The eleventh: text and voice told apart wrongly, so that guidance by one works as guidance by the other.
    yield "lanes_swapped", inputs.run(text=False)
