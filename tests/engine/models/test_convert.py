"""Conversion of Hugging Face folders."""

import errno
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import GGUFReader
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import ModelError, OutputError, RequestError
from phonoscope.engine.models.convert import ConversionProgress, convert
from phonoscope.engine.models.quantisation import TYPES, QuantisationPolicy
from phonoscope.engine.models.verify import verify

DATA = Path(__file__).parents[2] / "data"
F32 = QuantisationPolicy("f32")
# What this converter writes differently, on purpose: the true width of a codeword and the true end-of-text id.
CORRECTED = {"qwen3-tts-tokenizer.decoder.codebook_dim_internal": 16, "tokenizer.ggml.eos_token_id": 361}
ADDED = {"qwen3-tts.text.assistant_id", "qwen3-tts.text.newline_id"}


def types_of(path: Path) -> dict[str, str]:
    return {t.name: t.type for t in _native.GgufFile(path).tensors}


def values_of(path: Path) -> dict[str, NDArray[np.float32]]:
    file = _native.GgufFile(path)
    return {t.name: _native.dequantize(file.tensor_bytes(t.name), t.type, t.ne[0]) for t in file.tensors}


@pytest.mark.parametrize("part", ["talker", "codec"])
def test_f32_file_equals_the_one_of_an_independent_converter(qwen3_tiny, part):
    expected = json.loads((DATA / "qwen3_tiny" / "first_dialect.json").read_text())[part]
    reader = GGUFReader(getattr(qwen3_tiny, part))
    keys = {
        name: [[t.name for t in field.types], field.contents()]
        for name, field in reader.fields.items()
        if not name.startswith("GGUF.")
    }
    for name in ADDED & keys.keys():
        del keys[name]
    for name, value in CORRECTED.items():
        if name in keys:
            assert keys[name][1] == value
            keys[name] = expected["keys"][name]
    assert keys == expected["keys"]
    tensors = {
        t.name: [t.tensor_type.name, [int(n) for n in t.shape], hashlib.sha256(t.data.tobytes()).hexdigest()]
        for t in reader.tensors
    }
    assert tensors == expected["tensors"]


@pytest.mark.parametrize("type_name", TYPES)
def test_every_type_is_sound_and_close_to_f32(qwen3_tiny, tmp_path, type_name):
    report = convert(qwen3_tiny.folder, tmp_path / "talker.gguf", QuantisationPolicy(type_name))
    for ours, exact in ((report.model, qwen3_tiny.talker), (report.codec, qwen3_tiny.codec)):
        assert verify(ours).problems == ()
        expected, written = values_of(exact), values_of(ours)
        assert written.keys() == expected.keys()
        for name, values in written.items():
            error = np.linalg.norm(values - expected[name])
            assert error <= 0.12 * np.linalg.norm(expected[name]), name  # 4 bits: 1/16 of a block's range


def test_a_small_codec_keeps_vectors_exact_and_all_else_in_sixteen_bits_or_fewer(qwen3_tiny, tmp_path):
    policy = QuantisationPolicy("q8_0", codec_type="q8_0")
    report = convert(qwen3_tiny.folder, tmp_path / "talker.gguf", policy)
    kinds = {t.name: (t.type, t.ne) for t in _native.GgufFile(report.codec).tensors}
    assert kinds["tok_dec.vq_first.0.codebook"][0] == kinds["tok_enc.conv.0.weight"][0] == "f16"
    for name, (kind, (width, *rows)) in kinds.items():
        if set(rows) == {1}:
            assert kind == "f32", name
        elif ".blk." in name and ".res." not in name:
            assert kind == ("q8_0" if width % 32 == 0 else "f16"), name
        else:
            assert kind in ("q8_0", "f16"), name
    assert verify(report.codec).problems == ()


