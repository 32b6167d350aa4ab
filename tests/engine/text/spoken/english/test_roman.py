import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "Henry VIII, Louis XIV of France, Elizabeth I, Pope John Paul II.",
            "Henry the eighth, Louis the fourteenth of France, Elizabeth the first, Pope John Paul the second.",
        ),
        (
            "World War II, Chapter IV, Part I, Act V, Super Bowl LVIII",
            "World War two, Chapter four, Part one, Act five, Super Bowl fifty-eight",
        ),
        ("Rocky IV, MCMXCIX", "Rocky four, nineteen ninety-nine"),
        (
            "I think Charles I know. A MIX of CDs, size XL, Malcolm X, DC, XXX",
            "I think Charles I know. A MIX of CDs, size XL, Malcolm X, DC, XXX",
        ),
    ],
)
def test_roman_numerals(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
