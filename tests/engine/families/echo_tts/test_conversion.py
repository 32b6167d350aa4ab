"""Which type each tensor is written in, what pruning leaves out, and damaged or incomplete files."""

from pathlib import Path

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.echo_tts.conversion import find_files, plan_model, plan_tensor
from phonoscope.engine.families.registry import family_of_folder
from phonoscope.engine.models.checkpoint import SourceTensor
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from safetensors.numpy import load_file, save_file

N_BLOCKS = 24


def written(name, shape=(2048, 2048), policy="q8_0"):
    source = SourceTensor(name, Path("file"), "BF16", shape, 0)
    return plan_tensor(source, QuantisationPolicy(policy), N_BLOCKS).type


def test_the_last_blocks_and_the_conditioning_keep_sixteen_bits():
    assert [written(f"blocks.{i}.mlp.w1.weight") for i in (0, 19, 20, 23)] == ["q8_0", "q8_0", "f16", "f16"]
    assert written("cond_module.4.weight", (6144, 2048)) == "f16"
    assert written("text_encoder.blocks.13.mlp.w1.weight", (3328, 1280)) == "q8_0"


def test_norms_and_biases_keep_all_bits():
    assert written("blocks.3.attention.k_norm.weight", (16, 128)) == "f32"
    assert written("blocks.3.attention_adaln.gate_up.bias", (2048,)) == "f32"
    assert written("out_norm.weight", (2048,)) == "f32"


def test_rows_that_fit_no_blocks_fall_back():
    assert written("in_proj.weight", (2048, 80)) == "f16"


def test_sixteen_bits_are_sixteen_bits_everywhere():
    assert {written(f"blocks.{i}.attention.wq.weight", policy="f16") for i in range(N_BLOCKS)} == {"f16"}


def test_pruning_leaves_out_what_only_continues(echo_tiny):
    files = find_files(echo_tiny.folder)
    assert files is not None
    names = [
        {tensor.name for tensor in plan_model(files, QuantisationPolicy("f32", pruned=pruned)).tensors}
        for pruned in (False, True)
    ]
    assert names[1] < names[0]
    assert all("latent" in name for name in names[0] - names[1])
    assert not any("wk_latent" in name or "latent_encoder" in name for name in names[1])


def test_the_file_says_its_dimensions_and_its_licence(echo_tiny):
    file = _native.GgufFile(echo_tiny.model)
    assert file.get("general.architecture") == "echo-tts"
    assert file.get("general.license") == "cc-by-nc-sa-4.0"
    assert [file.get(f"echo-tts.{key}") for key in ("block_count", "embedding_length", "attention.head_count")] == [
        3,
        48,
        4,
    ]
    assert file.get("echo-tts.speaker.patch_frames") == 4


def test_a_folder_without_components_is_incomplete(echo_tiny, tmp_path):
    (tmp_path / "pytorch_model.safetensors").write_bytes((echo_tiny.folder / "pytorch_model.safetensors").read_bytes())
    assert family_of_folder(tmp_path).declaration.name == "echo_tts"
    with pytest.raises(ModelError, match="pca_state"):
        find_files(tmp_path)


def test_a_file_that_was_cut_short_is_named(echo_tiny, tmp_path):
    content = (echo_tiny.folder / "pytorch_model.safetensors").read_bytes()
    (tmp_path / "pytorch_model.safetensors").write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelError, match=r"pytorch_model.safetensors: is not a readable safetensors file"):
        family_of_folder(tmp_path)


def test_a_transformer_without_a_block_is_refused(echo_tiny, tmp_path):
    for name in ("pytorch_model.safetensors", "pca_state.safetensors"):
        (tmp_path / name).write_bytes((echo_tiny.folder / name).read_bytes())
    basis = load_file(tmp_path / "pca_state.safetensors")
    save_file({**basis, "pca_mean": np.zeros(3, np.float32)}, tmp_path / "pca_state.safetensors")
    files = find_files(tmp_path)
    assert files is not None
    with pytest.raises(ModelError, match="do not fit together"):
        plan_model(files, QuantisationPolicy("f32"))


def test_one_file_for_both_says_the_licence_once(data, tmp_path, caplog):
    report = convert(data / "echo_tiny", tmp_path / "both.gguf", QuantisationPolicy("f32"), single=True)
    assert report.model == report.codec
    assert _native.GgufFile(report.model).metadata["general.license"] == "cc-by-nc-sa-4.0"
    assert not caplog.records