@pytest.mark.parametrize("type_name", TYPES)
def test_small_and_scaling_tensors_stay_f32(qwen3_tiny, tmp_path, type_name):
    report = convert(qwen3_tiny.folder, tmp_path / "talker.gguf", QuantisationPolicy(type_name))
    types = types_of(report.model) | types_of(report.codec)
    for name, kind in types.items():
        small = name.endswith((".bias", "norm.weight", ".alpha", ".beta", "_scale", ".gamma", ".codebook"))
        if small or name.startswith("tok_enc.") or ".vq_" in name:
            assert kind == "f32", name
        elif name.startswith(("tok_dec.", "spk_enc.")) and not name.startswith("spk_enc.fc"):
            assert kind == ("f32" if type_name == "f32" else "f16"), name


@pytest.mark.parametrize(
    ("type_name", "predictor_type", "talker", "predictor"),
    [
        ("q8_0", None, "q8_0", "q8_0"),
        ("q4_0", None, "q4_0", "q8_0"),
        ("q4_0", "q4_0", "q4_0", "q4_0"),
        ("q4_0", "f16", "q4_0", "f16"),
        ("f16", "q8_0", "f16", "q8_0"),
        ("bf16", None, "bf16", "bf16"),
    ],
)
def test_predictor_and_heads_keep_8_bits_unless_asked(
    qwen3_tiny, tmp_path, type_name, predictor_type, talker, predictor
):
    report = convert(qwen3_tiny.folder, tmp_path / "talker.gguf", QuantisationPolicy(type_name, predictor_type))
    types = types_of(report.model)
    assert types["talker.blk.0.attn_q.weight"] == talker
    for name in ("code_pred.blk.0.attn_q.weight", "code_pred.lm_head.3.weight", "talker.codec_head.weight"):
        assert types[name] == predictor
    assert types["talker.text_embd.weight"] == ("q8_0" if type_name.startswith("q") else type_name)


def test_rows_that_do_not_fit_the_blocks_become_f16_and_are_reported(qwen3_tiny, tmp_path):
    report = convert(qwen3_tiny.folder, tmp_path / "talker.gguf", QuantisationPolicy("q4_K"))
    fallen = {f.tensor: (f.wanted, f.written) for f in report.fallbacks}
    assert fallen["talker.blk.0.attn_q.weight"] == ("q4_K", "f16")  # rows of 64, blocks of 256
    assert types_of(report.model)["talker.blk.0.attn_q.weight"] == "f16"
    assert "code_pred.blk.0.attn_q.weight" not in fallen  # q8_0, rows of 32


def test_one_file_holds_both_halves(qwen3_tiny, tmp_path):
    report = convert(qwen3_tiny.folder, tmp_path / "model.gguf", F32, single=True)
    assert report.model == report.codec
    assert [p.name for p in tmp_path.iterdir()] == ["model.gguf"]
    assert types_of(report.model) == types_of(qwen3_tiny.talker) | types_of(qwen3_tiny.codec)
    separate = _native.GgufFile(qwen3_tiny.codec).metadata | _native.GgufFile(qwen3_tiny.talker).metadata
    assert _native.GgufFile(report.model).metadata == separate


