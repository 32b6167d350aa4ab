"""One voice in one safetensors file: its numbers, its card, and a few seconds of how it sounds.

    xvector   F32 [width]                         } what the kind says; codes may come with the x-vector
    codes     I32 [frames, codebooks]             } of the same recording
    latents   F32 [frames, width]                 }
    preview   I16 [samples]                       optional
    ingredients  F32 [voices, width]              the x-vectors that it was made from, in the order of its recipe

The metadata holds ``format`` = "phonoscope-voice", ``version`` and ``card``, the `VoiceCard` as JSON; for codes also
``transcript``. Reading runs nothing, takes nothing larger than a voice can be, and checks every value.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine import strict_json
from phonoscope.engine.errors import RequestError, VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.message import Message
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.voices.card import VoiceCard
from phonoscope.engine.voices.voice import CodesVoice, LatentsVoice, Voice, XVectorVoice
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

SUFFIX = ".safetensors"
MAX_FILE_BYTES = 16 << 20
MAX_PREVIEW_SAMPLES = 30 * 48_000
MAX_INGREDIENT_BYTES = 8 << 20
"""What a voice remembers of others; one made from thousands of them is made again from the library alone."""
_FORMAT = "phonoscope-voice"
_VERSION = "1"
_DAMAGED = "the file may be damaged; export the voice again"
_TENSORS = {
    "xvector": ("F32", 1),
    "codes": ("I32", 2),
    "latents": ("F32", 2),
    "preview": ("I16", 1),
    "ingredients": ("F32", 2),
}
_WANTED = {
    VoiceKind.XVECTOR: {"xvector"},
    VoiceKind.CODES: {"codes"},
    VoiceKind.LATENTS: {"latents"},
}


@dataclass(frozen=True, eq=False)
class StoredVoice:
    """A voice with its card.

    Parameters
    ----------
    card
        Its kind and dimensions are those of ``voice``; see `stored_voice`.
    voice
        The numbers.
    preview
        int16 ``[samples]``, mono, at the card's ``preview_rate_hz``; None without one.
    ingredients
        float32 ``[voices, width]``, the x-vectors of the recipe's ingredients, so that the voice can be made again when
        the library has them no longer; None for recordings and files, or where they are not known.
    """

    card: VoiceCard
    voice: XVectorVoice | CodesVoice | LatentsVoice
    preview: NDArray[np.int16] | None = None
    ingredients: NDArray[np.float32] | None = None


def stored_voice(
    card: VoiceCard,
    voice: Voice,
    preview: NDArray[np.int16] | None = None,
    *,
    codebook_size: int = 0,
    ingredients: NDArray[np.float32] | None = None,
) -> StoredVoice:
    """Return a voice with a card whose kind and dimensions are brought into line with it.

    Parameters
    ----------
    card
        What else is known.
    voice
        Anything but a speaker inside a model.
    preview
        How it sounds.
    codebook_size
        Of the codec, for codes; by default the card's, or the smallest power of two that holds them.
    ingredients
        The x-vectors that it was made from.

    Raises
    ------
    VoiceError
        When the voice is a speaker inside a model.
    """
    width = n_codebooks = 0
    if isinstance(voice, XVectorVoice):
        kind, width = VoiceKind.XVECTOR, voice.values.size
        codebook_size = 0
    elif isinstance(voice, CodesVoice):
        kind, n_codebooks = VoiceKind.CODES, voice.codes.shape[1]
        width = voice.xvector.values.size if voice.xvector is not None else 0
        codebook_size = codebook_size or card.codebook_size or 1 << int(voice.codes.max()).bit_length()
    elif isinstance(voice, LatentsVoice):
        kind, width, codebook_size = VoiceKind.LATENTS, voice.values.shape[1], 0
    else:
        raise VoiceError(
            "{name}: a speaker inside a model has no file", "name it to the model instead", name=voice.name
        )
    rate = card.preview_rate_hz if preview is not None else 0
    card = replace(
        card, kind=kind, width=width, n_codebooks=n_codebooks, codebook_size=codebook_size, preview_rate_hz=rate
    )
    return StoredVoice(card, voice, preview, ingredients)


def write_voice_file(path: Path, stored: StoredVoice) -> None:
    """Write a voice, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    voice = stored.voice
    tensors: dict[str, NDArray[Any]] = {}
    metadata = {"format": _FORMAT, "version": _VERSION, "card": json.dumps(strict_json.to_plain(stored.card))}
    if isinstance(voice, CodesVoice):
        tensors["codes"] = voice.codes
        metadata["transcript"] = voice.transcript
        if voice.xvector is not None:
            tensors["xvector"] = voice.xvector.values
    else:
        tensors["xvector" if isinstance(voice, XVectorVoice) else "latents"] = voice.values
    if stored.preview is not None:
        tensors["preview"] = stored.preview[:MAX_PREVIEW_SAMPLES]
    if stored.ingredients is not None and stored.ingredients.nbytes <= MAX_INGREDIENT_BYTES:
        tensors["ingredients"] = stored.ingredients
    with replacing(path) as temporary:
        save_file({name: np.ascontiguousarray(values) for name, values in tensors.items()}, temporary, metadata)


