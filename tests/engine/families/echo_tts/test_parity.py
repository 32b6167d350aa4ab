"""Every network of Echo-TTS against the recorded reference, and that the comparison would notice a mistake."""

import json

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.cli.main import main
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.echo_tts.parity import sampler_settings, stages
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.parity.comparison import Tolerance, compare
from phonoscope.engine.parity.golden_file import BFLOAT16

from .conftest import convert_model

MUTATIONS = (
    "rope_neox",
    "rope_all_heads",
    "rope_second_half",
    "adaln_scale_first",
    "adaln_no_tanh",
    "adaln_no_plus1",
    "patch_transposed",
    "temb_sin_first",
    "t_bf16",
    "no_div6",
    "lanes_swapped",
)


def run(path, golden, n_threads=1):
    return {result.name: result for result in stages(ModelPair(path, path), golden, n_threads)}


def out_of_tolerance(results):
    return [result for result in results.values() if not result.passed]


@pytest.mark.parametrize("n_threads", [1, 2])
def test_every_recorded_stage_is_within_tolerance(echo_tiny, n_threads):
    results = run(echo_tiny.model, echo_tiny.golden, n_threads)
    assert out_of_tolerance(results) == []
    compared = {name.split(".")[0] for name in results}
    recorded = {name for name in echo_tiny.golden if name.startswith(("text/enc", "spk/enc", "kv/", "flat/", "dit/v"))}
    assert {name for name in recorded if not name.endswith("latent")} <= compared


@pytest.mark.parametrize("level", list(_native.CpuLevel))
def test_every_instruction_set_computes_the_same(echo_tiny, level):
    try:
        _native.limit_cpu_level(level)
        assert out_of_tolerance(run(echo_tiny.model, echo_tiny.golden)) == []
    finally:
        _native.limit_cpu_level(_native.CpuLevel.avx512)


def test_threads_and_lanes_beside_it_do_not_change_a_bit(echo_tiny):
    golden = echo_tiny.golden
    found = []
    for n_threads, lanes in ((1, [(True, True)]), (2, [(False, True), (True, False), (True, True)])):
        probe = _native.EchoProbe(echo_tiny.model, n_threads)
        probe.set_text(golden["text/ids"].ravel())
        probe.set_speaker(golden["spk/latent"][0])
        found.append(probe.denoise(golden["dit/x"][0], 0.63, lanes)["v"][-1])
    assert np.array_equal(*found)


@pytest.mark.parametrize(("type_name", "cosine"), [("bf16", 0.9999), ("q8_0", 0.999), ("q4_0", 0.99)])
def test_coarser_weights_stay_close(echo_tiny, tmp_path, type_name, cosine):
    path = convert_model(echo_tiny.folder, tmp_path / "coarse.gguf", QuantisationPolicy(type_name))
    assert run(path, echo_tiny.golden)["dit/v"].cosine >= cosine


def test_half_precision_weights_are_those_of_the_record(echo_tiny, tmp_path):
    path = convert_model(echo_tiny.folder, tmp_path / "half.gguf", QuantisationPolicy("f16"))
    assert out_of_tolerance(run(path, echo_tiny.golden)) == []


def test_a_pruned_model_makes_whole_windows_but_does_not_continue(echo_tiny, tmp_path):
    path = convert_model(echo_tiny.folder, tmp_path / "pruned.gguf", QuantisationPolicy("f32", pruned=True))
    assert path.stat().st_size < echo_tiny.model.stat().st_size
    results = run(path, echo_tiny.golden)
    assert out_of_tolerance(results) == []
    assert "dit/v" in results
    assert not [name for name in results if name.startswith("blk/")]


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_each_typical_mistake_fails_the_comparison(echo_tiny, mutation):
    golden = {**echo_tiny.golden, "dit/v": echo_tiny.golden[f"mutation/{mutation}/v"]}
    assert [result.name for result in out_of_tolerance(run(echo_tiny.model, golden))] == ["dit/v"]


def test_all_recorded_mistakes_are_tried(echo_tiny):
    recorded = {name.split("/")[1] for name in echo_tiny.golden if name.startswith("mutation/")}
    assert recorded == set(MUTATIONS)


def test_timesteps_are_rounded_on_request(echo_tiny):
    golden = echo_tiny.golden
    probe = _native.EchoProbe(echo_tiny.model)
    probe.set_text(golden["text/ids"].ravel())
    probe.set_speaker(golden["spk/latent"][0])
    noise, reference = golden["samp/noise"][0], golden["samp/rounded_t/out"][0]
    given = {
        "num_steps": 6,
        "cfg_scale_text": 3.0,
        "cfg_scale_speaker": 8.0,
        "cfg_min_t": 0.5,
        "truncation_factor": 0.8,
    }
    gate = Tolerance(0.9999, 5e-4, relative=True)
    rounded = sampler_settings({**given, "round_timesteps": True})
    exact = sampler_settings(given)
    assert compare("", probe.generate(noise, [len(noise)], rounded)["latents"], reference, gate).passed
    assert not compare("", probe.generate(noise, [len(noise)], exact)["latents"], reference, gate).passed


def test_the_command_compares_a_published_folder_to_the_waveform(echo_tiny, capsys):
    assert main(["parity", str(echo_tiny.folder), str(echo_tiny.folder / "golden.npz"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["passed"]
    assert "dac/dec/wave" in {stage["stage"] for stage in report["stages"]}


def test_a_record_of_other_dimensions_is_refused(echo_tiny):
    golden = {**echo_tiny.golden, "dit/block_out": np.zeros((4, 16, 64), np.float32)}
    with pytest.raises(ModelError, match="block_count 3, the golden file was recorded with 4"):
        run(echo_tiny.model, golden)


def test_a_reference_in_bfloat16_is_compared_at_its_own_timesteps(echo_tiny):
    """What such a reference computes is what ours does at the rounded time; at the exact one it is far away."""
    kept = {name: v for name, v in echo_tiny.golden.items() if not name.startswith(("dit/", "blk/", "samp/"))}
    golden = {**kept, **{name: echo_tiny.golden[name] for name in ("dit/x", "dit/t")}}
    golden["dit/v"] = echo_tiny.golden["mutation/t_bf16/v"]
    assert not run(echo_tiny.model, golden)["dit/v"].passed
    result = run(echo_tiny.model, {**golden, BFLOAT16: np.array(True)})["dit/v"]
    assert result.passed
    assert result.cosine > 0.99999


def test_the_command_takes_a_reference_in_bfloat16(echo_tiny, capsys):
    main(["parity", str(echo_tiny.folder), str(echo_tiny.folder / "golden.npz"), "--json", "--bfloat16"])
    stages = {stage["stage"]: stage for stage in json.loads(capsys.readouterr().out)["stages"]}
    assert stages["text/encoder_out"]["passed"]
    assert not stages["dit/timestep_embedding"]["passed"]  # this one was made in float32
