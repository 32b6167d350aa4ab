import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "Call 555-1234, (555) 123-4567 or 1-800-555-0199.",
            "Call five five five, one two three four, five five five, one two three, four five six seven "
            "or one, eight zero zero, five five five, zero one nine nine.",
        ),
        (
            "Call +44 20 7946 0958, 020 7946 0958 or 911.",
            "Call plus four four, two zero, seven nine four six, zero nine five eight, zero two zero, "
            "seven nine four six, zero nine five eight or nine hundred and eleven.",
        ),
        ("Call 1-800-FLOWERS.", "Call one, eight zero zero, FLOWERS."),
        ("Flight BA2490 in FY2024", "Flight BA two four nine zero in FY twenty twenty-four"),
        ("Card 4111 1111 1111 1111", "Card four one one one, one one one one, one one one one, one one one one"),
        ("ISBN 978-3-16-148410-0", "ISBN nine seven eight, three, one six, one four eight four one zero, zero"),
        ("Springfield, IL 62704-1234", "Springfield, IL six two seven zero four, one two three four"),
    ],
)
def test_digits_that_are_no_quantity(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
