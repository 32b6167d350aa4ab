"""The prompt fixture: what a tiny checkpoint declares, its embeddings, and the prompts recorded with it."""

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info

PATH = Path(__file__).parents[3] / "data" / "qwen3_prompt_golden.npz"


@cache
def load():
    """Return (arrays, case descriptions, model info) of the fixture."""
    with np.load(PATH) as file:
        arrays = {name: file[name] for name in file.files}
    described = json.loads(str(arrays.pop("info")))
    for name in [n for n in arrays if n.startswith("weights/")]:
        arrays[name] = (arrays[name].astype(np.uint32) << 16).view(np.float32)
    return arrays, described, read_model_info(metadata_file(described["metadata"]))


def metadata_file(metadata):
    """Return what `read_model_info` needs of a GGUF file, from its metadata alone."""
    return SimpleNamespace(
        path=Path("tiny.gguf"), get=metadata.get, has_tensor=lambda name: name.startswith("spk_enc.")
    )


class Embeddings:
    """The talker's embeddings in numpy: T, C, E_g of the prompt's definition."""

    def __init__(self, arrays):
        self.weights = {k.removeprefix("weights/"): v for k, v in arrays.items() if k.startswith("weights/")}

    def text(self, ids):
        w = self.weights
        hidden = w["text_embedding"][ids] @ w["fc1.weight"].T + w["fc1.bias"]
        hidden = hidden / (1 + np.exp(-hidden))
        return hidden @ w["fc2.weight"].T + w["fc2.bias"]

    def reference(self, codes):
        rows = self.weights["codec_embedding"][codes[:, 0]]
        for g, table in enumerate(self.weights["code_embeddings"], start=1):
            rows = rows + table[codes[:, g]]
        return rows

    def prefill(self, layout, speaker_vector, ref_codes):
        rows = np.zeros((layout.n_rows, self.weights["codec_embedding"].shape[1]), np.float32)
        rows[layout.text_ids >= 0] += self.text(layout.text_ids[layout.text_ids >= 0])
        rows[layout.codec_ids >= 0] += self.weights["codec_embedding"][layout.codec_ids[layout.codec_ids >= 0]]
        if ref_codes is not None:
            rows[layout.ref_frames >= 0] += self.reference(ref_codes)[layout.ref_frames[layout.ref_frames >= 0]]
        rows[layout.speaker_rows == 1] += speaker_vector
        return rows
