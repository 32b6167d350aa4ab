"""The voices that come with Phonoscope, and which of them speaks when none is named."""

import pytest
from phonoscope.engine.voices.bundled import DEFAULT_VOICES, bundled_entries, default_voice


@pytest.mark.parametrize(
    ("text", "language", "voice"),
    [
        ("Good evening, and welcome.", "auto", "english"),
        ("Bonsoir, et bienvenue à tous.", "auto", "french"),
        ("Good evening.", "French", "french"),
        ("Bonsoir à tous.", "english", "english"),
        ("Guten Abend.", "german", "english"),
        ("", "auto", "english"),
    ],
)
def test_a_voice_of_the_language_speaks_when_none_is_named(text, language, voice):
    assert default_voice(text, language) == DEFAULT_VOICES[voice]


def test_bundled_voices_say_which_language_they_speak():
    languages = {entry.name: entry.language for entry in bundled_entries()}
    assert {language: languages[name] for language, name in DEFAULT_VOICES.items()} == {
        language: language for language in DEFAULT_VOICES
    }
    assert "" not in languages.values()
