import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from phonoscope.gui.actions import MENUS
from phonoscope.gui.language.declared import declared, declared_texts
from phonoscope.gui.language.install import LANGUAGES, install_language
from phonoscope.gui.language.update import collect, compile_translation, unbroken
from phonoscope.gui.voices.making_dialogs import ask_seed, ask_sum
from PySide6.QtCore import QCoreApplication, QTimer, QTranslator
from PySide6.QtWidgets import QApplication, QDialog, QWidget

REPOSITORY = Path(__file__).resolve().parents[3]
FOLDER = REPOSITORY / "resources" / "translations"


def messages(path):
    """Context, source and translations of every message."""
    for context in ET.parse(path).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            unfinished = translation.get("type") == "unfinished"
            yield context.findtext("name", ""), message.findtext("source", ""), forms, unfinished


def fields(text):
    return sorted(re.findall(r"\{[^}]*\}|%n", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_source_is_translated(tmp_path, monkeypatch, language):
    """`python -m phonoscope.gui.language.update` collects new texts; their translation is then written by hand."""
    monkeypatch.chdir(REPOSITORY)
    shutil.copy(FOLDER / f"phonoscope_{language}.ts", tmp_path)
    found = list(messages(collect(tmp_path, language)))
    untranslated = [(context, source) for context, source, forms, open_ in found if open_ or not all(forms)]
    assert untranslated == []
    known = {(context, source) for context, source, *_ in messages(FOLDER / f"phonoscope_{language}.ts")}
    assert known == {(context, source) for context, source, *_ in found}, "texts that are in the source no more"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_fields_that_are_filled_in(language):
    for context, source, forms, _ in messages(FOLDER / f"phonoscope_{language}.ts"):
        for form in forms:
            assert fields(form) == fields(source), (context, source)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_window_reads_is_made_from_what_translators_write(qapp, tmp_path, language):
    shutil.copy(FOLDER / f"phonoscope_{language}.ts", tmp_path)
    made = compile_translation(tmp_path / f"phonoscope_{language}.ts")
    assert made.read_bytes() == (FOLDER / made.name).read_bytes()


def test_no_line_begins_with_a_sign():
    assert unbroken("Qui ? « Moi » : 8 %, %n prises.") == "Qui\xa0? «\xa0Moi\xa0»\xa0: 8\xa0%, %n prises."


def test_the_window_speaks_french(in_french, window):
    assert window.panel.speak_button.text() == "Parler"
    assert window.menuBar().actions()[0].text() == "&Fichier"
    assert declared("Talker") == "Parleur"
    # What Qt itself says, as in dialogs.
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Annuler"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_is_opened_by_a_letter_of_its_own(language):
    path = FOLDER / f"phonoscope_{language}.ts"
    translated = {source: forms[0] for _, source, forms, _ in messages(path)}
    letters = [translated.get(menu, menu).partition("&")[2][:1].casefold() for menu in MENUS]
    assert "" not in letters
    assert len(set(letters)) == len(MENUS), letters


def test_what_is_asked_before_a_voice_is_made_is_asked_in_french(qtbot, in_french):
    parent = QWidget()
    qtbot.addWidget(parent)
    asked = []

    def answer():
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        asked.append(dialog.windowTitle())
        dialog.reject()

    for ask in (lambda: ask_sum(parent, ""), lambda: ask_seed(parent)):
        QTimer.singleShot(0, answer)
        ask()
    assert asked == ["Additionner et soustraire des voix", "Voix au hasard près de celles de la bibliothèque"]


def test_declarations_of_all_families_are_texts_for_translators():
    assert {"Temperature", "Talker", "codec"} <= set(declared_texts())


def test_an_unknown_language_is_english(qapp):
    assert install_language(qapp, "tlh") == "en"
    assert all(isinstance(translator, QTranslator) for translator in qapp.findChildren(QTranslator))
    assert QCoreApplication.translate("Actions", "&File") == "&File"
