"""The codec decoder against recorded activations of the reference, and against itself cut into other pieces."""

import numpy as np
import pytest
from phonoscope import _native

from .cancelling import assert_cancel_ends_a_decode

STAGES = ["quantized", "pre_conv", "pre_transformer", "up0", "up1"]
N_BLOCKS = 7


@pytest.fixture
def model(qwen3_tiny):
    return qwen3_tiny


@pytest.fixture
def decoder(model):
    return _native.CodecDecoder(model.codec, n_threads=1)


def cosine(a, b):
    a, b = a.astype(np.float64).ravel(), b.astype(np.float64).ravel()
    return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))


def in_pieces(decoder, codes, n_frames):
    decoder.reset()
    pieces = [np.ascontiguousarray(codes[i : i + n_frames]) for i in range(0, len(codes), n_frames)]
    return np.concatenate([decoder.decode(piece) for piece in pieces])


def test_config_names_what_a_caller_needs(decoder):
    assert decoder.config["sample_rate_hz"] == 24000
    assert decoder.config["hop_samples"] == 1920
    assert decoder.config["n_quantizers"] == 16
    assert decoder.config["codebook_size"] == 64


def test_every_stage_equals_the_reference(model, decoder):
    golden = model.golden
    stages = decoder.decode_stages(golden["dec/codes"])
    stages["pre_transformer"] = stages.pop("transformer").T
    expected = {name: golden[f"dec/{name}"] for name in STAGES}
    actual = {name: stages[name] for name in STAGES}
    for i in range(N_BLOCKS):
        tail = golden[f"dec/block{i}_tail"]
        expected[f"block{i}"] = tail
        actual[f"block{i}"] = stages[f"block{i}"][:, -tail.shape[1] :]
    for name, reference in expected.items():
        assert actual[name].shape == reference.shape, name
        assert cosine(actual[name], reference) >= 0.99999, name
        np.testing.assert_allclose(actual[name], reference, rtol=0, atol=2e-6 * np.abs(reference).max(), err_msg=name)
    np.testing.assert_allclose(stages["wav"], golden["dec/wav"], rtol=0, atol=1e-5)


def test_long_stream_equals_the_reference_in_one_pass(model, decoder):
    golden = model.golden
    audio = decoder.decode(golden["dec/long_codes"])
    reference = golden["dec/long_onepass"]
    np.testing.assert_allclose(audio[299 * 1920 :][: len(reference)], reference, rtol=0, atol=1e-4)


@pytest.mark.parametrize("n_frames", [1, 2, 3, 4, 7, 8, 11])
def test_any_cut_gives_the_same_bits(model, decoder, n_frames):
    codes = model.golden["dec/long_codes"][:25]
    whole = decoder.decode(codes)
    assert in_pieces(decoder, codes, n_frames).tobytes() == whole.tobytes()


def test_two_threads_give_the_same_bits_as_one(model, decoder):
    codes = model.golden["dec/codes"][:9]
    other = _native.CodecDecoder(model.codec, n_threads=2)
    assert other.decode(codes).tobytes() == decoder.decode(codes).tobytes()


def test_reset_forgets_everything(model, decoder):
    codes = model.golden["dec/codes"]
    first = decoder.decode(codes)
    decoder.decode(np.ascontiguousarray(codes[::-1]))
    assert decoder.decode(codes).tobytes() != first.tobytes()
    decoder.reset()
    assert decoder.decode(codes).tobytes() == first.tobytes()


@pytest.mark.parametrize("n_primed", [1, 2, 8, 11, 20])
def test_priming_leaves_the_state_of_decoding(model, decoder, n_primed):
    codes = model.golden["dec/codes"]
    whole = decoder.decode(codes)
    decoder.reset()
    decoder.decode(np.ascontiguousarray(codes[::-1]))  # something else for the histories to be wrong with
    decoder.reset()
    assert decoder.prime(np.ascontiguousarray(codes[:n_primed]))
    rest = decoder.decode(np.ascontiguousarray(codes[n_primed:]))
    assert rest.tobytes() == whole[n_primed * 1920 :].tobytes()


def test_taps_measure_the_captured_stages(model, decoder):
    codes = model.golden["dec/codes"]
    stages = decoder.decode_stages(codes)
    decoder.reset()
    audio = decoder.decode(codes)
    decoder.reset()
    taps = decoder.decode_taps(codes)
    assert taps["layers"].shape == (len(codes), 3, 3)
    for column, name in enumerate(decoder.block_names):
        by_frame = stages[name].reshape(len(stages[name]), len(codes), -1).astype(np.float64)
        rms = np.sqrt((by_frame**2).mean(axis=(0, 2)))
        np.testing.assert_allclose(taps["blocks"][:, column, 0], rms, rtol=1e-5, err_msg=name)
        np.testing.assert_array_equal(
            taps["blocks"][:, column, 1], np.abs(stages[name]).reshape(by_frame.shape).max((0, 2))
        )
    assert not taps["blocks"][:, :, 2].any()
    assert audio.tobytes() == stages["wav"].tobytes()


def test_cancel_ends_a_decode_in_work_and_reset_starts_afresh(model, decoder):
    assert_cancel_ends_a_decode(decoder, model.golden["dec/codes"])


@pytest.mark.parametrize("bad", [-1, 64, 2150, 2**31 - 1])
def test_a_code_outside_its_codebook_is_refused_and_changes_nothing(model, decoder, bad):
    codes = model.golden["dec/codes"]
    expected = decoder.decode(codes)
    decoder.reset()
    wrong = codes.copy()
    wrong[5, 3] = bad
    with pytest.raises(_native.ArgumentError, match=rf"code {bad} of frame 5, codebook 3 is outside 0\.\.63"):
        decoder.decode(wrong)
    assert decoder.decode(codes).tobytes() == expected.tobytes()


def test_frames_of_another_width_are_refused(model, decoder):
    with pytest.raises(_native.ArgumentError, match="15 columns"):
        decoder.decode(np.ascontiguousarray(model.golden["dec/codes"][:, :15]))
    with pytest.raises(_native.ArgumentError, match="do not make whole frames"):
        decoder.decode(np.zeros((0, 16), np.int32))


def test_a_file_without_a_codec_is_refused(model):
    with pytest.raises(_native.ModelFileError, match="no speech tokenizer weights"):
        _native.CodecDecoder(model.talker, n_threads=1)
