"""What the engine says in fixed words, in the language of the window."""

from __future__ import annotations

from phonoscope.engine.families import FAMILIES
from phonoscope.engine.native_messages import OPERATIONS
from phonoscope.engine.voices.bundled import BUNDLED_FOLDER, BUNDLED_TAGS
from phonoscope.engine.voices.card import CONSENT_TEXT
from PySide6.QtCore import QCoreApplication

CONTEXT = "Declaration"


def declared(text: str) -> str:
    """Return a text of a family's declaration, or another of the engine's, in the language of the window."""
    return QCoreApplication.translate(CONTEXT, text)


def declared_texts() -> list[str]:
    """Return every such text, for translators."""
    texts: dict[str, None] = dict.fromkeys((CONSENT_TEXT, BUNDLED_FOLDER, *BUNDLED_TAGS, *OPERATIONS))
    for family in FAMILIES.values():
        for field in family.sampler:
            texts |= dict.fromkeys((field.label, field.help, field.group))
        for group in family.tap_groups:
            texts |= dict.fromkeys((group.label, group.help, *group.layer_names))
        for preset in family.presets:
            texts |= dict.fromkeys((preset.label, preset.help))
        texts |= dict.fromkeys(family.stages)
    return list(texts)
