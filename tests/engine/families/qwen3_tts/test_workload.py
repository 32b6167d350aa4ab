"""Bytes and operations of a frame, against counts made by hand and the published ones of the 0.6B model."""

from typing import Any

from phonoscope import _native
from phonoscope.engine.codecs.decoder_cost import decoder_cost
from phonoscope.engine.families.qwen3_tts.workload import frame_cost, predictor_cost, talker_cost
from phonoscope.engine.models.pair import ModelPair

from ..stored_tensors import Tensor, matrix


def layers_06b(prefix: str, n_layers: int) -> list[Tensor]:
    shapes = [(1024, 2048), (1024, 1024), (1024, 1024), (2048, 1024), (1024, 3072), (1024, 3072), (3072, 1024)]
    return [matrix(f"{prefix}.blk.{i}.m{j}.weight", *s) for i in range(n_layers) for j, s in enumerate(shapes)]


def test_talker_reads_layers_and_head_but_no_tables() -> None:
    tensors = [
        *layers_06b("talker", 28),
        matrix("talker.codec_head.weight", 1024, 3072),
        matrix("talker.text_embd.weight", 2048, 151936),
        Tensor("talker.blk.0.attn_norm.weight", [1024, 1, 1, 1], 4096),
        *layers_06b("code_pred", 5),
    ]
    cost = talker_cost(tensors)
    assert cost.flop == 2 * (28 * 15_728_640 + 3_145_728)  # 443.5 M weights
    assert cost.n_bytes == cost.flop  # two bytes a weight


def test_predictor_runs_fifteen_passes_over_sixteen_positions() -> None:
    heads = [matrix(f"code_pred.lm_head.{i}.weight", 1024, 2048) for i in range(15)]
    tables = [matrix(f"code_pred.codec_embd.{i}.weight", 1024, 2048) for i in range(15)]
    cost = predictor_cost([*layers_06b("code_pred", 5), *heads, *tables])
    assert cost.flop == 2 * (16 * 78_643_200 + 31_457_280)  # 1.290 G multiply-adds
    assert cost.n_bytes == 2 * (15 * 78_643_200 + 31_457_280)


def test_codec_layers_count_at_their_own_rates() -> None:
    tensors = [
        matrix("tok_dec.pre_conv.weight", 3, 5, 7),  # rate 1
        matrix("tok_dec.upsample.0.conv.weight", 2, 5, 7),  # 1: a transposed convolution works at the rate it reads
        matrix("tok_dec.upsample.0.pwconv1.weight", 5, 7),  # 2
        matrix("tok_dec.upsample.1.conv.weight", 2, 5, 7),  # 2
        matrix("tok_dec.upsample.1.pwconv1.weight", 5, 7),  # 6
        matrix("tok_dec.dec.0.conv.weight", 7, 5, 3),  # 6
        matrix("tok_dec.dec.1.conv_t.weight", 16, 5, 3),  # 6
        matrix("tok_dec.dec.1.res.2.conv1.weight", 7, 5, 3),  # 48, four of the seven taps spared
        Tensor("tok_dec.dec.1.res.1.conv1.weight", [7, 5, 3, 1], 4 * 105),  # 48
        matrix("tok_dec.dec.2.conv_t.weight", 10, 5, 3),  # 48
        matrix("tok_dec.dec.2.res.0.conv2.weight", 1, 5, 3),  # 240
        matrix("tok_dec.dec.4.conv.weight", 7, 5, 1),  # 240
        matrix("tok_dec.vq_first.0.codebook", 256, 2048),
        matrix("tok_enc.conv.0.weight", 7, 1, 64),
    ]
    expected = 105 + 70 + 2 * 35 + 2 * 70 + 6 * 35 + 6 * 105 + 6 * 240 + 2 * 48 * 105
    expected += 48 * 150 + 240 * 15 + 240 * 35
    cost = decoder_cost(tensors, "tok_dec.", [2, 3], [8, 5])
    assert cost.flop == 2 * expected
    assert cost.executed_flop == 2 * (expected - 48 * 105 * 18 // 28)  # the unit in f32 has all its products


def test_cost_of_a_real_file_follows_its_dimensions(qwen3_tiny: Any) -> None:
    cost = frame_cost(ModelPair(qwen3_tiny.talker, qwen3_tiny.codec))
    tensors = {t.name: t for t in _native.GgufFile(qwen3_tiny.talker).tensors}
    head = tensors["talker.codec_head.weight"]
    layers = [t for name, t in tensors.items() if name.startswith("talker.blk.") and "norm" not in name]
    assert cost["talker"].n_bytes == head.n_bytes + sum(t.n_bytes for t in layers)
    assert cost["talker"].flop == cost["talker"].n_bytes // 2  # f32
    assert cost["predictor"].n_bytes > 0
    assert cost["codec"].flop > 0
