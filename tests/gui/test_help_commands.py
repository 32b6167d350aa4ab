import json
import zipfile

import pytest
from phonoscope.gui.session_log import LOGGER
from phonoscope.gui.shortcuts_dialog import ShortcutsDialog


@pytest.fixture
def listed(window):
    """The keys as the dialog lists them, by what they do."""
    window.actions_by_name["show_shortcuts"].trigger()
    dialog = window.findChild(ShortcutsDialog)
    headings = [dialog.list.topLevelItem(at) for at in range(dialog.list.topLevelItemCount())]
    assert all(heading.isExpanded() for heading in headings)
    yield [(h.text(0), h.child(at).text(0), h.child(at).text(1)) for h in headings for at in range(h.childCount())]
    dialog.reject()


def test_the_keys_are_listed_menu_by_menu(listed):
    assert ("Take", "Speak", "Ctrl+Return") in listed
    assert ("Help", "Keyboard shortcuts", "F1") in listed
    assert ("In the list of takes", "Rate with stars", "0 – 5") in listed  # noqa: RUF001 - a range
    assert ("With the mouse, on a take", "Repeat a part", "drag with Shift held") in listed
    assert all(keys for _, _, keys in listed)


def test_keys_have_their_names_in_the_language_of_the_window(in_french, listed):
    assert ("Prise", "Parler", "Ctrl+Retour") in listed
    assert ("Dans la liste des voix", "Écouter", "Espace") in listed
    assert ("À la souris, sur une prise", "Répéter une partie", "tirer, touche Maj enfoncée") in listed


def test_the_help_menu_saves_diagnostics(window, tmp_path, monkeypatch):
    LOGGER.warning("what came before")
    path = tmp_path / "diagnostics.zip"
    monkeypatch.setattr("phonoscope.gui.diagnostics.file_to_write", lambda *_: path)
    window.actions_by_name["save_diagnostics"].trigger()
    assert str(path) in window.statusBar().currentMessage()
    with zipfile.ZipFile(path) as archive:
        assert b"what came before" in archive.read("log.txt")
        assert "phonoscope" in json.loads(archive.read("environment.json"))
    window.help_commands.save_diagnostics_to(tmp_path / "nowhere" / "diagnostics.zip")
    assert "nowhere" in window.panel.message.text()
