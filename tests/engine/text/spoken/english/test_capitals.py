import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("STOP RIGHT NOW!", "stop right now!"),
        ("THE USA AND THE FBI WON", "the USA and the FBI won"),
        ("Do NOT touch the TV.", "Do NOT touch the TV."),
        ("NASA", "NASA"),
        ("html and css, hmm, shh, psst, nth", "h t m l and c s s, hmm, shh, psst, nth"),
    ],
)
def test_capitals(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
