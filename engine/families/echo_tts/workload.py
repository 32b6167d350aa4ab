"""What Echo-TTS costs: operations of one evaluation of the denoiser, of the encoders, and of a whole run.

A multiply-add counts as two operations; attention is counted, norms are not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from phonoscope import _native
from phonoscope.engine.bench.stage_cost import StageCost, StoredTensor, is_matrix
from phonoscope.engine.codecs.dac.file_info import read_dac_info
from phonoscope.engine.codecs.decoder_cost import decoder_cost
from phonoscope.engine.families.echo_tts.declaration import MAX_FRAMES
from phonoscope.engine.models.pair import ModelPair

_DECODER = ("dac.post.", "dac.upsample.", "dac.dec.")
_QUERY = re.compile(r"blocks\.\d+\.attention\.wq\.weight")
_SELF = re.compile(r"blocks\.\d+\.(mlp\.w[123]|attention\.(wq|wk|wv|gate|wo))\.weight")


@dataclass(frozen=True)
class EchoSize:
    """What the cost of a model depends on: weights that each part multiplies with.

    Parameters
    ----------
    denoiser
        In one evaluation, for each frame.
    text, speaker
        In each encoder and in the keys made of it, for each id or patch.
    n_layers, width
        Of the denoiser.
    """

    denoiser: int
    text: int
    speaker: int
    n_layers: int
    width: int

    def lane_flop(self, n_frames: int, n_other_keys: int) -> int:
        """Return the operations of one lane over ``n_frames`` that sees ``n_other_keys`` further keys."""
        attention = 4 * self.n_layers * n_frames * (n_frames + n_other_keys) * self.width
        return 2 * n_frames * self.denoiser + attention

    def encoder_flop(self, n_ids: int, n_patches: int) -> int:
        """Return the operations of both encoders and their keys; their attention is not counted."""
        return 2 * (n_ids * self.text + n_patches * self.speaker)


def size_of(tensors: Iterable[StoredTensor]) -> EchoSize:
    """Return the size of a model by the tensors of its file."""
    n_weights = dict.fromkeys(("denoiser", "text", "speaker"), 0)
    n_layers = width = 0
    for t in tensors:
        part = _part(t.name) if is_matrix(t) else None
        if part is not None:
            n_weights[part] += math.prod(t.ne)
        if _QUERY.fullmatch(t.name):
            n_layers, width = n_layers + 1, t.ne[0]
    return EchoSize(**n_weights, n_layers=n_layers, width=width)


def n_lanes(n_steps: int, min_t: float, max_t: float, *, has_speaker: bool) -> int:
    """Return how many lanes a schedule evaluates in all: without text and without voice where guidance works."""
    guided = sum(min_t <= float(t) <= max_t for t in _native.timestep_schedule(n_steps)[:-1])
    return n_steps + guided * (2 if has_speaker else 1)


def frame_cost(pair: ModelPair) -> Mapping[str, StageCost]:
    """Return the cost of one frame of a full window at the usual 40 steps, by stage; the encoders' is not counted.

    Raises
    ------
    _native.ModelFileError
        When a file is damaged.
    """
    size = size_of(_native.GgufFile(pair.model).tensors)
    denoiser = n_lanes(40, 0.5, 1.0, has_speaker=True) * size.lane_flop(MAX_FRAMES, 0) // MAX_FRAMES
    return {"encoders": StageCost(0, 0), "denoiser": StageCost(0, denoiser), "codec": codec_cost(pair)}


def codec_cost(pair: ModelPair) -> StageCost:
    """Return the cost of decoding one frame."""
    file = _native.GgufFile(pair.codec)
    info = read_dac_info(file)
    decoder = (t for t in file.tensors if t.name.startswith(_DECODER))
    return decoder_cost(decoder, "dac.", info.resampling_ratios, info.decoder_rates)


def _part(name: str) -> str | None:
    """Return which part multiplies with a matrix; None for what is looked up or depends on the timestep alone."""
    if name in ("in_proj.weight", "out_proj.weight") or _SELF.fullmatch(name):
        return "denoiser"
    for source in ("text", "speaker"):
        if name.startswith((f"{source}_encoder.blocks.", f"{source}_encoder.in_proj.")):
            return source
        if name.endswith((f".wk_{source}.weight", f".wv_{source}.weight")):
            return source
    return None
