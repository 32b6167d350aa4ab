"""A library of the test's own, and voices in it."""

import numpy as np
import pytest
from phonoscope.engine.voices.card import Consent
from phonoscope.gui.voices.imports import importer


@pytest.fixture(autouse=True)
def own_library(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def spk(tmp_path):
    def write(name, width=64, seed=1):
        path = tmp_path / f"{name}.spk"
        path.write_bytes(np.random.default_rng(seed).standard_normal(width).astype("<f4").tobytes())
        return path

    return write


@pytest.fixture
def voices(window, spk):
    view = window.voices
    for i, name in enumerate(("anna", "ben", "carl")):
        importer(view.library, [spk(name, seed=i)], Consent.OWN, None)()
    view.reload()
    return view
