"""Principal components, where speech ends, and a small random codec with what it decodes."""

from typing import Any

import numpy as np
import torch

from tests.data.echo_fixtures.arrays import LATENT, put, random
from tests.data.echo_fixtures.reference import autoencoder, inference

CODEC = 32
HEAD, WINDOW, ENCODER_WINDOW = 16, 3, 5
"""Of the transformers of the codec."""


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
