import pytest
from phonoscope.engine.text.spoken.likely import likely_language

BOTH = ("english", "french")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Le train part à huit heures.", "french"),
        ("L\u2019ami qu\u2019on attend", "french"),
        ("Bonjour !", "french"),
        ("The train leaves at eight.", "english"),
        ("We met at the café.", "english"),
        ("Hello, how are you?", "english"),
        ("12345", "english"),
        ("", "english"),
    ],
)
def test_little_words_tell_the_language(text, language):
    assert likely_language(text, BOTH) == language


def test_only_known_languages_are_chosen():
    assert likely_language("Le chat est là.", ("english",)) == "english"
