# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001

import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("café, naïve, Zürich, Москва, 北京", "cafe, naive, Zurich, Moskva, Beijing"),
        ("Happy birthday 🎂🎉 to you 😀", "Happy birthday, to you"),
        ("😀", "grinning"),
        ("See you ❤️ soon", "See you, soon"),
        ("item 8) xoo.", "item eight) xoo."),
        ("I ❤️ it 👍🏽👍🏽 🇫🇷", "I love it"),
        ("hello :) you ;-) <3", "hello, you"),
        (
            "٣٤ １２ x² y⁴ H₂O ½ 1½ ⅓ ① №5 ℃",
            "thirty-four twelve x squared y to the power of four H two O one half one and a half one "
            "third one number five degrees Celsius",
        ),
        ("“Well” ‘so’ it’s", "\"Well\" 'so' it's"),
    ],
)
def test_characters(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
