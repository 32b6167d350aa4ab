"""Choosing the language of the window."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

LANGUAGES = ("en", "fr")
_SYSTEM = "system"


def translations_folder() -> Path:
    """Return where translations are."""
    return Path(str(files("phonoscope") / "resources" / "translations"))


def install_language(application: QCoreApplication, language: str) -> str:
    """Let the window speak a language and return which one it is.

    Parameters
    ----------
    language
        "system", or one of `LANGUAGES`; English for what there is no translation of.
    """
    wanted = QLocale.system().name() if language == _SYSTEM else language
    chosen = next((known for known in LANGUAGES if wanted.startswith(known)), LANGUAGES[0])
    QLocale.setDefault(QLocale(chosen))  # which numbers in fields and labels follow
    for old in application.findChildren(QTranslator):
        application.removeTranslator(old)
        old.deleteLater()
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for folder, name in ((qt, f"qtbase_{chosen}"), (str(translations_folder()), f"phonoscope_{chosen}")):
        translator = QTranslator(application)
        if translator.load(name, folder):
            application.installTranslator(translator)
    return chosen
