from dataclasses import replace
from importlib.readers import MultiplexedPath
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import VoiceReference
from phonoscope.engine.voices import bundled as bundled_module
from phonoscope.engine.voices import references
from phonoscope.engine.voices.files import load_voice, pack_codes
from phonoscope.engine.voices.voice import CodesVoice, SpeakerVoice, XVectorVoice, content_hash
from phonoscope.engine.voices.workshop import Workshop

VECTOR = np.linspace(-1, 1, 64, dtype=np.float32)
CODES = np.random.default_rng(7).integers(0, 2048, (9, 16))
CODEC: dict[str, Any] = {"n_codebooks": 16, "codebook_size": 2048}


@pytest.fixture
def bundled(tmp_path, monkeypatch):
    voices = tmp_path / "resources" / "voice" / "voices"
    voices.mkdir(parents=True)
    (voices / "ada.spk").write_bytes(VECTOR.tobytes())
    monkeypatch.setattr(bundled_module, "files", lambda _: MultiplexedPath(tmp_path))  # a namespace package of a folder
    return voices


def test_bundled_voices_are_found_in_a_plain_installation(bundled):
    assert bundled_module.bundled_voices() == {"ada": bundled / "ada.spk"}


def find(name: str, **more: Any) -> Any:
    return references.find_voice(str(name), speakers=("ryan", "ada.spk"), **CODEC, **more)


def load(reference: VoiceReference) -> Any:
    return references.load_reference(reference, **CODEC)


def test_a_file_of_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "bob.spk").write_bytes(VECTOR.tobytes())
    monkeypatch.chdir(tmp_path)
    reference, voice = find("bob.spk")
    assert isinstance(voice, XVectorVoice)
    assert (reference.kind, reference.source) == (VoiceKind.XVECTOR, "bob.spk")
    assert np.array_equal(load(reference).values, VECTOR)


def test_no_file_of_the_current_folder_hides_what_is_known_by_name(bundled, mine, tmp_path, monkeypatch):
    other = (VECTOR * 2).tobytes()
    here = tmp_path / "here"
    here.mkdir()
    for name in ("ada", "anna", "anna.spk", "ada.spk", "ryan"):
        (here / name).write_bytes(other)
    (here / "ben").mkdir()
    monkeypatch.chdir(here)
    mine.store.add(replace(stored := mine.read(mine.get("emil")), card=replace(stored.card, name="anna.spk")))
    assert np.array_equal(find("ada")[1].values, VECTOR)
    assert find("ryan")[1] == SpeakerVoice("ryan")
    assert find("ada.spk")[1] == SpeakerVoice("ada.spk")
    for name, entry in (("anna", mine.get("anna")), ("anna.spk", mine.get("emil"))):
        reference, voice = find(name)
        assert content_hash(voice) == entry.content
        assert content_hash(load(reference)) == entry.content
        assert references.present_name(reference) == name
        assert not references.names_file(name)
    for path in ("./anna.spk", f"{here}/ada.spk"):
        reference, voice = find(path)
        assert np.array_equal(voice.values, VECTOR * 2)
        assert references.present_name(reference) == path
        assert references.names_file(path)


def test_a_file_without_a_suffix_is_told_to_be_no_voice(tmp_path, monkeypatch):
    (tmp_path / "carla").write_bytes(VECTOR.tobytes())
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VoiceError, match="carla: a file without suffix is no kind of voice file"):
        find("carla")


def test_a_blend_may_be_longer_than_the_name_of_a_file(mine):
    blend = " + ".join(f"{name}=0.5" for name in ("anna", "emil") * 20)
    assert find(blend)[0].source == blend


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


def test_unknown_name_where_none_is_known(bundled):
    (bundled / "ada.spk").unlink()
    with pytest.raises(VoiceError, match=r"unknown voice 'bob'; give a \.spk, \.npy or \.rvq file"):
        references.find_voice("bob", speakers=(), **CODEC)


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
    for path in bundled_module.bundled_voices().values():
        assert isinstance(load_voice(path, **CODEC), XVectorVoice)


@pytest.fixture
def mine(library, monkeypatch):
    """The library of the tests as the user's own."""
    monkeypatch.setattr(references, "VoiceStore", lambda: library.store)
    monkeypatch.setattr(references, "VoiceLibrary", lambda: library)
    monkeypatch.setattr(references, "user_voices_path", lambda: library.store.root)
    return library


def test_a_blend_is_found_by_the_content_of_its_parts(mine):
    reference, voice = find("anna=0.3 + emil=0.7")
    anna, emil = mine.get("anna"), mine.get("emil")
    assert reference.part_sha256 == (anna.content, emil.content)
    mine.store.update([anna.id], name="johanna")
    mine.store.update([emil.id], name="anna")  # the name now means another voice
    assert np.array_equal(load(reference).values, voice.values)
    assert references.present_name(reference) == "johanna=0.3 + anna=0.7"
    mine.store.bin([emil.id])  # the bin still has it
    assert np.array_equal(load(reference).values, voice.values)
    mine.store.empty_bin()
    assert references.present_name(reference) == "anna=0.3 + emil=0.7"
    with pytest.raises(VoiceError, match="no voice 'emil' in the library"):
        load(reference)


def test_copies_do_not_take_the_place_of_what_was_named(mine):
    anna = mine.get("anna")
    mine.store.update([anna.id], name="zoe")
    mine.store.add(replace(mine.read(mine.get("zoe")), card=replace(mine.read(anna).card, name="anna")))
    for name in ("zoe", "anna", "anna=0.5 + zoe=0.5"):
        assert references.present_name(find(name)[0]) == name


def test_a_blend_that_was_kept_outlives_its_parts(mine):
    reference, voice = find("anna=0.5 + emil=0.5")
    kept = Workshop(mine).blend([("anna", 0.5), ("emil", 0.5)], "both")
    assert mine.store.add(kept).content == reference.sha256
    mine.store.bin([mine.get("emil").id])
    mine.store.empty_bin()
    assert np.array_equal(load(reference).values, voice.values)


def test_a_voice_that_was_renamed(mine):
    reference, voice = find("anna")
    mine.store.update([mine.get("anna").id], name="johanna")
    assert np.array_equal(load(reference).values, voice.values)
    assert references.present_name(reference) == "johanna"


def test_a_blend_whose_shares_were_changed(mine):
    reference, _ = find("anna=0.3 + emil=0.7")
    with pytest.raises(VoiceError, match="has changed since the request was made"):
        load(replace(reference, source="anna=0.4 + emil=0.6"))
    with pytest.raises(VoiceError, match="do not go together"):
        load(replace(reference, source="anna=1"))


def test_blends_along_the_straight_line(mine):
    reference, voice = find("anna=0.3 + emil=0.7 linear")
    kept = Workshop(mine).blend([("anna", 0.3), ("emil", 0.7)], "new", spherical=False)
    assert content_hash(voice) == content_hash(kept.voice) != find("anna=0.3 + emil=0.7")[0].sha256
    mine.store.update([mine.get("anna").id], name="johanna")
    assert references.present_name(reference) == "johanna=0.3 + emil=0.7 linear"
    assert np.array_equal(load(reference).values, voice.values)
