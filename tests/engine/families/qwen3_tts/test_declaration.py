import dataclasses

import pytest
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families import FAMILIES, family
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.qwen3_tts.declaration import DECLARATION, declare


def test_the_family_is_known_by_its_name():
    assert family("qwen3_tts") is DECLARATION
    assert FAMILIES["qwen3_tts"] is DECLARATION
    with pytest.raises(RequestError, match="unknown model family 'bark'; the families are qwen3_tts"):
        family("bark")


def test_every_default_lies_in_its_range_and_says_what_it_does():
    for field in DECLARATION.sampler:
        assert field.check(field.default) == field.default
        assert field.help
        assert field.label
    assert len({f.name for f in DECLARATION.sampler}) == len(DECLARATION.sampler)


def test_one_model_declares_its_languages_and_speakers(info):
    declared = declare(info)
    assert declared.languages[:3] == ("auto", "chinese", "english")
    assert not any(name.endswith("_dialect") for name in declared.languages)
    assert declared.speakers == ("serena", "vivian", "eric")
    assert VoiceKind.SPEAKER in declared.voice_kinds
    assert not declared.takes_instructions
    assert declared.settings()["temperature"] == 0.9
    assert declared.settings()["repetition_penalty"] == 1.05


def test_a_model_file_overrides_the_defaults(info):
    stored = dataclasses.replace(
        info.generation, do_sample=False, temperature=0.0, top_k=7, subtalker_top_p=0.800000011920929
    )
    strange = dataclasses.replace(info, generation=stored, speakers={}, model_type="voice_design")
    declared = declare(strange)
    settings = declared.settings({"predictor_top_k": 3})
    assert settings.switch("greedy")
    assert settings.number("temperature") == 0.01
    assert settings.integer("top_k") == 7
    assert settings.number("predictor_top_p") == 0.8
    assert settings.integer("predictor_top_k") == 3
    assert VoiceKind.SPEAKER not in declared.voice_kinds
    assert declared.takes_instructions
    with pytest.raises(TypeError, match="no integer field"):
        settings.integer("predictor_top_p")


def test_settings_are_equal_when_all_values_are():
    assert DECLARATION.settings({"top_k": 3}) == DECLARATION.settings({"top_k": 3, "greedy": False})
    assert DECLARATION.settings({"top_k": 3}) != DECLARATION.settings()
    assert hash(DECLARATION.settings()) == hash(DECLARATION.settings())
