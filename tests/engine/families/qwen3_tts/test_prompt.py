import dataclasses
import importlib.util
from pathlib import Path

import numpy as np
import pytest
from phonoscope.engine.errors import ModelError, RequestError, VoiceError
from phonoscope.engine.families.qwen3_tts.file_info import Speaker, read_model_info
from phonoscope.engine.families.qwen3_tts.prompt import PromptParts, PromptWriter, lay_out, selectable_languages
from phonoscope.engine.voices.voice import CodesVoice, SpeakerVoice, XVectorVoice

spec = importlib.util.spec_from_file_location("prompt_golden", Path(__file__).with_name("prompt_golden.py"))
prompt_golden = importlib.util.module_from_spec(spec)
spec.loader.exec_module(prompt_golden)

ARRAYS, DESCRIBED, INFO = prompt_golden.load()
EMBEDDINGS = prompt_golden.Embeddings(ARRAYS)
IDS = INFO.ids
WRITER = PromptWriter(INFO)
TEXT = WRITER.tokenizer.encode(DESCRIBED["text"])
REF_TEXT = WRITER.tokenizer.encode(DESCRIBED["ref_text"])
INSTRUCT = WRITER.instruct_ids(DESCRIBED["instruct"])


def rows(layout):
    return list(
        zip(
            layout.text_ids.tolist(),
            layout.codec_ids.tolist(),
            layout.ref_frames.tolist(),
            layout.speaker_rows.tolist(),
            strict=True,
        )
    )


# ------------------------------------------------------------------------------------------ ids of the tokenizer


def test_recorded_ids():
    header = [IDS.im_start, IDS.assistant, IDS.newline]
    text = [*header, *TEXT, IDS.im_end, IDS.newline, *header]
    assert text == ARRAYS["ids_text"].tolist()
    assert [*header, *REF_TEXT, IDS.im_end, IDS.newline] == ARRAYS["ids_ref"].tolist()
    assert ARRAYS["ids_instruct"].tolist() == INSTRUCT
    assert WRITER.tokenizer.encode(DESCRIBED["mixed"]) == ARRAYS["ids_mixed"].tolist()


# ------------------------------------------------------------------------------------------ recorded embeddings


def parts_of(case):
    described = DESCRIBED["cases"][case]
    speakers = described.get("speakers", [None])
    with_instruct = case in ("custom_nonstream", "design_nonstream")
    codes = {"icl_stream_codeslong": "ref_codes_long"}.get(case, "ref_codes") if case.startswith("icl") else None
    return PromptParts(
        text_ids=TEXT,
        language=described["languages"][0],
        speaker=speakers[0],
        has_speaker_vector=case.startswith(("icl", "xvec")),
        ref_text_ids=REF_TEXT if codes else (),
        n_ref_frames=len(ARRAYS[codes]) if codes else 0,
        instruct_ids=INSTRUCT if with_instruct else (),
        streaming=not described["non_streaming_mode"],
    ), ARRAYS.get(codes)


@pytest.mark.parametrize("case", sorted(DESCRIBED["cases"]))
def test_recorded_prefill_and_trailing(case):
    parts, codes = parts_of(case)
    layout = lay_out(INFO, parts)
    prefill, trailing = ARRAYS[f"prefill/{case}"], ARRAYS[f"trailing/{case}"]
    assert layout.n_rows == len(prefill)
    assert len(layout.trailing_text_ids) == len(trailing)
    assert np.abs(EMBEDDINGS.prefill(layout, ARRAYS["xvec"], codes) - prefill).max() <= 1e-5
    assert np.abs(EMBEDDINGS.text(layout.trailing_text_ids) - trailing).max() <= 1e-5


def test_the_ten_recorded_cases_are_all_there():
    assert len(DESCRIBED["cases"]) == 10
    assert {f"prefill/{c}" for c in DESCRIBED["cases"]} == {n for n in ARRAYS if n.startswith("prefill/")}


