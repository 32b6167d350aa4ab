"""What a model reads before it speaks: a voice, or the first segment; read once and kept for what follows."""

from dataclasses import replace

import numpy as np
import pytest
from phonoscope.engine.request import TapMode, TapsRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.text.segments import SegmentLimits
from phonoscope.engine.voices.files import pack_codes, unpack_codes

from .conftest import QUIET, TEXT, TRANSCRIPT, assert_same, spoken


def test_the_voice_is_read_once_and_sounds_the_same_again(audio8_tiny, request_, reference, voice):
    with Engine.load(audio8_tiny.model, threads=1) as engine:
        first, again = spoken(engine, request_), spoken(engine, request_)
        none = spoken(engine, engine.request(TEXT, seed=7, max_frames=4, watchdog=QUIET))
        back = spoken(engine, replace(request_, text="other words"))
    for take in (first, again):
        assert_same(take, reference)
        # The taps hold what was measured when the voice was read.
        assert {name: rows.tobytes() for name, rows in take.taps.items()} == {
            name: rows.tobytes() for name, rows in reference.taps.items()
        }
    n_restored = [take.segments[0].n_restored_rows for take in (first, again, none, back)]
    n_voice = n_restored[1]
    assert n_restored == [0, n_voice, 0, 0]  # another beginning takes the place of the one that was kept
    assert len(TRANSCRIPT) < n_voice < again.segments[0].n_prompt_rows


@pytest.mark.parametrize("mode", [TapMode.STATS, TapMode.FULL])
def test_what_was_read_unseen_is_read_again_to_be_recorded(audio8_tiny, request_, reference, mode):
    with Engine.load(audio8_tiny.model, threads=1) as engine:
        spoken(engine, replace(request_, taps=TapsRequest(TapMode.OFF)))
        unseen = spoken(engine, replace(request_, taps=TapsRequest(TapMode.OFF)))
        seen = spoken(engine, replace(request_, taps=TapsRequest(mode, ("slow_ssm.1",), 2, 3)))
    assert unseen.segments[0].n_restored_rows > 0
    assert seen.segments[0].n_restored_rows == 0
    assert seen.taps["slow_ssm"].tobytes() == reference.taps["slow_ssm"].tobytes()
    assert [state.step for state in seen.kept_states] == ([2, 3, 4] if mode is TapMode.FULL else [])


def test_segments_of_a_text_share_what_was_read(engine, request_):
    take = spoken(engine, replace(request_, text="hello. world. again.", segments=SegmentLimits(4, 8)))
    others = take.segments[1:]
    assert len(others) > 1
    n_voice = {segment.n_restored_rows for segment in others}
    assert len(n_voice) == 1
    assert n_voice.pop() > len(TRANSCRIPT)
    assert take.taps["slow_ssm"].shape[0] == sum(s.n_prompt_rows + s.n_frames - 1 for s in take.segments)


def test_without_a_voice_a_text_goes_on_as_its_first_segment_was_spoken(engine, tmp_path):
    text, limits = "hello. world. again.", SegmentLimits(4, 8)
    for seed in range(20):  # until one says its first word to the end
        request = engine.request(text, seed=seed, watchdog=QUIET, segments=limits)
        take = spoken(engine, request)
        first = take.segments[0]
        if first.stop_reason == StopReason.END_OF_SPEECH and first.n_frames:
            break
    path = tmp_path / "own.rvq"
    path.write_bytes(pack_codes(take.codes[: first.n_frames], 48))
    voice = engine.request("x", voice=path, transcript="hello.").voice
    again = spoken(engine, replace(request, voice=voice))
    for own, given in zip(take.segments[1:], again.segments[1:], strict=True):
        assert own.n_prompt_rows == given.n_prompt_rows > first.n_prompt_rows + first.n_frames
        np.testing.assert_array_equal(
            take.codes[own.first_frame :][: own.n_frames], again.codes[given.first_frame :][: given.n_frames]
        )
    assert_same(spoken(engine, request), take)


def test_speech_that_was_broken_off_is_no_voice_for_the_rest(engine):
    request = engine.request("hello. world.", max_frames=3, watchdog=QUIET, segments=SegmentLimits(4, 8))
    take = spoken(engine, replace(request, sampler=engine.declaration.settings({"min_new_tokens": 4})))
    assert take.segments[0].stop_reason == StopReason.MAX_FRAMES
    alone = spoken(engine, engine.request("world.", max_frames=3, watchdog=QUIET))
    assert take.segments[1].n_prompt_rows == alone.segments[0].n_prompt_rows


def test_codes_as_audio8_publishes_them_are_the_same_voice(engine, request_, reference, voice, tmp_path):
    codes = unpack_codes(voice.read_bytes(), 10, 48)
    np.save(tmp_path / "reference_codes.npy", codes.T.astype(np.uint16))
    other = engine.request("x", voice=tmp_path / "reference_codes.npy", transcript=TRANSCRIPT).voice
    assert_same(spoken(engine, replace(request_, voice=other)), reference)
