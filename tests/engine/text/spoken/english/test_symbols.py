# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001

import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("R&B + jazz = fun", "R and B plus jazz equals fun"),
        ("x = 1  # one of #2", "x equals one, one of number two"),
        ("3×10⁸", "three times ten to the power of eight"),
        ("C# and C++", "C sharp and C plus plus"),
        ("a -> b → c", "a to b to c"),
        ("x == y, x != z, a <= b ≥ c", "x equals y, x is not equal to z, a at most b at least c"),
        (
            "±2, ~5, ≈ 7, 5 > 3 < 9, 5*3, a * b",
            "plus or minus two, about five, about seven, five greater than three less than nine, five "
            "times three, a times b",
        ),
        (
            "§ 5, © Ann, 100 Ω, π, √2, ∞",
            "section five, copyright Ann, one hundred ohms, pi, the square root of two, infinity",
        ),
        ("a_b | c \\ d ^ 2", "a b, c backslash d to the power of two"),
        ("Well… she said – it’s late — very -- so.", "Well... she said, it's late, very, so."),
        ("What?!?! Nooo!!! Hm....,,", "What? Nooo! Hm..."),
        ("{a} [sic] (b) ((c)) ()", "(a) (sic) (b) (c)"),
        ("‘tis «so»", '\'tis "so"'),
        ("One,two.Three", "One, two. Three"),
    ],
)
def test_signs(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
