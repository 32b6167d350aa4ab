"""Every way in which a take can end."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from phonoscope._native import GgufFile
from phonoscope.engine.errors import AlarmError
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info
from phonoscope.engine.request import WatchdogRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import FrameColumn, StopReason
from phonoscope.engine.text.segments import SegmentLimits

from ...altered_weights import with_weights
from .conftest import TEXT, assert_same, spoken


def test_the_cap_ends_a_take(engine, request_):
    greedy = engine.declaration.settings({"greedy": True, "min_new_tokens": 100})
    take = spoken(engine, replace(request_, max_frames=5, sampler=greedy))
    assert (take.n_frames, take.stop_reason) == (5, StopReason.MAX_FRAMES)


def test_a_segment_that_was_cut_off_is_told_although_the_last_one_ended_by_itself(engine, request_):
    two = replace(request_, text="The old fox. Hello world.", segments=SegmentLimits(1, 80), max_frames=60)
    for seed in range(100):
        first, last = spoken(engine, replace(two, seed=seed)).segments
        if last.stop_reason == "end_of_speech" and first.n_frames > last.n_frames + 1:
            break
    take = spoken(engine, replace(two, seed=seed, max_frames=last.n_frames + 1))
    assert [segment.stop_reason for segment in take.segments] == ["max_frames", "end_of_speech"]
    assert take.stop_reason is StopReason.MAX_FRAMES


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
    assert segment.discarded == ["max_frames", "max_frames"]
    assert take.n_frames == segment.n_frames == 5
    # What is kept is what that seed makes on its own.
    alone = spoken(engine, replace(request, seed=segment.seed, retries=0))
    assert_same(take, (alone.audio, alone.codes))
    # What was discarded is still in the tap groups, and the frames point behind it.
    n_passes = engine.n_codebooks - 1
    assert take.taps["predictor"].shape[0] == 3 * 5 * n_passes
    np.testing.assert_array_equal(take.frames[:, FrameColumn.PASS_ROW], n_passes * np.arange(10, 15))
    np.testing.assert_array_equal(take.frames[:, FrameColumn.CODEC_ROW], np.arange(10, 15))


def cancelled(engine, request, begun, in_time):
    """Return a take that was cancelled once it had begun, and in time: how soon that is seen is up to the machine."""
    for _ in range(200):
        take = engine.speak(request)
        while not begun(take) and not take.wait(0.0005):
            pass
        take.cancel()
        take.wait()
        if take.stop_reason is StopReason.CANCELLED and in_time(take):
            return take
    pytest.fail("no cancel came in time")


def test_a_cancelled_take_is_the_beginning_of_the_whole(engine, request_, reference):
    take = cancelled(engine, request_, lambda take: take.n_frames >= 3, lambda take: take.n_frames < len(reference[1]))
    assert take.n_frames >= 3
    np.testing.assert_array_equal(take.codes, reference[1][: take.n_frames])
    np.testing.assert_array_equal(take.audio, reference[0][: take.n_samples])
    assert_same(spoken(engine, request_), reference)


def test_cancel_takes_effect_while_the_prompt_is_read(engine, request_, reference):
    long = replace(
        request_, text="the old fox speaks slowly to the brown dog " * 225, segments=SegmentLimits(10_000, 10_000)
    )

    def n_read(take):
        return len(take.taps["talker"])

    take = cancelled(engine, long, n_read, lambda take: n_read(take) < take.segments[0].n_prompt_rows)
    assert n_read(take) > 0
    assert take.n_frames == 0
    assert_same(spoken(engine, request_), reference)


def test_cancelling_does_not_wait_for_text(engine, request_):
    never = threading.Event()

    def pieces():
        never.wait()
        yield "too late"

    take = engine.speak(request_, pieces=pieces())
    take.cancel()
    take.wait()
    assert take.stop_reason is StopReason.CANCELLED
    never.set()


def test_a_poisoned_weight_raises_an_alarm(qwen3_tiny, tmp_path, voice):
    talker = with_weights(qwen3_tiny.talker, "talker.blk.1.ffn_down.weight", np.nan, tmp_path / "poisoned.gguf")
    with Engine.load(talker, codec=qwen3_tiny.codec, threads=1) as engine:
        take = engine.speak(engine.request("the old voice", voice=voice))
        take.wait()
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
    token = read_model_info(file).read_tokenizer().tokens.index("!")
    embeddings = np.frombuffer(file.tensor_bytes("talker.text_embd.weight"), np.float32)
    row = embeddings.reshape(-1, next(t.ne[0] for t in file.tensors if t.name == "talker.text_embd.weight"))[token]
    data = qwen3_tiny.talker.read_bytes()
    assert data.count(row.tobytes()) == 1
    talker = tmp_path / "poisoned.gguf"
    talker.write_bytes(data.replace(row.tobytes(), np.full_like(row, np.nan).tobytes()))
    with Engine.load(talker, codec=qwen3_tiny.codec, threads=1) as engine:
        request = engine.request("the old voice. Hello!", voice=voice, max_frames=4, segments=SegmentLimits(1, 20))
        take = engine.speak(request)
        take.wait()
        alarm = take.alarm
        assert alarm is not None
        assert len(take.segments) == 2
        assert (alarm.stage, alarm.operation) == ("talker", "input embedding")
        first_bad = np.flatnonzero(take.taps["talker"][:, 0, 2])[0]
        assert alarm.step == first_bad > take.segments[0].n_prompt_rows


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_poisoned_codec_raises_an_alarm_that_names_the_block(qwen3_tiny, tmp_path, voice, value):
    codec = with_weights(qwen3_tiny.codec, "tok_dec.dec.1.conv_t.weight", value, tmp_path / "poisoned.gguf")
    with Engine.load(qwen3_tiny.talker, codec=codec, threads=1) as engine:
        take = engine.speak(engine.request(TEXT, voice=voice, max_frames=2000))
        take.wait()
        assert take.stop_reason is StopReason.ALARM
        alarm = take.alarm
        assert alarm is not None
        assert (alarm.stage, alarm.step) == ("codec_blocks", 0)
        assert engine.codec_block_names[alarm.layer] == "block1"
