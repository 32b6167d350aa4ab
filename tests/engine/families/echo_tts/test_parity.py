"""Every network of Echo-TTS against the recorded reference, and that the comparison would notice a mistake."""

import json
import re
import shutil

import numpy as np
import pytest
from gguf import GGUFReader
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
    assert out_of_tolerance(run(echo_tiny.model, echo_tiny.golden, n_threads)) == []


GIVEN = re.compile(
    r"tok/\d+/text_utf8|text/ids|spk/latent|dit/[xt]|blk/(prefix_buffer|noise\d|continuation)|samp/variants_json"
    r"|pca/(components|mean|latent)|flat/\d+/latent|dac/latent|dac/enc/audio"
)
"""What the reference is given, and so is ours."""


def test_whatever_was_recorded_is_compared(echo_tiny, echo_pair):
    golden = {**echo_tiny.golden, **recorded_encoding(echo_pair), **recorded_batch(echo_tiny.golden)}
    golden["rng/philox_raw_seed0_subseq0to3"] = np.array(PHILOX, np.uint32)
    # Some records serve tests of their own.
    golden = {
        name: v for name, v in golden.items() if not name.startswith(("mutation/", "samp/rounded_t/", "bfloat16/"))
    }
    results = {result.name: result for result in stages(echo_pair, golden, 1)}
    assert out_of_tolerance(results) == []
    compared = {re.sub(r"\.\w+$", "", name).replace("/x", "/x_per_step") for name in results}
    assert {name for name in golden if not GIVEN.fullmatch(name)} <= compared


# The first block is the known answer of the generator's authors for a counter and a key of zeros.
PHILOX = [[0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]] + [
    [int(word) for word in _native.philox4x32_10([0, 0, i, 0], [0, 0])] for i in (1, 2)
]


def recorded_encoding(pair):
    """What a reference that agrees with us records of an encoding; its arrays are [batch, channel, row]."""
    audio = (0.2 * np.random.default_rng(3).standard_normal(6 * 2048 - 99)).astype(np.float32)
    made = _native.DacEncoder(pair.codec, 1).encode_stages(audio)
    components, mean, scale = _native.EchoProbe(pair.model).components()
    names = {"encoder_out": "encoder", "downsample": "downsample", "pre_module": "pre_module", "zq": "latents"}
    voice = _native.DacEncoder(pair.codec, 1).encode(audio[: 4 * 2048])[1]
    return {
        "dac/enc/audio": audio[None],
        **{f"dac/enc/{recorded}": made[ours].T[None] for recorded, ours in names.items()},
        "dac/enc/codes": made["codes"].T[None],
        "dac/enc/latent": _native.project(components, mean, scale, made["latents"])[None],
        "dac/enc/speaker_latent_chunk4": _native.project(components, mean, scale, voice)[None],
        "dac/enc/speaker_mask_chunk4": np.ones((1, 4), np.uint8),
    }


def recorded_batch(golden):
    """The first and the third text side by side."""
    rows = [golden[f"tok/{case}/ids"].ravel() for case in (0, 2)]
    longest = max(map(len, rows))
    return {
        "tok/batch/ids": np.array([[*ids, *[0] * (longest - len(ids))] for ids in rows], np.int32),
        "tok/batch/mask": np.array([[1] * len(ids) + [0] * (longest - len(ids)) for ids in rows], np.uint8),
    }


def changed(values):
    values = values.copy()
    values.flat[-1] += 1
    return values


def test_another_encoding_or_batch_fails_where_it_differs(echo_tiny, echo_pair):
    same = {**echo_tiny.golden, **recorded_encoding(echo_pair), **recorded_batch(echo_tiny.golden)}
    same["rng/philox_raw_seed0_subseq0to3"] = np.array(PHILOX, np.uint32)
    same = {name: v for name, v in same.items() if not name.startswith(("samp/", "blk/", "mutation/"))}
    names = [name for name in same if name.startswith(("dac/enc/", "tok/batch/", "rng/")) and name != "dac/enc/audio"]
    other = {**same, **{name: changed(same[name]) for name in names}}
    assert {result.name for result in stages(echo_pair, other, 1) if not result.passed} == set(names)


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


