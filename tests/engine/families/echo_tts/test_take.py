"""Whole takes of a tiny Echo-TTS with its codec: sound, taps, progress, pause, cancelling, blocks, licence."""

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.errors import RequestError, VoiceError
from phonoscope.engine.request import TapMode, TapsRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import StepColumn, StopReason
from phonoscope.engine.takes.folder import StoredTake, TakeWriter
from phonoscope.engine.takes.snapshot import preview_take
from phonoscope.engine.text.segments import SegmentLimits, split_text

STEPS, FRAMES = 5, 24
SAMPLER = {"steps": STEPS, "text_guidance": 2.0, "speaker_guidance": 2.0}


@pytest.fixture(scope="module")
def engine(echo_pair):
    with Engine.load(echo_pair.model, codec=echo_pair.codec, threads=1) as loaded:
        yield loaded


@pytest.fixture
def voice(echo_tiny, tmp_path):
    path = tmp_path / "voice.npy"
    np.save(path, echo_tiny.golden["spk/latent"][0])
    return path


def request(engine, sampler=None, **settings):
    settings = {"max_frames": FRAMES, "taps": TapsRequest(mode=TapMode.STATS), **settings}
    return engine.request("Odd sizes.", sampler={**SAMPLER, **(sampler or {})}, **settings)


def spoken(engine, *args, **settings):
    take = engine.speak(request(engine, *args, **settings))
    take.wait()
    take.check()
    return take


def test_a_take_has_sound_steps_and_taps(engine, voice):
    take = spoken(engine, voice=voice)
    assert take.stop_reason in (StopReason.MAX_FRAMES, StopReason.END_OF_SPEECH)
    assert take.n_frames == FRAMES
    assert np.isfinite(take.audio).all()
    assert take.audio.any()
    assert take.codes.shape == (FRAMES, 0)
    n_blocks = 3
    assert take.taps["blocks"].shape == (STEPS, n_blocks, 3)
    assert take.taps["guidance"].shape == (STEPS, 3, 3)
    for name in ("text_keys", "text_values", "speaker_keys", "speaker_values"):
        assert take.taps[name].shape == (1, n_blocks, 3)
    # Guided as long as t is at least a half: there the lanes differ.
    lanes = take.steps[:, StepColumn.N_LANES]
    guided = take.steps[:, StepColumn.T] >= 0.5
    assert np.array_equal(lanes, np.where(guided, 3, 1))
    assert ((take.taps["guidance"][:, :2, 0] > 0).all(axis=1) == guided).all()
    assert take.progress == 1.0


def test_magnitudes_are_those_of_the_states(engine, voice, echo_tiny):
    """Deviation and largest magnitude of the first step's blocks, against the states themselves."""
    take = spoken(engine, voice=voice, seed=4)
    probe = _native.EchoProbe(echo_tiny.model)
    probe.set_text(np.array([0, *b"[S1] Odd sizes."], np.int32))
    probe.set_speaker(echo_tiny.golden["spk/latent"][0])
    noise = _native.draw_noise(_native.NoiseKind.own, 4, [FRAMES * 80]).reshape(FRAMES, 80)
    states = probe.denoise(noise, float(_native.timestep_schedule(STEPS)[0]), [(True, True)])["blocks"]
    expected = np.stack([states.std(axis=(1, 2)), np.abs(states).max(axis=(1, 2)), np.zeros(len(states))], axis=1)
    assert take.taps["blocks"][0] == pytest.approx(expected, rel=1e-4)


