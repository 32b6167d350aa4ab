"""From latents to sound and back against what the golden recorder of Echo-TTS writes: components, end, codec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.codecs.dac.file_info import read_dac_info
from phonoscope.engine.families.echo_tts.recording_encoder import EchoRecordingEncoder
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.parity.comparison import StageResult, Tolerance, compare, compare_exact
from phonoscope.engine.parity.golden_file import Golden
from phonoscope.engine.parity.precision import Precision, precision_of

Components = tuple[NDArray[np.float32], NDArray[np.float32], float]

_PROJECTION = Tolerance(0.99999, 1e-6, relative=True)
_ROUND_TRIP = Tolerance(0.99999, 1e-5)
_LATENT_SCALE = float(np.float32(1 / 18))
_SOUND_GROWS = 4.0
_DECODER_STAGES = {
    "dac/dec/post_module": "transformer",
    "dac/dec/upsample": "up1",
    "dac/dec/decoder_stage0": "block0",
    "dac/dec/decoder_stage1": "block1",
    "dac/dec/decoder_stage2": "block2",
}
_ENCODER_STAGES = {
    "dac/enc/encoder_out": "encoder",
    "dac/enc/downsample": "downsample",
    "dac/enc/pre_module": "pre_module",
    "dac/enc/zq": "latents",
}


def latent_stages(components: Components, golden: Golden) -> Iterator[StageResult]:
    """Yield where latents end, and what principal components make of them.

    Parameters
    ----------
    components
        The model's own: ``[latent, codec]``, mean ``[codec]`` and scale.
    golden
        Recorded arrays by name.
    """
    for name in (name for name in golden if re.fullmatch(r"flat/\d+/latent", name)):
        index = np.array([_native.flattening_point(batch_entry(golden[name]))], np.int32)
        reference = name.replace("latent", "index")
        yield compare_exact(reference, index, golden[reference])
    if "pca/unprojected" in golden:
        basis = (golden["pca/components"], golden["pca/mean"], _LATENT_SCALE)
        latents = golden["pca/latent"]
        yield compare("pca/unprojected", _native.unproject(*basis, latents), golden["pca/unprojected"], _PROJECTION)
        frames = golden["pca/unprojected"]
        yield compare("pca/projected_back", _native.project(*basis, frames), golden["pca/projected_back"], _PROJECTION)
        back = _native.project(*basis, _native.unproject(*basis, latents))
        yield compare("pca round trip", back, latents, _ROUND_TRIP)
    if "dac/dec/zq" in golden:
        frames = _native.unproject(*components, batch_entry(golden["dac/latent"]))
        yield compare("dac/dec/zq", frames, batch_entry(golden["dac/dec/zq"]).T, _PROJECTION)


def codec_stages(pair: ModelPair, components: Components, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    """Yield every recorded stage of the codec, of decoding and of encoding, and the voice made of a recording.

    Parameters
    ----------
    pair
        Files of the model.
    components
        As of `latent_stages`.
    golden
        Recorded arrays by name.
    n_threads
        Threads that compute.
    """
    file = _native.GgufFile(pair.codec)
    precision = precision_of(file)
    if "dac/dec/wave" in golden:
        yield from _decoder_stages(_native.CodecDecoder(pair.codec, n_threads), golden, precision)
    info = read_dac_info(file)
    if "dac/enc/audio" not in golden or not info.has_encoder:
        return
    audio = batch_entry(golden["dac/enc/audio"]).ravel()
    yield from _encoder_stages(_native.DacEncoder(pair.codec, n_threads), audio, components, golden, precision)
    if "dac/enc/speaker_latent_chunk4" in golden:
        encoder = EchoRecordingEncoder(pair, info.sample_rate_hz, n_threads, restart_frames=4)
        voice = encoder.latents(audio)
        seen = np.ones((1, len(voice)), np.uint8)  # whole patches alone are kept, and all of them are seen
        recorded = batch_entry(golden["dac/enc/speaker_latent_chunk4"])
        yield compare("dac/enc/speaker_latent_chunk4", voice, recorded, precision.codec)
        yield compare_exact("dac/enc/speaker_mask_chunk4", seen, golden["dac/enc/speaker_mask_chunk4"])


def _decoder_stages(decoder: _native.CodecDecoder, golden: Golden, precision: Precision) -> Iterator[StageResult]:
    frames = np.ascontiguousarray(batch_entry(golden["dac/dec/zq"]).T)
    stages = decoder.decode_latent_stages(frames)
    for recorded, ours in _DECODER_STAGES.items():
        if recorded in golden:
            yield compare(recorded, stages[ours], golden[recorded][0], precision.codec)
    decoder.reset()
    wave = decoder.decode_latents(frames)
    # What 16 bits change grows fiftyfold between the last recorded stage and the sound: in three random codecs,
    # 1 - cosine is 0.5e-4, 1.2e-4 and 1.5e-4 there.
    rounded = Tolerance(1.0 - _SOUND_GROWS * (1.0 - precision.codec.cosine), None)
    tolerance = precision.waveform if precision.exact else rounded
    yield compare("dac/dec/wave", wave, golden["dac/dec/wave"].ravel(), tolerance)


def _encoder_stages(
    encoder: _native.DacEncoder,
    audio: NDArray[np.float32],
    components: Components,
    golden: Golden,
    precision: Precision,
) -> Iterator[StageResult]:
    stages = encoder.encode_stages(audio)
    if "dac/enc/codes" in golden:
        codes = golden["dac/enc/codes"][0]
        yield compare_exact("dac/enc/codes", stages["codes"].T, codes, precision.different_codes)
    for recorded, ours in _ENCODER_STAGES.items():
        if recorded in golden:
            yield compare(recorded, stages[ours].T, batch_entry(golden[recorded]), precision.codec)
    if "dac/enc/latent" in golden:
        latents = _native.project(*components, stages["latents"])
        yield compare("dac/enc/latent", latents, batch_entry(golden["dac/enc/latent"]), precision.codec)


def batch_entry(values: NDArray[Any]) -> NDArray[np.float32]:
    """Return the first of a batch ``[n, frames, width]``, or what is none, as the native module takes it."""
    return np.ascontiguousarray(values[0] if values.ndim == 3 else values, np.float32)
