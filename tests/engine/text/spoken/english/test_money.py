# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001

import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "It costs $5, £1, €20 and ¥500.",
            "It costs five dollars, one pound, twenty euros and five hundred yen.",
        ),
        (
            "$5.50, £0.50, £2.01, $89.99, $3.999",
            "five dollars and fifty cents, fifty pence, two pounds and one penny, eighty-nine dollars and"
            " ninety-nine cents, three point nine nine nine dollars",
        ),
        (
            "They raised €1m, $2.5 million, £3.5k, $1.2bn.",
            "They raised one million euros, two point five million dollars, three point five thousand "
            "pounds, one point two billion dollars.",
        ),
        ("a $20 million deal, an $8 coffee", "a twenty million dollar deal, an eight dollar coffee"),
        (
            "$10-15, $5–$10, from $5 to $10",
            "ten to fifteen dollars, five to ten dollars, from five to ten dollars",
        ),
        ("$5 USD, 3m EUR", "five U S dollars, three million euros"),
        ("-$5 and $-5", "minus five dollars and minus five dollars"),
        (
            "5€, 3,50 €, 50¢, USD 20, 20 EUR, CHF 5, US$5, A$ 7",
            "five euros, three euros and fifty cents, fifty cents, twenty U S dollars, twenty euros, five"
            " Swiss francs, five U S dollars, seven Australian dollars",
        ),
        ("$100/month, 3 €/kg", "one hundred dollars per month, three euros per kilogram"),
    ],
)
def test_sums_of_money(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
