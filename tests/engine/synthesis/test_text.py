"""From text to segments: voices that take turns, text that arrives piece by piece, pauses, a voice that is found."""

from dataclasses import replace

import numpy as np
import pytest
from phonoscope.engine.command_line import command_line
from phonoscope.engine.errors import PhonoscopeError, RequestError
from phonoscope.engine.request import SynthesisRequest, VoiceReference, WatchdogRequest
from phonoscope.engine.take_figures import FrameColumn
from phonoscope.engine.text.segments import SegmentLimits

from .conftest import assert_same, spoken


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
    assert f"--cast={other_voice}" in command_line(request)


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
    assert one.duration_s == pytest.approx(engine.declaration.speech_s(one.n_tokens))
    assert engine.estimate("").n_tokens == 0
    assert engine.estimate("[bob] The fox speaks.", cast=["bob"]).n_tokens == one.n_tokens


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
    take.wait()
    with pytest.raises(PhonoscopeError, match="the line is dead"):
        take.check()


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


def test_the_narrators_voice_is_settled_by_the_first_line_that_is_the_narrators(engine, request_, voice, other_voice):
    script = "[bob] The fox speaks.\n[] So does the old voice.\nAnd the brown fox."
    request = engine.request(script, cast=[other_voice], seed=7, max_frames=16, watchdog=WatchdogRequest(enabled=False))
    take = spoken(engine, replace(request, segments=SegmentLimits(1, 80)))
    _, settles, last = take.segments
    samples = take.audio[settles.first_frame * take.hop_samples :][: settles.n_frames * take.hop_samples]
    path = voice.with_name("narrator.spk")
    engine.recording_encoder.xvector(samples).astype("<f4").tofile(path)
    again = spoken(engine, replace(take.request, voice=engine.request("x", voice=path).voice))
    np.testing.assert_array_equal(take.codes[last.first_frame :], again.codes[again.segments[2].first_frame :])
