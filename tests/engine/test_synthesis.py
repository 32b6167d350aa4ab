"""Speaking through the engine: the same bits however it is cut, and every way a take can end."""

import itertools
import threading
from dataclasses import replace

import numpy as np
import pytest
from phonoscope._native import CodecDecoder, GgufFile
from phonoscope.engine.errors import AlarmError, PhonoscopeError, RequestError, VoiceError
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info
from phonoscope.engine.request import SynthesisRequest, TapMode, TapsRequest, VoiceReference, WatchdogRequest
from phonoscope.engine.synthesis import Engine, available_cores
from phonoscope.engine.take import FrameColumn, StopReason
from phonoscope.engine.text.segments import SegmentLimits

TEXT = "the old voice speaks slowly to the fox. Hello world, again and again!"
TIMEOUT_S = 60


@pytest.fixture(scope="module")
def voice(qwen3_tiny, tmp_path_factory):
    path = tmp_path_factory.mktemp("voice") / "anna.spk"
    qwen3_tiny.golden["xvec"].astype("<f4").tofile(path)
    return path


@pytest.fixture(scope="module")
def engine(qwen3_tiny):
    with Engine.load(qwen3_tiny.talker, threads=2) as engine:
        yield engine


@pytest.fixture
def request_(engine, voice):
    return engine.request(TEXT, voice=voice, seed=7, max_frames=24, watchdog=WatchdogRequest(enabled=False))


def spoken(engine, request, **arguments):
    take = engine.speak(request, **arguments)
    assert take.wait(TIMEOUT_S)
    take.check()
    return take


@pytest.fixture(scope="module")
def reference(engine, voice):
    request = engine.request(TEXT, voice=voice, seed=7, max_frames=24, watchdog=WatchdogRequest(enabled=False))
    take = spoken(engine, request)
    assert take.n_frames > 8
    return take.audio.copy(), take.codes.copy()


def assert_same(take, reference):
    np.testing.assert_array_equal(take.codes, reference[1])
    np.testing.assert_array_equal(take.audio, reference[0])


@pytest.fixture(scope="module")
def other_voice(voice, qwen3_tiny):
    path = voice.with_name("bob.spk")
    (-qwen3_tiny.golden["xvec"]).astype("<f4").tofile(path)
    return path


def test_voices_of_a_cast_take_turns_in_one_take(engine, voice, other_voice):
    settings = {"seed": 7, "max_frames": 24, "watchdog": WatchdogRequest(enabled=False)}
    script = "The fox speaks.\n[bob] So does the old voice.\n[] And the fox again."
    request = engine.request(script, voice=voice, cast=[other_voice], **settings)
    take = spoken(engine, request)
    assert len(take.segments) == 3
    alone = spoken(engine, engine.request("The fox speaks.", voice=voice, **settings))
    np.testing.assert_array_equal(take.codes[: alone.n_frames], alone.codes)
    of_one_voice = spoken(
        engine, engine.request(script.replace("[bob] ", "").replace("[] ", ""), voice=voice, **settings)
    )
    assert not np.array_equal(take.codes, of_one_voice.codes)
    again = spoken(engine, SynthesisRequest.from_json(request.to_json()))
    np.testing.assert_array_equal(again.audio, take.audio)
    assert f"--cast={other_voice}" in request.to_command_line()


def test_brackets_are_read_out_unless_they_name_one_of_the_cast(engine, voice, other_voice):
    settings = {"seed": 7, "max_frames": 8, "watchdog": WatchdogRequest(enabled=False)}
    text = "[laughs] The fox speaks."
    plain = spoken(engine, engine.request(text, voice=voice, **settings))
    with_cast = spoken(engine, engine.request(text, voice=voice, cast=[other_voice], **settings))
    np.testing.assert_array_equal(plain.codes, with_cast.codes)


def test_a_text_of_marks_alone_is_blank(engine, voice, other_voice):
    with pytest.raises(RequestError, match="the text is blank"):
        engine.request("[bob]", voice=voice, cast=[other_voice])


