"""The second GGUF dialect from end to end: the tiny model, rewritten as the other converter would have written it."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from gguf import GGUFReader, GGUFValueType, GGUFWriter
from phonoscope.engine.synthesis import Engine

TEXT = "the old voice speaks slowly to the fox, hello world."


def rewrite(source: Path, out: Path, rename_key: Callable[[str], str], dialect_b: bool = False) -> None:
    """Copy a GGUF file with other keys; of a codec also the tensors as the second dialect has them."""
    reader = GGUFReader(source)
    writer = GGUFWriter(out, reader.fields["general.architecture"].contents())
    for key, field in reader.fields.items():
        if key.startswith("GGUF.") or key == "general.architecture":
            continue
        kind = field.types[0]
        item_kind = field.types[-1] if kind is GGUFValueType.ARRAY else None
        writer.add_key_value(rename_key(key), field.contents(), kind, item_kind)
    for tensor in reader.tensors:
        name, values = tensor.name, np.array(tensor.data)
        if dialect_b:
            name = re.sub(r"(tok_dec\.dec\.\d+\.res\.)(\d)", lambda m: f"{m[1]}{int(m[2]) + 2}", name)
            if re.fullmatch(r"tok_dec\.vq_(first|rest)\.\d+\.codebook", name):
                # The sums of all vectors that an entry stood for, beside their number.
                usage = (2.0 ** (np.arange(len(values)) % 5)).astype(np.float32)
                values = values * usage[:, None]
                writer.add_tensor(name.removesuffix("codebook") + "usage", usage)
        writer.add_tensor(name, values, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def talker_key(key: str) -> str:
    key = key.replace("qwen3-tts.talker.", "qwen3-tts.")
    key = key.replace("qwen3-tts.code_pred.block_count", "qwen3-tts.code_predictor.layer_count")
    key = key.replace("qwen3-tts.code_pred.vocab_size", "qwen3-tts.code_predictor.vocab_size")
    return re.sub(r"qwen3-tts\.codec\.(language|speaker)_", r"qwen3-tts.\1.", key)


def spoken(model: Path) -> tuple[np.ndarray, np.ndarray]:
    with Engine.load(model, threads=1) as engine:
        take = engine.speak(engine.request(TEXT, voice="eric", seed=3, max_frames=12))
        take.wait()
        take.check()
        return np.array(take.codes), np.array(take.audio)


def test_both_dialects_speak_alike(qwen3_tiny, tmp_path):
    second = tmp_path / "tiny.gguf"
    rewrite(qwen3_tiny.talker, second, talker_key)
    rewrite(qwen3_tiny.codec, tmp_path / "tiny-tokenizer.gguf", lambda key: key, dialect_b=True)
    assert b"qwen3-tts.talker." not in second.read_bytes()
    codes, audio = spoken(qwen3_tiny.talker)
    other_codes, other_audio = spoken(second)
    assert len(codes) == 12
    np.testing.assert_array_equal(other_codes, codes)
    np.testing.assert_allclose(other_audio, audio, atol=1e-5)
