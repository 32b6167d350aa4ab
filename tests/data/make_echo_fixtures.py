"""Make ``echo_tiny``: a small random Echo-TTS as it is published, and what the reference computes with it.

The dimensions are chosen to divide nothing evenly: heads of 12 and 20 channels, odd numbers of frames, patches and ids.
Runs with the reference implementation in float32 on a CPU (PyTorch, einops, safetensors, and ``echo-tts==0.1.4`` from
PyPI without its dependencies)::

    python tests/data/make_echo_fixtures.py tests/data/echo_tiny
"""

# ruff: noqa: E402, RUF001

import itertools
import json
import math
import sys
import types
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

for _name in ("torchaudio", "huggingface_hub"):  # asked for at import, never used here
    sys.modules.setdefault(_name, types.ModuleType(_name)).hf_hub_download = None  # type: ignore[attr-defined]

import numpy as np
import torch
from echo_tts import autoencoder, inference
from echo_tts import model as reference
from safetensors.torch import save_file

SEED = 91
LATENT, CODEC = 80, 32
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
HEAD, WINDOW, ENCODER_WINDOW = 16, 3, 5
"""Of the transformers of the codec."""
TEXTS = [
    "One: two; three…",
    "“Well” – he said — it’s\nS2's turn",
    "(sighs) no tag",
    "[S2] tagged",
    "",
    "é" * 500,
]
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

golden: dict[str, Any] = {}


def put(name: str, values: torch.Tensor | np.ndarray) -> None:
    array = values.detach().numpy() if isinstance(values, torch.Tensor) else values
    assert name not in golden and (array.dtype.kind != "f" or np.isfinite(array).all()), name
    golden[name] = np.ascontiguousarray(array)


def random(name: str, *shape: int, scale: float = 1.0) -> torch.Tensor:
    generator = torch.Generator().manual_seed(zlib.crc32(name.encode()) ^ SEED)
    return scale * torch.randn(shape, generator=generator)


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


def record_text() -> None:
    for i, text in enumerate(TEXTS):
        ids, normalised = inference.tokenizer_encode(text, return_normalized_text=True)
        _, mask = inference.get_text_input_ids_and_mask([text], max_length=768)
        put(f"tok/{i}/text_utf8", np.frombuffer(text.encode(), np.uint8))
        put(f"tok/{i}/norm_utf8", np.frombuffer(normalised.encode(), np.uint8))
        put(f"tok/{i}/ids", np.asarray(ids, np.int32))
        put(f"tok/{i}/valid_len_at_768", np.array([int(mask.sum())], np.int32))


def record_networks(inputs: Inputs) -> None:
    model = inputs.model
    put("text/ids", inputs.ids.int())
    states = model.text_encoder(inputs.ids, inputs.text_mask)
    put("text/encoder_out", states)
    put("text/encoder_out_normed", model.text_norm(states))
    put("spk/latent", inputs.speaker)
    encoder = model.speaker_encoder
    put("spk/in_proj_div6", encoder.in_proj(inputs.speaker.reshape(1, 5, PATCH * LATENT)) / 6)
    put("spk/encoder_out", encoder(inputs.speaker))
    put("spk/encoder_out_normed", model.speaker_norm(encoder(inputs.speaker)))
    caches = {
        "text": model.get_kv_cache_text(inputs.ids, inputs.text_mask),
        "speaker": model.get_kv_cache_speaker(inputs.speaker),
    }
    for source, layers in caches.items():
        for layer in (0, 2):
            put(f"kv/{source}/{layer}/k", layers[layer][0])
            put(f"kv/{source}/{layer}/v", layers[layer][1])
    put("dit/x", inputs.x)
    put("dit/t", inputs.t)
    embedded = reference.get_timestep_embedding(inputs.t, DIMENSIONS["timestep_embed_size"])
    put("dit/timestep_embedding", embedded)
    put("dit/cond_embed", model.cond_module(embedded))
    with recorded_blocks(model) as outputs:
        v = inputs.run()
    put("dit/block_out", torch.stack(outputs)[:, 0])
    put("dit/v", v)
    put("dit/v_lanes", torch.cat([v, inputs.run(text=False), inputs.run(voice=False)]))


def record_blocks(inputs: Inputs) -> None:
    model, n_before, n_frames = inputs.model, 2 * PATCH, 5 * PATCH
    prefix = random("prefix", 1, n_before, LATENT, scale=0.6)
    buffer = torch.cat([prefix, torch.zeros(1, n_frames, LATENT)], 1)
    put("blk/prefix_buffer", buffer)
    put("blk/latent_encoder_out", model.latent_encoder(buffer))
    keys = model.get_kv_cache_latent(buffer)
    for layer in (0, 2):
        put(f"blk/kv_latent/{layer}/k", keys[layer][0])
        put(f"blk/kv_latent/{layer}/v", keys[layer][1])
    with recorded_blocks(model) as outputs:
        put("blk/v", inputs.run(inputs.x[:, :n_frames], start_pos=n_before, kv_cache_latent=keys))
    put("blk/block_out", torch.stack(outputs)[:, 0])
    noise = [random("noise0", 1, 3 * PATCH, LATENT), random("noise1", 1, PATCH + 2, LATENT)]
    put("blk/noise0", noise[0])
    put("blk/noise1", noise[1])
    before = random("continuation", 1, PATCH, LATENT, scale=0.6)
    put("blk/continuation", before)
    put("blk/out", generate_blocks(inputs, noise, before[:, :0]))
    put("blk/out_continued", generate_blocks(inputs, noise, before))