def test_sharded_weights_give_the_same_file(checkpoint, qwen3_tiny, tmp_path):
    tensors = checkpoint.tensors()
    names = list(tensors)
    shards = {"a.safetensors": names[:50], "b.safetensors": names[50:]}
    for shard, members in shards.items():
        checkpoint.write_tensors({name: tensors[name] for name in members}, shard)
    weight_map = {name: shard for shard, members in shards.items() for name in members}
    (checkpoint.folder / "model.safetensors").unlink()
    (checkpoint.folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": weight_map}))
    report = convert(checkpoint.folder, tmp_path / "talker.gguf", F32)
    assert report.model.read_bytes() == qwen3_tiny.talker.read_bytes()


def test_progress_ends_with_all_bytes(qwen3_tiny, tmp_path):
    steps: list[ConversionProgress] = []
    report = convert(qwen3_tiny.folder, tmp_path / "talker.gguf", F32, progress=steps.append)
    assert [s.done_bytes for s in steps] == sorted({s.done_bytes for s in steps})
    assert steps[-1].done_bytes == steps[-1].total_bytes == report.n_bytes
    assert len(steps) == report.n_tensors


def test_an_interruption_leaves_everything_as_it_was(qwen3_tiny, tmp_path):
    out = tmp_path / "talker.gguf"
    out.write_bytes(b"what was there before")

    def interrupt(progress):
        if progress.done_bytes > progress.total_bytes * 0.9:  # the second file is being written
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        convert(qwen3_tiny.folder, out, F32, progress=interrupt)
    assert [p.name for p in tmp_path.iterdir()] == ["talker.gguf"]
    assert out.read_bytes() == b"what was there before"


def test_a_full_disk_is_one_line_and_leaves_nothing(qwen3_tiny, tmp_path):
    # A limit on the size of files stands in for the full disk: both make the write itself fail.
    program = (
        "import sys; from pathlib import Path; from phonoscope.engine.models.convert import convert;"
        "from phonoscope.engine.models.quantisation import QuantisationPolicy;"
        "convert(Path(sys.argv[1]), Path(sys.argv[2]), QuantisationPolicy('f32'))"
    )

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))

    done = subprocess.run(
        [sys.executable, "-c", program, str(qwen3_tiny.folder), str(tmp_path / "talker.gguf")],
        preexec_fn=limit,
        capture_output=True,
        text=True,
    )
    assert "OutputError" in done.stderr.splitlines()[-1]
    assert "free some space" in done.stderr.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_an_output_error(qwen3_tiny, tmp_path):
    with pytest.raises(OutputError, match=os.strerror(errno.ENOENT)):
        convert(qwen3_tiny.folder, tmp_path / "none" / "talker.gguf", F32)
    with pytest.raises(OutputError, match="is a folder"):
        convert(qwen3_tiny.folder, tmp_path, F32)


def test_unknown_types_are_refused():
    with pytest.raises(RequestError, match="q3_K"):
        QuantisationPolicy("q3_K")


Damage = Callable[[Any], object]
"""Changes a checkpoint."""


def _set(*keys: str, value: object) -> Damage:
    def change(tree: Any) -> None:
        for key in keys[:-1]:
            tree = tree[key]
        tree[keys[-1]] = value

    return change


def _tensor(name: str, replacement: tuple[str, list[int], bytes] | None) -> Damage:
    """Change one tensor: None removes it."""

    def change(checkpoint: Any) -> None:
        tensors = checkpoint.tensors()
        if replacement is None:
            del tensors[name]
        else:
            tensors[name] = replacement
        checkpoint.write_tensors(tensors)

    return change


def _json(file: str, *keys: str, value: object) -> Damage:
    return lambda checkpoint: checkpoint.edit_json(file, _set(*keys, value=value))


def _bytes(file: str, change: Callable[[bytes], bytes]) -> Damage:
    def apply(checkpoint: Any) -> None:
        path = checkpoint.folder / file
        path.write_bytes(change(path.read_bytes()))

    return apply


