"""The codec against the arrays that the golden recorder writes: decoding, in one piece and in many, and encoding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from phonoscope import _native
from phonoscope.engine.codecs.dac.file_info import read_dac_info
from phonoscope.engine.errors import native_errors
from phonoscope.engine.parity.comparison import StageResult, Tolerance, compare, compare_exact
from phonoscope.engine.parity.golden_file import Golden, require
from phonoscope.engine.parity.precision import Precision, precision_of

_REQUIRED = ("dec.codes", "dec.waveform")
_PIECE_SAMPLES = 1000  # not in step with frames
# Names of the recorder and ours.
_STAGES = {
    "dec.vq_sum": "quantized",
    "dec.post_module": "transformer",
    "dec.upsample0": "up0",
    "dec.upsample1": "up1",
    "dec.dec_block0": "block1",
}
_ENCODER_STAGES = {"enc.encoder_out": "encoder", "enc.pre_module_out": "pre_module"}
_STREAMED = Tolerance(0.99999, 1e-5)  # in pieces against in one, whatever the weights are


def is_codec_golden(golden: Golden) -> bool:
    """Whether a golden file records the codec."""
    return "dec.codes" in golden


def codec_stages(path: Path, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    """Yield every stage of the codec that the golden file records.

    Parameters
    ----------
    path
        The codec's file.
    golden
        Arrays by name, of a codec with the same dimensions.
    n_threads
        Threads that compute.

    Raises
    ------
    ModelError
        When the file is damaged.
    """
    require(golden, _REQUIRED)
    codes = np.ascontiguousarray(golden["dec.codes"].T, np.int32)
    with native_errors():
        file = _native.GgufFile(path)
        info = read_dac_info(file)
        precision = precision_of(file)
        decoder = _native.CodecDecoder(path, n_threads)
        stages = decoder.decode_stages(codes)
        for recorded, ours in _STAGES.items():
            if recorded in golden:
                yield compare(recorded, stages[ours], golden[recorded], precision.codec)
        decoder.reset()
        whole = decoder.decode(codes)
        yield compare("dec.waveform", whole, golden["dec.waveform"], precision.waveform)
        decoder.reset()
        streamed = np.concatenate([decoder.decode(frame[np.newaxis]) for frame in codes])
        yield compare("dec.waveform (frame by frame)", streamed, whole, _STREAMED)
        if "enc.audio" in golden and info.has_encoder:
            yield from _encoding_stages(path, golden, precision, n_threads)


def _encoding_stages(path: Path, golden: Golden, precision: Precision, n_threads: int) -> Iterator[StageResult]:
    encoder = _native.DacEncoder(path, n_threads)
    audio = np.ascontiguousarray(golden["enc.audio"], np.float32)
    stages = encoder.encode_stages(audio)
    for recorded, ours in _ENCODER_STAGES.items():
        if recorded in golden:
            yield compare(recorded, stages[ours].T, golden[recorded], precision.codec)
    if "enc.codes" in golden:
        yield compare_exact("enc.codes", stages["codes"].T, golden["enc.codes"].astype(np.int32))
    encoder.reset()
    pieces = [encoder.push(audio[at : at + _PIECE_SAMPLES]) for at in range(0, len(audio), _PIECE_SAMPLES)]
    codes, latents = (np.concatenate(parts) for parts in zip(*pieces, encoder.finish(), strict=True))
    yield compare_exact("enc.codes (in pieces)", codes, stages["codes"])
    yield compare("enc.latents (in pieces)", latents, stages["latents"], _STREAMED)
