from importlib.readers import MultiplexedPath
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import VoiceReference
from phonoscope.engine.voices import library
from phonoscope.engine.voices.files import load_voice, pack_codes
from phonoscope.engine.voices.voice import CodesVoice, SpeakerVoice, XVectorVoice

VECTOR = np.linspace(-1, 1, 64, dtype=np.float32)
CODES = np.random.default_rng(7).integers(0, 2048, (9, 16))
CODEC: dict[str, Any] = {"n_codebooks": 16, "codebook_size": 2048}


@pytest.fixture
def bundled(tmp_path, monkeypatch):
    folder = tmp_path / "bundled"
    folder.mkdir()
    (folder / "ada.spk").write_bytes(VECTOR.tobytes())
    monkeypatch.setattr(library, "bundled_voices", lambda: {"ada": folder / "ada.spk"})


def test_bundled_voices_are_found_in_a_plain_installation(tmp_path, monkeypatch):
    voices = tmp_path / "resources" / "voice" / "voices"
    voices.mkdir(parents=True)
    (voices / "ada.spk").write_bytes(VECTOR.tobytes())
    monkeypatch.setattr(library, "files", lambda _: MultiplexedPath(tmp_path))  # a namespace package of one folder
    assert library.bundled_voices() == {"ada": voices / "ada.spk"}


def find(name: str, **more: Any) -> Any:
    return library.find_voice(str(name), speakers=("ryan", "ada.spk"), **CODEC, **more)


def load(reference: VoiceReference) -> Any:
    return library.load_reference(reference, **CODEC)


def test_a_file_comes_first(tmp_path, monkeypatch):
    (tmp_path / "ada.spk").write_bytes(VECTOR.tobytes())
    monkeypatch.chdir(tmp_path)
    reference, voice = find("ada.spk")
    assert isinstance(voice, XVectorVoice)
    assert (reference.kind, reference.source) == (VoiceKind.XVECTOR, "ada.spk")
    assert np.array_equal(load(reference).values, VECTOR)


def test_a_speaker_of_the_model(bundled):
    reference, voice = find("Ryan")
    assert voice == SpeakerVoice("ryan")
    assert load(reference) == voice


def test_a_bundled_voice(bundled):
    reference, voice = find("ada")
    assert reference.source == "ada"
    assert np.array_equal(voice.values, VECTOR)
    assert np.array_equal(load(reference).values, VECTOR)


def test_codes_carry_their_transcript_into_the_recipe(tmp_path):
    path = tmp_path / "fox.rvq"
    path.write_bytes(pack_codes(CODES, 2048))
    reference, voice = find(path, transcript=" the fox\n")
    assert isinstance(voice, CodesVoice)
    assert reference.transcript == "the fox"
    assert np.array_equal(load(reference).codes, CODES)
    (tmp_path / "fox.spk").write_bytes(VECTOR.tobytes())
    with pytest.raises(VoiceError, match="has changed since the request was made"):
        load(reference)


def test_no_voice():
    assert load(VoiceReference()) is None


def test_unknown_names(bundled, tmp_path):
    with pytest.raises(VoiceError, match=r"unknown voice 'bob'; known by name: ada, ada\.spk, ryan"):
        find("bob")
    with pytest.raises(VoiceError, match=r"bob\.spk: No such file"):
        find(tmp_path / "bob.spk")


def test_unknown_name_where_none_is_known(monkeypatch):
    monkeypatch.setattr(library, "bundled_voices", dict)
    with pytest.raises(VoiceError, match=r"unknown voice 'bob'; give a \.spk, \.npy or \.rvq file"):
        library.find_voice("bob", speakers=(), **CODEC)


def test_a_voice_file_that_changed(tmp_path):
    path = tmp_path / "ada.spk"
    path.write_bytes(VECTOR.tobytes())
    reference, _ = find(path)
    path.write_bytes((VECTOR * 2).tobytes())
    with pytest.raises(VoiceError, match=r"ada\.spk: the voice has changed"):
        load(reference)


def test_a_file_of_another_kind(tmp_path):
    path = tmp_path / "ada.npy"
    np.save(path, VECTOR)
    with pytest.raises(VoiceError, match=r"ada\.npy: holds xvector, not codes; correct the request"):
        load(VoiceReference(VoiceKind.CODES, str(path), transcript="hi"))


def test_bundled_voices_are_readable():
    for path in library.bundled_voices().values():
        assert isinstance(load_voice(path, **CODEC), XVectorVoice)
