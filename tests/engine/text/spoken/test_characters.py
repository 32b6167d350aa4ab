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
        ("x²³ y⁻² z⁻¹⁰", "x to the power of twenty-three y to the power of minus two z to the power of minus ten"),
        ("α β Δ, ϕ-angle, Δx = λ₂", "alpha beta delta, phi-angle, delta x equals lambda two"),
        ("μ and Ω, but 5 μm, 10 Ω and µ", "mu and omega, but five micrometers, ten ohms and micro"),
        ("2πr, από", "two pi r, apo"),
        ("“Well” ‘so’ it’s", "\"Well\" 'so' it's"),
    ],
)
def test_characters(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
