"""What a voice's card says, in words."""

from __future__ import annotations

from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices.card import Consent, Operation
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.gui.language.languages import language_name
from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def kind_text(kind: VoiceKind) -> str:
    """Return what a voice is made of."""
    return {
        VoiceKind.NONE: translate("CardText", "none"),
        VoiceKind.SPEAKER: translate("CardText", "speaker of the model"),
        VoiceKind.XVECTOR: translate("CardText", "x-vector"),
        VoiceKind.CODES: translate("CardText", "codes"),
        VoiceKind.LATENTS: translate("CardText", "latents"),
    }[kind]


def consent_text(consent: Consent) -> str:
    """Return by what right a voice is used."""
    return {
        Consent.UNKNOWN: translate("CardText", "consent unknown"),
        Consent.OWN: translate("CardText", "one's own voice"),
        Consent.PERMITTED: translate("CardText", "with the speaker's consent"),
        Consent.PUBLIC_DOMAIN: translate("CardText", "released for any use"),
        Consent.SYNTHETIC: translate("CardText", "made by a program"),
    }[consent]


def operation_text(operation: Operation) -> str:
    """Return how a voice came about."""
    return {
        Operation.IMPORT: translate("CardText", "import"),
        Operation.EXTRACT: translate("CardText", "extraction"),
        Operation.BLEND: translate("CardText", "blend"),
        Operation.ARITHMETIC: translate("CardText", "arithmetic"),
        Operation.RANDOM: translate("CardText", "chance"),
        Operation.SHIFT: translate("CardText", "shift"),
    }[operation]


def card_line(entry: VoiceEntry) -> str:
    """Return what is known of a voice in one line."""
    language = language_name(entry.language) if entry.language else ""
    known = (entry.name, kind_text(entry.kind), language, entry.licence, consent_text(entry.consent))
    return " · ".join(filter(None, known))
