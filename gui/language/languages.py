"""Names of languages, which models and voices give in English."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def language_name(name: str) -> str:
    """Return the name of a language in the language of the window; as it is given where it is not a common one."""
    names = {
        "chinese": translate("Language", "Chinese"),
        "english": translate("Language", "English"),
        "french": translate("Language", "French"),
        "german": translate("Language", "German"),
        "italian": translate("Language", "Italian"),
        "japanese": translate("Language", "Japanese"),
        "korean": translate("Language", "Korean"),
        "portuguese": translate("Language", "Portuguese"),
        "russian": translate("Language", "Russian"),
        "spanish": translate("Language", "Spanish"),
    }
    return names.get(name, name.replace("_", " ").capitalize())
