"""Published checkpoints, as a folder and packed into one file, become the same model."""

import json
import shutil

import numpy as np
import pytest
from gguf import GGUFWriter
from phonoscope import _native
from phonoscope.engine.cli.main import main
from phonoscope.engine.codecs.dac.conversion import codec_tensors, find_codec
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.checkpoint import open_tensors
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.store import cache_path, resolve
from phonoscope.engine.models.verify import verify
from safetensors.numpy import save_file

F32 = QuantisationPolicy("f32")


def values_of(path):
    file = _native.GgufFile(path)
    return {t.name: _native.dequantize(file.tensor_bytes(t.name), t.type, t.ne[0]) for t in file.tensors}


def folded(tensors):
    """Return a codec's tensors with their weight normalisation folded, by name."""
    arrays = {name: np.concatenate(list(t.rows())).reshape(t.shape) for name, t in tensors.items()}
    out = {}
    for name, values in arrays.items():
        for direction, gain in (
            (".parametrizations.weight.original1", ".parametrizations.weight.original0"),
            ("_v", "_g"),
        ):
            if name.endswith(direction):
                norm = np.sqrt(np.square(values.astype(np.float64)).reshape(len(values), -1).sum(1)).reshape(-1, 1, 1)
                ending = ".weight" if direction.startswith(".") else ""
                scale = arrays[name.removesuffix(direction) + gain].reshape(-1, 1, 1) / norm
                out[name.removesuffix(direction) + ending] = (values * scale).astype(np.float32)
                break
        else:
            if not name.endswith(("original0", "_g")):
                out[name] = values
    return out


@pytest.fixture(scope="module")
def packed(audio8_tiny, tmp_path_factory):
    """The checkpoint as audio.cpp packs it."""
    path = tmp_path_factory.mktemp("packed") / "audio8.gguf"
    codec = find_codec(audio8_tiny.folder)
    assert codec is not None
    writer = GGUFWriter(path, "audio8_tts")
    config = json.loads((audio8_tiny.folder / "config.json").read_text())
    config["dac"] = {"q_window": 4, "enc_tr_window": 8, "q_head_dim": 8}  # the real one has the published dimensions
    writer.add_string("audiocpp.config", json.dumps(config))
    writer.add_string("audiocpp.tokenizer", (audio8_tiny.folder / "tokenizer.json").read_text())
    writer.add_string("audiocpp.note", "{no json")
    for name, tensor in open_tensors(audio8_tiny.folder).items():
        writer.add_tensor("model_weights." + name, np.concatenate(list(tensor.rows())).reshape(tensor.shape))
    for name, values in folded(codec_tensors(codec)).items():
        writer.add_tensor("codec_weights." + name, np.ascontiguousarray(values))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def test_every_tensor_is_sound_and_none_is_left_over(audio8_tiny):
    for path in (audio8_tiny.model, audio8_tiny.codec):
        report = verify(path)
        assert report.ok, report.problems
        assert report.unused == ()


def test_a_packed_file_gives_the_same_model_as_the_folder(audio8_tiny, packed, tmp_path):
    report = convert(packed, tmp_path / "model.gguf", F32)
    for ours, reference in ((report.model, audio8_tiny.model), (report.codec, audio8_tiny.codec)):
        expected, values = values_of(reference), values_of(ours)
        assert values.keys() == expected.keys()
        for name, array in values.items():
            np.testing.assert_allclose(array, expected[name], rtol=1e-6, atol=1e-7, err_msg=name)
    metadata, wanted = (_native.GgufFile(path).metadata for path in (report.model, audio8_tiny.model))
    # Only the folder has a generation_config.json, whose values are the defaults in the tiny checkpoint.
    assert metadata == wanted


def test_a_packed_file_is_converted_once_and_then_taken_from_the_cache(packed):
    first = resolve(str(packed))
    assert first.model.is_relative_to(cache_path())
    assert first.codec != first.model
    steps: list[object] = []
    assert resolve(str(packed), progress=steps.append) == first
    assert steps == []
    assert resolve(str(packed.parent)) == first


def test_the_multipliers_are_folded_but_the_embeddings(data, tmp_path):
    report = convert(data / "audio8_full", tmp_path / "full.gguf", F32)
    config = json.loads((data / "audio8_full" / "config.json").read_text())
    source = {name: np.concatenate(list(t.rows())) for name, t in open_tensors(data / "audio8_full").items()}
    ours = values_of(report.model)
    key = config["attention_in_multiplier"] * config["key_multiplier"]
    stored = ours["slow.blk.0.attn_k.weight"].reshape(source["slow.layers.0.self_attn.k_proj.weight"].shape)
    np.testing.assert_allclose(stored, key * source["slow.layers.0.self_attn.k_proj.weight"], rtol=1e-6)
    np.testing.assert_allclose(
        ours["slow.blk.0.attn_k.bias"].ravel(),
        config["key_multiplier"] * source["slow.layers.0.self_attn.k_proj.bias"].ravel(),
        rtol=1e-6,
    )
    np.testing.assert_array_equal(ours["slow.token_embd.weight"].ravel(), source["slow.embed_tokens.weight"].ravel())
    assert _native.GgufFile(report.model).metadata["audio8.embedding_scale"] == pytest.approx(0.10888671875)
    np.testing.assert_allclose(ours["slow.blk.1.ssm_a"].ravel(), -np.exp(source["slow.layers.1.mamba.A_log"].ravel()))


