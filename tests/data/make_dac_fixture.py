"""Makes dac_tiny/ in this folder: a random codec in its published form and what a reference makes of it.

    python tests/data/make_dac_fixture.py make_audio8_golden.py

The script given is the golden recorder of Audio8; its codec is run with the dimensions below, none of which equals
those of its own recordings.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np

SEED = 977
HERE = Path(__file__).resolve().parent
DIMENSIONS = {
    "latent": 24,
    "dec_base": 32,
    "enc_base": 1,
    "head_dim": 8,
    "sem_size": 48,
    "res_size": 20,
    "vq_dim": 6,
    "n_res": 9,
    "post": {"n_layer": 3, "n_head": 4, "n_kv": 2, "inter": 40, "window": 5},
    "pre": {"n_layer": 2, "n_head": 3, "n_kv": 3, "inter": 32, "window": 3},
    "enc": {"n_layer": 2, "n_head": 2, "n_kv": 2, "inter": 24, "window": 7},
}


def main(recorder: Path) -> None:
    """Write the fixture with the functions of the recorder."""
    spec = importlib.util.spec_from_file_location("recorder", recorder)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module)["CODEC_TINY"] = DIMENSIONS
    out = HERE / "dac_tiny"
    module.run_codec(SEED, str(out), False)
    for path in (out / "codec").iterdir():
        path.replace(out / path.name)
    (out / "codec").rmdir()
    arrays = np.load(out / "golden.npz")
    np.savez_compressed(out / "golden.npz", **{name: arrays[name] for name in arrays.files})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
