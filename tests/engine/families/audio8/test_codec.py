"""The codec of Audio8 as the command line compares it, and voices from recordings."""

import json

import numpy as np
import pytest
import soundfile
from phonoscope import _native
from phonoscope.engine.cli.main import main
from phonoscope.engine.errors import ModelError, RequestError, VoiceError
from phonoscope.engine.families.audio8.codec_parity import codec_stages
from phonoscope.engine.families.audio8.family import Audio8Family
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.synthesis import Engine

from ..cancelling import assert_cancel_ends

STAGES = {
    *("dec.vq_sum", "dec.post_module", "dec.upsample1", "dec.dec_block0", "dec.waveform"),
    *("enc.codes", "enc.codes (in pieces)", "enc.latents (in pieces)"),
}


@pytest.fixture(scope="module")
def codec(data, tmp_path_factory):
    return convert(data / "dac_tiny", tmp_path_factory.mktemp("dac") / "codec.gguf", QuantisationPolicy("f32")).codec


@pytest.fixture(scope="module")
def golden(data):
    with np.load(data / "dac_tiny" / "golden.npz") as arrays:
        return {name: arrays[name] for name in arrays.files}


def test_every_stage_of_the_codec_agrees(codec, golden):
    stages = list(codec_stages(codec, golden, 1))
    assert [stage.name for stage in stages if not stage.passed] == []
    assert {stage.name for stage in stages} >= STAGES


@pytest.mark.parametrize("array", ["dec.post_module", "dec.waveform", "enc.encoder_out", "enc.codes"])
def test_a_deviation_is_seen(codec, golden, array):
    changed = golden[array].copy()
    changed.flat[-1] += 1
    assert array in [stage.name for stage in codec_stages(codec, {**golden, array: changed}, 1) if not stage.passed]


def test_the_command_compares_a_codec_alone(data, capsys):
    folder = data / "dac_tiny"
    assert main(["parity", str(folder), str(folder / "golden.npz"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["passed"]


def test_a_model_without_its_codec_says_so(audio8_tiny, golden):
    with pytest.raises(ModelError, match="holds no codec; give the codec"):
        list(codec_stages(audio8_tiny.model, golden, 1))


def test_a_recording_becomes_a_voice_that_speaks(audio8_tiny, tmp_path, capsys):
    sound, voice = tmp_path / "anna.wav", tmp_path / "anna.safetensors"
    soundfile.write(sound, 0.3 * np.random.default_rng(0).standard_normal(24_000), 24_000)
    arguments = ["voices", "extract", str(sound), "--model", str(audio8_tiny.model), "--transcript", "hello there"]
    assert main([*arguments, "-o", str(voice)]) == 0
    capsys.readouterr()
    with Engine.load(audio8_tiny.model, threads=1) as engine:
        take = engine.speak(engine.request("and more", voice=voice, max_frames=3))
        take.wait()
        take.check()
        plain = engine.speak(engine.request("and more", max_frames=3))
        plain.wait()
    assert take.segments[0].n_prompt_rows > plain.segments[0].n_prompt_rows + 20  # a second has 21.5 frames


def test_codes_are_those_of_the_codec(audio8_tiny):
    samples = np.sin(np.arange(9000, dtype=np.float32) * 0.05)
    encoder = Audio8Family().recording_encoder(ModelPair(audio8_tiny.model, audio8_tiny.codec), 1)
    assert encoder is not None
    assert (encoder.sample_rate_hz, encoder.codebook_size) == (44_100, 48)
    expected, _ = _native.DacEncoder(audio8_tiny.codec, 1).encode(samples)
    np.testing.assert_array_equal(encoder.codes(samples), expected)
    assert expected.shape == (5, 10)
    with pytest.raises(VoiceError, match="make no speaker vector"):
        encoder.xvector(samples)
    with pytest.raises(RequestError, match="no codes"):
        encoder.codes(samples[:0])


def test_an_encoding_is_cancelled(audio8_tiny):
    encoder = Audio8Family().recording_encoder(ModelPair(audio8_tiny.model, audio8_tiny.codec), 1)
    assert encoder is not None
    assert_cancel_ends(encoder, encoder.codes, np.zeros(3000 * 2048, np.float32))
