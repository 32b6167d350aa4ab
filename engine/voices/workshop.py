"""Making voices from voices of a library, and making any voice again by its recipe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.voices import making
from phonoscope.engine.voices.card import Consent, Ingredient, Operation, VoiceCard, VoiceRecipe
from phonoscope.engine.voices.directions import property_values
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.extraction import Clip, extract
from phonoscope.engine.voices.files import load_voice
from phonoscope.engine.voices.formula import Part
from phonoscope.engine.voices.library import VoiceLibrary, speaker_vector
from phonoscope.engine.voices.voice import CodesVoice, XVectorVoice, content_hash
from phonoscope.engine.voices.voice_file import StoredVoice, stored_voice

MAX_SPREAD = 4.0
"""How much more varied than the library a random voice can be asked to be."""
MAX_SHIFT = 20.0
"""How many standard deviations a voice can be moved at once; none that the library knows lies so far out."""
EncoderOf = Callable[[str, str], RecordingEncoder]
"""Returns the encoder of a model by its name and hash."""


class Workshop:
    """Makes voices; nothing is added to the library.

    Parameters
    ----------
    library
        Where ingredients come from.
    """

    def __init__(self, library: VoiceLibrary) -> None:
        self._library = library

    def blend(self, parts: Sequence[Part], name: str, *, spherical: bool = True) -> StoredVoice:
        """Return a mixture; see `phonoscope.engine.voices.making.blend`.

        Raises
        ------
        VoiceError
            When a voice is unknown, has no x-vector, or is of another width than the others.
        """
        return self._made(Operation.BLEND, self._ingredients(parts), {"spherical": spherical}, name)

    def combine(self, parts: Sequence[Part], name: str, *, keep_norm: bool = True) -> StoredVoice:
        """Return a sum of voices with factors of any sign; see `phonoscope.engine.voices.making.combine`.

        Raises
        ------
        VoiceError
            As `blend`.
        """
        return self._made(Operation.ARITHMETIC, self._ingredients(parts), {"keep_norm": keep_norm}, name)

    def random(self, width: int, seed: int, name: str, *, spread: float = 1.0) -> StoredVoice:
        """Return a voice drawn from the distribution of the library's voices of a width.

        Raises
        ------
        VoiceError
            When they are too few, the seed is negative, or the spread is not from 0 to 4.
        """
        _check_random(seed, spread)
        known = self._library.vectors(width).entries
        ingredients = tuple(Ingredient(entry.name, entry.content) for entry in known)
        return self._made(Operation.RANDOM, ingredients, {"seed": seed, "spread": spread, "width": width}, name)

    def shift(self, entry: VoiceEntry, subject: str, amount: float, name: str) -> StoredVoice:
        """Return a voice moved along a direction that the library teaches, by so many standard deviations.

        Raises
        ------
        VoiceError
            When the property is unknown, known of too few voices, or the amount is beyond 20 standard deviations.
        """
        _check_shift(amount)
        table, values = property_values(self._library, subject, entry.width)
        learned = [Ingredient(e.name, e.content, value) for e, value in zip(table.entries, values, strict=True)]
        ingredients = (Ingredient(entry.name, entry.content), *learned)
        return self._made(Operation.SHIFT, ingredients, {"amount": amount}, name, subject)

    def remake(self, stored: StoredVoice, encoder_of: EncoderOf) -> StoredVoice:
        """Make a voice again by its recipe.

        Parameters
        ----------
        stored
            The voice.
        encoder_of
            Asked for the encoder when recordings are part of the recipe.

        Raises
        ------
        VoiceError
            When it has no recipe, or an ingredient that it does not hold itself is gone or has changed.
        RecordingError
            When a recording cannot be read.
        """
        recipe, card = stored.card.recipe, stored.card
        if recipe is None or not recipe.ingredients:
            raise VoiceError("{name}: how it was made is not known", "it cannot be made again", name=card.name)
        if recipe.operation is Operation.EXTRACT:
            return self._extracted_again(stored, recipe, encoder_of)
        if recipe.operation is Operation.IMPORT:
            source = recipe.ingredients[0]
            transcript = stored.voice.transcript if isinstance(stored.voice, CodesVoice) else None
            voice = load_voice(
                Path(source.name),
                n_codebooks=card.n_codebooks,
                codebook_size=card.codebook_size,
                transcript=transcript,
            )
            return stored_voice(card, voice)
        vectors = stored.ingredients if stored.ingredients is not None else self._vectors(recipe.ingredients)[0]
        values = _compute(recipe, vectors)
        return stored_voice(card, XVectorVoice(values, card.name), ingredients=vectors)

    def makes_same(self, entry: VoiceEntry, encoder_of: EncoderOf) -> bool:
        """Make a voice of the library again and return whether its bits are the same; see `remake`."""
        return content_hash(self.remake(self._library.read(entry), encoder_of).voice) == entry.content

    def _extracted_again(self, stored: StoredVoice, recipe: VoiceRecipe, encoder_of: EncoderOf) -> StoredVoice:
        card = stored.card
        clips = [Clip(Path(i.name), i.weight, i.start_s, i.end_s) for i in recipe.ingredients]
        again = extract(
            clips,
            encoder_of(recipe.model, recipe.model_sha256),
            name=card.name,
            model=(recipe.model, recipe.model_sha256),
            transcript=stored.voice.transcript if isinstance(stored.voice, CodesVoice) else "",
        )
        for recording, ingredient in zip(again.recordings, recipe.ingredients, strict=True):
            if recording.sha256 != ingredient.sha256:
                raise VoiceError(
                    "{path}: the recording has changed since", "extract a new voice from it", path=recording.path
                )
        return again.stored

    def _ingredients(self, parts: Sequence[Part]) -> tuple[Ingredient, ...]:
        found = [(self._library.get(name), weight) for name, weight in parts]
        return tuple(Ingredient(entry.name, entry.content, weight) for entry, weight in found)

    def _made(
        self,
        operation: Operation,
        ingredients: tuple[Ingredient, ...],
        parameters: dict[str, bool | int | float],
        name: str,
        subject: str = "",
    ) -> StoredVoice:
        vectors, entries = self._vectors(ingredients)
        recipe = VoiceRecipe(operation, ingredients, parameters, subject)
        values = _compute(recipe, vectors)
        languages = {entry.language for entry in entries}
        licences = {entry.licence for entry in entries}
        card = VoiceCard(
            name,
            VoiceKind.XVECTOR,
            language=languages.pop() if len(languages) == 1 else "",
            licence=licences.pop() if len(licences) == 1 else "",
            consent=_weakest_consent([entry.consent for entry in entries]),
            recipe=recipe,
        )
        return stored_voice(card, XVectorVoice(values, name), ingredients=vectors)

    def _vectors(self, ingredients: tuple[Ingredient, ...]) -> tuple[NDArray[np.float32], list[VoiceEntry]]:
        vectors, entries = [], []
        for ingredient in ingredients:
            entry = self._library.by_content(ingredient.sha256)
            if entry is None:
                raise VoiceError(
                    "the voice {name!r} is no longer in the library", "import it again", name=ingredient.name
                )
            voice = self._library.read(entry).voice
            vector = speaker_vector(voice)
            if vector is None or content_hash(voice) != ingredient.sha256:
                raise VoiceError(
                    "{name}: has no x-vector, or its file has changed", "use another voice", name=entry.name
                )
            vectors.append(vector)
            entries.append(entry)
        if len({vector.size for vector in vectors}) > 1:
            raise VoiceError("the voices belong to models of different sizes", "use voices of one model")
        return np.array(vectors, np.float32), entries


def _compute(recipe: VoiceRecipe, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what a recipe makes of the x-vectors ``[n, width]`` of its ingredients."""
    parameters, weights = recipe.parameters, [ingredient.weight for ingredient in recipe.ingredients]
    if recipe.operation is Operation.BLEND:
        return making.blend(vectors, weights, spherical=bool(parameters.get("spherical", True)))
    if recipe.operation is Operation.ARITHMETIC:
        return making.combine(vectors, weights, keep_norm=bool(parameters.get("keep_norm", True)))
    if recipe.operation is Operation.RANDOM:
        seed, spread = int(parameters.get("seed", 0)), float(parameters.get("spread", 1.0))
        _check_random(seed, spread)
        return making.Distribution.of(vectors).draw(seed, spread)
    amount = float(parameters.get("amount", 0.0))
    _check_shift(amount)
    return making.shift(vectors[0], [making.learn_direction(vectors[1:], weights[1:])], [amount])


def _check_random(seed: int, spread: float) -> None:
    if seed < 0:
        raise VoiceError("seed {seed} is negative", "give 0 or more", seed=seed)
    if not 0 <= spread <= MAX_SPREAD:
        raise VoiceError(
            "a spread of {spread:g} is no voice any more",
            "give 0 to {maximum:g}",
            spread=spread,
            maximum=MAX_SPREAD,
        )


def _check_shift(amount: float) -> None:
    if not abs(amount) <= MAX_SHIFT:
        raise VoiceError(
            "a shift by {amount:g} is no voice any more",
            "give {minimum:g} to {maximum:g}",
            amount=amount,
            minimum=-MAX_SHIFT,
            maximum=MAX_SHIFT,
        )


def _weakest_consent(consents: list[Consent]) -> Consent:
    """Return what holds for a voice made of several: the least certain of their rights."""
    order = (Consent.UNKNOWN, Consent.PERMITTED, Consent.OWN, Consent.PUBLIC_DOMAIN, Consent.SYNTHETIC)
    return min(consents, key=order.index)
