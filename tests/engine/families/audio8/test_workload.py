"""Bytes and operations of a frame, against counts made by hand."""

from phonoscope import _native
from phonoscope.engine.codecs.decoder_cost import decoder_cost
from phonoscope.engine.families.audio8.workload import fast_cost, frame_cost
from phonoscope.engine.models.pair import ModelPair

from ..stored_tensors import Tensor, matrix


def published_fast_model() -> list[Tensor]:
    shapes = [(512, 512), (512, 128), (512, 128), (512, 512), (512, 4864), (512, 4864), (4864, 512)]
    layers = [matrix(f"fast.blk.{i}.m{j}.weight", *s) for i in range(4) for j, s in enumerate(shapes)]
    return [*layers, matrix("fast.head.weight", 512, 4096), matrix("fast.token_embd.weight", 512, 4096)]


def test_the_fast_model_of_the_small_size_costs_what_is_published() -> None:
    cost = fast_cost(published_fast_model(), 10)
    assert cost.flop == 2 * (10 * 4 * 8_126_464 + 9 * 4096 * 512)  # 325.1 and 18.9 million multiply-adds
    assert cost.n_bytes == 2 * 9 * (4 * 8_126_464 + 4096 * 512)


def test_every_stage_of_a_real_file_is_counted(audio8_tiny) -> None:
    cost = frame_cost(ModelPair(audio8_tiny.model, audio8_tiny.codec))
    tensors = {t.name: t for t in _native.GgufFile(audio8_tiny.model).tensors}
    # Of a layer: mixer in and out, q and o, k and v, three of the feed-forward network, the convolution; then the head.
    layer = 40 * (48 + 80 + 6) + 48 * 40 + 2 * 40 * 48 + 2 * 40 * 16 + 3 * 40 * 56 + 4 * 80
    states = 6 * 8 * 16
    assert tensors["slow.head.weight"].ne[:2] == [40, 49]
    assert cost["slow"].flop == 2 * (3 * (layer + 3 * states) + 40 * 49)
    assert cost["slow"].n_bytes == 4 * (3 * layer + 40 * 49) + 2 * 4 * 3 * states
    assert list(cost) == ["slow", "fast", "codec"]
    encoder = ("dac.enc.", "dac.pre.", "dac.downsample.")
    codec = [t for t in _native.GgufFile(audio8_tiny.codec).tensors if not t.name.startswith(encoder)]
    assert cost["codec"] == decoder_cost(codec, "dac.", [2, 2], [8, 8, 4, 2])
