"""Damaged voices and recordings: voice files of this and of other programs, archives of arrays, sound files."""

from __future__ import annotations

import functools
import io
import json
import random
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from phonoscope.engine.audio.quality import assess
from phonoscope.engine.audio.recording_length import USUAL_LENGTH
from phonoscope.engine.audio.recordings import read_recording
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.qwen3_tts.recording_encoder import Qwen3RecordingEncoder
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.voices.card import Ingredient, Operation, VoiceCard, VoiceRecipe
from phonoscope.engine.voices.importing import import_voice
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.engine.voices.store import VoiceStore
from phonoscope.engine.voices.voice import CodesVoice, LatentsVoice, XVectorVoice, content_hash
from phonoscope.engine.voices.voice_file import read_voice_file, stored_voice, write_voice_file
from phonoscope.engine.voices.workshop import Workshop
from safetensors.numpy import save_file

from tests.fuzz.json_mutations import mutate_json

_VECTOR = np.linspace(-1, 1, 64, dtype=np.float32)
_RATE_HZ = 24_000
_SPECIAL_SAMPLES = (np.nan, np.inf, -np.inf, 1e30, -5.0, 0.0)
_SOUNDS = (
    (".wav", "PCM_16"),
    (".wav", "PCM_U8"),
    (".wav", "FLOAT"),
    (".wav", "DOUBLE"),
    (".wav", "IMA_ADPCM"),
    (".flac", "PCM_24"),
    (".ogg", "VORBIS"),
    (".aiff", "PCM_16"),
    (".mp3", "MPEG_LAYER_III"),
)
_INGREDIENTS = tuple(Ingredient(f"voice {i}", "0" * 64, (-1.0) ** i) for i in range(4))
_RECIPES = (
    VoiceRecipe(Operation.BLEND, tuple(replace(i, weight=1.0) for i in _INGREDIENTS), {"spherical": True}),
    VoiceRecipe(Operation.ARITHMETIC, _INGREDIENTS, {"keep_norm": True}),
    VoiceRecipe(Operation.RANDOM, _INGREDIENTS, {"seed": 1, "spread": 1.0, "width": 64}),
    VoiceRecipe(Operation.SHIFT, _INGREDIENTS, {"amount": 2.0}, "gender"),
)


def damage(rng: random.Random, data: bytearray) -> None:
    """Cut, overwrite, insert or flip at a few places; or leave everything as it is."""
    for _ in range(rng.choice((0, 1, 1, 2, 8))):
        at = rng.randrange(len(data))
        action = rng.randrange(4)
        if action == 0:
            del data[at:]
            data += b"\0" if not data else b""
        elif action == 1:
            data[at : at + 4] = rng.choice((b"\0\0\x80\x7f", b"\0\0\xc0\x7f", b"\xff\xff\xff\xff", rng.randbytes(4)))
        elif action == 2:
            data[at:at] = rng.randbytes(rng.choice((1, 4, 1000)))
        else:
            data[at] ^= 1 << rng.randrange(8)


def voice_file_case(rng: random.Random, seeds: Path, work: Path) -> None:
    """Damage a portable voice, a foreign safetensors file or an archive; what is accepted can be written again."""
    del seeds
    path = work / f"voice{rng.choice(('.safetensors', '.safetensors', '.npz'))}"
    if path.suffix == ".npz":
        _write_npz(rng, path)
    elif rng.random() < 0.3:
        save_file({rng.choice(("xvector", "a", "codes")): _array(rng) for _ in range(rng.choice((1, 1, 2)))}, path)
    else:
        _write_voice(rng, path)
    if rng.random() < 0.5:
        data = bytearray(path.read_bytes())
        damage(rng, data)
        path.write_bytes(data)
    stored = import_voice(path, n_codebooks=16, codebook_size=64, transcript=rng.choice((None, *["the old voice"] * 3)))
    write_voice_file(work / "again.safetensors", stored)
    again = read_voice_file(work / "again.safetensors")
    if again.card != stored.card or content_hash(again.voice) != content_hash(stored.voice):
        raise AssertionError("an accepted voice does not survive its own file")
    if again.ingredients is not None:  # whatever the recipe says, it is made again of what the file holds
        Workshop(VoiceLibrary(VoiceStore(work / "library"))).remake(again, _no_encoder)


def _no_encoder(model: str, _sha256: str) -> RecordingEncoder:
    raise VoiceError(f"{model[:60]}: no recording is encoded here", "make the voice again")


