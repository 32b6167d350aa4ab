import json
from pathlib import Path

import pytest
from phonoscope.engine.text import spoken as module
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Flight 372 departs at 6:45 pm.", "Flight three hundred and seventy-two departs at six forty-five p m."),
        (
            "The jacket costs $89.99 and the boots are 25% off.",
            "The jacket costs eighty-nine dollars and ninety-nine cents and the boots are twenty-five percent off.",
        ),
        ("It costs $5.", "It costs five dollars."),
        ("A $1 coin and £0.50", "A one dollar coin and fifty pence"),
        ("It raised $2.5 million.", "It raised two point five million dollars."),
        (
            "Call extension 4081 before 9 am.",
            "Call extension four thousand and eighty-one before nine a m.",
        ),
        (
            "The tower is 324 m tall and weighs 7,300 tonnes.",
            "The tower is three hundred and twenty-four meters tall and weighs seven thousand three hundred tonnes.",
        ),
        (
            "On March 3rd, 2021, the vote was 51 to 48.",
            "On March third, twenty twenty-one, the vote was fifty-one to forty-eight.",
        ),
        ("It was -12 degrees outside.", "It was minus twelve degrees outside."),
        ("She ran 1 km in 5 min.", "She ran one kilometer in five minutes."),
        ("2024-02-29", "February twenty-ninth, twenty twenty-four"),
        ("It is 21.5°C today", "It is twenty-one point five degrees Celsius today"),
        ("pages 10-12", "pages ten to twelve"),
        ("Call 555-1234.", "Call five five five, one two three four."),
        ("Dr. Smith vs. Mr. Jones", "Doctor Smith versus Mister Jones"),
        ("In 1999 we met", "In nineteen ninety-nine we met"),
        ("music of the 1980s", "music of the nineteen eighties"),
        ("version 1.2.3", "version one point two point three"),
        ("ann@mail.com", "ann at mail dot com"),
        ("R&B + jazz", "R and B plus jazz"),
        ("the U.S.A. team", "the U S A team"),
        ("\u201cWell\u2026\u201d she said \u2013 it\u2019s late.", "\"Well...\" she said, it's late."),
        ("60 mph", "sixty miles per hour"),
        ("agent 007", "agent zero zero seven"),
    ],
)  # fmt: skip
def test_readings(written, said):
    assert spoken(written) == said
    assert spoken(said) == said


def test_words_stay_as_they_are():
    held_out = Path(module.__file__).parents[2] / "training" / "heldout.json"
    table = json.loads(held_out.read_text(encoding="utf-8"))
    for kind, sentences in table.items():
        for sentence in sentences:
            if kind == "number" and any(c.isdigit() for c in sentence):
                assert not any(c.isdigit() for c in spoken(sentence))
            else:
                assert spoken(sentence) == sentence