def read_voice_file(path: Path) -> StoredVoice:
    """Read a voice.

    Raises
    ------
    VoiceError
        When the file cannot be read, is no voice of this program, or anything in it contradicts the rest.
    """
    metadata, tensors = _read(path)
    if metadata.get("format") != _FORMAT:
        raise VoiceError("{path}: is no voice of Phonoscope", "import it as a foreign file", path=path)
    if metadata.get("version") != _VERSION:
        raise VoiceError(
            "{path}: version {version!r} is unknown",
            "update Phonoscope",
            path=path,
            version=str(metadata.get("version"))[:20],
        )
    try:
        plain = strict_json.parse(metadata.get("card", ""), "its card")
        card = strict_json.from_plain(VoiceCard, plain, "its card")
    except (RequestError, VoiceError) as error:
        raise VoiceError("{path}: {problem}", _DAMAGED, path=path, problem=error.cause) from error
    names = set(tensors) - {"preview", "ingredients"}
    optional = {"xvector"} if card.kind is VoiceKind.CODES else set()
    if not _WANTED[card.kind] <= names <= _WANTED[card.kind] | optional:
        raise VoiceError(
            "{path}: holds {names} for a voice of {kind}",
            _DAMAGED,
            path=path,
            names=", ".join(sorted(names)) or Message("nothing"),
            kind=card.kind,
        )
    ingredients = tensors.get("ingredients")
    if ingredients is not None:
        _check_ingredients(ingredients, card, path)
    stored = stored_voice(card, _voice(card, tensors, metadata, path), tensors.get("preview"), ingredients=ingredients)
    if stored.card != card:
        raise VoiceError("{path}: its card does not fit its numbers", _DAMAGED, path=path)
    return stored


def _voice(card: VoiceCard, tensors: dict[str, NDArray[Any]], metadata: dict[str, str], path: Path) -> Voice:
    name = f"{path} ({card.name})"
    vector = XVectorVoice(tensors["xvector"], name) if "xvector" in tensors else None
    if card.kind is VoiceKind.CODES:
        voice = CodesVoice(tensors["codes"], metadata.get("transcript", ""), vector, name)
        voice.check_codebooks(card.n_codebooks, card.codebook_size)
        return voice
    return vector if vector is not None else LatentsVoice(tensors["latents"], name)


def _check_ingredients(vectors: NDArray[np.float32], card: VoiceCard, path: Path) -> None:
    n_wanted = len(card.recipe.ingredients) if card.recipe is not None else 0
    if len(vectors) != n_wanted or not np.isfinite(vectors).all():
        raise VoiceError(
            "{path}: {n_vectors} ingredients do not fit a recipe of {n_wanted}",
            _DAMAGED,
            path=path,
            n_vectors=len(vectors),
            n_wanted=n_wanted,
        )


def is_voice_file(path: Path) -> bool:
    """Whether a safetensors file says that it is a voice of this program."""
    try:
        with safe_open(path, framework="numpy") as file:
            return bool((file.metadata() or {}).get("format") == _FORMAT)
    except (OSError, SafetensorError, ValueError):
        return False


def _read(path: Path) -> tuple[dict[str, str], dict[str, NDArray[Any]]]:
    try:
        n_bytes = path.stat().st_size
        if n_bytes > MAX_FILE_BYTES:
            raise VoiceError(
                "{path}: {n_bytes} bytes are more than any voice",
                "this is probably another kind of file",
                path=path,
                n_bytes=n_bytes,
            )
        tensors = {}
        with safe_open(path, framework="numpy") as file:
            for name in file.keys():  # noqa: SIM118  not a mapping
                part = file.get_slice(name)
                found = (part.get_dtype(), len(part.get_shape()))
                if _TENSORS.get(name) != found or 0 in part.get_shape():
                    raise VoiceError(
                        "{path}: holds {name!r} as {found}{shape}",
                        _DAMAGED,
                        path=path,
                        name=name[:40],
                        found=found[0],
                        shape=part.get_shape(),
                    )
                tensors[name] = file.get_tensor(name)
            metadata = file.metadata() or {}
    except OSError as error:
        raise VoiceError(
            "{path}: {error}", "check the name of the voice file", path=path, error=error.strerror or error
        ) from error
    except (SafetensorError, ValueError) as error:
        raise VoiceError(
            "{path}: is no readable safetensors file ({error})", _DAMAGED, path=path, error=error
        ) from error
    return metadata, tensors
