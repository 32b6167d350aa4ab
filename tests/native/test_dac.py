"""The shared 44.1 kHz codec against recorded activations of the reference, and against itself cut into other pieces."""

import threading

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.codecs.dac.conversion import CodecSettings, plan_codec
from phonoscope.engine.models.convert import write_file
from phonoscope.engine.models.quantisation import QuantisationPolicy

from .cancelling import assert_cancel_ends_a_decode

HOP = 2048
DECODER_STAGES = {
    "dec.vq_sum": "quantized",
    "dec.post_module": "transformer",
    "dec.upsample0": "up0",
    "dec.upsample1": "up1",
    "dec.dec_block0": "block1",
}


def convert(source, target, type_name):
    write_file(target, plan_codec(source, CodecSettings.beside("test", source), QuantisationPolicy(type_name)))
    return target


@pytest.fixture(scope="module")
def source(data):
    return data / "dac_tiny" / "codec.safetensors"


@pytest.fixture(scope="module")
def model(source, tmp_path_factory):
    return convert(source, tmp_path_factory.mktemp("dac") / "codec.gguf", "f32")


@pytest.fixture(scope="module")
def golden(data):
    with np.load(data / "dac_tiny" / "golden.npz") as arrays:
        return {name: arrays[name] for name in arrays.files}


@pytest.fixture(scope="module")
def codes(golden):
    return np.ascontiguousarray(golden["dec.codes"].T, np.int32)


@pytest.fixture
def decoder(model):
    return _native.CodecDecoder(model, n_threads=1)


@pytest.fixture
def encoder(model):
    return _native.DacEncoder(model, n_threads=1)


def in_pieces(run, frames, n_frames):
    pieces = [np.ascontiguousarray(frames[i : i + n_frames]) for i in range(0, len(frames), n_frames)]
    return np.concatenate([run(piece) for piece in pieces])


def close(ours, reference, share):
    np.testing.assert_allclose(ours, reference, rtol=0, atol=share * max(1.0, np.abs(reference).max()))


def test_config_names_what_a_caller_needs(decoder):
    assert decoder.config["sample_rate_hz"] == 44100
    assert decoder.config["hop_samples"] == HOP
    assert decoder.config["codebook_sizes"] == [48] + 9 * [20]
    assert decoder.config["sliding_window"] == 5


def test_every_stage_of_decoding_equals_the_reference(decoder, golden, codes):
    assert codes[:, 1:].max() >= 20  # codes beyond their codebook, which stand for its last entry
    stages = decoder.decode_stages(codes)
    for recorded, ours in DECODER_STAGES.items():
        close(stages[ours], golden[recorded], 2e-6)
    close(stages["wav"], golden["dec.waveform"], 1e-5)


@pytest.mark.parametrize("n_frames", [1, 2, 5, 8, 11])
def test_any_cut_gives_the_same_bits(decoder, codes, n_frames):
    frames = np.tile(codes, (4, 1))  # longer than the window of every layer together
    whole = decoder.decode(frames)
    decoder.reset()
    assert in_pieces(decoder.decode, frames, n_frames).tobytes() == whole.tobytes()


def test_latents_give_the_audio_of_their_codes(decoder, codes):
    stages = decoder.decode_stages(codes)
    latents = np.ascontiguousarray(stages["quantized"].T)
    decoder.reset()
    assert decoder.decode_latents(latents).tobytes() == stages["wav"].tobytes()
    decoder.reset()
    assert in_pieces(decoder.decode_latents, latents, 3).tobytes() == stages["wav"].tobytes()


def test_decoding_looks_back_on_earlier_frames(decoder, codes):
    whole = decoder.decode(codes)
    decoder.reset()
    restarted = decoder.decode(np.ascontiguousarray(codes[4:]))
    assert np.abs(restarted - whole[4 * HOP :]).max() > 1e-3


@pytest.mark.parametrize("n_primed", [1, 8, 20])
def test_priming_leaves_the_state_of_decoding(decoder, codes, n_primed):
    frames = np.tile(codes, (3, 1))
    whole = decoder.decode(frames)
    decoder.reset()
    decoder.decode(np.ascontiguousarray(frames[::-1]))
    decoder.reset()
    assert decoder.prime(np.ascontiguousarray(frames[:n_primed]))
    rest = decoder.decode(np.ascontiguousarray(frames[n_primed:]))
    assert rest.tobytes() == whole[n_primed * HOP :].tobytes()


