"""What is expected of the bundled voice is what comes."""

import pytest
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine


@pytest.fixture(scope="module")
def bundled():
    with Engine.load(DEFAULT_MODEL, threads=1) as engine:
        yield engine


@pytest.mark.parametrize(
    "text",
    [
        "Hi.",
        "Not today, thank you.",
        "The storm had passed, and nothing moved on the water except the moonlight.",
        "Le train de 8 h 15 arrive dans cinq minutes, voie numéro deux.",
    ],
)
def test_speech_is_about_as_long_as_expected(bundled, text):
    take = bundled.speak(bundled.request(text, seed=1))
    take.wait()
    take.check()
    assert take.duration_s == pytest.approx(bundled.estimate(text).duration_s, rel=0.45)
