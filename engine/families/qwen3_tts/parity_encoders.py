"""The encoders of Qwen3-TTS against what its golden recorder writes: speaker vectors and reference codes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.families.qwen3_tts.codec_info import has_codec_encoder
from phonoscope.engine.families.qwen3_tts.file_info import has_speaker_encoder
from phonoscope.engine.parity.comparison import StageResult, Tolerance, compare, compare_exact
from phonoscope.engine.parity.golden_file import Golden
from phonoscope.engine.parity.precision import precision_of

_TAIL_COLUMNS = 8
_MEL = Tolerance(0.99999, 1e-3)  # no weights take part: the same for every precision


def speaker_stages(path: Path, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    """Yield the stages of the speaker encoder in ``path``, none where it or the recording has none.

    Parameters
    ----------
    path
        The talker's file.
    golden
        Arrays by name.
    n_threads
        Threads that compute.
    """
    file = _native.GgufFile(path)
    if "spk/xvector" not in golden or not has_speaker_encoder(file):
        return
    precision = precision_of(file, "spk_enc.")
    vector = Tolerance(0.99999, 1e-3) if precision.exact else precision.hidden
    stages = _native.SpeakerEncoder(path, n_threads).encode_stages(_recording(golden))
    yield compare("spk/mel", stages["mel"].T, golden["spk/mel"], _MEL)
    for name in ("blk0", "blk3", "mfa"):
        tail = stages[name].T[:, -_TAIL_COLUMNS:]
        yield compare(f"spk/{name}_tail", tail, golden[f"spk/{name}_tail"], precision.hidden)
    yield compare("spk/asp", stages["asp"][0], golden["spk/asp"], precision.hidden)
    yield compare("spk/xvector", stages["xvector"], golden["spk/xvector"], vector)


def codec_encoder_stages(path: Path, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    """Yield the stages of the speech tokenizer's encoder in ``path``, none where it or the recording has none.

    Parameters
    ----------
    path
        The speech tokenizer's file.
    golden
        Arrays by name.
    n_threads
        Threads that compute.
    """
    file = _native.GgufFile(path)
    if "enc/codes" not in golden or not has_codec_encoder(file):
        return
    precision = precision_of(file, "tok_enc.")
    stages = _native.CodecEncoder(path, n_threads).encode_stages(_recording(golden))
    for name in ("seanet", "transformer", "downsample"):
        ours = stages[name] if name == "transformer" else stages[name].T
        yield compare(f"enc/{name}", ours, golden[f"enc/{name}"], precision.codec)
    yield compare_exact("enc/codes", stages["codes"], golden["enc/codes"], precision.different_codes)


def _recording(golden: Golden) -> NDArray[np.float32]:
    return np.ascontiguousarray(golden["ref_wav"], np.float32)
