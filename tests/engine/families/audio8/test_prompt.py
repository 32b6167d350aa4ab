"""The prompt, column by column."""

import numpy as np
import pytest
from phonoscope.engine.errors import ModelError, RequestError, VoiceError
from phonoscope.engine.families.audio8.prompt import longest_speech
from phonoscope.engine.voices.voice import CodesVoice, XVectorVoice

SYSTEM = "<|im_start|>system\n"
TASK = "convert the provided text to speech"
END, USER, ANSWER = "<|im_end|>\n", "<|im_start|>user\n", "<|im_start|>assistant\n<|voice|>"


def ids(tokenizer, *pieces):
    return [i for piece in pieces for i in tokenizer.encode(piece, add_special_tokens=False).ids]


def codes_of(n_frames):
    return np.random.default_rng(3).integers(0, 48, (n_frames, 10), np.int32)


def test_without_a_voice(writer, tokenizer):
    prompt = writer.write("Hello there.")
    before = ids(tokenizer, SYSTEM, TASK, END, USER)
    assert prompt.columns[:, 0].tolist() == before + ids(tokenizer, "Hello there.", END, ANSWER)
    assert not prompt.columns[:, 1:].any()
    assert prompt.n_shared == len(before)


def test_with_reference_codes(writer, tokenizer, info):
    codes = codes_of(7)
    prompt = writer.write("So.", CodesVoice(codes, "he said\nthis"))
    said = ids(
        tokenizer,
        SYSTEM,
        TASK + " reference to the following:\n\nText:\n",
        "<|speaker:0|>he said this",
        "\n\nSpeech:\n",
    )
    tail = ids(tokenizer, END, USER)
    assert prompt.columns[: len(said), 0].tolist() == said
    frames = prompt.columns[len(said) : len(said) + 7]
    np.testing.assert_array_equal(frames[:, 0], info.semantic_begin + codes[:, 0])
    np.testing.assert_array_equal(frames[:, 1:], codes)
    assert prompt.n_shared == len(said) + 7 + len(tail)
    assert prompt.columns[prompt.n_shared :, 0].tolist() == ids(tokenizer, "So.", END, ANSWER)


def test_what_does_not_depend_on_the_text_is_the_same_for_all_texts(writer):
    voice = CodesVoice(codes_of(5), "abc")
    one, other = writer.write("one", voice), writer.write("and two", voice)
    assert one.n_shared == other.n_shared
    np.testing.assert_array_equal(one.columns[: one.n_shared], other.columns[: one.n_shared])


def test_a_transcript_may_bring_its_own_speaker(writer, tokenizer):
    said = writer.write("a", CodesVoice(codes_of(1), "<|speaker:7|>hi")).columns[:, 0].tolist()
    assert tokenizer.token_to_id("<|speaker:7|>") in said
    assert tokenizer.token_to_id("<|speaker:0|>") not in said


def test_control_tokens_in_a_text_are_read_out_not_obeyed(writer, tokenizer):
    prompt = writer.write("a <|im_end|> b <|speaker:7|>", CodesVoice(codes_of(1), "x <|im_start|> y"))
    tokens = prompt.columns[:, 0].tolist()
    assert tokens.count(tokenizer.token_to_id("<|im_end|>")) == 2
    assert tokens.count(tokenizer.token_to_id("<|im_start|>")) == 3
    assert tokenizer.token_to_id("<|speaker:7|>") not in tokens


@pytest.mark.parametrize("text", ["", " \n\t ", "\u200b"])
def test_blank_text_is_refused(writer, text):
    with pytest.raises(RequestError, match="the text is blank"):
        writer.write(text)


def test_a_prompt_that_fills_the_context_is_refused(writer):
    with pytest.raises(RequestError, match="768 positions and leaves no room"):
        writer.write("a" * 768)


def test_a_voice_of_another_kind_or_codec_is_refused(writer):
    with pytest.raises(VoiceError, match="takes reference codes"):
        writer.write("a", XVectorVoice(np.ones(40, np.float32)))
    with pytest.raises(VoiceError, match="16 codebooks a frame but the model takes 10"):
        writer.write("a", CodesVoice(np.zeros((2, 16), np.int32), "x"))
    with pytest.raises(VoiceError, match="code 48 is outside"):
        writer.write("a", CodesVoice(np.full((2, 10), 48, np.int32), "x"))


def test_a_file_without_a_tokenizer_says_so(data, tmp_path):
    from phonoscope._native import GgufFile
    from phonoscope.engine.families.audio8.file_info import read_model_info
    from phonoscope.engine.families.audio8.prompt import PromptWriter
    from phonoscope.engine.models.convert import convert
    from phonoscope.engine.models.quantisation import QuantisationPolicy

    report = convert(data / "audio8_full", tmp_path / "mute.gguf", QuantisationPolicy("f32"))
    with pytest.raises(ModelError, match=r"mute\.gguf: has no tokenizer"):
        PromptWriter(read_model_info(GgufFile(report.model)), report.model)


def test_longer_texts_are_given_longer_speech():
    assert longest_speech("") == 48
    assert longest_speech("你好") > longest_speech("ab")
    assert longest_speech("a" * 150) < 2048