def test_the_length_is_expected_from_the_tokens(engine):
    one, ten = engine.estimate("The fox speaks."), engine.estimate("The fox speaks." * 10)
    assert one.n_tokens > 0
    assert ten.n_tokens == pytest.approx(10 * one.n_tokens, rel=0.2)
    assert one.duration_s == pytest.approx(one.n_tokens * engine.declaration.token_s)
    assert engine.estimate("").n_tokens == 0
    assert engine.estimate("[bob] The fox speaks.", cast=["bob"]).n_tokens == one.n_tokens


def test_a_loaded_model_says_what_it_is_and_takes(engine, qwen3_tiny):
    figures = engine.figures
    assert (figures.quantisation, figures.device, figures.n_threads) == ("f32", "cpu", engine.n_threads)
    files = {qwen3_tiny.talker, qwen3_tiny.codec}
    assert 0.5 * sum(f.stat().st_size for f in files) < figures.weight_bytes < sum(f.stat().st_size for f in files)


@pytest.mark.parametrize("chunk_frames", [1, 2, 3, 4, 8, 64])
def test_the_chunk_size_changes_no_bit(engine, request_, reference, chunk_frames):
    assert_same(spoken(engine, replace(request_, chunk_frames=chunk_frames)), reference)


def test_the_number_of_threads_changes_no_bit(qwen3_tiny, request_, reference):
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        assert_same(spoken(engine, request_), reference)


def test_no_more_threads_than_cores_are_used(qwen3_tiny, request_, reference):
    with Engine.load(qwen3_tiny.talker, threads=64) as engine:
        assert engine.n_threads == available_cores()
        assert_same(spoken(engine, request_), reference)


def test_taps_change_no_bit(engine, request_, reference):
    assert_same(spoken(engine, replace(request_, taps=TapsRequest(TapMode.OFF))), reference)


def test_a_cancelled_take_is_the_beginning_of_the_whole(engine, request_, reference):
    take = engine.speak(request_)
    for _ in itertools.takewhile(lambda _: take.n_frames < 3, take.chunks()):
        pass
    take.cancel()
    assert take.wait(TIMEOUT_S)
    assert take.stop_reason is StopReason.CANCELLED
    assert 1 <= take.n_frames <= len(reference[1])
    np.testing.assert_array_equal(take.codes, reference[1][: take.n_frames])
    np.testing.assert_array_equal(take.audio, reference[0][: take.n_samples])
    assert_same(spoken(engine, request_), reference)


def test_cancel_takes_effect_while_the_prompt_is_read(engine, request_, reference):
    long = replace(
        request_, text="the old fox speaks slowly to the brown dog " * 150, segments=SegmentLimits(10_000, 10_000)
    )
    rows = []
    for _ in range(20):  # until the cancel came neither before the first rows nor after the last
        take = engine.speak(long)
        while not len(take.taps["talker"]) and not take.finished:
            pass
        take.cancel()
        assert take.wait(TIMEOUT_S)
        assert take.stop_reason is StopReason.CANCELLED
        rows.append(len(take.taps["talker"]))
        if take.n_frames == 0 and 0 < rows[-1] < take.segments[0].n_prompt_rows:
            break
    else:
        pytest.fail(f"no cancel fell into a prompt; rows read: {rows}")
    assert_same(spoken(engine, request_), reference)


def test_another_seed_sounds_different(engine, request_, reference):
    take = spoken(engine, replace(request_, seed=8))
    assert take.codes.shape != reference[1].shape or (take.codes != reference[1]).any()


def test_chunks_are_the_audio(engine, request_):
    take = engine.speak(request_)
    np.testing.assert_array_equal(np.concatenate(list(take.chunks())), take.audio)
    assert take.finished


def test_views_never_change(engine, request_):
    take = engine.speak(request_)
    first = next(take.chunks())
    kept = first.copy()
    assert take.wait(TIMEOUT_S)
    np.testing.assert_array_equal(first, kept)
    with pytest.raises(ValueError, match="read-only"):
        take.audio[0] = 1.0


def test_a_take_outlives_its_engine(qwen3_tiny, request_, reference):
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        take = spoken(engine, request_)
    del engine
    assert_same(take, reference)


def test_text_in_pieces_sounds_like_the_whole(engine, voice):
    request = engine.request(
        "The old voice.", voice=voice, max_frames=6, segments=replace(engine.request("x").segments, target=1)
    )
    whole = spoken(engine, replace(request, text="The old voice. The brown fox. Hello world."))
    arriving = spoken(engine, request, pieces=iter([" The bro", "wn fox. He", "llo world."]))
    assert len(whole.segments) == len(arriving.segments) == 3
    np.testing.assert_array_equal(whole.audio, arriving.audio)