def test_taps_measure_the_captured_stages(decoder, codes):
    stages = decoder.decode_stages(codes)
    decoder.reset()
    taps = decoder.decode_taps(codes)
    assert taps["layers"].shape == (len(codes), 3, 3)
    assert taps["layers"][:, :, 0].min() > 0
    assert decoder.block_names == ["up0", "up1", *(f"block{i}" for i in range(7))]
    for column, name in enumerate(decoder.block_names):
        by_frame = stages[name].reshape(len(stages[name]), len(codes), -1).astype(np.float64)
        np.testing.assert_allclose(taps["blocks"][:, column, 0], np.sqrt((by_frame**2).mean((0, 2))), rtol=1e-5)
        np.testing.assert_array_equal(taps["blocks"][:, column, 1], np.abs(by_frame).max((0, 2)).astype(np.float32))


def test_cancel_ends_a_decode_in_work_and_reset_starts_afresh(decoder, codes):
    assert_cancel_ends_a_decode(decoder, codes)


@pytest.mark.parametrize("level", [_native.CpuLevel.portable, _native.CpuLevel.avx2, _native.CpuLevel.avx512])
def test_every_instruction_set_decodes_and_encodes_alike(model, golden, codes, level):
    best = _native.cpu_level()
    if _native.limit_cpu_level(level) != level:
        pytest.skip("this processor does not have it")
    try:
        decoder, encoder = _native.CodecDecoder(model, 1), _native.DacEncoder(model, 1)
    finally:
        _native.limit_cpu_level(best)
    close(decoder.decode(codes), golden["dec.waveform"], 1e-5)
    np.testing.assert_array_equal(encoder.encode(golden["enc.audio"])[0], golden["enc.codes"].T)


def test_f16_weights_stay_close_to_the_reference(source, golden, codes, tmp_path):
    half = _native.CodecDecoder(convert(source, tmp_path / "half.gguf", "f16"), n_threads=1)
    audio, reference = half.decode(codes), golden["dec.waveform"]
    # Rounding weights to 11 bits moves the sum of n products by about 2^-12 of its size in each of some 30 layers.
    error = np.sqrt(np.mean((audio - reference) ** 2)) / np.sqrt(np.mean(reference**2))
    assert 1e-6 < error < 3e-3
    for n_frames in (1, 3):
        half.reset()
        assert in_pieces(half.decode, codes, n_frames).tobytes() == audio.tobytes()


def test_every_stage_of_encoding_equals_the_reference(encoder, golden):
    assert len(golden["enc.audio"]) % HOP != 0
    stages = encoder.encode_stages(golden["enc.audio"])
    close(stages["encoder"].T, golden["enc.encoder_out"], 2e-6)
    close(stages["pre_module"].T, golden["enc.pre_module_out"], 2e-6)
    np.testing.assert_array_equal(stages["codes"], golden["enc.codes"].T)


def test_latents_are_what_the_decoder_makes_of_the_codes(encoder, decoder, golden):
    codes, latents = encoder.encode(golden["enc.audio"])
    close(latents, decoder.decode_stages(codes)["quantized"].T, 1e-6)


def long_recording(n_samples):
    t = np.arange(n_samples, dtype=np.float32) / 44100
    noise = np.random.default_rng(5).standard_normal(n_samples, dtype=np.float32)
    return (0.3 * np.sin(2 * np.pi * (200 + 300 * t) * t) + 0.1 * noise).astype(np.float32)


def test_codes_of_a_beginning_are_the_beginning_of_the_codes(encoder):
    audio = long_recording(21 * HOP)
    codes, latents = encoder.encode(audio)
    for n_frames in (1, 7, 8, 13):
        part_codes, part_latents = encoder.encode(audio[: n_frames * HOP])
        np.testing.assert_array_equal(part_codes, codes[:n_frames])
        assert part_latents.tobytes() == latents[:n_frames].tobytes()


@pytest.fixture(scope="module")
def fifty_frames(golden):
    """The recording of the golden over and over, longer than all windows together, its last frame not full."""
    return np.resize(golden["enc.audio"], 50 * HOP - 300)


@pytest.mark.parametrize("n_samples", [311, HOP, 5 * HOP + 1, 8 * HOP, 23 * HOP, 60 * HOP])
def test_pieces_of_any_length_give_the_bits_of_the_whole(encoder, fifty_frames, n_samples):
    codes, latents = encoder.encode(fifty_frames)
    encoder.push(fifty_frames[::-1].copy())
    encoder.reset()  # of which nothing is left
    pieces = [encoder.push(fifty_frames[at : at + n_samples]) for at in range(0, len(fifty_frames), n_samples)]
    pieces.append(encoder.finish())
    np.testing.assert_array_equal(np.concatenate([piece[0] for piece in pieces]), codes)
    assert np.concatenate([piece[1] for piece in pieces]).tobytes() == latents.tobytes()


