"""Model files in which some weights are wrong, for tests."""

from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike


def with_weights(path: Path, tensor: str, values: ArrayLike, out: Path) -> Path:
    """Write a copy of a model file in which the first weights of an f32 tensor are ``values``; return where it is."""
    from phonoscope._native import GgufFile

    data = path.read_bytes()
    weights, altered = bytes(GgufFile(path).tensor_bytes(tensor)), np.asarray(values, np.float32).tobytes()
    assert data.count(weights) == 1
    out.write_bytes(data.replace(weights, altered + weights[len(altered) :]))
    return out
