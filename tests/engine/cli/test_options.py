import argparse
import dataclasses
import io
import shlex
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.cli.options import add_request_options, draft_request, read_text, sampler_values
from phonoscope.engine.command_line import command_line
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families import family
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.request import (
    MAX_SEED,
    MAX_TEXT_CHARACTERS,
    ModelReference,
    SynthesisRequest,
    TapMode,
    TapsRequest,
    VoiceReference,
    WatchdogRequest,
)
from phonoscope.engine.text.segments import SegmentLimits


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False, allow_abbrev=False)
    add_request_options(parser)
    return parser.parse_args([*words])


def draft(*words: str) -> SynthesisRequest:
    return drafted(parse("--model=m.gguf", *words))


def drafted(args: argparse.Namespace) -> SynthesisRequest:
    return draft_request(args, read_text(args))


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)
REQUESTS = st.builds(
    SynthesisRequest,
    text=st.text(max_size=40).map(lambda t: t + "x") | st.just("--seed") | st.just("-x"),
    model=st.builds(ModelReference, NAMES, NAMES | st.just("")),
    language=st.sampled_from(["auto", "german"]),
    instruct=st.text(max_size=20),
    threads=st.none() | st.integers(1, 64),
    seed=st.integers(0, MAX_SEED),
    sampler=st.fixed_dictionaries(
        {},
        optional={
            "temperature": st.floats(0.01, 5),
            "top_k": st.integers(0, 100_000),
            "greedy": st.booleans(),
            "predictor_top_p": st.floats(0.001, 1),
            "predictor_greedy": st.booleans(),
        },
    ),
    max_frames=st.none() | st.integers(1, 100_000),
    streaming_text=st.booleans(),
    chunk_frames=st.integers(1, 64),
    segments=st.builds(SegmentLimits, st.integers(1, 50), st.integers(50, 100)),
    watchdog=st.builds(WatchdogRequest, st.just(True), st.floats(0.1, 600), st.floats(-200, 0), st.integers(2, 1000))
    | st.just(WatchdogRequest(enabled=False)),
    retries=st.integers(0, 10),
    taps=st.builds(
        TapsRequest,
        st.just(TapMode.FULL),
        st.just(("talker.3", "codec_blocks.0")),
        st.integers(0, 9),
        st.integers(1, 99),
    )
    | st.builds(TapsRequest, st.sampled_from([TapMode.OFF, TapMode.STATS])),
)


@given(REQUESTS.filter(lambda r: r.text != "-"))
def test_the_command_line_of_a_request_makes_the_same_request(request):
    words = shlex.split(command_line(request))
    assert drafted(parse(*words[2:])) == request


def test_the_voice_travels_on_the_command_line():
    voice = VoiceReference(VoiceKind.CODES, "a b.rvq", transcript="what's said")
    request = dataclasses.replace(draft("Hello."), voice=voice)
    args = parse(*shlex.split(command_line(request))[2:])
    assert (args.voice, args.transcript) == ("a b.rvq", "what's said")


def test_every_sampler_setting_has_a_flag():
    for field in family("qwen3_tts").sampler:
        flag = "--" + field.name.replace("_", "-")
        value: Any = True if field.kind == "switch" else int(field.maximum)
        args = parse("Hi.", flag) if field.kind == "switch" else parse("Hi.", flag, str(value))
        assert sampler_values(args) == {field.name: value}


def test_what_is_not_given_is_left_to_the_model():
    assert sampler_values(parse("Hi.")) == {}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--temperature", "0", "Hi."], "temperature is 0.0, out of range; use a number from 0.01 to 5"),
        (["--temperature", "nan", "Hi."], "temperature is nan, out of range"),
        (["--top-k", "-1", "Hi."], "top_k is -1, out of range"),
        (["--backend", "cuda", "Hi."], "unknown backend 'cuda'; the backends are cpu"),
        (["--threads", "0", "Hi."], "threads is 0"),
        (["--seed", "-1", "Hi."], "seed is -1"),
        (["--max-frames", "0", "Hi."], "max_frames is 0"),
        (["--tap-layers", "talker", "--taps", "full", "Hi."], "'talker' is no layer"),
        (["--tap-steps", "0:0", "Hi."], "n_steps is 0"),
        (["x" * (MAX_TEXT_CHARACTERS + 1)], "50001 characters; at most 50000"),
        ([" \t"], "the text is blank"),
        ([], "give one text to speak"),
        (["Hi.", "--file", "a.txt"], "give one text to speak"),
        (["--file", "/none/a.txt"], "/none/a.txt: No such file or directory; check the name"),
    ],
)
def test_values_that_do_not_fit(words, problem):
    with pytest.raises(RequestError, match=problem):
        draft(*words)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--temperature", "warm"], "invalid float value: 'warm'"),
        (["--top-k", "2.5"], "invalid int value: '2.5'"),
        (["--segments", "9"], "'9' does not have the form TARGET:MAX"),
        (["--tap-steps", "3"], "'3' does not have the form FIRST:N"),
        (["--watchdog", "3:x:1"], "'3:x:1' does not have the form S:DBFS:N"),
        (["--segments", "9:3"], "segment limits 9 and 3 do not fit"),
        (["--watchdog", "1:2:3"], "silence_dbfs is 2.0, out of range"),
        (["--taps", "some"], "invalid choice: 'some'"),
    ],
)
def test_arguments_of_the_wrong_form(words, problem):
    with pytest.raises(argparse.ArgumentError, match=problem):
        parse(*words, "Hi.")


def test_a_value_out_of_range_is_explained_by_a_family_that_knows_the_setting():
    with pytest.raises(RequestError, match="500"):
        draft("--steps", "500", "Hi.")


def test_without_a_model_the_bundled_one_speaks():
    assert drafted(parse("Hi.")).model.name == DEFAULT_MODEL


def test_text_from_a_file_and_from_standard_input(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffGrüße\r\naus der Datei\n".encode())
    assert draft("--file", str(path)).text == "Grüße\naus der Datei"
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"from a pipe\n")))
    assert draft("-").text == "from a pipe"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RequestError, match=r"a\.txt: is not UTF-8 text; save it as UTF-8"):
        draft("--file", str(path))
    path.write_text("ä" * 300_000, "utf-8")
    with pytest.raises(RequestError, match=r"a\.txt: has more than 50000 characters; split it"):
        draft("--file", str(path))