def test_a_stream_that_forgets_would_be_seen(encoder, fifty_frames):
    codes, latents = encoder.encode(fifty_frames)
    restarted = [encoder.encode(fifty_frames[at : at + 8 * HOP]) for at in range(0, len(fifty_frames), 8 * HOP)]
    assert (np.concatenate([piece[0] for piece in restarted]) != codes).any()
    assert np.abs(np.concatenate([piece[1] for piece in restarted]) - latents).max() > 1e-3


def test_a_stream_holds_back_less_than_eight_frames(encoder, fifty_frames):
    n_returned = 0
    for at in range(0, len(fifty_frames), 700):
        n_returned += len(encoder.push(fifty_frames[at : at + 700])[0])
        assert n_returned == min(at + 700, len(fifty_frames)) // (8 * HOP) * 8
    assert n_returned + len(encoder.finish()[0]) == 50


def test_a_recording_that_ends_with_a_chunk_has_nothing_left(encoder, fifty_frames):
    encoder.push(fifty_frames[: 16 * HOP])
    assert encoder.finish()[0].shape == (0, 10)
    whole, _ = encoder.encode(fifty_frames[: 3 * HOP])
    encoder.push(fifty_frames[: 3 * HOP])  # finish has begun another recording
    np.testing.assert_array_equal(encoder.finish()[0], whole)


def test_a_cancelled_stream_gives_nothing_until_reset(encoder, fifty_frames):
    expected, _ = encoder.encode(fifty_frames)
    encoder.push(fifty_frames[: 4 * HOP])
    encoder.cancel()
    assert encoder.push(fifty_frames[4 * HOP :])[0].shape == (0, 10)
    encoder.reset()
    first, rest = encoder.push(fifty_frames), encoder.finish()
    np.testing.assert_array_equal(np.concatenate([first[0], rest[0]]), expected)


def test_a_last_frame_is_filled_up_with_silence(encoder):
    audio = long_recording(3 * HOP - 700)
    codes, _ = encoder.encode(audio)
    padded, _ = encoder.encode(np.concatenate([audio, np.zeros(700, np.float32)]))
    np.testing.assert_array_equal(codes, padded)


def test_two_threads_give_the_same_bits_as_one(model, decoder, encoder, codes):
    assert _native.CodecDecoder(model, 2).decode(codes).tobytes() == decoder.decode(codes).tobytes()
    audio = long_recording(4 * HOP)
    for ours, theirs in zip(encoder.encode(audio), _native.DacEncoder(model, 2).encode(audio), strict=True):
        assert ours.tobytes() == theirs.tobytes()


def test_an_encoding_in_work_can_be_cancelled(encoder, golden):
    expected, _ = encoder.encode(golden["enc.audio"])
    result = []
    worker = threading.Thread(target=lambda: result.append(encoder.encode(np.zeros(3000 * HOP, np.float32))))
    worker.start()
    while worker.is_alive():  # a request that comes before the encoding has begun is not for it
        encoder.cancel()
        worker.join(0.01)
    codes, latents = result[0]
    assert codes.shape == (0, 10)
    assert latents.size == 0
    np.testing.assert_array_equal(encoder.encode(golden["enc.audio"])[0], expected)


def test_an_empty_recording_is_refused(encoder):
    with pytest.raises(_native.ArgumentError, match="no codes"):
        encoder.encode(np.zeros(0, np.float32))
    encoder.push(np.zeros(0, np.float32))
    with pytest.raises(_native.ArgumentError, match="no codes"):
        encoder.finish()


def test_a_pruned_codec_decodes_but_does_not_encode(source, codes, decoder, tmp_path):
    policy = QuantisationPolicy("f32", pruned=True)
    write_file(tmp_path / "pruned.gguf", plan_codec(source, CodecSettings.beside("test", source), policy))
    pruned = _native.CodecDecoder(tmp_path / "pruned.gguf", n_threads=1)
    assert pruned.decode(codes).tobytes() == decoder.decode(codes).tobytes()
    with pytest.raises(_native.ModelFileError, match="has no encoder"):
        _native.DacEncoder(tmp_path / "pruned.gguf", n_threads=1)
