# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001

import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "It has 1,234,567 people, or 1 234 567, or 1 234 567.",
            "It has one million two hundred and thirty-four thousand five hundred and sixty-seven people,"
            " or one million two hundred and thirty-four thousand five hundred and sixty-seven, or one "
            "million two hundred and thirty-four thousand five hundred and sixty-seven.",
        ),
        ("Pi is 3.14, half is .5.", "Pi is three point one four, half is zero point five."),
        ("It was -12, then −3, not (-1).", "It was minus twelve, then minus three, not (minus one)."),
        (
            "He came 1st, she came 21st, they 112th.",
            "He came first, she came twenty-first, they one hundred and twelfth.",
        ),
        ("agent 007", "agent zero zero seven"),
        (
            "Flight 372 of 1,205 seats",
            "Flight three hundred and seventy-two of one thousand two hundred and five seats",
        ),
        ("pages 3–5, 10-12 and 7 - 9", "pages three to five, ten to twelve and seven to nine"),
        (
            "12345678901234567",
            "one two three four five six seven eight nine zero one two three four five six seven",
        ),
        (
            "1/2, 3/4, 2 1/3, 5/16, 22/7, 1/0",
            "one half, three quarters, two and a third, five sixteenths, twenty-two over seven, one over zero",
        ),
        (
            "1/10th, 3/10ths, 2/3rds, 1/20th",
            "one tenth, three tenths, two thirds, one twentieth",
        ),
        (
            "1.000.000 people, 12.345.678,90 €, 1.234.5",
            "one million people, twelve million three hundred and forty-five thousand six hundred and "
            "seventy-eight euros and ninety cents, one point two hundred and thirty-four point five",
        ),
        (
            "8/10 and 50/50 and 24/7 and 9/11",
            "eight out of ten and fifty-fifty and twenty-four seven and nine eleven",
        ),
        (
            "version 1.2.3, v2.1, version v3",
            "version one point two point three, version two point one, version three",
        ),
        (
            "Windows 11, iOS 17.4.1, MP3, H2O, COVID-19, MI6, FY2024, 4K",
            "Windows eleven, iOS seventeen point four point one, MP three, H two O, COVID nineteen, MI "
            "six, FY twenty twenty-four, four K",
        ),
        (
            "6.02e23, 10^8, 2^-3",
            "six point zero two times ten to the power of twenty-three, ten to the power of eight, two to"
            " the power of minus three",
        ),
        (
            "6.02×10²³, 3×10², 10⁻⁶",
            "six point zero two times ten to the power of twenty-three, three times ten squared, ten to the "
            "power of minus six",
        ),
        (
            "1920x1080, 3x4 tiles, 3 × 4 = 12, 3x faster",
            "nineteen twenty by one thousand and eighty, three by four tiles, three times four equals "
            "twelve, three times faster",
        ),
        ("5 - 3 = 2, 2+2=4", "five minus three equals two, two plus two equals four"),
        ("It won 2-1 in a 16:9 picture.", "It won two to one in a sixteen to nine picture."),
        ("£3.5bn, 7bn people", "three point five billion pounds, seven billion people"),
        (
            "In 1066 William won; since 1010; in 1066 and 1070, before 1099 (born 1005).",
            "In ten sixty-six William won; since ten ten; in ten sixty-six and ten seventy, before ten "
            "ninety-nine (born one thousand and five).",
        ),
        (
            "in 1066 cases, in 1066 and 1070 cases, in 1066 of them, after 1050 km",
            "in one thousand and sixty-six cases, in one thousand and sixty-six and one thousand and seventy "
            "cases, in one thousand and sixty-six of them, after one thousand and fifty kilometers",
        ),
        (
            "the class of 1969, 1066 and 2009",
            "the class of nineteen sixty-nine, one thousand and sixty-six and two thousand and nine",
        ),
    ],
)
def test_numbers_that_stand_alone(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
