"""Every voice remembers how it was made, and is made again bit by bit."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import soundfile
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices import library as voice_library
from phonoscope.engine.voices.acoustics import brightness_hz, pitch_hz
from phonoscope.engine.voices.card import Consent, Operation, VoiceRecipe
from phonoscope.engine.voices.exporting import export_voice
from phonoscope.engine.voices.extraction import Clip, extract
from phonoscope.engine.voices.importing import import_voice, name_of_file
from phonoscope.engine.voices.making import cosine
from phonoscope.engine.voices.voice import CodesVoice, content_hash
from phonoscope.engine.voices.workshop import Workshop

from .conftest import WIDTH, sound

MODEL = ("tiny", "d" * 64)


def speaker_vector(voice: Any) -> Any:
    return voice_library.speaker_vector(voice)


@pytest.fixture
def workshop(library):
    return Workshop(library)


def made_by(workshop, library, operation):
    return {
        Operation.BLEND: lambda: workshop.blend([("anna", 0.3), ("emil", 0.7)], "new"),
        Operation.ARITHMETIC: lambda: workshop.combine([("anna", 1), ("berta", -0.5), ("emil", 1)], "new"),
        Operation.RANDOM: lambda: workshop.random(WIDTH, 5, "new", spread=0.8),
        Operation.SHIFT: lambda: workshop.shift(library.get("emil"), "gender", 1.5, "new"),
    }[operation]()


@pytest.mark.parametrize("operation", [Operation.BLEND, Operation.ARITHMETIC, Operation.RANDOM, Operation.SHIFT])
def test_made_again_from_what_the_library_keeps(workshop, library, operation):
    entry = library.store.add(made_by(workshop, library, operation))
    stored = library.read(entry)
    assert stored.card.recipe is not None
    assert stored.card.recipe.operation is operation
    library.store.update([library.get("anna").id], name="renamed")  # found by content, not by name
    again = workshop.remake(stored, lambda *_: pytest.fail("no recording is needed"))
    assert content_hash(again.voice) == entry.content


def test_what_all_ingredients_share_is_handed_on(workshop):
    card = workshop.blend([("anna", 1), ("berta", 1)], "new").card
    assert (card.language, card.licence) == ("german", "CC0")
    assert card.consent is Consent.PERMITTED  # the least certain of the two


def test_a_shift_moves_towards_the_property(workshop, library):
    women = np.mean([speaker_vector(library.read(library.get(n)).voice) for n in ("anna", "berta", "carla")], axis=0)
    before = speaker_vector(library.read(library.get("emil")).voice)
    after = speaker_vector(workshop.shift(library.get("emil"), "gender", 2, "new").voice)
    assert cosine(after, women) > cosine(before, women) + 0.1


@pytest.mark.parametrize("operation", [Operation.BLEND, Operation.ARITHMETIC, Operation.RANDOM, Operation.SHIFT])
def test_made_again_when_the_library_is_empty(workshop, library, operation, tmp_path):
    stored = library.read(library.store.add(made_by(workshop, library, operation)))
    library.store.bin([entry.id for entry in library.store.entries()])
    library.store.empty_bin()
    again = workshop.remake(stored, lambda *_: pytest.fail("no recording is needed"))
    assert content_hash(again.voice) == content_hash(stored.voice)
    export_voice(tmp_path / "carried.safetensors", again)  # also on another machine
    carried = import_voice(tmp_path / "carried.safetensors", n_codebooks=0, codebook_size=0)
    assert content_hash(workshop.remake(carried, lambda *_: pytest.fail()).voice) == content_hash(stored.voice)


def test_an_ingredient_that_is_gone_is_named(workshop, library):
    made = workshop.blend([("anna", 1), ("berta", 1)], "new")
    entry = library.store.add(replace(made, ingredients=None))  # of a time when voices did not keep them
    anna = library.get("anna")
    library.store.bin([anna.id])
    workshop.remake(library.read(entry), lambda *_: pytest.fail())  # the bin still has it
    library.store.empty_bin()
    with pytest.raises(VoiceError, match="'anna' is no longer in the library"):
        workshop.remake(library.read(entry), lambda *_: pytest.fail())


def test_recipes_that_ask_for_the_impossible(workshop, library):
    made = workshop.random(WIDTH, 0, "new")
    recipe = replace(made.card.recipe, parameters={"seed": -1})
    with pytest.raises(VoiceError, match="seed -1 is negative"):
        workshop.remake(replace(made, card=replace(made.card, recipe=recipe)), lambda *_: pytest.fail())
    empty = VoiceRecipe(Operation.IMPORT, ())
    with pytest.raises(VoiceError, match="how it was made is not known"):
        workshop.remake(replace(made, card=replace(made.card, recipe=empty)), lambda *_: pytest.fail())


def test_what_cannot_be_made(workshop, library):
    with pytest.raises(VoiceError, match="no voice 'nobody'"):
        workshop.blend([("nobody", 1)], "new")
    with pytest.raises(VoiceError, match="at least 3"):
        workshop.random(1234, 0, "new")
    for seed, spread, problem in ((-1, 1.0, "negative"), (0, -1.0, "spread of -1"), (0, 1e30, "spread of 1e")):
        with pytest.raises(VoiceError, match=problem):
            workshop.random(WIDTH, seed, "new", spread=spread)
    for amount in (float("nan"), float("inf"), 1e300):
        with pytest.raises(VoiceError, match="is no voice any more"):
            workshop.shift(library.get("anna"), "gender", amount, "new")
    with pytest.raises(VoiceError, match="pitch of only 0 voices"):
        workshop.shift(library.get("anna"), "pitch", 1, "new")
    with pytest.raises(VoiceError, match="no direction 'charm'"):
        workshop.shift(library.get("anna"), "charm", 1, "new")
    with pytest.raises(VoiceError, match="different sizes"):
        workshop.blend([("anna", 1), ("af_heart", 1)], "new")
    with pytest.raises(VoiceError, match="how it was made is not known"):
        workshop.remake(library.read(library.get("anna")), lambda *_: pytest.fail())


def test_pitch_and_brightness_directions_learn_from_previews(workshop, library):
    for i, entry in enumerate(library.store.entries()):
        library.set_preview(entry, (sound(1.0, hz=100 + 20 * i) * 32767).astype(np.int16), 24_000)
    assert workshop.shift(library.get("anna"), "pitch", 1, "new").card.recipe.subject == "pitch"
    workshop.shift(library.get("anna"), "brightness", 1, "new")


def test_extraction_is_made_again_from_the_recording(workshop, library, encoder, recording):
    made = extract([Clip(recording, start_s=0.25, end_s=1.75)], encoder, name="clip", model=MODEL)
    assert np.array_equal(speaker_vector(made.stored.voice), encoder.xvector(made.recordings[0].samples))
    again = workshop.remake(made.stored, lambda *_: encoder)
    assert content_hash(again.voice) == content_hash(made.stored.voice)
    soundfile.write(recording, sound(seed=1), 24_000, subtype="FLOAT")
    with pytest.raises(VoiceError, match="the recording has changed since"):
        workshop.remake(made.stored, lambda *_: encoder)


def test_codes_with_their_transcript(encoder, recording):
    voice = extract([Clip(recording)], encoder, name="clip", model=MODEL, transcript="hello").stored.voice
    assert isinstance(voice, CodesVoice)
    assert voice.codes.shape == (25, 16)
    assert voice.transcript == "hello"
    assert voice.xvector is not None
    with pytest.raises(VoiceError, match="one clip"):
        extract([Clip(recording)] * 2, encoder, name="clip", model=MODEL, transcript="hello")


def test_the_mean_of_clips(tmp_path, encoder):
    paths = []
    for i in range(4):
        paths.append(tmp_path / f"{i}.wav")
        soundfile.write(paths[-1], sound(seed=i), 24_000, subtype="FLOAT")
    made = extract([Clip(p, weight=i + 1) for i, p in enumerate(paths)], encoder, name="mean", model=MODEL)
    vectors = np.array([encoder.xvector(r.samples) for r in made.recordings], np.float64)
    np.testing.assert_allclose(speaker_vector(made.stored.voice), [0.1, 0.2, 0.3, 0.4] @ vectors, rtol=1e-5, atol=1e-6)
    assert made.mean is not None
    assert made.mean.outliers == ()


def test_imports_remember_their_file(workshop, tmp_path):
    path = tmp_path / "my=voice.spk"
    path.write_bytes(np.arange(1, 65, dtype="<f4").tobytes())
    stored = import_voice(path, n_codebooks=16, codebook_size=2048)
    assert (stored.card.name, stored.card.source) == ("my voice", "my=voice.spk")
    assert content_hash(workshop.remake(stored, lambda *_: pytest.fail()).voice) == content_hash(stored.voice)


@pytest.mark.parametrize("name", ["..", "=", "a/b", "x" * 300, "\t", "-rf", "a + b"])
def test_any_file_gives_a_name(tmp_path, name):
    from phonoscope.engine.voices.card import check_name

    check_name(name_of_file(tmp_path / name))


@pytest.mark.parametrize("hz", [80, 150, 240, 400])
def test_pitch(hz):
    assert abs(pitch_hz(sound(hz=hz), 24_000) / hz - 1) < 0.03


def test_pitch_and_brightness_of_what_has_none():
    noise = np.random.default_rng(0).standard_normal(24_000).astype(np.float32)
    assert np.isnan(pitch_hz(0.1 * noise, 24_000))
    assert np.isnan(pitch_hz(np.zeros(10, np.float32), 24_000))
    assert brightness_hz(noise, 24_000) > 4 * brightness_hz(sound(), 24_000)