def recording_case(rng: random.Random, seeds: Path, work: Path) -> None:
    """Damage a sound file; what is accepted is finite, in range, and becomes a vector and codes."""
    suffix, subtype = rng.choice(_SOUNDS)
    path = work / f"clip{suffix}"
    samples, rate = _sound(rng, suffix, subtype)
    soundfile.write(path, samples, rate, subtype=subtype)
    data = bytearray(path.read_bytes())
    damage(rng, data)
    path.write_bytes(data)
    start_s = rng.choice((*[0.0] * 8, 0.1, 1e9, -1.0))
    recording = read_recording(path, _RATE_HZ, start_s=start_s, end_s=rng.choice((*[None] * 8, 1.5, 0.0)))
    if not np.isfinite(recording.samples).all() or np.abs(recording.samples).max() > 1.0:
        raise AssertionError("an accepted recording is not in range")
    if recording.duration_s > USUAL_LENGTH.max_s + 1:
        raise AssertionError("an accepted recording is too long")
    assess(recording)
    encoder = _encoder(seeds)
    if not np.isfinite(encoder.xvector(recording.samples)).all():
        raise AssertionError("an x-vector that is not finite")
    encoder.codes(recording.samples)


@functools.cache
def _encoder(seeds: Path) -> RecordingEncoder:
    folder = seeds / "qwen3-f32"
    encoder = Qwen3RecordingEncoder.load(ModelPair(folder / "model.gguf", folder / "model-tokenizer.gguf"), 1)
    assert encoder is not None
    return encoder


def _array(rng: random.Random) -> Any:
    generator = np.random.default_rng(rng.randrange(2**32))
    return rng.choice(
        (
            *[_VECTOR] * 4,
            _VECTOR.astype(np.float64) * rng.choice((1.0, 1e300)),
            _VECTOR.astype(np.float16)[None],
            *[generator.integers(0, 64, (9, 16), dtype=np.int32)] * 3,
            generator.integers(-5, 70, (9, 16)).astype(np.int8),
            generator.standard_normal((3, 64)).astype(np.float32),
            np.zeros((0, 64), np.float32),
            np.zeros((2, 2, 2), np.uint8),
        )
    )


def _write_npz(rng: random.Random, path: Path) -> None:
    with zipfile.ZipFile(path, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for i in range(rng.choice((1, 1, 1, 1, 2, 70))):
            buffer = io.BytesIO()
            np.save(buffer, _array(rng))
            entry = bytearray(buffer.getvalue())
            if rng.random() < 0.3:  # damage that the archive's own checksum does not show
                damage(rng, entry)
            archive.writestr(rng.choice((f"a{i}.npy", f"../../a{i}.npy", f"/a{i}.npy", f"a{i}")), bytes(entry))


def _write_voice(rng: random.Random, path: Path) -> None:
    generator = np.random.default_rng(rng.randrange(2**32))
    voice = rng.choice(
        (
            XVectorVoice(_VECTOR),
            CodesVoice(generator.integers(0, 64, (9, 16), dtype=np.int32), "hello", XVectorVoice(_VECTOR)),
            LatentsVoice(generator.standard_normal((9, 8)).astype(np.float32)),
        )
    )
    preview = rng.choice((None, generator.integers(-999, 999, 2400).astype(np.int16)))
    recipe = rng.choice((None, *_RECIPES))
    card = VoiceCard("anna", VoiceKind.XVECTOR, tags=("female",), recipe=recipe, preview_rate_hz=24_000)
    n_vectors = rng.choice((*[4] * 8, 3, 0)) if recipe is not None else 0
    vectors = generator.standard_normal((n_vectors, rng.choice((64, 64, 1)))).astype(np.float32) if n_vectors else None
    write_voice_file(path, stored_voice(card, voice, preview, codebook_size=64, ingredients=vectors))
    if rng.random() < 0.4:  # the header, with its card, as JSON that lies
        data = path.read_bytes()
        n = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + n])
        if rng.random() < 0.6:
            card_text = mutate_json(rng, json.loads(header["__metadata__"]["card"]))
            header["__metadata__"]["card"] = card_text.decode("utf-8", "replace")
            text = json.dumps(header).encode()
        else:
            text = mutate_json(rng, header)
        path.write_bytes(len(text).to_bytes(8, "little") + text + data[8 + n :])


def _sound(rng: random.Random, suffix: str, subtype: str) -> tuple[Any, int]:
    rate = rng.choice((8000, 44_100) if suffix in (".mp3", ".ogg") else (8000, 22_050, 24_000, 44_100, 384_000))
    n_channels = rng.choice((1, 1, 2, 8) if suffix in (".wav", ".aiff") and subtype != "IMA_ADPCM" else (1, 1, 2))
    if suffix == ".flac":
        rate = min(rate, 96_000)
    t = np.arange(round(rng.choice((0.1, 0.7, 0.7, 1.2, 2.0)) * rate)) / rate
    samples = 0.3 * np.sin(2 * np.pi * np.outer(t, 150 + 10 * np.arange(n_channels)))
    if subtype in ("FLOAT", "DOUBLE") and rng.random() < 0.4:
        samples[rng.randrange(len(t))] = rng.choice(_SPECIAL_SAMPLES)
    if rng.random() < 0.05:
        samples[:] = 0
    return samples, rate
