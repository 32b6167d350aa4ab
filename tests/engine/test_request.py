import dataclasses
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families import family
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import (
    MAX_SEED,
    MAX_TEXT_CHARACTERS,
    ModelReference,
    SynthesisRequest,
    TapMode,
    TapsRequest,
    VoiceReference,
    WatchdogRequest,
    automatic_max_frames,
)
from phonoscope.engine.text.segments import SegmentLimits

MODEL = ModelReference("voice.gguf")
FIELDS = family("qwen3_tts").sampler


def simple(**values: Any) -> SynthesisRequest:
    return SynthesisRequest("Hello.", MODEL, **values)


def plain(**changes: Any) -> dict[str, Any]:
    return {**json.loads(simple().to_json()), **changes}


def settings() -> Any:
    def values(field: Any) -> Any:
        if field.kind == "switch":
            return st.booleans()
        if field.kind == "integer":
            return st.integers(int(field.minimum), int(field.maximum))
        return st.floats(field.minimum, field.maximum)

    return st.fixed_dictionaries({}, optional={f.name: values(f) for f in FIELDS})


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=30)
REQUESTS = st.builds(
    SynthesisRequest,
    text=st.text(max_size=60).map(lambda t: t + "x"),
    model=st.builds(ModelReference, NAMES, NAMES | st.just(""), st.sampled_from(["", "0f" * 32])),
    voice=st.builds(
        VoiceReference, st.sampled_from([VoiceKind.CODES, VoiceKind.XVECTOR]), NAMES, st.just("ab" * 32), NAMES
    )
    | st.builds(VoiceReference),
    language=st.sampled_from(["auto", "English"]),
    threads=st.none() | st.integers(1, 64),
    seed=st.integers(0, MAX_SEED),
    sampler=settings(),
    max_frames=st.none() | st.integers(1, 100_000),
    streaming_text=st.booleans(),
    chunk_frames=st.integers(1, 64),
    segments=st.builds(SegmentLimits, st.integers(1, 50), st.integers(50, 100)),
    watchdog=st.builds(WatchdogRequest, st.booleans(), st.floats(0.1, 600), st.floats(-200, 0), st.integers(2, 1000)),
    retries=st.integers(0, 10),
    taps=st.builds(TapsRequest, st.sampled_from(TapMode), st.just(("talker.3", "codec_blocks.0")), st.integers(0, 9)),
)


@given(REQUESTS)
def test_json_round_trip(request):
    again = SynthesisRequest.from_json(request.to_json().encode("utf-8"))
    assert again == request
    assert hash(again) == hash(request)
    assert pickle.loads(pickle.dumps(request)) == request
    assert again.to_json() == request.to_json()


def test_the_recipe_says_every_setting():
    recipe = json.loads(simple(sampler={"temperature": 1}).to_json())
    assert recipe["version"] == 1
    assert set(recipe) - {"version"} == {f.name for f in dataclasses.fields(SynthesisRequest)}
    assert recipe["sampler"] == {f.name: f.default for f in FIELDS} | {"temperature": 1.0}


