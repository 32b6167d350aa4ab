"""What a voice's card says, in words."""

from __future__ import annotations

from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices.bundled import BUNDLED_FOLDER
from phonoscope.engine.voices.card import Consent, Operation
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.gui.language.declared import declared
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
    known = (entry.name, kind_text(entry.kind), _language(entry), entry.licence, consent_text(entry.consent))
    return " · ".join(filter(None, known))


def tags_text(entry: VoiceEntry) -> str:
    """Return the tags of a voice; those of the user's own voices are as they were typed."""
    return ", ".join(declared(tag) if entry.folder == BUNDLED_FOLDER else tag for tag in entry.tags)


def answers_to(entry: VoiceEntry, words: str) -> bool:
    """Whether a voice is found by these words, in the language of the window or in English."""
    described = (tags_text(entry), declared(entry.folder), _language(entry), kind_text(entry.kind))
    return entry.answers_to(words, " ".join(described))


def _language(entry: VoiceEntry) -> str:
    return language_name(entry.language) if entry.language else ""