# ------------------------------------------------------------------------------------------ rows, one by one


def head(*tags, speaker=()):
    pad = IDS.tts_pad
    return [
        *((t, -1, -1, 0) for t in (IDS.im_start, IDS.assistant, IDS.newline)),
        *((pad, t, -1, 0) for t in tags),
        *speaker,
        (IDS.tts_bos, IDS.codec_pad, -1, 0),
    ]


AUTO = (IDS.codec_nothink, IDS.codec_think_bos, IDS.codec_think_eos)
VECTOR = [(IDS.tts_pad, -1, -1, 1)]


def language_tags(name):
    return (IDS.codec_think, IDS.codec_think_bos, INFO.languages[name], IDS.codec_think_eos)


def test_streaming_text_without_reference():
    layout = lay_out(INFO, PromptParts([10, 11, 12], "German", has_speaker_vector=True, streaming=True))
    assert rows(layout) == [*head(*language_tags("german"), speaker=VECTOR), (10, IDS.codec_bos, -1, 0)]
    assert layout.trailing_text_ids.tolist() == [11, 12, IDS.tts_eos]
    assert layout.n_text_tokens == 3


def test_one_token_of_streaming_text():
    layout = lay_out(INFO, PromptParts([10], streaming=True))
    assert rows(layout)[-1] == (10, IDS.codec_bos, -1, 0)
    assert layout.trailing_text_ids.tolist() == [IDS.tts_eos]


def test_text_before_the_frames_without_any_voice():
    layout = lay_out(INFO, PromptParts([10, 11]))
    pad, eos = IDS.codec_pad, IDS.tts_eos
    assert rows(layout) == [
        *head(*AUTO),
        (10, pad, -1, 0),
        (11, pad, -1, 0),
        (eos, pad, -1, 0),
        (IDS.tts_pad, IDS.codec_bos, -1, 0),
    ]
    assert layout.trailing_text_ids.tolist() == [IDS.tts_pad]


def test_instruction_and_named_speaker_come_before_the_text():
    layout = lay_out(INFO, PromptParts([10], "english", speaker="VIVIAN", instruct_ids=[7, 8, 9]))
    named = [(IDS.tts_pad, INFO.speakers["vivian"].id, -1, 0)]
    expected = [*((i, -1, -1, 0) for i in (7, 8, 9)), *head(*language_tags("english"), speaker=named)]
    assert rows(layout)[: len(expected)] == expected


def test_reference_before_the_frames():
    layout = lay_out(INFO, PromptParts([10], has_speaker_vector=True, ref_text_ids=[20, 21], n_ref_frames=2))
    pad, codec_pad = IDS.tts_pad, IDS.codec_pad
    assert rows(layout)[len(head(*AUTO, speaker=VECTOR)) :] == [
        (20, codec_pad, -1, 0),
        (21, codec_pad, -1, 0),
        (10, codec_pad, -1, 0),
        (IDS.tts_eos, codec_pad, -1, 0),
        (pad, IDS.codec_bos, -1, 0),
        (pad, -1, 0, 0),
        (pad, -1, 1, 0),
    ]


@pytest.mark.parametrize(
    ("n_ref_frames", "beside", "trailing"),
    [
        (1, [20, 21], [10, IDS.tts_eos]),
        (3, [20, 21, 10, IDS.tts_eos], [IDS.tts_pad]),
        (5, [20, 21, 10, IDS.tts_eos, IDS.tts_pad, IDS.tts_pad], [IDS.tts_pad]),
    ],
)
def test_streaming_text_beside_a_shorter_equal_and_longer_reference(n_ref_frames, beside, trailing):
    layout = lay_out(INFO, PromptParts([10], ref_text_ids=[20, 21], n_ref_frames=n_ref_frames, streaming=True))
    body = rows(layout)[len(head(*AUTO)) :]
    assert [r[0] for r in body] == beside
    assert [r[1] for r in body] == [IDS.codec_bos, *[-1] * n_ref_frames]
    assert [r[2] for r in body] == [-1, *range(n_ref_frames)]
    assert layout.trailing_text_ids.tolist() == trailing


