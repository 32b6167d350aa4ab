import pytest
from phonoscope.engine.text.spoken.english.numbers import (
    is_one,
    number_words,
    ordinal_words,
    quantity_words,
    year_words,
)


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
        (1066, "ten sixty-six"),
        (1987, "nineteen eighty-seven"),
        (1900, "nineteen hundred"),
        (1905, "nineteen oh five"),
        (2000, "two thousand"),
        (2009, "two thousand and nine"),
        (2021, "twenty twenty-one"),
        (2105, "twenty-one oh five"),
    ],
)
def test_years(year, words):
    assert year_words(year) == words


def test_a_number_of_a_thousand_digits_is_read_digit_by_digit():
    assert quantity_words("7" * 5000) == " ".join(["seven"] * 5000)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("007", "zero zero seven"),
        ("1,205.50", "one thousand two hundred and five point five zero"),
        ("0.5", "zero point five"),
        ("1/2", "one half"),
        ("3/4", "three quarters"),
        ("1 1/3", "one and a third"),
        ("22/7", "twenty-two over seven"),
    ],
)
def test_quantities_as_written(text, words):
    assert quantity_words(text) == words


@pytest.mark.parametrize(("text", "one"), [("1", True), ("1.0", True), ("1/2", True), ("1.5", False), ("21", False)])
def test_what_is_one(text, one):
    assert is_one(text) is one
