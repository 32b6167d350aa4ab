"""The published codec becomes a GGUF file whose tensors are what its names and its weight normalisation say."""

import json

import numpy as np
import pytest
from gguf import GGUFReader
from phonoscope.engine.codecs.dac.conversion import CodecSettings, find_codec, plan_codec
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.config_file import Config
from phonoscope.engine.models.convert import write_file
from phonoscope.engine.models.quantisation import QuantisationPolicy
from safetensors.numpy import load_file, save_file

F32 = QuantisationPolicy("f32")


@pytest.fixture(scope="module")
def folder(data):
    return data / "dac_tiny"


@pytest.fixture(scope="module")
def weights(folder):
    return load_file(folder / "codec.safetensors")


def converted(source, target, policy=F32):
    write_file(target, plan_codec(source, CodecSettings.beside("A codec", source), policy))
    reader = GGUFReader(target)
    tensors = {t.name: (t.data, [int(n) for n in t.shape], t.tensor_type.name) for t in reader.tensors}
    return {f.name: f.contents() for f in reader.fields.values()}, tensors


@pytest.fixture(scope="module")
def result(folder, tmp_path_factory):
    return converted(folder / "codec.safetensors", tmp_path_factory.mktemp("dac") / "codec.gguf")


def test_dimensions_follow_from_the_tensors(result):
    keys, _ = result
    assert keys["general.architecture"] == "dac"
    assert keys["general.name"] == "A codec"
    assert (keys["dac.latent_width"], keys["dac.codeword_width"], keys["dac.sample_rate"]) == (24, 6, 44100)
    assert keys["dac.codebook_sizes"] == [48] + 9 * [20]
    assert (keys["dac.decoder.width"], keys["dac.decoder.rates"]) == (32, [8, 8, 4, 2])
    assert (keys["dac.encoder.width"], keys["dac.encoder.rates"]) == (1, [2, 4, 8, 8])
    assert keys["dac.resampling_ratios"] == [2, 2]
    heads = [
        keys[f"dac.{t}.attention.{k}"] for t in ("post", "pre", "enc.tfm") for k in ("head_count", "head_count_kv")
    ]
    assert heads == [4, 2, 3, 3, 2, 2]
    assert [keys[f"dac.{t}.attention.sliding_window"] for t in ("post", "pre", "enc.tfm")] == [5, 3, 7]
    assert [keys[f"dac.{t}.block_count"] for t in ("post", "pre", "enc.tfm")] == [3, 2, 2]


def test_heads_of_the_encoder_may_be_narrower_than_the_others(weights, tmp_path):
    save_file(weights, tmp_path / "codec.safetensors")
    described = {"q_head_dim": 8, "q_window": 5, "enc_tr_window": 7, "enc_tr_head_dim": 4}
    (tmp_path / "config.json").write_text(json.dumps({"dac": described}))
    keys, _ = converted(tmp_path / "codec.safetensors", tmp_path / "codec.gguf")
    heads = [keys[f"dac.{t}.attention.{k}"] for t in ("post", "enc.tfm") for k in ("head_count", "key_length")]
    assert heads == [4, 8, 4, 4]
    del described["enc_tr_head_dim"]
    settings = CodecSettings.described("", Config(tmp_path, {"dac": described}))
    assert settings is not None
    assert (settings.head_width, settings.encoder_head_width) == (8, 8)


def test_weight_normalisation_is_folded_over_all_dimensions_but_the_first(result, weights):
    _, tensors = result
    name = "decoder.model.1.block.1.conv.parametrizations.weight."
    gain, direction = weights[name + "original0"], weights[name + "original1"]
    expected = gain * direction / np.sqrt((direction**2).sum(axis=(1, 2), keepdims=True))
    data, shape, _ = tensors["dac.dec.1.conv_t.weight"]
    assert shape == [16, 16, 32]
    np.testing.assert_allclose(data.reshape(expected.shape), expected, rtol=1e-6)


def test_projections_are_taken_apart_in_order(result, weights):
    _, tensors = result
    stacked = weights["quantizer.post_module.layers.2.attention.wqkv.weight"]
    parts = [tensors[f"dac.post.blk.2.attn_{name}.weight"][0].reshape(-1, 24) for name in "qkv"]
    assert [len(part) for part in parts] == [32, 16, 16]
    np.testing.assert_array_equal(np.concatenate(parts), stacked)


