"""What happens before anything is downloaded: names, and licences that have to be agreed to."""

import sys
from types import SimpleNamespace

import pytest
from phonoscope.engine.cli.main import main
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families import FAMILIES
from phonoscope.engine.models.fetch import fetch, licence_of

ECHO = "jordand/echo-tts-base"


@pytest.fixture
def hub(monkeypatch):
    """A hub that only writes down what is asked of it."""
    asked = []
    hub = SimpleNamespace(snapshot_download=lambda name, local_dir, allow_patterns: asked.append((name, local_dir)))
    missing = SimpleNamespace(RepositoryNotFoundError=type("RepositoryNotFoundError", (Exception,), {}))
    monkeypatch.setitem(sys.modules, "huggingface_hub", hub)
    monkeypatch.setitem(sys.modules, "huggingface_hub.errors", missing)
    return asked


def test_weights_under_a_licence_need_agreement_first(hub):
    assert "CC BY-NC-SA" in licence_of(ECHO)
    with pytest.raises(ModelError, match="licence has not been agreed to"):
        fetch(ECHO)
    assert hub == []


def test_a_model_in_several_repositories_comes_whole(hub):
    folder = fetch(ECHO, agreed=True)
    assert hub == [(ECHO, folder), ("jordand/fish-s1-dac-min", folder / "fish-s1-dac-min")]


def test_other_models_have_nothing_to_agree_to(hub):
    name = "Qwen/Qwen3-TTS-12Hz-0.6B-Base"
    assert licence_of(name) == ""
    assert [asked for asked, _ in (fetch(name), hub)[1]] == [name]


def test_the_command_shows_the_licence_and_stops_without_agreement(hub, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert main(["models", "fetch", ECHO]) == 2
    shown = capsys.readouterr().err
    assert "Attribution-NonCommercial-ShareAlike" in " ".join(shown.split())
    assert "--agree" in shown
    assert hub == []
    assert main(["models", "fetch", ECHO, "--agree"]) == 0
    assert len(hub) == 2


@pytest.mark.parametrize("name", ["", "echo", "a/b/c", "../x"])
def test_malformed_names_are_refused(name, hub):
    with pytest.raises(ModelError, match="no name of a published model"):
        fetch(name, agreed=True)


def test_every_licence_says_where_it_holds():
    for declaration in FAMILIES.values():
        assert bool(declaration.licence) == bool(declaration.repositories)
