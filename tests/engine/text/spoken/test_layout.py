import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("- apples\n- pears\n\n1. First\n2. Second", "apples. pears. one. First. two. Second"),
        ("# Heading\n\nText.\n\n---\n\n> quote", "Heading. Text. quote"),
        ("Roses are red\nViolets are blue", "Roses are red, Violets are blue"),
        (
            "A line that is wrapped where the page ended and that goes\nOn in the next",
            "A line that is wrapped where the page ended and that goes On in the next",
        ),
        ("1) one\n2) two", "one. one. two. two"),
        ("so it\ngoes on", "so it goes on"),
        ("**bold**, *thin*, `code`, ~~gone~~, _so_, snake_case", "bold, thin, code, gone, so, snake case"),
        ("<b>bold</b> &amp; [a link](https://a.b/c)[1], x < y", "bold and a link, x less than y"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a, b. one, two"),
    ],
)
def test_lines_and_marks(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