def test_text_that_breaks_off_is_reported(engine, request_):
    def pieces():
        yield " the brown fox."
        raise OSError("the line is dead")

    take = engine.speak(request_, pieces=pieces())
    assert take.wait(TIMEOUT_S)
    with pytest.raises(PhonoscopeError, match="the line is dead"):
        take.check()


def test_cancelling_does_not_wait_for_text(engine, request_):
    never = threading.Event()

    def pieces():
        never.wait()
        yield "too late"

    take = engine.speak(request_, pieces=pieces())
    take.cancel()
    assert take.wait(TIMEOUT_S)
    assert take.stop_reason is StopReason.CANCELLED
    never.set()


def test_segments_meet_in_a_pause_without_a_step(engine, request_):
    limits = replace(request_.segments, target=1)
    take = spoken(engine, replace(request_, segments=limits, text="The old fox. The brown fox. Hello world."))
    assert len(take.segments) == 3
    pauses = np.flatnonzero(take.frames[:, FrameColumn.SEGMENT] < 0)
    assert [segment.first_frame for segment in take.segments[1:]] == [pause + 1 for pause in pauses]
    assert (take.codes[pauses] == -1).all()
    for pause in pauses:
        around = take.audio[pause * take.hop_samples - 1 : (pause + 1) * take.hop_samples + 1]
        assert abs(around[1] - around[0]) < 0.1 * abs(around[0]) + 1e-3  # the last sample dies away
        assert np.abs(around[-3:]).max() < 1e-3  # and the next segment rises from nothing


def test_without_a_voice_the_first_segment_settles_that_of_the_others(engine, request_, voice):
    text = "The old fox speaks slowly. The brown fox."
    request = replace(request_, text=text, segments=SegmentLimits(1, 80), voice=VoiceReference(), max_frames=16)
    take = spoken(engine, request)
    first, second = take.segments
    # The second segment is what a take with the voice of the first one says there.
    samples = take.audio[: first.n_frames * take.hop_samples]
    path = voice.with_name("own.spk")
    engine.recording_encoder.xvector(samples).astype("<f4").tofile(path)
    again = spoken(engine, replace(request, voice=engine.request(text, voice=path).voice))
    assert second.n_prompt_rows == again.segments[1].n_prompt_rows
    np.testing.assert_array_equal(take.codes[second.first_frame :], again.codes[again.segments[1].first_frame :])
    assert_same(spoken(engine, request), (take.audio, take.codes))


def test_frames_point_into_the_taps(engine, request_):
    take = spoken(engine, request_)
    frames, n_passes = take.frames, engine.n_codebooks - 1
    prompt = take.segments[0].n_prompt_rows
    np.testing.assert_array_equal(frames[:, FrameColumn.POSITION_ROW], prompt - 1 + np.arange(len(frames)))
    np.testing.assert_array_equal(frames[:, FrameColumn.PASS_ROW], n_passes * np.arange(len(frames)))
    assert take.taps["predictor"].shape == (n_passes * len(frames), 2, 3)
    assert take.taps["codec_blocks"].shape == (len(frames), len(engine.codec_block_names), 3)
    for values in take.taps.values():
        assert np.isfinite(values).all()
        assert (values[..., 0] > 0).all()
        assert (values[..., 0] <= values[..., 1] * (1 + 1e-5)).all()  # rms is at most the largest value
        assert (values[..., 2] == 0).all()
    assert (np.diff(frames[:, FrameColumn.PUBLISHED_MS]) >= 0).all()


def test_kept_states_agree_with_the_magnitudes(engine, request_):
    layers = ("talker.1", "predictor.0", "codec_transformer.0", "codec_blocks.2")
    taps = TapsRequest(TapMode.FULL, layers, first_step=2, n_steps=5)
    take = spoken(engine, replace(request_, taps=taps))
    kept = take.kept_states
    assert sorted({f"{state.group}.{state.layer}" for state in kept}) == sorted(layers)
    assert sorted(state.step for state in kept) == sorted([2, 3, 4, 5, 6] * 4)
    for state in kept:
        rms, absmax, _ = take.taps[state.group][state.step, state.layer]
        assert rms == pytest.approx(np.sqrt(np.mean(state.values.astype(np.float64) ** 2)), rel=1e-5)
        assert absmax == np.abs(state.values).max()


