"""Makes the fixtures in this folder from golden folders written by make_qwen3_golden.py.

    python tests/data/make_fixtures.py GOLDEN_FOLDER...

Each becomes a folder of the same name here: the tiny checkpoint in Hugging Face form, the recorded activations
(golden.npz), and, where the golden folder has GGUF files made by another converter, a digest of them
(first_dialect.json: every key with its type and value, every tensor with its shape and the SHA-256 of its data).
The first one is whole. The others are only for what the language model does: tests give them the first one's speech
tokenizer, and its record of that.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path

import numpy as np
from gguf import GGUFReader

MODEL_FILES = (
    "config.json",
    "generation_config.json",
    "model.safetensors",
    "vocab.json",
    "merges.txt",
    "tokenizer_config.json",
)
CODEC_FILES = ("speech_tokenizer/config.json", "speech_tokenizer/model.safetensors")
UNREAD = ("dec/long_chunked",)  # arrays that no test looks at
OF_CODEC = ("dec/", "enc/", "e2e/", "ref_wav", "spk/mel")  # arrays that a language model has no part in


def digest(path: Path) -> dict[str, object]:
    """Return keys and tensors of a GGUF file in comparable form."""
    reader = GGUFReader(path)
    return {
        "keys": {
            name: [[t.name for t in field.types], field.contents()]
            for name, field in reader.fields.items()
            if not name.startswith("GGUF.")
        },
        "tensors": {
            t.name: [t.tensor_type.name, [int(n) for n in t.shape], hashlib.sha256(t.data.tobytes()).hexdigest()]
            for t in reader.tensors
        },
    }


def make(golden: Path, out: Path, *, with_codec: bool) -> None:
    """Make the fixture folder ``out`` from one golden folder."""
    left_out = UNREAD if with_codec else OF_CODEC
    for name in (*MODEL_FILES, *(CODEC_FILES if with_codec else ())):
        target = out / "model" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(golden / "model" / name, target)
    arrays = np.load(golden / "golden.npz")
    np.savez_compressed(
        out / "golden.npz", **{name: arrays[name] for name in arrays.files if not name.startswith(left_out)}
    )
    if (golden / "gguf").is_dir():
        digests = {("codec" if "tokenizer" in p.name else "talker"): digest(p) for p in golden.glob("gguf/*.gguf")}
        (out / "first_dialect.json").write_text(json.dumps(digests, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    for place, argument in enumerate(sys.argv[1:]):
        make(Path(argument), Path(__file__).parent / Path(argument).name, with_codec=place == 0)
