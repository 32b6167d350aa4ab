from pathlib import Path

import pytest
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtWidgets import QFileDialog, QLineEdit


class Person:
    """Answers the dialogs of the toolkit, and knows where they opened."""

    def __init__(self) -> None:
        self.opened_in: list[Path] = []
        self.chooses: list[Path] = []

    def read_one(self, parent, title, folder, filters):
        self.opened_in.append(Path(folder))
        return next(map(str, self.chooses), ""), filters

    def write(self, dialog):
        self.opened_in.append(Path(dialog.directory().path()))
        if self.chooses:
            field = dialog.findChild(QLineEdit, "fileNameEdit")
            field.setText(str(self.chooses[0]))
            dialog.accept()
        return bool(self.chooses)

    def read_several(self, parent, title, folder, filters):
        self.opened_in.append(Path(folder))
        return list(map(str, self.chooses)), filters


@pytest.fixture
def person(monkeypatch):
    answers = Person()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answers.read_one)
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: answers.write(dialog))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", answers.read_several)
    return answers


def test_each_kind_opens_where_one_of_it_was_chosen_last(tmp_path, person):
    settings = SettingsStore(tmp_path / "config")
    dialogs = FileDialogs(settings)
    for folder in ("voices", "bundles"):
        (tmp_path / folder).mkdir()
    person.chooses = [tmp_path / "voices" / "a.spk", tmp_path / "voices" / "b.spk"]
    assert dialogs.several_to_read(None, "voices", "", "") == person.chooses
    person.chooses = [tmp_path / "bundles" / "take.zip"]
    assert dialogs.one_to_write(None, "bundles", "", "", "take.zip") == person.chooses[0]
    person.chooses = []
    assert dialogs.one_to_read(None, "voices", "", "") is None
    settings.save()
    dialogs = FileDialogs(SettingsStore(tmp_path / "config"))
    assert dialogs.one_to_write(None, "bundles", "", "", "another.zip") is None
    assert dialogs.one_to_read(None, "voices", "", "") is None
    home, voices, bundles = Path.home(), tmp_path / "voices", tmp_path / "bundles"
    assert person.opened_in == [home, home, voices, bundles, voices]


def test_a_file_that_is_named_without_a_suffix_gets_the_usual_one(tmp_path, person):
    dialogs = FileDialogs(SettingsStore(None))
    person.chooses = [tmp_path / "my bundle"]
    assert dialogs.one_to_write(None, "bundles", "", "Bundles (*.zip)", "take.zip") == tmp_path / "my bundle.zip"
    person.chooses = [tmp_path / "anna.npy"]
    assert dialogs.one_to_write(None, "voices", "", "Voices (*.spk *.npy)", "anna.spk") == tmp_path / "anna.npy"


def test_a_folder_that_is_gone_gives_way_to_ones_own(tmp_path, person):
    dialogs = FileDialogs(SettingsStore(None))
    (tmp_path / "stick").mkdir()
    person.chooses = [tmp_path / "stick" / "model.gguf"]
    dialogs.one_to_read(None, "models", "", "")
    (tmp_path / "stick").rmdir()
    dialogs.one_to_read(None, "models", "", "")
    assert person.opened_in[-1] == Path.home()


def test_the_windows_dialogs_share_what_they_remember(window, tmp_path, person):
    (tmp_path / "clara.spk").write_bytes(bytes(16))
    person.chooses = [tmp_path / "clara.spk"]
    window.files.open_voice()
    person.chooses = []
    window.voices.commands.import_voices()
    window.parity.choose_reference()
    assert person.opened_in == [Path.home(), tmp_path, Path.home()]