def test_a_tied_head_keeps_the_rows_that_can_be_drawn(data, tmp_path):
    report = convert(data / "audio8_dense", tmp_path / "dense.gguf", F32)
    ours = values_of(report.model)
    table = ours["slow.token_embd.weight"].reshape(112, -1)
    np.testing.assert_array_equal(ours["slow.head.weight"].reshape(49, -1), table[[*range(64, 112), 5]])


@pytest.mark.parametrize("type_name", ["q8_0", "f16", "bf16"])
def test_what_must_be_exact_stays_so(audio8_tiny, tmp_path, type_name):
    report = convert(audio8_tiny.folder, tmp_path / "m.gguf", QuantisationPolicy(type_name))
    types = {t.name: t.type for t in _native.GgufFile(report.model).tensors}
    for name, kind in types.items():
        if name.endswith((".bias", "norm.weight", "ssm_a", "ssm_d", "conv1d.weight")):
            assert kind == "f32", name
        if name.endswith(("embd.weight", "head.weight")):
            assert kind == "bf16", name  # as published


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda c: c.update(mamba_n_heads=7), "rows|shape|projection|conv1d"),
        (lambda c: c.update(dim="40"), "dim must be an integer"),
        (lambda c: c.update(ssm_multipliers=[1.0]), "ssm_multipliers must be a list of 5 numbers"),
        (lambda c: c.update(n_layer=4), r"slow\.blk\.3\."),
        (lambda c: c.update(eos_token_id=112), "eos"),
        (lambda c: c.update(vocab_size=64), "64"),
        (lambda c: c.pop("num_codebooks"), "num_codebooks must be an integer"),
        (lambda c: c.update(slow_backbone="mamba9"), "slow_backbone must be falcon_h1"),
        (
            lambda c: c.update(rope_base=0),
            "published: metadata key audio8.slow.rope.freq_base must be a positive number",
        ),
        (lambda c: c.update(norm_eps=-1e-5), "layer_norm_rms_epsilon must be a positive number"),
        (lambda c: c.update(max_seq_len=1 << 20, time_step_limit=[0.001, 0.1]), r"time_step_limit is \[0.001, 0.1\]"),
        (lambda c: c.update(hidden_act="gelu"), "give a checkpoint where it is .silu"),
        (lambda c: c.update(rope_scaling={"factor": 4}), "rope_scaling is"),
    ],
)
def test_a_configuration_that_does_not_fit_is_refused(audio8_tiny, tmp_path, change, problem):
    folder = shutil.copytree(audio8_tiny.folder, tmp_path / "published")
    path = folder / "config.json"
    config = json.loads(path.read_text())
    change(config)
    path.write_text(json.dumps(config))
    with pytest.raises(ModelError, match=problem):
        convert(folder, tmp_path / "m.gguf", F32)
    assert not (tmp_path / "m.gguf").exists()


def test_steps_without_limits_are_what_is_computed(audio8_tiny, tmp_path):
    folder = shutil.copytree(audio8_tiny.folder, tmp_path / "published")
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "time_step_limit": [0.0, float("inf")]}))
    report = convert(folder, tmp_path / "m.gguf", F32)
    assert report.model.read_bytes() == audio8_tiny.model.read_bytes()


def test_a_folder_is_named_as_people_know_it(audio8_tiny, tmp_path):
    folder = shutil.copytree(audio8_tiny.folder, tmp_path / "published")
    codec = find_codec(folder)
    assert codec is not None
    arrays = {name: np.concatenate(list(t.rows())).reshape(t.shape) for name, t in codec_tensors(codec).items()}
    save_file({name: values for name, values in arrays.items() if ".quantizers.8." not in name}, codec)
    with pytest.raises(ModelError) as refused:
        resolve(str(folder))
    assert str(refused.value).startswith(f"{folder}: its codec does not belong to it: it has 9 codebooks")
    other = convert(folder, tmp_path / "m.gguf", F32).codec
    codec.unlink()
    with pytest.raises(ModelError) as refused:
        resolve(str(folder))
    assert str(refused.value) == f"{folder}: has no codec; give a complete checkpoint, or its codec as well"
    with pytest.raises(ModelError, match="does not belong to published: it has 9 codebooks"):
        resolve(str(folder), codec=other)


def test_the_command_converts(audio8_tiny, tmp_path, capsys):
    assert main(["models", "convert", str(audio8_tiny.folder), str(tmp_path / "m.gguf"), "--single", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["model"] == facts["codec"]
    assert main(["models", "info", facts["model"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["licence"] == "Audio8 Community License v1.0"
