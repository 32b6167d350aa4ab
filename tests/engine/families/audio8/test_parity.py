"""The whole chain against recorded activations, and that every mistake of an earlier port would show."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.cli.main import main
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.audio8.parity import model_stages
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.verify import verify

LAYOUTS = ("ship", "full", "dense")


def golden_of(data: Path, layout: str) -> dict[str, NDArray[Any]]:
    with np.load(data / f"audio8_{layout}" / "golden.npz") as arrays:
        return {name: arrays[name] for name in arrays.files}


def failures(path: Path, golden: dict[str, NDArray[Any]]) -> list[str]:
    return [stage.name for stage in model_stages(path, golden, 1) if not stage.passed]


@pytest.fixture(scope="module", params=LAYOUTS)
def layout(request):
    return request.param


@pytest.fixture(scope="module")
def model(data, layout, tmp_path_factory):
    out = tmp_path_factory.mktemp(f"audio8_{layout}") / "model.gguf"
    return convert(data / f"audio8_{layout}", out, QuantisationPolicy("f32")).model


@pytest.fixture(scope="module")
def golden(data, layout):
    return golden_of(data, layout)


@pytest.fixture(scope="module")
def ship(data, tmp_path_factory):
    out = tmp_path_factory.mktemp("audio8") / "ship.gguf"
    return convert(data / "audio8_ship", out, QuantisationPolicy("f32")).model


def test_every_stage_agrees(model, golden, layout):
    stages = list(model_stages(model, golden, 1))
    assert [stage.name for stage in stages if not stage.passed] == []
    names = {stage.name for stage in stages}
    assert {"slow.final_hidden", "slow.logits", "fast.logits", "fast.codes", "fast.codes (free running)"} <= names
    if layout != "dense":
        assert {"embed.scaled", "slow.conv_state.1", "slow.ssm_state.1", "slow.key_cache.1", "prefill.ssm"} <= names


@pytest.mark.parametrize(
    "array",
    ["embed.scaled", "slow.layer_out", "slow.mamba_branch", "slow.attn_branch", "slow.conv_state", "slow.ssm_state",
     "slow.key_cache", "slow.value_cache", "slow.logits", "fast.logits", "fast.hidden", "sampler.scaled_scores"],
)  # fmt: skip
def test_a_deviation_of_any_stage_is_seen(ship, data, array):
    golden = golden_of(data, "ship")
    changed = golden[array].copy()
    changed.flat[-1] += 0.01 * np.abs(changed).max() if array != "sampler.scaled_scores" else 1e31
    assert any(array.split(".")[-1] in name for name in failures(ship, {**golden, array: changed}))


@pytest.mark.parametrize(("array", "stage"), [("fast.codes", "fast.codes"), ("sampler.pick", "sampler.pick")])
def test_a_different_code_is_seen(ship, data, array, stage):
    golden = golden_of(data, "ship")
    changed = golden[array].copy()
    changed.flat[-1] ^= 1
    assert stage in failures(ship, {**golden, array: changed})


def test_flipped_convolution_taps_are_seen(ship, data, tmp_path):
    # An earlier port reversed the taps "to match"; both of the reference's forms are cross-correlations.
    flipped = tmp_path / "flipped.gguf"
    content = ship.read_bytes()
    for layer in range(3):
        taps = _native.GgufFile(ship).tensor_bytes(f"slow.blk.{layer}.ssm_conv1d.weight")
        reverse = taps.view(np.float32).reshape(-1, 4)[:, ::-1].tobytes()
        assert content.count(taps.tobytes()) == 1
        content = content.replace(taps.tobytes(), reverse)
    flipped.write_bytes(content)
    wrong = failures(flipped, golden_of(data, "ship"))
    assert "slow.mamba_branch.0" in wrong
    assert "slow.conv_state.0" not in wrong  # the first layer's inputs are right, what is made of them is not
    assert "fast.codes (free running)" in wrong


def test_states_are_those_of_the_step_not_of_memory_that_was_used_again(ship, data):
    # Reading intermediates back that the graph's allocator may reuse gave plausible numbers: what is read must not
    # depend on the size of the graph, nor on what else ran in between.
    columns = np.ascontiguousarray(golden_of(data, "ship")["prompt.columns"].T, np.int32)
    probe = _native.Audio8Probe(ship, 1)
    whole = probe.run_slow(columns)
    expected = probe.slow_state()
    probe.reset()
    for first, n in ((0, 1), (1, 7), (8, 1), (9, 11)):
        part = probe.run_slow(columns[first : first + n])
        for name in ("layers", "attention", "mixer"):
            np.testing.assert_array_equal(part[name], whole[name][:, first : first + n])
        probe.run_fast(part["final"][-1], 1, _native.Audio8SamplerSettings(do_sample=False))
    for name, state in probe.slow_state().items():
        np.testing.assert_array_equal(state, expected[name], name)


def test_keys_and_values_of_every_head_stay_where_they_are_as_the_sequence_grows(ship, data):
    # A cache whose head stride follows the current length overwrites all heads but the first from the second token on.
    columns = np.ascontiguousarray(golden_of(data, "ship")["prompt.columns"].T, np.int32)
    probe = _native.Audio8Probe(ship, 1)
    before: dict[str, NDArray[np.float32]] = {}
    for n, column in enumerate(columns, start=1):
        probe.run_slow(column[np.newaxis])
        state = probe.slow_state()
        for name in ("keys", "values"):
            assert state[name].shape[2] == n
            if before:
                np.testing.assert_array_equal(state[name][:, :, : n - 1], before[name])
        before = {name: state[name] for name in ("keys", "values")}
    recorded = golden_of(data, "ship")["slow.key_cache"][:, :, : len(columns)]
    for head in range(recorded.shape[1]):
        np.testing.assert_allclose(before["keys"][:, head], recorded[:, head], atol=1e-4)


def test_the_multiplier_scales_the_sum_of_text_and_codes(ship, data):
    golden = golden_of(data, "ship")
    probe = _native.Audio8Probe(ship, 1)
    columns = np.ascontiguousarray(golden["prompt.columns"].T, np.int32)
    spoken = columns[:, 0] >= 64
    text_only = columns.copy()
    text_only[:, 0] = 5
    assert text_only[spoken, 1:].any()
    # Beside a token that is no code the other rows count nothing.
    np.testing.assert_array_equal(probe.embed(text_only), np.repeat(probe.embed(text_only[:1]), len(columns), 0))
    np.testing.assert_allclose(probe.embed(columns), golden["embed.scaled"][: len(columns)], atol=1e-6)


def test_600_positions_without_drift(ship, data):
    with np.load(data / "audio8_long.npz") as arrays:
        columns = np.ascontiguousarray(arrays["columns"].T, np.int32)
        absmax, rms, last, hidden = (arrays[name] for name in ("ssm_absmax", "ssm_rms", "last_ssm", "hidden"))
    probe = _native.Audio8Probe(ship, 1)
    ours_absmax, ours_rms, ours_hidden = [], [], []
    for column in columns:
        ours_hidden.append(probe.run_slow(column[np.newaxis])["final"][0])
        states = probe.slow_state()["ssm"].reshape(len(last), -1)
        ours_absmax.append(np.abs(states).max(axis=1))
        ours_rms.append(np.sqrt(np.square(states).mean(axis=1)))
    np.testing.assert_allclose(np.stack(ours_absmax), absmax, rtol=1e-3)
    np.testing.assert_allclose(np.stack(ours_rms), rms, rtol=1e-3)
    np.testing.assert_allclose(np.stack(ours_hidden)[:: len(columns) // 12], hidden, atol=1e-4)
    np.testing.assert_allclose(probe.slow_state()["ssm"], last, atol=1e-4)
    assert np.isfinite(ours_absmax).all()


@pytest.mark.parametrize("level", [_native.CpuLevel.portable, _native.CpuLevel.avx2, _native.CpuLevel.avx512])
def test_every_instruction_set_agrees(ship, data, level):
    best = _native.limit_cpu_level(_native.CpuLevel.avx512)
    try:
        _native.limit_cpu_level(level)
        assert failures(ship, golden_of(data, "ship")) == []
    finally:
        _native.limit_cpu_level(best)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_threads_do_not_change_a_bit(ship, data, n_threads):
    columns = np.ascontiguousarray(golden_of(data, "ship")["prompt.columns"].T, np.int32)
    one, other = _native.Audio8Probe(ship, 1), _native.Audio8Probe(ship, n_threads)
    expected, ours = one.run_slow(columns), other.run_slow(columns)
    for name in expected:
        np.testing.assert_array_equal(ours[name], expected[name])


def test_a_long_prompt_of_several_pieces_equals_columns_one_by_one(ship, data):
    with np.load(data / "audio8_long.npz") as arrays:
        columns = np.ascontiguousarray(arrays["columns"].T[:150], np.int32)
    probe = _native.Audio8Probe(ship, 1)
    for column in columns:
        expected = probe.run_slow(column[np.newaxis])
    states = probe.slow_state()
    probe.reset()
    for at in (0, 64, 128):
        out = probe.run_slow(columns[at : at + 64])
    np.testing.assert_array_equal(out["logits"], expected["logits"])
    for name, state in probe.slow_state().items():
        np.testing.assert_array_equal(state, states[name], name)


def test_a_snapshot_goes_on_as_if_nothing_had_happened(model, golden):
    columns = np.ascontiguousarray(golden["prompt.columns"].T, np.int32)
    probe = _native.Audio8Probe(model, 1)
    probe.run_slow(columns[:12])
    probe.take_snapshot()
    expected = probe.run_slow(columns[12:])
    probe.restore_snapshot()
    again = probe.run_slow(columns[12:])
    for name in expected:
        np.testing.assert_array_equal(again[name], expected[name])


@pytest.mark.parametrize("type_name", ["f16", "bf16", "q8_0"])
def test_rounded_weights_stay_within_their_tolerances(data, layout, tmp_path, type_name):
    model = convert(data / f"audio8_{layout}", tmp_path / "m.gguf", QuantisationPolicy(type_name)).model
    assert verify(model).ok
    assert failures(model, golden_of(data, layout)) == []


def test_a_model_of_other_dimensions_is_refused(ship, data):
    with pytest.raises(ModelError, match="has width 40, the golden file was recorded with 48"):
        failures(ship, golden_of(data, "dense"))


def test_missing_arrays_are_named_with_the_file(data, tmp_path, capsys):
    path = tmp_path / "golden.npz"
    np.savez(path, other=np.zeros(3))
    assert main(["parity", str(data / "audio8_ship"), str(path)]) == 2
    assert f"{path}: lacks prompt.columns" in capsys.readouterr().err


def test_the_command_takes_a_published_folder_without_its_codec(data, capsys):
    folder = data / "audio8_ship"
    assert main(["parity", str(folder), str(folder / "golden.npz")]) == 0
    assert "all within tolerance" in capsys.readouterr().out