NAN16, HUGE16 = b"\xc0\x7f", b"\x80\x7e"  # bf16: not a number; 8.5e37
NORM = "talker.model.norm.weight"


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (lambda c: (c.folder / "config.json").unlink(), "config.json: cannot be read"),
        (lambda c: (c.folder / "vocab.json").unlink(), "vocab.json: cannot be read"),
        (lambda c: (c.folder / "merges.txt").unlink(), "merges.txt: cannot be read"),
        (lambda c: (c.folder / "model.safetensors").unlink(), "model.safetensors: is missing"),
        (lambda c: (c.folder / "speech_tokenizer/config.json").unlink(), "config.json: cannot be read"),
        (_bytes("config.json", lambda b: b[:100]), "is not valid JSON"),
        (_bytes("config.json", lambda b: b"[" * 100_000), "is not valid JSON"),
        (_bytes("config.json", lambda b: b"[]"), "holds no JSON object"),
        (_json("vocab.json", "\ud800", value=3), "is not valid JSON"),
        (_bytes("merges.txt", lambda b: b"a b c\n"), "is not a list of merges"),
        (_bytes("merges.txt", lambda b: b"\xff \xff\n"), "is not UTF-8"),
        (
            _bytes("merges.txt", lambda b: b + b"no such\n"),
            "merges.txt: the merge 'no such' does not fit",
        ),
        (_bytes("model.safetensors", lambda b: b[:-1]), "is not a readable safetensors file"),
        (_bytes("model.safetensors", lambda b: b"\xff" * 8 + b[8:]), "is not a readable safetensors file"),
        (_bytes("model.safetensors", lambda b: b""), "is not a readable safetensors file"),
        (
            _json("config.json", "talker_config", "hidden_size", value="64"),
            "hidden_size must be an integer",
        ),
        (
            _json("config.json", "talker_config", "hidden_size", value=2**40),
            "hidden_size must be an integer",
        ),
        (_json("config.json", "talker_config", "hidden_size", value=32), "has shape"),
        (_json("config.json", "talker_config", "num_hidden_layers", value=4), "tensor talker.blk.3."),
        (_json("config.json", "talker_config", value=7), "talker_config must be an object"),
        (_json("config.json", "talker_config", "rope_theta", value=float("nan")), "rope_theta must be a number"),
        (_json("config.json", "talker_config", "rope_theta", value=1e308), "rope_theta must be a number"),
        (_json("config.json", "talker_config", "rope_theta", value=10**400), "rope_theta must be a number"),
        (_json("config.json", "talker_config", "codec_eos_token_id", value=5000), "codec.eos_id"),
        (_json("config.json", "talker_config", "spk_id", value={"a": 10**6}), "'a' has id 1000000"),
        (_json("config.json", "im_start_token_id", value=512), "text.im_start_id"),
        (_json("vocab.json", "assistant", value=99_999), "assistant must be an integer in 0..511"),
        (_json("tokenizer_config.json", "added_tokens_decoder", "7777", value={"content": "x"}), "added token '7777'"),
        (_tensor("talker.model.extra", ("F32", [1], bytes(4))), "tensor talker.model.extra is unknown"),
        (_tensor(NORM, None), "tensor talker.output_norm.weight is missing"),
        (_tensor(NORM, ("BF16", [32], bytes(64))), "tensor talker.output_norm.weight has shape"),
        (_tensor(NORM, ("I32", [64], bytes(256))), "is I32[64]"),
        (_tensor(NORM, ("BF16", [64], NAN16 * 64)), "not finite numbers"),
    ],
)
def test_damaged_folders_are_refused_with_one_line_and_nothing_is_left(checkpoint, tmp_path, damage, expected):
    damage(checkpoint)
    with pytest.raises(ModelError) as caught:
        convert(checkpoint.folder, tmp_path / "talker.gguf", F32)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [p.name for p in tmp_path.iterdir()] == ["checkpoint"]


def test_an_index_cannot_name_files_elsewhere(checkpoint, tmp_path):
    (checkpoint.folder / "model.safetensors").rename(tmp_path / "outside.safetensors")
    index = {"weight_map": {NORM: "../outside.safetensors"}}
    (checkpoint.folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(ModelError, match="outside its folder"):
        convert(checkpoint.folder, tmp_path / "talker.gguf", F32)


def test_values_too_large_for_f16_are_refused_instead_of_becoming_infinite(checkpoint, tmp_path):
    name = "talker.model.text_embedding.weight"
    dtype, shape, data = checkpoint.tensors()[name]
    _tensor(name, (dtype, shape, HUGE16 + data[2:]))(checkpoint)
    with pytest.raises(ModelError, match="too large for f16"):
        convert(checkpoint.folder, tmp_path / "talker.gguf", QuantisationPolicy("f16"))
    convert(checkpoint.folder, tmp_path / "talker.gguf", QuantisationPolicy("bf16"))