def test_kept_states_of_the_codec_are_those_of_its_decoder(engine, request_):
    layer = engine.codec_block_names.index("block2")
    taps = TapsRequest(TapMode.FULL, (f"codec_blocks.{layer}",), first_step=1, n_steps=6)
    take = spoken(engine, replace(request_, taps=taps, chunk_frames=4))
    stage = CodecDecoder(engine.pair.codec, 1).decode_stages(take.codes)["block2"]  # [channel, time]
    frames = stage.reshape(len(stage), len(take.codes), -1).transpose(1, 2, 0)
    assert [state.step for state in take.kept_states] == [1, 2, 3, 4, 5, 6]
    for state in take.kept_states:
        np.testing.assert_array_equal(state.values, frames[state.step].ravel())


def test_draws_are_probabilities(engine, request_):
    draws = spoken(engine, request_).draws
    assert draws.shape == (len(draws), engine.n_codebooks, 2)
    assert (draws[..., 0] >= 0).all()
    assert ((draws[..., 1] > 0) & (draws[..., 1] <= 1)).all()


def test_the_cap_ends_a_take(engine, request_):
    greedy = engine.declaration.settings({"greedy": True, "min_new_tokens": 100})
    take = spoken(engine, replace(request_, max_frames=5, sampler=greedy))
    assert (take.n_frames, take.stop_reason) == (5, StopReason.MAX_FRAMES)


def test_repeated_codes_end_a_take(engine, request_):
    stuck = engine.declaration.settings({"greedy": True, "repetition_penalty": 0.5, "min_new_tokens": 100})
    watchdog = WatchdogRequest(repeated_frames=3, silence_s=600.0)
    take = spoken(engine, replace(request_, max_frames=60, sampler=stuck, watchdog=watchdog))
    assert take.stop_reason is StopReason.REPEATED_CODES
    assert take.n_frames < 60


def test_silence_ends_a_take_and_says_where_it_began(engine, request_):
    endless = engine.declaration.settings({"min_new_tokens": 100})
    everything = WatchdogRequest(silence_s=0.4, silence_dbfs=0.0, repeated_frames=1000)  # nothing is loud enough
    take = spoken(engine, replace(request_, max_frames=60, sampler=endless, watchdog=everything))
    assert take.stop_reason is StopReason.SILENCE
    assert (take.first_silent_frame, take.n_frames) == (0, 5)


def test_another_seed_is_tried_when_speech_does_not_end(engine, request_):
    endless = engine.declaration.settings({"min_new_tokens": 100})
    request = replace(request_, max_frames=5, retries=2, sampler=endless)
    take = spoken(engine, request)
    [segment] = take.segments
    assert (segment.seed, segment.stop_reason) == (request.seed + 2, "max_frames")
    assert take.n_frames == segment.n_frames == 5
    # What is kept is what that seed makes on its own.
    alone = spoken(engine, replace(request, seed=segment.seed, retries=0))
    assert_same(take, (alone.audio, alone.codes))
    # What was discarded is still in the tap groups, and the frames point behind it.
    n_passes = engine.n_codebooks - 1
    assert take.taps["predictor"].shape[0] == 3 * 5 * n_passes
    np.testing.assert_array_equal(take.frames[:, FrameColumn.PASS_ROW], n_passes * np.arange(10, 15))
    np.testing.assert_array_equal(take.frames[:, FrameColumn.CODEC_ROW], np.arange(10, 15))


def test_one_take_at_a_time(engine, request_):
    take = engine.speak(request_)
    with pytest.raises(PhonoscopeError, match="already speaking"):
        engine.speak(request_)
    take.cancel()
    assert take.wait(TIMEOUT_S)
    spoken(engine, request_)


def poisoned(path, tensor, value, out):
    """Write a copy of a model file with one weight replaced."""
    data = bytearray(path.read_bytes())
    where = bytes(GgufFile(path).tensor_bytes(tensor)[:64])
    at = bytes(data).index(where)
    data[at : at + 4] = np.float32(value).tobytes()
    out.write_bytes(data)
    return out


