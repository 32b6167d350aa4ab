"""Cut the prompt fixture out of a recorded golden of a tiny Qwen3-TTS checkpoint.

Usage: python tests/data/make_qwen3_prompt_golden.py GOLDEN_DIR TALKER_F32.gguf tests/data/qwen3_prompt_golden.npz

GOLDEN_DIR holds golden.npz and golden.json of random weights; the talker file holds the same weights. The fixture
keeps the recorded ids, prefill and trailing embeddings, the tokenizer tables and special ids, and the rows of the
embeddings that those prompts use (all other rows are zero, so that a wrong id cannot pass).
"""

import json
import sys
from pathlib import Path

import numpy as np
from phonoscope._native import GgufFile


def main(golden_dir: Path, talker: Path, out: Path) -> None:
    golden = np.load(golden_dir / "golden.npz")
    manifest = json.loads((golden_dir / "golden.json").read_text("utf-8"))["__meta__"]
    file = GgufFile(talker)
    shapes = {t.name: [n for n in reversed(t.ne)] for t in file.tensors}

    def tensor(name: str) -> np.ndarray:
        values = np.frombuffer(file.tensor_bytes(name), np.float32).reshape(shapes[name])
        return values.reshape([n for n in values.shape if n != 1])

    prompt_keys = ("general.", "qwen3-tts.", "generation.", "tokenizer.")
    metadata = {k: v for k, v in file.metadata.items() if k.startswith(prompt_keys)}
    arrays = {k: golden[k] for k in golden.files if k.startswith(("ids_", "prefill/", "trailing/", "ref_codes"))}
    arrays["xvec"] = golden["xvec"]
    text = tensor("talker.text_embd.weight").copy()
    used_text = set(np.concatenate([golden[k] for k in golden.files if k.startswith("ids_")]).tolist())
    used_text |= {v for k, v in metadata.items() if k.startswith("qwen3-tts.text.")}
    text[[i for i in range(len(text)) if i not in used_text]] = 0
    codec = tensor("talker.codec_embd.weight").copy()
    used_codec = {v for k, v in metadata.items() if k.startswith("qwen3-tts.codec.") and isinstance(v, int)}
    used_codec |= {*metadata["qwen3-tts.codec.language_ids"], *metadata["qwen3-tts.codec.speaker_ids"]}
    used_codec |= set(range(metadata["qwen3-tts.code_pred.vocab_size"]))
    codec[[i for i in range(len(codec)) if i not in used_codec]] = 0
    arrays |= {"weights/text_embedding": text, "weights/codec_embedding": codec}
    for layer in ("fc1", "fc2"):
        for part in ("weight", "bias"):
            arrays[f"weights/{layer}.{part}"] = tensor(f"talker.text_proj.{layer}.{part}")
    n_groups = metadata["qwen3-tts.num_code_groups"]
    arrays["weights/code_embeddings"] = np.stack(
        [tensor(f"code_pred.codec_embd.{g}.weight") for g in range(n_groups - 1)]
    )
    # The weights are exact in bfloat16: its sixteen bits are all there is to keep.
    for name in [n for n in arrays if n.startswith("weights/")]:
        bits = np.ascontiguousarray(arrays[name]).view(np.uint32)
        assert not (bits & 0xFFFF).any(), name
        arrays[name] = (bits >> 16).astype(np.uint16)
    info = json.dumps(
        {"metadata": metadata, "cases": manifest["cases"]}
        | {k: manifest[k] for k in ("text", "ref_text", "instruct", "mixed")}
    )
    np.savez_compressed(out, info=np.array(info), **arrays)
    print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
