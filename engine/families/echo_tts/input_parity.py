"""What Echo-TTS starts from against what its golden recorder writes: the ids of texts, and noise."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from phonoscope import _native
from phonoscope.engine.families.echo_tts.text import MAX_IDS, encode
from phonoscope.engine.parity.comparison import StageResult, Tolerance, compare, compare_exact
from phonoscope.engine.parity.golden_file import Golden

NOISE = Tolerance(0.9999999, 1e-5)
_BATCH = (0, 2)  # the texts that the recorder encodes together
_CUDA_DRAWS = 51_200  # values of a full window
_STREAMS = {
    "rng/cuda/seed0/first64": (0, 1056, [_CUDA_DRAWS], slice(0, 64)),
    "rng/cuda/seed0/last64": (0, 1056, [_CUDA_DRAWS], slice(-64, None)),
    "rng/cuda/seed0_sm28x1536/at_43008": (0, 28 * 6, [_CUDA_DRAWS], slice(43008, 43072)),
    "rng/cuda/seed0_offset4_n10240/first64": (0, 1056, [_CUDA_DRAWS, 10240], slice(_CUDA_DRAWS, _CUDA_DRAWS + 64)),
    "rng/cuda/seed_5_32_1234567/first64": ((5 << 32) + 1234567, 1056, [_CUDA_DRAWS], slice(0, 64)),
}


def text_stages(golden: Golden) -> Iterator[StageResult]:
    """Yield what is made of every recorded text, one by one and side by side."""
    for name in (name for name in golden if re.fullmatch(r"tok/\d+/text_utf8", name)):
        case = name.rsplit("/", 1)[0]
        text = encode(_text(golden, name))
        written = np.frombuffer(text.normalised.encode(), np.uint8)
        yield compare_exact(f"{case}/norm_utf8", written, golden[f"{case}/norm_utf8"])
        yield compare_exact(f"{case}/ids", text.ids, golden[f"{case}/ids"].ravel()[:MAX_IDS])
        if f"{case}/valid_len_at_768" in golden:
            n_ids = np.array([len(text.ids)], np.int32)
            yield compare_exact(f"{case}/valid_len_at_768", n_ids, golden[f"{case}/valid_len_at_768"])
    if {"tok/batch/ids", *(f"tok/{case}/text_utf8" for case in _BATCH)} <= golden.keys():
        yield from _batch_stages(golden)


def noise_stages(golden: Golden) -> Iterator[StageResult]:
    """Yield the words of the generator and the normal numbers made of them."""
    recorded = golden.get("rng/philox_raw_seed0_subseq0to3")
    if recorded is not None:
        words = [_native.philox4x32_10([0, 0, subsequence, 0], [0, 0]) for subsequence in range(len(recorded))]
        yield compare_exact("rng/philox_raw_seed0_subseq0to3", np.array(words, np.uint32), recorded)
    for name, (seed, grid_blocks, draws, shown) in _STREAMS.items():
        if name in golden:
            ours = _native.draw_noise(_native.NoiseKind.torch_cuda, seed, draws, grid_blocks)
            yield compare(name, ours[shown], golden[name], NOISE)


def _batch_stages(golden: Golden) -> Iterator[StageResult]:
    """Compare ids that are filled up with zeros to the longest, and which of them are none."""
    rows = [encode(_text(golden, f"tok/{case}/text_utf8")).ids for case in _BATCH]
    n_longest = max(len(ids) for ids in rows)
    ids = np.stack([np.pad(ids, (0, n_longest - len(ids))) for ids in rows])
    mask = np.stack([np.arange(n_longest) < len(ids) for ids in rows]).astype(np.uint8)
    yield compare_exact("tok/batch/ids", ids, golden["tok/batch/ids"])
    yield compare_exact("tok/batch/mask", mask, golden["tok/batch/mask"])


def _text(golden: Golden, name: str) -> str:
    return golden[name].tobytes().decode()
