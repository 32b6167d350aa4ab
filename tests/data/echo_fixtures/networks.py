"""What the tokenizer, the encoders and the denoiser compute, in whole windows and behind other frames."""

# ruff: noqa: RUF001

import itertools

import numpy as np
import torch

from tests.data.echo_fixtures.arrays import LATENT, put, random
from tests.data.echo_fixtures.reference import inference
from tests.data.echo_fixtures.reference import model as reference
from tests.data.echo_fixtures.transformer import DIMENSIONS, PATCH, Inputs, recorded_blocks

TEXTS = [
    "One: two; three…",
    "“Well” – he said — it’s\nS2's turn",
    "(sighs) no tag",
    "[S2] tagged",
    "",
    "é" * 500,
]


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
