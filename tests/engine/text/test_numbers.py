import pytest
from phonoscope.engine.text.numbers import number_words, ordinal_words, year_words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (42, "forty-two"),
        (100, "one hundred"),
        (305, "three hundred and five"),
        (1001, "one thousand and one"),
        (7300, "seven thousand three hundred"),
        (1234567, "one million two hundred and thirty-four thousand five hundred and sixty-seven"),
        (-12, "minus twelve"),
        (10**15, "one " + " ".join(["zero"] * 15)),
    ],
)
def test_whole_numbers(number, words):
    assert number_words(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "first"), (2, "second"), (12, "twelfth"), (20, "twentieth"), (23, "twenty-third"), (100, "one hundredth")],
)
def test_ordinals(number, words):
    assert ordinal_words(number) == words


@pytest.mark.parametrize(
    ("year", "words"),
    [
        (1987, "nineteen eighty-seven"),
        (1900, "nineteen hundred"),
        (1905, "nineteen oh five"),
        (2000, "two thousand"),
        (2009, "two thousand and nine"),
        (2021, "twenty twenty-one"),
    ],
)
def test_years(year, words):
    assert year_words(year) == words