def test_a_poisoned_weight_raises_an_alarm(qwen3_tiny, tmp_path, voice):
    talker = poisoned(qwen3_tiny.talker, "talker.blk.1.ffn_down.weight", np.nan, tmp_path / "poisoned.gguf")
    with Engine.load(talker, codec=qwen3_tiny.codec, threads=1) as engine:
        take = engine.speak(engine.request("the old voice", voice=voice))
        assert take.wait(TIMEOUT_S)
        assert take.stop_reason is StopReason.ALARM
        alarm = take.alarm
        assert alarm is not None
        assert (alarm.stage, alarm.layer, alarm.step, alarm.operation) == ("talker", 1, 0, "feed-forward")
        with pytest.raises(AlarmError, match="talker layer 1"):
            take.check()
        assert (take.taps["talker"][:, 1, 2] > 0).all()  # what was recorded up to there is kept
        assert (take.taps["talker"][:, 0, 2] == 0).all()


def test_the_step_of_an_alarm_counts_over_the_take(qwen3_tiny, tmp_path, voice):
    file = GgufFile(qwen3_tiny.talker)
    token = read_model_info(file).tokenizer.tokens.index("!")
    embeddings = np.frombuffer(file.tensor_bytes("talker.text_embd.weight"), np.float32)
    row = embeddings.reshape(-1, next(t.ne[0] for t in file.tensors if t.name == "talker.text_embd.weight"))[token]
    data = qwen3_tiny.talker.read_bytes()
    assert data.count(row.tobytes()) == 1
    talker = tmp_path / "poisoned.gguf"
    talker.write_bytes(data.replace(row.tobytes(), np.full_like(row, np.nan).tobytes()))
    with Engine.load(talker, codec=qwen3_tiny.codec, threads=1) as engine:
        request = engine.request("the old voice. Hello!", voice=voice, max_frames=4, segments=SegmentLimits(1, 20))
        take = engine.speak(request)
        assert take.wait(TIMEOUT_S)
        alarm = take.alarm
        assert alarm is not None
        assert len(take.segments) == 2
        assert (alarm.stage, alarm.operation) == ("talker", "input embedding")
        first_bad = np.flatnonzero(take.taps["talker"][:, 0, 2])[0]
        assert alarm.step == first_bad > take.segments[0].n_prompt_rows


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_poisoned_codec_raises_an_alarm_that_names_the_block(qwen3_tiny, tmp_path, voice, value):
    codec = poisoned(qwen3_tiny.codec, "tok_dec.dec.1.conv_t.weight", value, tmp_path / "poisoned.gguf")
    with Engine.load(qwen3_tiny.talker, codec=codec, threads=1) as engine:
        take = engine.speak(engine.request(TEXT, voice=voice, max_frames=2000))
        assert take.wait(TIMEOUT_S)
        assert take.stop_reason is StopReason.ALARM
        alarm = take.alarm
        assert alarm is not None
        assert (alarm.stage, alarm.step) == ("codec_blocks", 0)
        assert engine.codec_block_names[alarm.layer] == "block1"


def test_what_does_not_fit_is_refused(engine, request_, tmp_path):
    np.zeros(63, "<f4").tofile(tmp_path / "zero.spk")
    np.full(63, 0.5, "<f4").tofile(tmp_path / "short.spk")
    with pytest.raises(VoiceError, match=r"zero\.spk"):
        engine.request(TEXT, voice=tmp_path / "zero.spk")
    with pytest.raises(VoiceError, match="63 values"):
        engine.speak(engine.request(TEXT, voice=tmp_path / "short.spk"))
    with pytest.raises(RequestError, match="language"):
        engine.speak(replace(request_, language="klingon"))
    for layer, problem in {"talker.99": "the last one is talker.2", "talker_keys.0": "are not kept"}.items():
        with pytest.raises(RequestError, match=problem):
            engine.speak(replace(request_, taps=TapsRequest(TapMode.FULL, (layer,))))
    with pytest.raises(RequestError, match="blank"):
        engine.request("  \n ")
    with pytest.raises(RequestError, match="threads"):
        Engine.load(engine.pair.model, threads=0)
    spoken(engine, request_)
