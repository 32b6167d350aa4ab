"""The portable file of a voice: everything comes back, and nothing that contradicts itself is believed."""

import json
from typing import Any

import numpy as np
import pytest
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices import voice_file
from phonoscope.engine.voices.card import Consent, Ingredient, Operation, VoiceCard, VoiceRecipe
from phonoscope.engine.voices.files import load_voice
from phonoscope.engine.voices.voice import CodesVoice, LatentsVoice, XVectorVoice, content_hash
from phonoscope.engine.voices.voice_file import read_voice_file, stored_voice, write_voice_file
from safetensors.numpy import save_file

RNG = np.random.default_rng(4)
VECTOR = RNG.standard_normal(48).astype(np.float32)
CODES = RNG.integers(0, 512, (30, 10)).astype(np.int32)
RECIPE = VoiceRecipe(
    Operation.BLEND, (Ingredient("anna", "a" * 64, 0.25), Ingredient("ben", "b" * 64, 0.75)), {"spherical": True}
)
CARD = VoiceCard(
    "Anna Ω",
    VoiceKind.XVECTOR,
    tags=("female", "low"),
    language="german",
    licence="CC0",
    notes="two\nlines",
    consent=Consent.PERMITTED,
    source="anna.wav",
    source_sha256="c" * 64,
    created="2025-01-01T00:00:00+00:00",
    recipe=RECIPE,
    preview_rate_hz=24_000,
)
PREVIEW = RNG.integers(-32768, 32768, 5000).astype(np.int16)
VOICES: dict[str, Any] = {
    "xvector": XVectorVoice(VECTOR),
    "codes": CodesVoice(CODES, "Guten Tag.", XVectorVoice(VECTOR)),
    "bare codes": CodesVoice(CODES, "Guten Tag."),
    "latents": LatentsVoice(RNG.standard_normal((40, 80)).astype(np.float32)),
}


@pytest.mark.parametrize("kind", VOICES)
def test_everything_comes_back(tmp_path, kind):
    path = tmp_path / "voice.safetensors"
    stored = stored_voice(CARD, VOICES[kind], PREVIEW)
    write_voice_file(path, stored)
    read = read_voice_file(path)
    assert read.card == stored.card
    assert content_hash(read.voice) == content_hash(VOICES[kind])
    assert read.preview is not None
    assert np.array_equal(read.preview, PREVIEW)
    if isinstance(read.voice, CodesVoice):
        assert read.voice.transcript == "Guten Tag."
        assert (read.card.n_codebooks, read.card.codebook_size) == (10, 512)


def test_such_a_file_is_a_voice_like_any_other(tmp_path):
    path = tmp_path / "voice.safetensors"
    write_voice_file(path, stored_voice(CARD, VOICES["xvector"]))
    voice = load_voice(path, n_codebooks=16, codebook_size=2048)
    assert content_hash(voice) == content_hash(VOICES["xvector"])


def test_the_content_hash_is_that_of_the_bare_numbers(tmp_path):
    (tmp_path / "a.spk").write_bytes(VECTOR.tobytes())
    np.save(tmp_path / "a.npy", VECTOR)
    np.savez(tmp_path / "a.npz", anything=VECTOR)
    save_file({"embedding": VECTOR}, tmp_path / "a.safetensors")
    hashes = {
        content_hash(load_voice(tmp_path / f"a{suffix}", n_codebooks=16, codebook_size=2048))
        for suffix in (".spk", ".npy", ".npz", ".safetensors")
    }
    assert hashes == {content_hash(VOICES["xvector"])}


def raw(tmp_path, tensors, card=CARD, **metadata):
    """Write tensors under a card that may say anything."""
    from phonoscope.engine import strict_json

    path = tmp_path / "voice.safetensors"
    plain = card if isinstance(card, str) else json.dumps(strict_json.to_plain(card))
    save_file(tensors, path, {"format": "phonoscope-voice", "version": "1", "card": plain, **metadata})
    return path


