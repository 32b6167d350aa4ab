"""Model files in which one weight is wrong, for tests."""

from pathlib import Path

import numpy as np


def with_one_weight(path: Path, tensor: str, value: float, out: Path) -> Path:
    """Write a copy of a model file in which the first weight of an f32 tensor is ``value``, and return where it is."""
    from phonoscope._native import GgufFile

    data = bytearray(path.read_bytes())
    at = bytes(data).index(bytes(GgufFile(path).tensor_bytes(tensor)[:64]))
    data[at : at + 4] = np.float32(value).tobytes()
    out.write_bytes(data)
    return out