def generate_blocks(inputs: Inputs, noise: list[torch.Tensor], before: torch.Tensor) -> torch.Tensor:
    """Euler steps with guidance 3 and 5 on each block, behind a buffer of whole patches that fills up."""
    timesteps = torch.linspace(1, 0, 7) * 0.999
    done = before
    for start in noise:
        n_before = done.shape[1]
        room = torch.zeros(1, 32 - n_before, LATENT)
        keys = inputs.model.get_kv_cache_latent(torch.cat([done, room], 1))
        x = 0.8 * start
        for t, following in itertools.pairwise(timesteps):
            more = {"t": t[None], "start_pos": n_before, "kv_cache_latent": keys}
            v = seen = inputs.run(x, **more)
            if t >= 0.5:
                v = v + 3 * (seen - inputs.run(x, text=False, **more)) + 5 * (seen - inputs.run(x, voice=False, **more))
            x = x + v * (following - t)
        done = torch.cat([done, x], 1)
    return done


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


def record_latents() -> None:
    basis = torch.linalg.qr(random("basis", 96, LATENT))[0].T.contiguous()
    mean, z, scale = random("mean", 96, scale=0.3), random("z", 7, LATENT, scale=0.6), torch.tensor(1 / 18)
    put("pca/components", basis)
    put("pca/mean", mean)
    put("pca/latent", z)
    frames = z / scale @ basis + mean
    put("pca/unprojected", frames)
    put("pca/projected_back", (frames - mean) @ basis.T * scale)
    speech = random("speech", 45, LATENT, scale=0.6)
    window = random("window", 20, LATENT)
    window = (window - window.mean()) / window.std() * 0.05  # exactly at the limit by the unbiased estimate
    cases = [speech, speech.clone(), torch.zeros(25, LATENT)]
    cases[1][31:] = random("quiet", 14, LATENT, scale=0.01)
    cases += [torch.cat([speech[:18], 1.0001 * window]), torch.cat([speech[:18], 0.9999 * window])]
    for i, latents in enumerate(cases):
        put(f"flat/{i}/latent", latents)
        put(f"flat/{i}/index", np.array([inference.find_flattening_point(latents)], np.int32))


def make_codec() -> autoencoder.DAC:
    """Return a codec of the released structure and hop, with few channels."""

    def settings(**given: Any) -> autoencoder.ModelArgs:
        width = given.get("dim", CODEC)
        return autoencoder.ModelArgs(
            block_size=32, n_layer=1, n_head=2, dim=width, intermediate_size=24, head_dim=HEAD, norm_eps=1e-5
        )

    def window_transformer() -> autoencoder.WindowLimitedTransformer:
        return autoencoder.WindowLimitedTransformer(causal=True, window_size=WINDOW, input_dim=CODEC, config=settings())

    quantizer = autoencoder.DownsampleResidualVectorQuantize(
        input_dim=CODEC,
        n_codebooks=9,
        codebook_size=8,
        codebook_dim=8,
        quantizer_dropout=0.5,
        downsample_factor=(2, 2),
        semantic_codebook_size=16,
        pre_module=window_transformer(),
        post_module=window_transformer(),
    )
    codec = autoencoder.DAC(
        encoder_dim=2,
        encoder_rates=[2, 4, 8, 8],
        latent_dim=CODEC,
        decoder_dim=16,
        decoder_rates=[8, 8, 4, 2],
        quantizer=quantizer,
        sample_rate=44100,
        causal=True,
        encoder_transformer_layers=[0, 0, 0, 1],
        decoder_transformer_layers=[1, 0, 0, 0],
        transformer_general_config=settings,
    ).eval()
    codec.encoder.block[4].block[5].window_size = ENCODER_WINDOW
    state = {}
    for name, values in codec.state_dict().items():
        if name.endswith(("causal_mask", "freqs_cis")):
            state[name] = values
        elif name.endswith("alpha"):
            state[name] = 0.3 + 0.8 * random(name, *values.shape).abs()
        elif name.endswith("original0"):  # gains; the last ones keep the sound from being clipped
            gain = 0.02 if name.startswith("decoder.model.6") else 1
            state[name] = gain * (1 + random(name, *values.shape, scale=0.2))
        elif name.endswith("gamma"):
            state[name] = 0.4 + random(name, *values.shape, scale=0.15)
        elif name.endswith("norm.weight"):
            state[name] = 1 + random(name, *values.shape, scale=0.2)
        elif name.endswith(("original1", "codebook.weight")):
            state[name] = random(name, *values.shape)
        else:
            state[name] = random(name, *values.shape, scale=0.1 if name.endswith("bias") else values[0].numel() ** -0.5)
    codec.load_state_dict(state)
    return codec


def record_codec(codec: autoencoder.DAC, basis: dict[str, torch.Tensor]) -> None:
    latent = random("sound", 1, 7, LATENT, scale=0.06)
    frames = latent / basis["latent_scale"] @ basis["pca_components"] + basis["pca_mean"]
    put("dac/latent", latent)
    put("dac/dec/zq", frames.transpose(1, 2))
    put("dac/dec/wave", codec.decode_zq(frames.transpose(1, 2)))


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
