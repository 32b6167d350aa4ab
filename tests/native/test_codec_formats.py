"""Codec files of other dialects and storage types decode to what their values say."""

import numpy as np
import pytest
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter
from gguf.quants import dequantize, quantize
from phonoscope import _native
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy

F32, F16, BF16, Q8_0 = (GGMLQuantizationType[name] for name in ("F32", "F16", "BF16", "Q8_0"))


def rewrite(source, target, change):
    """Copy a GGUF file; ``change(name, values)`` yields the (name, bytes, type) to write for each tensor."""
    reader = GGUFReader(source)
    writer = GGUFWriter(target, "qwen3-tts-tokenizer")
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name == "general.architecture":
            continue
        kind = field.types[0]
        writer.add_key_value(
            field.name, field.contents(), kind, field.types[-1] if kind == GGUFValueType.ARRAY else None
        )
    for tensor in reader.tensors:
        for name, data, kind in change(tensor.name, dequantize(tensor.data, tensor.tensor_type)):
            writer.add_tensor(name, np.ascontiguousarray(data), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return target


def decode(path, codes):
    return _native.CodecDecoder(path, n_threads=1).decode(codes)


def test_second_dialect_with_raw_codebooks_and_other_names(qwen3_tiny, tmp_path):
    usage = np.exp2(np.arange(64) % 7 - 3).astype(np.float32)
    usage[5] = 0  # never used: divided by 1e-5 instead

    def change(name, values):
        if name.endswith(".codebook"):
            divisor = np.maximum(usage, np.float32(1e-5))
            yield name, values * divisor[:, None], F32
            yield name.replace("codebook", "usage"), usage, F32
            return
        parts = name.split(".")
        if parts[:2] == ["tok_dec", "dec"] and parts[3:4] == ["res"]:
            parts[4] = str(int(parts[4]) + 2)
        yield ".".join(parts), values, F32

    codes = qwen3_tiny.golden["dec/codes"]
    second = rewrite(qwen3_tiny.codec, tmp_path / "second.gguf", change)
    # Powers of two divide exactly; the clamped entry is rounded twice.
    without_unused = np.where(codes == 5, 6, codes).astype(np.int32)
    assert decode(second, without_unused).tobytes() == decode(qwen3_tiny.codec, without_unused).tobytes()
    codes = np.full((4, 16), 5, np.int32)
    np.testing.assert_allclose(decode(second, codes), decode(qwen3_tiny.codec, codes), rtol=0, atol=1e-4)
    encoded = _native.CodecEncoder(second, n_threads=1).encode(qwen3_tiny.golden["ref_wav"])
    assert np.array_equal(encoded, qwen3_tiny.golden["enc/codes"])


@pytest.mark.parametrize("kind", [BF16, Q8_0])
def test_other_types_become_f16(qwen3_tiny, tmp_path, kind):
    def stored(name, values):
        fits = values.ndim >= 2 and (kind == BF16 or values.shape[-1] % 32 == 0)
        return quantize(values, kind) if fits and ".vq_" not in name else None

    def as_stored(name, values):
        data = stored(name, values)
        yield (name, values, F32) if data is None else (name, data, kind)

    def as_f16(name, values):
        data = stored(name, values)
        yield (name, values, F32) if data is None else (name, dequantize(data, kind).astype(np.float16), F16)

    codes = qwen3_tiny.golden["dec/codes"][:6]
    expected = decode(rewrite(qwen3_tiny.codec, tmp_path / "half.gguf", as_f16), codes)
    actual = decode(rewrite(qwen3_tiny.codec, tmp_path / "stored.gguf", as_stored), codes)
    assert np.abs(expected).max() > 0.1
    assert actual.tobytes() == expected.tobytes()


@pytest.fixture(scope="module")
def half_codec(qwen3_tiny, tmp_path_factory):
    folder = tmp_path_factory.mktemp("half")
    return convert(qwen3_tiny.folder, folder / "talker.gguf", QuantisationPolicy("f16")).codec


def test_f16_weights_stay_close_to_the_reference(qwen3_tiny, half_codec):
    golden = qwen3_tiny.golden
    audio, reference = decode(half_codec, golden["dec/codes"]), golden["dec/wav"]
    # Rounding weights to 11 bits moves the sum of n products by about 2^-12 of its size in each of some 30 layers.
    error = np.sqrt(np.mean((audio - reference) ** 2)) / np.sqrt(np.mean(reference**2))
    assert 1e-6 < error < 3e-3


@pytest.mark.parametrize("level", [_native.CpuLevel.portable, _native.CpuLevel.avx2, _native.CpuLevel.avx512])
def test_every_instruction_set_decodes_alike_and_exactly_however_cut(qwen3_tiny, half_codec, level):
    codes = qwen3_tiny.golden["dec/codes"]
    best = _native.cpu_level()
    reference = decode(half_codec, codes)
    if _native.limit_cpu_level(level) != level:
        pytest.skip("this processor does not have it")
    try:
        decoder = _native.CodecDecoder(half_codec, n_threads=1)
    finally:
        _native.limit_cpu_level(best)
    whole = decoder.decode(codes)
    np.testing.assert_allclose(whole, reference, rtol=0, atol=2e-5)
    decoder.reset()
    parts = [decoder.decode(codes[i : i + 3]) for i in range(0, len(codes), 3)]
    assert np.concatenate(parts).tobytes() == whole.tobytes()


@pytest.mark.parametrize(
    ("tensor", "problem"),
    [
        ("tok_dec.dec.2.res.1.conv1.weight", "is missing"),
        ("tok_dec.pre_tfm.blk.2.ffn_down.weight", "is missing"),
        ("tok_dec.upsample.0.gamma", "is missing"),
    ],
)
def test_a_file_without_a_tensor_is_refused_by_name(qwen3_tiny, tmp_path, tensor, problem):
    def change(name, values):
        if name != tensor:
            yield name, values, F32

    path = rewrite(qwen3_tiny.codec, tmp_path / "broken.gguf", change)
    with pytest.raises(_native.ModelFileError, match=f"tensor {tensor} {problem}"):
        _native.CodecDecoder(path, n_threads=1)


def test_a_kernel_of_another_shape_is_refused(qwen3_tiny, tmp_path):
    def change(name, values):
        yield name, values[..., :-1] if name == "tok_dec.dec.1.conv_t.weight" else values, F32

    path = rewrite(qwen3_tiny.codec, tmp_path / "broken.gguf", change)
    with pytest.raises(_native.ModelFileError, match=r"tok_dec\.dec\.1\.conv_t\.weight has shape \[15,32,64,1\]"):
        _native.CodecDecoder(path, n_threads=1)