def test_weights_in_eight_bits_are_within_their_bounds(echo_tiny, tmp_path):
    path = convert_model(echo_tiny.folder, tmp_path / "eight.gguf", QuantisationPolicy("q8_0"))
    results = run(path, echo_tiny.golden)
    assert out_of_tolerance(results) == []
    assert results["kv/speaker/2/k"].limit_cosine == pytest.approx(0.999)  # an outlier in one channel lets it scatter
    assert results["kv/speaker/2/v"].limit_cosine == pytest.approx(0.9995)


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


def test_a_model_that_stops_being_finite_is_out_from_there_on(echo_tiny):
    """Also of the steps that a run no longer makes."""
    path = echo_tiny.model.with_name("not_finite.gguf")
    shutil.copy(echo_tiny.model, path)
    (weight,) = (t for t in GGUFReader(path, "r+").tensors if t.name == "blocks.1.mlp.w2.weight")
    weight.data[0, 0] = np.nan
    out = {result.name.split(" ")[0] for result in out_of_tolerance(run(path, echo_tiny.golden))}
    assert "dit/block_out.0" not in out
    n_steps = len(echo_tiny.golden["samp/base/x_per_step"])
    assert {"dit/block_out.1", "dit/v", "samp/base/out", *(f"samp/base/x.{i}" for i in range(1, n_steps))} <= out


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("samp/variants_json", np.frombuffer(b"[1]", np.uint8)),
        ("samp/variants_json", np.frombuffer(b"{}{", np.uint8)),
        ("samp/variants_json", np.frombuffer(b'{"other": {}}', np.uint8)),
        ("kv/text/0/k", np.zeros(3, np.float32)),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused_with_the_name_of_their_file(
    echo_tiny, tmp_path, capsys, name, values
):
    np.savez(tmp_path / "other.npz", **{**echo_tiny.golden, name: values})
    assert main(["parity", str(echo_tiny.model), str(tmp_path / "other.npz")]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "other.npz" in message
    assert "internal error" not in message


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


def recorded_twice(golden, **changed):
    """A record of the base run in bfloat16, made twice; ``changed`` says how its sampler is told to have been set."""
    kept = {name: v for name, v in golden.items() if not name.startswith(("dit/", "blk/", "samp/"))}
    kept |= {name: golden[name] for name in ("dit/x", "dit/t", "samp/noise", "samp/base/lanes")}
    given = json.loads(golden["samp/variants_json"].tobytes())["base"] | changed
    kept["samp/variants_json"] = np.frombuffer(json.dumps({"base": given}).encode(), np.uint8)
    kept |= {f"samp/base/{run}": golden[f"bfloat16/{run}"] for run in ("out", "out_again")}
    return {**kept, "dit/v": golden["mutation/t_bf16/v"], BFLOAT16: np.array(True)}


def test_two_runs_in_bfloat16_say_how_far_ours_may_be(echo_tiny):
    golden = recorded_twice(echo_tiny.golden)
    result = run(echo_tiny.model, golden)["samp/base/out"]
    assert result.passed
    assert 0.998 < result.limit_cosine < result.cosine < 0.9995
    del golden["samp/base/out_again"]
    assert run(echo_tiny.model, golden)["samp/base/out"].limit_cosine == 0.9


@pytest.mark.parametrize(
    "mistake",
    [{"cfg_scale_text": 2.5}, {"cfg_scale_text": 8.0, "cfg_scale_speaker": 3.0}, {"truncation_factor": 0.9}],
    ids=["guidance", "scales swapped", "truncation"],
)
def test_two_runs_in_bfloat16_tell_small_mistakes_of_the_sampler(echo_tiny, mistake):
    assert not run(echo_tiny.model, recorded_twice(echo_tiny.golden, **mistake))["samp/base/out"].passed


def test_the_command_takes_a_reference_in_bfloat16(echo_tiny, capsys):
    main(["parity", str(echo_tiny.folder), str(echo_tiny.folder / "golden.npz"), "--json", "--bfloat16"])
    stages = {stage["stage"]: stage for stage in json.loads(capsys.readouterr().out)["stages"]}
    assert stages["text/encoder_out"]["passed"]
    assert not stages["dit/timestep_embedding"]["passed"]  # this one was made in float32
