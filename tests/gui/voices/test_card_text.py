import pytest
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices.card import Consent, Operation
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.gui.voices.card_text import card_line, consent_text, kind_text, operation_text


@pytest.mark.parametrize("said", [(kind_text, VoiceKind), (consent_text, Consent), (operation_text, Operation)])
def test_every_value_of_a_card_has_words(said):
    text, values = said
    assert all(text(value) and "_" not in text(value) for value in values)


def test_a_card_is_said_in_french(in_french):
    entry = next(entry for entry in VoiceLibrary().entries() if entry.name == "af_heart")
    assert card_line(entry) == "af_heart · x-vecteur · Anglais · Apache-2.0 · faite par un programme"