@pytest.mark.parametrize("language", ["auto", "Chinese"])
def test_a_speaker_with_a_dialect_overrides_chinese_and_auto(language):
    layout = lay_out(INFO, PromptParts([10], language, speaker="Eric"))
    assert layout.codec_ids[3:7].tolist() == list(language_tags("sichuan_dialect"))


def test_a_dialect_does_not_override_another_language():
    layout = lay_out(INFO, PromptParts([10], "english", speaker="eric"))
    assert layout.codec_ids[3:7].tolist() == list(language_tags("english"))


def test_a_dialect_that_the_model_does_not_list():
    info = dataclasses.replace(INFO, speakers={"eric": Speaker(5, "klingon_dialect")})
    with pytest.raises(ModelError, match="klingon_dialect"):
        lay_out(info, PromptParts([10], speaker="eric"))


# ------------------------------------------------------------------------------------------ from text and voice


def test_every_kind_of_voice():
    vector = XVectorVoice(ARRAYS["xvec"])
    codes = CodesVoice(ARRAYS["ref_codes"], DESCRIBED["ref_text"], vector)
    text = "\n " + DESCRIBED["text"] + "\n"
    cases = {
        "xvec_nonstream": (vector, "auto", False),
        "xvec_stream": (vector, "English", True),
        "icl_nonstream": (codes, "german", False),
        "icl_stream_textlong": (codes, "english", True),
        "custom_stream": (SpeakerVoice("Serena"), "chinese", True),
        "plain_nonstream": (None, "auto", False),
    }
    for case, (voice, language, streaming) in cases.items():
        layout = WRITER.write(text, voice, language=language, streaming=streaming)
        assert rows(layout) == rows(lay_out(INFO, parts_of(case)[0])), case


def test_codes_without_a_vector_add_no_speaker_row():
    layout = WRITER.write("hello", CodesVoice(ARRAYS["ref_codes"], "the fox"))
    assert not layout.speaker_rows.any()
    assert layout.ref_frames.max() == len(ARRAYS["ref_codes"]) - 1


def test_an_instruction_is_for_models_that_follow_it():
    design = PromptWriter(dataclasses.replace(INFO, model_type="voice_design"))
    layout = design.write(DESCRIBED["text"], language="french", instruct=f" {DESCRIBED['instruct']}\n")
    assert rows(layout) == rows(lay_out(INFO, parts_of("design_nonstream")[0]))
    with pytest.raises(RequestError, match="does not follow instructions"):
        WRITER.write("hello", instruct="softly")


@pytest.mark.parametrize("text", ["", "  \n\t", "\x00\x1b", "\ufeff", "\udcff"])
def test_blank_text(text):
    with pytest.raises(RequestError, match="blank"):
        WRITER.write(text)


def test_control_literals_never_become_control_ids():
    control = set(INFO.tokenizer.special_tokens.values())
    text = "".join(INFO.tokenizer.special_tokens) + "<|im<|im_end|>_end|><tts_<tts_pad>pad>"
    assert not control & set(WRITER.tokenizer.encode(text))
    layout = WRITER.write(text)
    first = rows(layout).index((IDS.tts_bos, IDS.codec_pad, -1, 0)) + 1
    assert not control & set(layout.text_ids[first:-2].tolist())


@pytest.mark.parametrize("language", ["klingon", "", "sichuan_dialect"])
def test_unknown_language(language):
    with pytest.raises(RequestError, match=r"unknown language .*choose one of auto, chinese, english"):
        WRITER.write("hello", language=language)
    assert language not in selectable_languages(INFO)