GOOD = stored_voice(CARD, VOICES["xvector"]).card


@pytest.mark.parametrize(
    ("tensors", "card", "metadata", "message"),
    [
        ({"xvector": VECTOR}, GOOD, {"format": "other"}, "is no voice of Phonoscope"),
        ({"xvector": VECTOR}, GOOD, {"version": "2"}, "version '2' is unknown"),
        ({"xvector": VECTOR}, "{", {}, "not valid JSON"),
        ({"xvector": VECTOR}, '{"name": "x", "kind": "xvector", "evil": 1}', {}, "unknown key 'evil'"),
        ({"xvector": VECTOR}, '{"name": "../x", "kind": "xvector"}', {}, "cannot be the name"),
        ({"xvector": VECTOR}, '{"name": "x", "kind": "speaker"}', {}, "has no file"),
        ({"xvector": VECTOR[:20]}, GOOD, {}, "does not fit its numbers"),
        ({"xvector": VECTOR.astype(np.float64)}, GOOD, {}, "holds 'xvector' as F64"),
        ({"xvector": VECTOR * np.float32(np.nan)}, GOOD, {}, "not finite"),
        ({"xvector": VECTOR * 0}, GOOD, {}, "all zero"),
        ({"codes": CODES}, GOOD, {}, "holds codes for a voice of xvector"),
        ({"xvector": VECTOR, "latents": VECTOR[None]}, GOOD, {}, "holds latents, xvector for a voice of xvector"),
        ({"xvector": VECTOR, "more": VECTOR}, GOOD, {}, "holds 'more' as F32"),
        ({"preview": PREVIEW}, GOOD, {}, "holds nothing for a voice"),
        ({"codes": CODES - 1}, stored_voice(CARD, VOICES["bare codes"]).card, {"transcript": "x"}, "not be negative"),
        ({"codes": CODES}, stored_voice(CARD, VOICES["bare codes"]).card, {}, "need the transcript"),
        ({"codes": CODES + 512}, stored_voice(CARD, VOICES["bare codes"]).card, {"transcript": "x"}, "outside"),
    ],
)
def test_what_contradicts_itself_is_refused(tmp_path, tensors, card, metadata, message):
    with pytest.raises(VoiceError, match=message):
        read_voice_file(raw(tmp_path, tensors, card, **metadata))


def test_files_that_are_no_safetensors(tmp_path, monkeypatch):
    path = tmp_path / "voice.safetensors"
    with pytest.raises(VoiceError, match="No such file"):
        read_voice_file(path)
    for data in (b"", b"\xff" * 100, (1 << 40).to_bytes(8, "little") + b"{}"):
        path.write_bytes(data)
        with pytest.raises(VoiceError, match="no readable safetensors file"):
            read_voice_file(path)
    monkeypatch.setattr(voice_file, "MAX_FILE_BYTES", 5)
    with pytest.raises(VoiceError, match="more than any voice"):
        read_voice_file(path)


def test_archives_that_unpack_to_too_much(tmp_path):
    path = tmp_path / "bomb.npz"
    np.savez_compressed(path, a=np.zeros(30 << 20, np.uint8))
    assert path.stat().st_size < 100_000
    with pytest.raises(VoiceError, match="unpacks to more than any voice"):
        load_voice(path, n_codebooks=16, codebook_size=2048)


def test_archives_of_several_arrays(tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, codes=CODES, spk=VECTOR)
    voice = load_voice(path, n_codebooks=10, codebook_size=512, transcript="x")
    assert isinstance(voice, CodesVoice)
    assert voice.xvector is not None
    np.savez(path, a=VECTOR, b=VECTOR)
    with pytest.raises(VoiceError, match="neither an x-vector nor a table"):
        load_voice(path, n_codebooks=10, codebook_size=512)
    np.savez(path, a=np.array([{}], object))
    with pytest.raises(VoiceError, match=r"no readable \.npz"):
        load_voice(path, n_codebooks=10, codebook_size=512)
