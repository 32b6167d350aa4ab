"""Tolerances by the precision in which a model's weights are stored.

Exact (f32) tolerances are those of the specification. That of a waveform leaves little room: a random codec of a few
channels enlarges errors of the last bit thirty times on their way to the sound. Of three such codecs the reference in
float32 is 3.0e-5, 4.2e-5 and 7.8e-5 away from itself in float64; ours is 1.9e-5, 3.5e-5 and 6.5e-5 away.

Others follow from rounding: a half-precision weight is off by
up to 2^-11 of itself (bfloat16: 2^-8), an 8-bit block by up to 1/254 of its largest value, a 4-bit block by up to
1/16. Such errors are independent, so that relative errors add up like a random walk over the two dozen products on
the way to the logits; the bounds leave a factor of about four to that estimate, below 8 bits a factor of two to what
was measured. Drawn codes can then differ at near ties; where a later stage depends on them, the recorded codes are
fed instead.

A state-space mixer is no such product: it multiplies five projections of one input (the decay, what goes in, what is
read and the gate), so that relative errors add, those of its input five times over. With the weights of all mixers
exact and the others in 8 bits, a mixer still loses two to three times what its input has lost. Its bounds are twice
what the worst of 24 random layers of the 0.1B sizes of Audio8 loses, which is one whose output is small; with q4_0,
that layer keeps a cosine of no more than 0.36.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from phonoscope._native import GgufFile
from phonoscope.engine.parity.comparison import Tolerance


@dataclass(frozen=True)
class Precision:
    """What is expected of one storage type.

    Parameters
    ----------
    name
        Of the type that most weights are stored in.
    embedding, hidden, mixer, logits, codec, waveform
        Tolerances of the kinds of stages; ``mixer`` is for the state and the output of a state-space mixer.
    different_codes
        Share of greedy codes that may differ when every pass is given the recorded codes before it.
    """

    name: str
    embedding: Tolerance
    hidden: Tolerance
    mixer: Tolerance
    logits: Tolerance
    codec: Tolerance
    waveform: Tolerance
    different_codes: float

    @property
    def exact(self) -> bool:
        """Whether the weights are those of the reference, so that free-running codes must be equal."""
        return self.different_codes == 0.0


_EXACT = Precision(
    name="f32",
    embedding=Tolerance(0.99999, 1e-5),
    hidden=Tolerance(0.99999, 1e-4, relative=True),
    mixer=Tolerance(0.99999, 1e-4, relative=True),
    logits=Tolerance(0.99999, 1e-3),
    codec=Tolerance(0.99999, 1e-4, relative=True),
    waveform=Tolerance(0.99999, 1e-4),
    different_codes=0.0,
)


def _rounded(
    name: str,
    *,
    hidden: float,
    mixer: float,
    logits: float,
    codec: float,
    different_codes: float,
    embedding: float | None = None,
) -> Precision:
    return Precision(
        name,
        embedding=Tolerance(embedding or hidden, None),
        hidden=Tolerance(hidden, None),
        mixer=Tolerance(mixer, None),
        logits=Tolerance(logits, None),
        codec=Tolerance(codec, None),
        waveform=Tolerance(codec, None),
        different_codes=different_codes,
    )


_ROUNDED = {
    of.name: of
    for of in (
        _rounded("f16", hidden=0.99999, mixer=0.99995, logits=0.9999, codec=0.9999, different_codes=0.1),
        _rounded("bf16", hidden=0.9999, mixer=0.9997, logits=0.9995, codec=0.999, different_codes=0.2),
        _rounded("q8_0", hidden=0.9995, mixer=0.99, logits=0.998, codec=0.999, different_codes=0.3),
        # Twice what 28 random layers of 1024 channels lose: measured on the 0.6B shapes, 1 - cosine is 0.035, 0.025,
        # 0.0075 and 0.0018 after the last layer, and 0.0081, 0.0050, 0.0013, 0.0003 after the projection of the text.
        _rounded("q4_0", hidden=0.93, mixer=0.3, logits=0.93, codec=0.999, different_codes=0.9, embedding=0.984),
        _rounded("q4_K", hidden=0.95, mixer=0.55, logits=0.95, codec=0.999, different_codes=0.9, embedding=0.99),
        _rounded("q5_K", hidden=0.985, mixer=0.8, logits=0.985, codec=0.999, different_codes=0.7, embedding=0.9974),
        _rounded("q6_K", hidden=0.9963, mixer=0.85, logits=0.9963, codec=0.999, different_codes=0.5, embedding=0.9993),
    )
}

_COARSE_SHARE = 0.1  # a type that holds less than this share of the values does not set the precision


def precision_of(file: GgufFile, prefix: str = "") -> Precision:
    """Return what is expected of the weights in ``file``: by the coarsest type that holds a good part of them.

    Only tensors whose name starts with ``prefix`` count.
    """
    n_values: dict[str, int] = {}
    for tensor in file.tensors:
        if tensor.name.startswith(prefix) and tensor.ne[1] > 1:
            n_values[tensor.type] = n_values.get(tensor.type, 0) + math.prod(tensor.ne)
    total = sum(n_values.values())
    types = {name for name, n in n_values.items() if n >= _COARSE_SHARE * total}
    if types <= {"f32"}:
        return _EXACT
    # A type without an entry of its own is taken for the coarsest.
    rounded = [_ROUNDED.get(name, _ROUNDED["q4_0"]) for name in types if name != "f32"]
    return min(rounded, key=lambda precision: precision.hidden.cosine)