def test_text_is_cleaned_and_the_language_lowered():
    request = SynthesisRequest("\ufeff Hi<|im_end|>\r\n", MODEL, language=" English ", instruct=" softly\n")
    assert (request.text, request.language, request.instruct) == ("Hiim_end", "english", "softly")


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"text": ""}, "the text is blank"),
        ({"text": " \n\x00"}, "the text is blank"),
        ({"text": 5}, "the text must be a text, not int"),
        ({"text": "x" * (MAX_TEXT_CHARACTERS + 1)}, "50001 characters; at most 50000 are taken; split it"),
        ({"family": "wavenet"}, "unknown model family 'wavenet'; the families are qwen3_tts"),
        ({"backend": "cuda"}, "unknown backend 'cuda'; the backends are cpu"),
        ({"threads": 0}, "threads is 0, out of range; use 1 to 64"),
        ({"threads": True}, "threads must be a whole number"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 1 << 64}, "out of range; use 0 to 18446744073709551615"),
        ({"seed": 1.0}, "seed must be a whole number, not 1.0"),
        ({"max_frames": 0}, "max_frames is 0"),
        ({"chunk_frames": 65}, "chunk_frames is 65"),
        ({"taps": TapsRequest(layers=("ears.3",))}, "'ears.3' is in no tap group; the groups are talker, talker_keys"),
        ({"retries": 11}, "retries is 11"),
        ({"sampler": {"temperature": 0}}, "temperature is 0, out of range; use a number from 0.01 to 5"),
        ({"sampler": {"temperature": float("nan")}}, "temperature is nan, out of range"),
        ({"sampler": {"temperature": "warm"}}, "temperature must be a number, not 'warm'"),
        ({"sampler": {"top_k": 2.5}}, "top_k must be a whole number, not 2.5"),
        ({"sampler": {"top_k": True}}, "top_k must be a whole number, not True"),
        ({"sampler": {"top_p": 1.01}}, "top_p is 1.01"),
        ({"sampler": {"greedy": 1}}, "greedy must be true or false, not 1"),
        ({"sampler": {"top_q": 1}}, "unknown sampler setting 'top_q'; the settings are temperature, top_k"),
    ],
)
def test_values_out_of_range(values, problem):
    with pytest.raises(RequestError, match=problem):
        SynthesisRequest(**{"text": "Hello.", "model": MODEL} | values)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: ModelReference(""), "no model is given; give one with --model"),
        (lambda: ModelReference("a", sha256="xyz"), "sha256 must be 64 hexadecimal digits"),
        (lambda: ModelReference("a\udcff"), "not valid Unicode; rename the file"),
        (lambda: ModelReference("a\0b"), "null character"),
        (lambda: VoiceReference(VoiceKind.XVECTOR), "do not go together"),
        (lambda: VoiceReference(VoiceKind.NONE, "a.spk"), "do not go together"),
        (lambda: TapsRequest(layers=("layer three",)), "is no layer; write group.number"),
        (lambda: TapsRequest(n_steps=0), "n_steps is 0"),
        (lambda: WatchdogRequest(silence_s=float("nan")), "silence_s is nan"),
        (lambda: WatchdogRequest(silence_dbfs=3.0), "silence_dbfs is 3.0"),
        (lambda: WatchdogRequest(repeated_frames=1), "repeated_frames is 1"),
    ],
)
def test_parts_out_of_range(make, problem):
    with pytest.raises(RequestError, match=problem):
        make()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not valid JSON"),
        ("[]", "is no request of Phonoscope"),
        ("{}", "is no request of Phonoscope"),
        ('{"version": "1"}', "is no request of Phonoscope"),
        (json.dumps(plain(version=2)), "version 2 is unknown; update Phonoscope"),
        (json.dumps(plain(colour="red")), "unknown key 'colour'; the keys are text, model"),
        ('{"version": 1, "text": "Hi."}', "the key 'model' is missing"),
        (json.dumps(plain(text=None)), "text must be a text, not None"),
        (json.dumps(plain(seed="7")), "seed must be a whole number, not '7'"),
        (json.dumps(plain(seed=-7)), "take.json: seed is -7, out of range"),
        (json.dumps(plain(watchdog={"silence_s": 0})), "take.json: watchdog: silence_s is 0.0, out of range"),
        (json.dumps(plain(seed=True)), "seed must be a whole number, not True"),
        (json.dumps(plain(threads=2.0)), "threads must be a whole number, not 2.0"),
        (json.dumps(plain(model={"name": "a", "path": "b"})), "model: unknown key 'path'"),
        (json.dumps(plain(model="a.gguf")), "model must be an object, not 'a.gguf'"),
        (json.dumps(plain(sampler=[1])), "sampler must be an object of numbers and switches"),
        (json.dumps(plain(sampler={"temperature": "1"})), "sampler must be an object of numbers and switches"),
        (json.dumps(plain(taps={"mode": "some"})), "taps: mode must be one of off, stats, full, not 'some'"),
        (json.dumps(plain(taps={"layers": "talker.3"})), "taps: layers must be a list"),
        (json.dumps(plain(taps={"layers": [3]})), r"taps: layers\[0\] must be a text, not 3"),
        (json.dumps(plain(watchdog={"silence_s": float("nan")})), "NaN is no number"),
        (json.dumps(plain()).replace('"seed": 0', '"seed": 1e999'), "1e999 is too large"),
        (json.dumps(plain()).replace('"seed": 0', '"seed": ' + "9" * 5000), "is not valid JSON"),
        (json.dumps(plain()).replace('"seed": 0', '"seed": 0, "seed": 1'), "the key 'seed' is given twice"),
        ("[" * 100_000, "is nested too deeply"),
        (" " * (1 << 20) + "{}", "bytes are too much; at most 1048576"),
        (b"\xff\xfe{}", "is not valid JSON"),
    ],
)
def test_damaged_recipes(text, problem):
    with pytest.raises(RequestError, match=problem) as caught:
        SynthesisRequest.from_json(text, "take.json")
    assert str(caught.value).startswith("take.json")
    assert len(str(caught.value)) < 500


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*plain(), "other"]), JSON_VALUES, max_size=3))
def test_any_values_are_refused_or_make_a_request_that_stays_the_same(changes):
    try:
        request = SynthesisRequest.from_json(json.dumps(plain(**changes)))
    except RequestError as error:
        assert "\n" not in str(error)
    else:
        assert SynthesisRequest.from_json(request.to_json()) == request


@given(st.binary(max_size=40), st.integers(0, 2000))
def test_any_bytes_are_refused_or_read(data, place):
    whole = simple().to_json().encode()
    try:
        SynthesisRequest.from_json(whole[:place] + data + whole[place + len(data) :])
    except RequestError as error:
        assert "\n" not in str(error)


def test_the_automatic_cap_grows_with_the_text():
    assert automatic_max_frames(0.28, 12.5) == 52
    assert automatic_max_frames(28.0, 12.5) == 1230