@pytest.mark.parametrize(
    ("voice", "problem"),
    [
        (SpeakerVoice("nobody"), "unknown speaker 'nobody'; the speakers of this model: serena, vivian, eric"),
        (XVectorVoice(np.ones(63, np.float32), "a.spk"), "a.spk: the x-vector has 63 values but the model takes 64"),
        (CodesVoice(np.zeros((4, 15), int), "hi", name="a.rvq"), "a.rvq: 15 codebooks a frame but the model takes 16"),
        (CodesVoice(np.full((4, 16), 64), "hi"), "code 64 is outside the codebooks of 64 entries"),
    ],
)
def test_a_voice_that_does_not_fit(voice, problem):
    with pytest.raises(VoiceError, match=problem):
        WRITER.write("hello", voice)


def test_a_prompt_that_does_not_fit_the_positions():
    with pytest.raises(RequestError, match="of the model's 2048 positions"):
        WRITER.write("x1" * 1100)


# ------------------------------------------------------------------------------------------ second dialect


def second_dialect_metadata():
    """The tokenizer of the released models in small: placeholders where the special tokens are."""
    small = DESCRIBED["metadata"]["tokenizer.ggml.tokens"]
    plain = small[: small.index("<|endoftext|>")]
    tokens = [*plain, *(f"[PAD{i}]" for i in range(len(plain), 151_936))]
    tokens[198], tokens[plain.index("Ċ")] = "Ċ", tokens[198]
    tokens[77_091], tokens[plain.index("assistant")] = "assistant", "[PAD77091]"
    return {
        "qwen3-tts.embedding_length": 64,
        "qwen3-tts.text_vocab_size": 151_936,
        "qwen3-tts.vocab_size": 3072,
        "qwen3-tts.num_code_groups": 16,
        "qwen3-tts.code_predictor.vocab_size": 2048,
        "qwen3-tts.codec.pad_id": 2148,
        "qwen3-tts.codec.bos_id": 2149,
        "qwen3-tts.codec.eos_id": 2150,
        "qwen3-tts.language.names": ["english"],
        "qwen3-tts.language.ids": [2050],
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": [1] * len(tokens),
        "tokenizer.ggml.merges": DESCRIBED["metadata"]["tokenizer.ggml.merges"],
    }


def test_second_dialect_uses_the_released_ids():
    info = read_model_info(prompt_golden.metadata_file(second_dialect_metadata()))
    writer = PromptWriter(info)
    layout = writer.write("hello <|im_end|>\nyou", language="english")
    assert layout.text_ids[:8].tolist() == [151_644, 77_091, 198, *[151_671] * 4, 151_672]
    assert layout.codec_ids[3:8].tolist() == [2154, 2156, 2050, 2157, 2148]
    assert layout.text_ids[-2:].tolist() == [151_673, 151_671]
    assert layout.text_ids[8:-2].max() < 400
    assert writer.tokenizer.decode([*writer.tokenizer.encode("hé\n"), 151_645]) == "hé\n<|im_end|>"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda tokens, merges: tokens.remove("Ā"), "tiny.gguf: the token list lacks 1 of the 256 bytes"),
        (lambda tokens, merges: merges.append("no such"), "tiny.gguf: the merge 'no such' does not fit"),
        (lambda tokens, merges: merges.append("nospace"), "tiny.gguf: the merge 'nospace' does not fit"),
    ],
)
def test_damaged_tokenizer_tables(change, problem):
    metadata = dict(DESCRIBED["metadata"])
    tokens = list(metadata["tokenizer.ggml.tokens"])
    merges = list(metadata["tokenizer.ggml.merges"])
    change(tokens, merges)
    metadata["tokenizer.ggml.tokens"] = tokens + ["spare"] * (len(metadata["tokenizer.ggml.tokens"]) - len(tokens))
    metadata["tokenizer.ggml.merges"] = merges
    with pytest.raises(ModelError, match=problem):
        PromptWriter(read_model_info(prompt_golden.metadata_file(metadata)))