def test_every_tensor_is_carried_over(result, weights):
    _, tensors = result
    n_stacks = sum(name.endswith("wqkv.weight") for name in weights)
    n_gains = sum(name.endswith(("original0", "weight_g")) for name in weights)
    assert len(tensors) == len(weights) - n_gains + 2 * n_stacks
    assert tensors["dac.dec.5.snake.alpha"][1] == [2]
    assert tensors["dac.vq.3.in_proj.weight"][1] == [24, 6]


def test_only_matrices_and_kernels_of_the_decoder_are_rounded(folder, tmp_path):
    _, tensors = converted(folder / "codec.safetensors", tmp_path / "half.gguf", QuantisationPolicy("f16"))
    half = {name for name, (_, _, kind) in tensors.items() if kind == "F16"}
    assert {"dac.dec.0.conv.weight", "dac.post.blk.0.attn_q.weight", "dac.upsample.1.pwconv1.weight"} <= half
    assert not {name for name in half if name.startswith(("dac.vq.", "dac.enc.", "dac.pre.", "dac.downsample."))}
    assert not {name for name in half if name.endswith((".bias", ".alpha", "_scale", ".gamma", "norm.weight"))}


def test_a_pruned_codec_has_no_encoder(folder, tmp_path):
    keys, tensors = converted(folder / "codec.safetensors", tmp_path / "x.gguf", QuantisationPolicy("f32", pruned=True))
    assert not [name for name in tensors if name.startswith(("dac.enc.", "dac.pre.", "dac.downsample."))]
    assert "dac.vq.9.in_proj.weight" in tensors
    assert not [key for key in keys if ".encoder." in key]


def test_tables_of_the_published_file_are_left_out_and_prefixes_understood(folder, weights, result, tmp_path):
    published = {f"generator.{name}": values for name, values in weights.items()}
    published["generator.quantizer.post_module.freqs_cis"] = np.zeros((8, 4, 2), np.float32)
    published["generator.quantizer.post_module.causal_mask"] = np.ones((8, 8), np.bool_)
    save_file(published, tmp_path / "model.safetensors")
    (tmp_path / "config.json").write_bytes((folder / "config.json").read_bytes())
    _, tensors = converted(tmp_path / "model.safetensors", tmp_path / "codec.gguf")
    assert {name: data.tobytes() for name, (data, _, _) in tensors.items()} == {
        name: data.tobytes() for name, (data, _, _) in result[1].items()
    }


def test_a_codec_is_found_by_what_it_holds(folder, weights, tmp_path):
    assert find_codec(folder) == folder / "codec.safetensors"
    save_file({"x": np.zeros(3, np.float32)}, tmp_path / "a.safetensors")
    assert find_codec(tmp_path) is None
    (tmp_path / "codec").mkdir()
    save_file(weights, tmp_path / "codec" / "any.safetensors")
    assert find_codec(tmp_path) == tmp_path / "codec" / "any.safetensors"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda w: w.pop("decoder.model.0.conv.parametrizations.weight.original0"), "has no gains of its length"),
        (lambda w: w.pop("quantizer.post_module.layers.0.attention.wo.weight"), "no output projection beside it"),
        (
            lambda w: w.update({"decoder.model.9.alpha": np.zeros(2, np.float32)}),
            "tensor decoder.model.9.alpha is unknown",
        ),
        (lambda w: w.pop("decoder.model.1.block.1.conv.parametrizations.weight.original1"), "is missing|two strides"),
        (
            lambda w: w.update(
                {"quantizer.post_module.layers.0.attention.wqkv.weight": np.zeros((60, 24), np.float32)}
            ),
            "cannot be split into heads of 8",
        ),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused_by_name(folder, weights, tmp_path, change, problem):
    changed = dict(weights)
    change(changed)
    save_file(changed, tmp_path / "codec.safetensors")
    (tmp_path / "config.json").write_bytes((folder / "config.json").read_bytes())
    with pytest.raises(ModelError, match=problem):
        converted(tmp_path / "codec.safetensors", tmp_path / "codec.gguf")
