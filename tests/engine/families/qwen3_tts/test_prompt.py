"""Prompts row by row, without any weights."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.errors import ModelError, RequestError, VoiceError
from phonoscope.engine.families.qwen3_tts.file_info import Qwen3ModelInfo, Speaker, SpecialIds, read_model_info
from phonoscope.engine.families.qwen3_tts.prompt import (
    PromptLayout,
    PromptParts,
    PromptWriter,
    lay_out,
    selectable_languages,
)
from phonoscope.engine.voices.voice import CodesVoice, SpeakerVoice, Voice, XVectorVoice

TEXT = "the old voice speaks slowly to the fox, hello world."
REF_TEXT = "the quick brown fox"

Row = tuple[int, int, int, int]


def rows(layout: PromptLayout) -> list[Row]:
    columns = (layout.text_ids, layout.codec_ids, layout.ref_frames, layout.speaker_rows)
    return list(zip(*(c.tolist() for c in columns), strict=True))


# ------------------------------------------------------------------------------------------ rows, one by one


def head(ids: SpecialIds, *tags: int, speaker: Row | None = None) -> list[Row]:
    return [
        *((t, -1, -1, 0) for t in (ids.im_start, ids.assistant, ids.newline)),
        *((ids.tts_pad, t, -1, 0) for t in tags),
        *([speaker] if speaker else []),
        (ids.tts_bos, ids.codec_pad, -1, 0),
    ]


def auto(ids: SpecialIds) -> tuple[int, ...]:
    return (ids.codec_nothink, ids.codec_think_bos, ids.codec_think_eos)


def tags_of(info: Qwen3ModelInfo, language: str) -> tuple[int, ...]:
    ids = info.ids
    return (ids.codec_think, ids.codec_think_bos, info.languages[language], ids.codec_think_eos)


def vector_row(ids: SpecialIds) -> Row:
    return (ids.tts_pad, -1, -1, 1)


def test_streaming_text_without_reference(info, ids):
    layout = lay_out(info, PromptParts([10, 11, 12], "German", has_speaker_vector=True, streaming=True))
    assert rows(layout) == [*head(ids, *tags_of(info, "german"), speaker=vector_row(ids)), (10, ids.codec_bos, -1, 0)]
    assert layout.trailing_text_ids.tolist() == [11, 12, ids.tts_eos]
    assert layout.n_text_tokens == 3


def test_one_token_of_streaming_text(info, ids):
    layout = lay_out(info, PromptParts([10], streaming=True))
    assert rows(layout)[-1] == (10, ids.codec_bos, -1, 0)
    assert layout.trailing_text_ids.tolist() == [ids.tts_eos]


def test_text_before_the_frames_without_any_voice(info, ids):
    layout = lay_out(info, PromptParts([10, 11]))
    pad, eos = ids.codec_pad, ids.tts_eos
    assert rows(layout) == [
        *head(ids, *auto(ids)),
        (10, pad, -1, 0),
        (11, pad, -1, 0),
        (eos, pad, -1, 0),
        (ids.tts_pad, ids.codec_bos, -1, 0),
    ]
    assert layout.trailing_text_ids.tolist() == [ids.tts_pad]


def test_instruction_and_named_speaker_come_before_the_text(info, ids):
    layout = lay_out(info, PromptParts([10], "english", speaker="VIVIAN", instruct_ids=[7, 8, 9]))
    named = (ids.tts_pad, info.speakers["vivian"].id, -1, 0)
    expected = [*((i, -1, -1, 0) for i in (7, 8, 9)), *head(ids, *tags_of(info, "english"), speaker=named)]
    assert rows(layout)[: len(expected)] == expected


def test_reference_before_the_frames(info, ids):
    layout = lay_out(info, PromptParts([10], has_speaker_vector=True, ref_text_ids=[20, 21], n_ref_frames=2))
    pad, codec_pad = ids.tts_pad, ids.codec_pad
    assert rows(layout)[len(head(ids, *auto(ids), speaker=vector_row(ids))) :] == [
        (20, codec_pad, -1, 0),
        (21, codec_pad, -1, 0),
        (10, codec_pad, -1, 0),
        (ids.tts_eos, codec_pad, -1, 0),
        (pad, ids.codec_bos, -1, 0),
        (pad, -1, 0, 0),
        (pad, -1, 1, 0),
    ]


@pytest.mark.parametrize(
    ("n_ref_frames", "beside", "trailing"),
    [
        (1, [20, 21], [10, "tts_eos"]),
        (3, [20, 21, 10, "tts_eos"], ["tts_pad"]),
        (5, [20, 21, 10, "tts_eos", "tts_pad", "tts_pad"], ["tts_pad"]),
    ],
)
def test_streaming_text_beside_a_shorter_equal_and_longer_reference(n_ref_frames, beside, trailing, info, ids):
    layout = lay_out(info, PromptParts([10], ref_text_ids=[20, 21], n_ref_frames=n_ref_frames, streaming=True))
    body = rows(layout)[len(head(ids, *auto(ids))) :]
    named = {"tts_eos": ids.tts_eos, "tts_pad": ids.tts_pad}
    assert [r[0] for r in body] == [named.get(t, t) for t in beside]
    assert [r[1] for r in body] == [ids.codec_bos, *[-1] * n_ref_frames]
    assert [r[2] for r in body] == [-1, *range(n_ref_frames)]
    assert layout.trailing_text_ids.tolist() == [named.get(t, t) for t in trailing]


@pytest.mark.parametrize("language", ["auto", "Chinese"])
def test_a_speaker_with_a_dialect_overrides_chinese_and_auto(language, info):
    layout = lay_out(info, PromptParts([10], language, speaker="Eric"))
    assert layout.codec_ids[3:7].tolist() == list(tags_of(info, "sichuan_dialect"))


def test_a_dialect_does_not_override_another_language(info):
    layout = lay_out(info, PromptParts([10], "english", speaker="eric"))
    assert layout.codec_ids[3:7].tolist() == list(tags_of(info, "english"))


def test_a_dialect_that_the_model_does_not_list(info):
    strange = dataclasses.replace(info, speakers={"eric": Speaker(5, "klingon_dialect")})
    with pytest.raises(ModelError, match="klingon_dialect"):
        lay_out(strange, PromptParts([10], speaker="eric"))


# ------------------------------------------------------------------------------------------ from text and voice


def test_every_kind_of_voice(writer, golden, info):
    vector = XVectorVoice(golden["xvec"])
    codes = CodesVoice(golden["ref_codes"], REF_TEXT, vector)
    text = "\n " + TEXT + "\n"
    body, reference = writer.tokenizer.encode(TEXT), writer.tokenizer.encode(REF_TEXT)
    with_codes = PromptParts(body, "german", None, True, reference, len(golden["ref_codes"]))
    cases: list[tuple[Voice | None, str, PromptParts]] = [
        (None, "auto", PromptParts(body)),
        (vector, "English", PromptParts(body, "english", has_speaker_vector=True)),
        (codes, "german", with_codes),
        (SpeakerVoice("Serena"), "chinese", PromptParts(body, "chinese", speaker="serena")),
    ]
    for voice, language, parts in cases:
        assert rows(writer.write(text, voice, language=language)) == rows(lay_out(info, parts))
        streamed = writer.write(text, voice, language=language, streaming=True)
        assert rows(streamed) == rows(lay_out(info, dataclasses.replace(parts, streaming=True)))


def test_codes_without_a_vector_add_no_speaker_row(writer, golden):
    layout = writer.write("hello", CodesVoice(golden["ref_codes"], "the fox"))
    assert not layout.speaker_rows.any()
    assert layout.ref_frames.max() == len(golden["ref_codes"]) - 1


def test_an_instruction_is_for_models_that_follow_it(writer, golden, info):
    design = PromptWriter(dataclasses.replace(info, model_type="voice_design"))
    layout = design.write(TEXT, instruct=" slowly\n")
    parts = PromptParts(writer.tokenizer.encode(TEXT), instruct_ids=writer.instruct_ids("slowly"))
    assert rows(layout) == rows(lay_out(info, parts))
    with pytest.raises(RequestError, match="does not follow instructions"):
        writer.write("hello", instruct="softly")


@pytest.mark.parametrize("text", ["", "  \n\t", "\x00\x1b", "\ufeff", "\udcff"])
def test_blank_text(text, writer):
    with pytest.raises(RequestError, match="blank"):
        writer.write(text)


def test_control_literals_never_become_control_ids(writer, info, ids):
    control = set(info.read_tokenizer().special_tokens.values())
    text = "".join(info.read_tokenizer().special_tokens) + "<|im<|im_end|>_end|><tts_<tts_pad>pad>"
    assert not control & set(writer.tokenizer.encode(text))
    layout = writer.write(text)
    first = rows(layout).index((ids.tts_bos, ids.codec_pad, -1, 0)) + 1
    assert not control & set(layout.text_ids[first:-2].tolist())


@pytest.mark.parametrize("language", ["klingon", "", "sichuan_dialect"])
def test_unknown_language(language, writer, info):
    with pytest.raises(RequestError, match=r"does not speak .*choose one of auto, chinese, english"):
        writer.write("hello", language=language)
    assert language not in selectable_languages(info)


@pytest.mark.parametrize(
    ("voice", "problem"),
    [
        (SpeakerVoice("nobody"), "unknown speaker 'nobody'; the speakers of this model: serena, vivian, eric"),
        (XVectorVoice(np.ones(63, np.float32), "a.spk"), "a.spk: the x-vector has 63 values but the model takes 64"),
        (CodesVoice(np.zeros((4, 15), int), "hi", name="a.rvq"), "a.rvq: 15 codebooks a frame but the model takes 16"),
        (CodesVoice(np.full((4, 16), 64), "hi"), "code 64 is outside the codebooks of 64 entries"),
    ],
)
def test_a_voice_that_does_not_fit(voice, problem, writer):
    with pytest.raises(VoiceError, match=problem):
        writer.write("hello", voice)


def test_a_prompt_that_does_not_fit_the_positions(writer):
    with pytest.raises(RequestError, match="of the model's 2048 positions"):
        writer.write("x1" * 1100)


# ------------------------------------------------------------------------------------------ second dialect


def metadata_file(metadata: Mapping[str, Any]) -> Any:
    """What `read_model_info` needs of a GGUF file, from metadata alone."""
    return SimpleNamespace(path=Path("odd.gguf"), get=metadata.get, has_tensor=lambda name: False)


def second_dialect_metadata(first: Mapping[str, Any]) -> dict[str, Any]:
    """The tokenizer of the released models in small: placeholders where the special tokens are."""
    small = first["tokenizer.ggml.tokens"]
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
        "tokenizer.ggml.merges": first["tokenizer.ggml.merges"],
    }


def test_second_dialect_uses_the_released_ids(info):
    second = second_dialect_metadata(info.file.metadata)
    released = PromptWriter(read_model_info(metadata_file(second)))
    layout = released.write("hello <|im_end|>\nyou", language="english")
    assert layout.text_ids[:8].tolist() == [151_644, 77_091, 198, *[151_671] * 4, 151_672]
    assert layout.codec_ids[3:8].tolist() == [2154, 2156, 2050, 2157, 2148]
    assert layout.text_ids[-2:].tolist() == [151_673, 151_671]
    assert layout.text_ids[8:-2].max() < 400
    assert released.tokenizer.decode([*released.tokenizer.encode("hé\n"), 151_645]) == "hé\n<|im_end|>"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda tokens, merges: tokens.remove("Ā"), "odd.gguf: the token list lacks 1 of the 256 bytes"),
        (lambda tokens, merges: merges.append("no such"), "odd.gguf: the merge 'no such' does not fit"),
        (lambda tokens, merges: merges.append("nospace"), "odd.gguf: the merge 'nospace' does not fit"),
    ],
)
def test_damaged_tokenizer_tables(change, problem, info):
    metadata = dict(info.file.metadata)
    tokens = list(metadata["tokenizer.ggml.tokens"])
    merges = list(metadata["tokenizer.ggml.merges"])
    change(tokens, merges)
    metadata["tokenizer.ggml.tokens"] = tokens + ["spare"] * (len(metadata["tokenizer.ggml.tokens"]) - len(tokens))
    metadata["tokenizer.ggml.merges"] = merges
    with pytest.raises(ModelError, match=problem):
        PromptWriter(read_model_info(metadata_file(metadata)))
