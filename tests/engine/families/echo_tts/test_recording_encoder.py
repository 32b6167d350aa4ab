"""Recordings to latents: against the reference's, in chunks, at any level, cancelled, and from the command line."""

import numpy as np
import pytest
import soundfile
from phonoscope import _native
from phonoscope.engine.cli.main import main
from phonoscope.engine.errors import RequestError, VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.echo_tts.declaration import MAX_VOICE_FRAMES
from phonoscope.engine.families.echo_tts.recording_encoder import EchoRecordingEncoder
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.files import load_voice
from phonoscope.engine.voices.voice import LatentsVoice

from ..cancelling import assert_cancel_ends

RATE = 44_100


@pytest.fixture
def encoder(echo_pair):
    made = EchoRecordingEncoder.load(echo_pair, 1)
    assert made is not None
    return made


def sound(n_samples, seed=0):
    return (0.2 * np.random.default_rng(seed).standard_normal(n_samples)).astype(np.float32)


def test_latents_are_the_components_of_what_the_codec_makes(encoder, echo_pair, echo_tiny):
    audio = sound(9 * 2048 + 700)
    frames = _native.DacEncoder(echo_pair.codec, 1).encode(audio[: 8 * 2048])[1]
    components, mean, scale = _native.EchoProbe(echo_tiny.model).components()
    expected = scale * (frames.astype(np.float64) - mean) @ components.T.astype(np.float64)
    assert encoder.kinds == {VoiceKind.LATENTS}
    assert encoder.latents(audio) == pytest.approx(expected, abs=1e-5)


def test_whole_patches_are_kept_and_nothing_shorter_is_taken(encoder):
    assert encoder.latents(sound(11 * 2048)).shape == (8, 80)
    with pytest.raises(RequestError, match=r"give one of 0\.19"):
        encoder.latents(sound(3 * 2048))


def test_what_is_too_long_is_refused_before_it_is_read_and_told_in_the_familys_own_figures(echo_pair, tmp_path, capsys):
    clip, silence = tmp_path / "long.wav", np.zeros(300 * 8000, np.float32)
    soundfile.write(clip, silence, 8000, "PCM_U8")
    assert main(["voices", "extract", str(clip), "--model", str(echo_pair.model), "--consent", "own"]) != 0
    told = capsys.readouterr().err
    assert "long.wav: 300 s are too long; at most 297.2" in told
    assert "choose 10 to 30 seconds" in told


def test_as_much_as_the_model_reads_is_encoded_and_spoken_with(encoder, echo_pair, tmp_path):
    latents = encoder.latents(sound(MAX_VOICE_FRAMES * 2048))
    assert len(latents) == MAX_VOICE_FRAMES
    with pytest.raises(RequestError, match=r"give one of 0\.19 to 297\.22 s"):
        encoder.latents(np.broadcast_to(np.float32(0.1), (MAX_VOICE_FRAMES + 4) * 2048))
    for n_frames, fits in ((MAX_VOICE_FRAMES, True), (MAX_VOICE_FRAMES + 4, False)):
        np.save(tmp_path / "voice.npy", np.resize(latents, (n_frames, 80)))
        with Engine.load(str(echo_pair.model), threads=1) as engine:
            request = engine.request("Hi.", voice=tmp_path / "voice.npy", sampler={"steps": 1}, max_frames=4)
            if fits:
                take = engine.speak(request)
                take.wait()
                take.check()
                assert take.n_frames == 4
            else:
                with pytest.raises(VoiceError, match="takes 4 to 6400 of 80"):
                    engine.speak(request)


def test_loud_recordings_are_attenuated_and_quiet_ones_left_alone(encoder):
    audio = sound(4 * 2048)
    loud = audio / np.abs(audio).max()
    assert np.array_equal(encoder.latents(3 * loud), encoder.latents(loud))
    assert not np.array_equal(encoder.latents(0.5 * loud), encoder.latents(loud))


def test_every_chunk_starts_anew_as_in_the_reference(echo_pair):
    encoder = EchoRecordingEncoder(echo_pair, RATE, 1, restart_frames=4)
    audio = sound(8 * 2048)
    parts = [encoder.latents(part) for part in np.split(audio, 2)]
    assert np.array_equal(encoder.latents(audio), np.concatenate(parts))


def test_an_encoding_is_cancelled(encoder):
    assert_cancel_ends(encoder, encoder.latents, sound(3000 * 2048))
    assert len(encoder.latents(sound(8 * 2048))) == 8  # and goes on with the next


def test_other_kinds_are_refused(encoder):
    for make in (encoder.xvector, encoder.codes):
        with pytest.raises(VoiceError, match="latents"):
            make(sound(8 * 2048))


def test_the_command_line_makes_a_voice_that_speaks(echo_pair, tmp_path, capsys):
    clip, voice = tmp_path / "clip.flac", tmp_path / "voice.safetensors"
    soundfile.write(clip, sound(RATE // 2), 24_000)
    model = ["--model", str(echo_pair.model)]
    assert main(["voices", "extract", str(clip), *model, "-o", str(voice), "--consent", "own"]) == 0
    made = load_voice(voice, n_codebooks=0, codebook_size=0)
    assert isinstance(made, LatentsVoice)
    assert made.values.shape[1] == 80
    capsys.readouterr()
    speak = ["say", "Hi.", *model, "--voice", str(voice), "--steps", "2", "--max-frames", "8", "--threads", "1"]
    assert main([*speak, "--json", "-o", str(tmp_path / "a.wav")]) == 0
    voice.write_bytes(voice.read_bytes()[:-40])
    assert main([*speak, "-o", str(tmp_path / "b.wav")]) != 0
    assert "voice.safetensors" in capsys.readouterr().err.strip().splitlines()[-1]