def test_the_same_request_gives_the_same_bits_and_another_seed_does_not(engine):
    first, second, other = (spoken(engine, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.audio, second.audio)
    assert not np.array_equal(first.audio, other.audio)


def test_without_a_voice_guidance_has_two_lanes(engine):
    take = spoken(engine)
    assert take.steps[:, StepColumn.N_LANES].max() == 2
    assert len(take.taps["speaker_keys"]) == 0


def test_blocks_are_heard_one_after_the_other(engine, voice):
    blocks = {"first_block_frames": 8, "block_frames": 12}
    take = spoken(engine, blocks, voice=voice)
    assert len(take.steps) == 3 * STEPS  # 8, 12 and the remaining 4 frames
    assert take.n_frames == FRAMES
    whole = spoken(engine, voice=voice)
    assert not np.array_equal(take.audio, whole.audio)


def test_blocks_must_be_whole_patches(engine):
    with pytest.raises(RequestError, match="multiples of 4"):
        spoken(engine, {"first_block_frames": 6})


def test_noise_comes_from_one_generator_only(engine):
    cuda, cpu, own = (spoken(engine, noise).audio for noise in ({"cuda_noise": True}, {"cpu_noise": True}, {}))
    assert not np.array_equal(cuda, cpu)
    assert not np.array_equal(cuda, own)
    with pytest.raises(RequestError, match="choose one"):
        spoken(engine, {"cuda_noise": True, "cpu_noise": True})


def test_previews_are_made_on_request(engine, voice):
    silent = spoken(engine, voice=voice)
    assert len(silent.previews) == 0
    take = spoken(engine, {"preview_steps": 2}, voice=voice)
    assert [preview.step for preview in take.previews] == [1, 3]  # after the second and the fourth step
    for preview in take.previews:
        assert len(preview.samples) % take.hop_samples == 0
        assert preview.samples.any()
    assert not np.array_equal(take.previews[0].samples, take.previews[1].samples)
    assert take.previews[0].made_ms < take.previews[1].made_ms < 1000 * take.elapsed_s
    assert np.array_equal(take.audio, silent.audio)


def test_the_preview_of_the_last_step_is_the_speech(engine, voice):
    """Also of every block: a preview begins with the blocks before."""
    take = spoken(engine, {"preview_steps": STEPS, "first_block_frames": 8, "block_frames": 16}, voice=voice)
    assert [len(preview.samples) for preview in take.previews] == [8 * take.hop_samples, FRAMES * take.hop_samples]
    for preview in take.previews:
        assert preview.samples == pytest.approx(take.audio[: len(preview.samples)], abs=1e-5)


def test_a_take_goes_on_from_the_latents_of_another(engine, voice, echo_tiny, tmp_path):
    before = spoken(engine, voice=voice, max_frames=8)
    np.save(tmp_path / "before.npy", before.latents)
    take = spoken(engine, voice=voice, continuation=tmp_path / "before.npy", seed=5)
    assert take.n_frames == FRAMES
    assert np.array_equal(take.latents[:8], before.latents)
    assert take.audio[: before.n_samples] == pytest.approx(before.audio, abs=1e-5)
    probe = _native.EchoProbe(echo_tiny.model)
    probe.set_text(np.array([0, *b"[S1] Odd sizes."], np.int32))
    probe.set_speaker(echo_tiny.golden["spk/latent"][0])
    noise = _native.draw_noise(_native.NoiseKind.own, 5, [(FRAMES - 8) * 80]).reshape(-1, 80)
    settings = _native.EchoSamplerSettings(n_steps=STEPS, text_guidance=2.0, speaker_guidance=2.0)
    run = probe.generate(noise, [FRAMES - 8], settings, continuation=np.asarray(before.latents))
    assert take.latents == pytest.approx(run["latents"], abs=1e-5)
    again = spoken(engine, {"first_block_frames": 4, "block_frames": 4}, continuation=tmp_path / "before.npy")
    assert len(again.steps) == 4 * STEPS


def test_a_continuation_that_fills_the_window_is_refused(engine, tmp_path):
    np.save(tmp_path / "before.npy", np.zeros((FRAMES, 80), np.float32))
    with pytest.raises(RequestError, match="fill the window"):
        spoken(engine, continuation=tmp_path / "before.npy")


def test_a_take_is_held_and_goes_on(engine, voice):
    take = engine.speak(request(engine, {"steps": 200}, voice=voice, max_frames=640))  # computes for long
    take.pause()
    assert take.paused
    assert not take.wait(0.2)
    n_steps = len(take.steps)
    assert not take.wait(0.2)
    assert len(take.steps) <= n_steps + 1  # the step that was being computed is finished
    take.resume()
    while len(take.steps) <= n_steps + 1:
        assert not take.wait(0.001)
    take.cancel()
    take.wait()


def test_cancelling_ends_within_a_step_also_while_held(engine, voice):
    take = engine.speak(request(engine, {"steps": 200}, voice=voice, max_frames=640))
    take.pause()
    take.cancel()
    take.wait()
    assert take.stop_reason is StopReason.CANCELLED
    assert len(take.steps) < 200
    assert take.n_frames == 0


def held(engine, chosen, n_frames=0):
    """Return a take that is held once it has so many frames; one that was faster is followed by another."""
    while True:
        take = engine.speak(chosen)
        while take.n_frames < n_frames and not take.finished:
            take.wait(0.001)
        take.pause()
        if not take.wait(0.1):
            return take
        take.check()


LONG = {"max_frames": 640, "chunk_frames": 1}


def test_decoding_is_held_and_what_is_left_of_it_told(engine):
    take = held(engine, request(engine, {"steps": 1}, **LONG), n_frames=1)
    n_frames = take.n_frames
    assert not take.wait(0.1)
    assert take.n_frames <= n_frames + 1  # the chunk that was being decoded is finished
    assert take.stage == 2
    assert take.remaining_s > 0
    assert 0 < take.progress < 1
    take.resume()
    take.wait()
    take.check()
    assert (take.n_frames, take.remaining_s, take.progress, take.stage) == (640, 0.0, 1.0, None)


def test_decoding_is_cancelled_within_a_chunk(engine):
    take = held(engine, request(engine, {"steps": 1}, **LONG), n_frames=1)
    take.cancel()
    take.wait()
    assert take.stop_reason is StopReason.CANCELLED
    assert 0 < take.n_frames < 640
    assert take.remaining_s > 0


@pytest.mark.parametrize(
    "sampler",
    [{}, {"preview_steps": 2}, {"first_block_frames": 8, "block_frames": 12, "preview_steps": 5}],
    ids=["whole", "previews", "blocks"],
)
def test_all_stages_are_counted_and_as_many_as_announced(engine, voice, sampler):
    """Where the speech ends, and so how much is decoded, is known better as it goes on; all else does not change."""
    chosen = request(engine, sampler, voice=voice)
    work = engine.take_work(chosen)
    take = held(engine, chosen)
    announced = [total for _, total, _ in take._native.progress]
    assert take.remaining_s > 0
    take.resume()
    take.wait()
    take.check()
    ended = take._native.progress
    done = [done for done, _, _ in ended]
    assert [total for _, total, _ in ended] == done
    assert announced[:2] == done[:2] == [work.n_segments, (take.steps[:, StepColumn.N_LANES] * blocks_of(take)).sum()]
    assert done[2] == FRAMES + sum(len(p.samples) for p in take.previews) / take.hop_samples <= work.n_decoded
    assert all(seconds > 0 for _, _, seconds in ended)


def blocks_of(take):
    """Frames that each step evaluated."""
    first, further = (take.request.sampler[name] for name in ("first_block_frames", "block_frames"))
    sizes = [first, *(min(further, FRAMES - at) for at in range(first, FRAMES, further))] if first else [FRAMES]
    return np.repeat(sizes, STEPS)


def test_every_segment_counts(engine):
    chosen = engine.request("One. Two.", sampler=SAMPLER, max_frames=FRAMES, segments=SegmentLimits(2, 5))
    take = engine.speak(chosen)
    take.wait()
    encoders, denoiser, codec = take._native.progress
    assert encoders[:2] == (2, 2)
    assert denoiser[0] == denoiser[1] == take.steps[:, StepColumn.N_LANES].sum() * FRAMES
    assert codec[:2] == (2 * FRAMES, 2 * FRAMES)


def test_segments_are_given_to_the_model_as_it_is_said_to_read_them(engine):
    chosen = engine.request("One.\n\nTwo. ", sampler=SAMPLER, segments=SegmentLimits(2, 5))
    prompts = engine._runtime.prompts(chosen, None, split_text(chosen.text, chosen.segments))
    assert [prompt.normalised for prompt in prompts] == engine.as_read(chosen) == ["[S1] One.", "[S1] Two."]


def test_the_work_is_known_before(engine, voice):
    work = engine.take_work(request(engine, voice=voice))
    guided = sum(t >= 0.5 for t in _native.timestep_schedule(STEPS)[:-1])
    assert work.n_lanes == STEPS + 2 * guided
    assert work.flop > work.lane_flop * work.n_lanes
    assert engine.expected_s(request(engine, voice=voice)) > 0


def test_a_voice_of_another_kind_is_refused(engine, tmp_path):
    path = tmp_path / "voice.spk"
    np.ones(48, np.float32).tofile(path)
    with pytest.raises(VoiceError, match="latents"):
        spoken(engine, voice=path)


def test_a_text_that_the_model_cannot_read_is_refused(engine):
    with pytest.raises(RequestError, match="bytes"):
        engine.speak(engine.request("a" * 800, max_frames=FRAMES, segments=SegmentLimits(900, 900)))


def test_takes_are_kept_with_their_licence(engine, voice, tmp_path):
    take = spoken(engine, voice=voice)
    writer = TakeWriter(tmp_path / "take", take)
    writer.finish(engine.recipe_request(take))
    assert "CC BY-NC-SA" in (tmp_path / "take" / "LICENCE.txt").read_text("utf-8")
    stored = StoredTake(tmp_path / "take")
    assert stored.n_frames == FRAMES
    assert stored.codes.shape == (FRAMES, 0)
    assert np.array_equal(stored.audio, take.audio)
    assert np.array_equal(stored.taps["blocks"], take.taps["blocks"])
    assert np.array_equal(stored.latents, take.latents)


def test_takes_are_kept_with_their_previews(engine, voice, tmp_path):
    take = spoken(engine, {"preview_steps": 2}, voice=voice)
    writer = TakeWriter(tmp_path / "take", take)
    writer.append()
    writer.finish(engine.recipe_request(take))
    stored = StoredTake(tmp_path / "take")
    assert [preview.step for preview in stored.previews] == [1, 3]
    for kept, made in zip(stored.previews, take.previews, strict=True):
        assert np.array_equal(kept.samples, made.samples)
    heard = preview_take(stored, stored.previews[0])
    assert (heard.finished, heard.duration_s) == (True, len(stored.previews[0].samples) / take.sample_rate_hz)


def test_previews_of_a_damaged_take_are_left_out(engine, voice, tmp_path):
    take = spoken(engine, {"preview_steps": 2}, voice=voice)
    TakeWriter(tmp_path / "take", take).finish(engine.recipe_request(take))
    rows = np.array(take.previews.rows)
    for bad in (np.nan, -1.0, 1e300):
        rows[1, 2] = bad
        rows.tofile(tmp_path / "take" / "previews.f64")
        assert len(StoredTake(tmp_path / "take").previews) == 1
    (tmp_path / "take" / "latents.npy").write_bytes(b"none")
    with pytest.raises(VoiceError):
        _ = StoredTake(tmp_path / "take").latents
