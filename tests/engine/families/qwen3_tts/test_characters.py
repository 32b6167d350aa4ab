"""Models of characters read words; the bundled voice is one."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info
from phonoscope.engine.families.qwen3_tts.prompt import PromptWriter
from phonoscope.engine.models.store import bundled_models
from phonoscope.engine.request import WatchdogRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.text.segments import SegmentLimits
from phonoscope.engine.voices.voice import CodesVoice, SpeakerVoice


@pytest.fixture(scope="module")
def writer():
    return PromptWriter(read_model_info(_native.GgufFile(bundled_models()[0].path)))


def test_the_text_is_read_in_words(writer):
    assert writer.text_ids("It is 5 °C.") == writer.tokenizer.encode("It is five degrees Celsius.")
    assert writer.text_ids("It is 5 °C.", "english") == writer.text_ids("It is 5 °C.")


def test_a_declared_language_is_read_in_its_own_words(writer):
    english = {"english": writer.info.languages["english"]}
    english_only = PromptWriter(replace(writer.info, languages=english))
    assert writer.as_read("Il est 14h30.", "french") == "Il est quatorze heures trente."
    assert writer.as_read("Il est 14h30, d\u00e9j\u00e0.") == "Il est quatorze heures trente, d\u00e9j\u00e0."
    assert writer.as_read("It is 5 °C.") == "It is five degrees Celsius."
    assert english_only.as_read("Il est 5 h.") == "Il est five hours."
    layout = writer.write("Oui.", SpeakerVoice(next(iter(writer.info.speakers))), language="french")
    assert writer.info.languages["french"] in layout.codec_ids


def test_a_transcript_is_read_in_words(writer):
    n_codebooks = writer.info.n_codebooks
    layouts = [
        writer.write("Yes.", CodesVoice(np.zeros((2, n_codebooks), np.int32), transcript))
        for transcript in ("I have 2.", "I have two.")
    ]
    np.testing.assert_array_equal(layouts[0].text_ids, layouts[1].text_ids)


@pytest.fixture(scope="module")
def engine():
    with Engine.load() as loaded:
        yield loaded


def test_what_is_read_can_be_seen(engine):
    request = engine.request("It is 5 °C.\n\n* * *\n\nNo. 5 & 6", segments=SegmentLimits(1, 40))
    assert engine.as_read(request) == ["It is five degrees Celsius.", "Number five and six"]


def test_speech_that_does_not_end_is_cut_off_by_the_length_of_the_text(engine):
    endless = engine.declaration.settings({"min_new_tokens": 1000})
    text = "Good evening."
    take = engine.speak(engine.request(text, sampler=endless, watchdog=WatchdogRequest(enabled=False)))
    take.wait()
    assert take.stop_reason is StopReason.MAX_FRAMES
    ordinary = engine.estimate(text).duration_s
    assert 2 * ordinary < take.duration_s < 3.2 + 4 * ordinary


def test_signs_alone_are_passed_over(engine):
    settings: dict[str, Any] = {"seed": 1, "max_frames": 2, "segments": SegmentLimits(1, 40)}
    take = engine.speak(engine.request("Hello.\n\n* * *\n\nBye.", watchdog=WatchdogRequest(enabled=False), **settings))
    take.wait()
    take.check()
    assert len(take.segments) == 2
    with pytest.raises(RequestError, match="the text is blank"):
        engine.speak(engine.request("* * *", **settings))
