"""The whole engine against the recorded reference: the product's own parity command, on both tiny checkpoints."""

import json

import numpy as np
import pytest
from phonoscope.engine.cli.main import main
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.qwen3_tts.parity import CASES, stages
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.parity.golden_file import read_golden

EXPECTED = {
    *(f"prefill/{name}" for name in CASES),
    *(f"trailing/{name}" for name in CASES),
    *(f"talker/prefill_layers.{layer}" for layer in range(3)),
    *(f"talker/step_hidden.{layer}" for layer in (0, 1, 2, "final")),
    "talker/prefill_final",
    "talker/prefill_logits_last",
    "talker/step_inputs",
    "talker/step_logits",
    "predictor/logits.0",
    "predictor/logits.1",
    "predictor/greedy_codes",
    "sampler/probs_k50",
    "sampler/probs_k50_p80",
    "greedy_codes",
    "e2e/wav",
    *(f"dec/{name}" for name in ("quantized", "pre_conv", "pre_transformer", "up0", "up1", "wav", "long_onepass")),
    *(f"dec/block{block}_tail" for block in range(7)),
    *(f"spk/{name}" for name in ("mel", "blk0_tail", "blk3_tail", "mfa_tail", "asp", "xvector")),
    *(f"enc/{name}" for name in ("seanet", "transformer", "downsample", "codes")),
}


@pytest.fixture(params=["qwen3_tiny", "qwen3_tiny06"])
def model(request):
    return request.getfixturevalue(request.param)


def pair(model):
    return ModelPair(model.talker, model.codec)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_every_recorded_stage_is_within_tolerance(model, n_threads):
    golden = model.golden
    results = list(stages(pair(model), golden, n_threads))
    # Whole speech was recorded where the codec is the model's own.
    assert {result.name for result in results} == (EXPECTED if "e2e/wav" in golden else EXPECTED - {"e2e/wav"})
    assert [result for result in results if not result.passed] == []


@pytest.mark.parametrize(
    ("array", "stage"),
    [
        ("prefill/icl_nonstream", "prefill/icl_nonstream"),
        ("talker/step_hidden", "talker/step_hidden.1"),
        ("predictor/logits", "predictor/logits.0"),
        ("sampler/probs_k50", "sampler/probs_k50"),
        ("dec/wav", "dec/wav"),
        ("spk/mel", "spk/mel"),
        ("spk/xvector", "spk/xvector"),
        ("enc/seanet", "enc/seanet"),
    ],
)
def test_a_small_change_is_noticed(qwen3_tiny, array, stage):
    golden = qwen3_tiny.golden
    changed = golden[array].copy()
    changed[0 if array == "predictor/logits" else 1] += 0.01  # frame 0; elsewhere a row, a step or a value
    results = stages(pair(qwen3_tiny), {**golden, array: changed}, 1)
    assert stage in {result.name for result in results if not result.passed}


@pytest.mark.parametrize("array", ["greedy_codes", "enc/codes"])
def test_changed_codes_are_noticed(qwen3_tiny, array):
    golden = qwen3_tiny.golden
    changed = golden[array].copy()
    changed[2, 5] = (changed[2, 5] + 1) % 64
    results = stages(pair(qwen3_tiny), {**golden, array: changed}, 1)
    assert array in {result.name for result in results if not result.passed}


def test_the_command_says_so(qwen3_tiny, capsys):
    assert main(["parity", str(qwen3_tiny.talker), str(qwen3_tiny.golden_path), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["passed"]
    assert len(report["stages"]) == len(EXPECTED)


def test_the_command_fails_when_a_stage_does(qwen3_tiny, tmp_path, capsys):
    golden = dict(qwen3_tiny.golden)
    golden["dec/wav"] = golden["dec/wav"] + np.float32(0.01)
    np.savez(tmp_path / "golden.npz", **golden)
    assert main(["parity", str(qwen3_tiny.talker), str(tmp_path / "golden.npz")]) == 1
    assert "OUT" in capsys.readouterr().out


@pytest.mark.parametrize("type_name", ["f16", "bf16", "q8_0", "q4_K", "q4_0"])
def test_rounded_weights_stay_within_their_bounds(qwen3_tiny, type_name, capsys):
    arguments = ["parity", str(qwen3_tiny.folder), str(qwen3_tiny.golden_path), "--type", type_name, "--json"]
    assert main(arguments) == 0, capsys.readouterr().out


def test_a_golden_file_of_another_model_is_refused(qwen3_tiny):
    golden = {**qwen3_tiny.golden, "xvec": np.zeros(32, np.float32)}
    with pytest.raises(ModelError, match="width 64"):
        list(stages(pair(qwen3_tiny), golden, 1))


def test_damaged_golden_files_are_refused(qwen3_tiny, tmp_path):
    whole = qwen3_tiny.golden_path.read_bytes()
    for name, content in {"cut": whole[: len(whole) // 2], "empty": b"", "text": b"no archive"}.items():
        path = tmp_path / f"{name}.npz"
        path.write_bytes(content)
        with pytest.raises(ModelError, match=name):
            read_golden(path)


def test_pickles_are_not_read(tmp_path):
    path = tmp_path / "pickle.npz"
    np.savez(path, xvec=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ModelError, match="golden"):
        read_golden(path)


def test_missing_arrays_are_named(qwen3_tiny):
    golden = {name: values for name, values in qwen3_tiny.golden.items() if name != "dec/codes"}
    with pytest.raises(ModelError, match="dec/codes"):
        list(stages(pair(qwen3_tiny), golden, 1))


def test_a_missing_golden_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"nothing\.npz"):
        read_golden(tmp_path / "nothing.npz")
