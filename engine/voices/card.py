"""What is known about a voice besides its numbers: its card, and the recipe by which it can be made again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.message import Message

MAX_NAME_CHARACTERS = 100
MAX_TAGS = 32
MAX_TAG_CHARACTERS = 40
MAX_NOTE_CHARACTERS = 10_000
MAX_INGREDIENTS = 4096
_SHA256 = re.compile(r"[0-9a-f]{64}|")
_LANGUAGE = re.compile(r"[a-z][a-z_ -]{0,39}|")


class Consent(StrEnum):
    """By what right the voice of a recording is used."""

    UNKNOWN = "unknown"
    OWN = "own"
    """It is the user's own voice."""
    PERMITTED = "permitted"
    """The speaker has agreed to this use."""
    PUBLIC_DOMAIN = "public_domain"
    """The recording was released for any use, cloning included."""
    SYNTHETIC = "synthetic"
    """Nobody's: made by a program."""


CONSENT_TEXT = (
    "Use a person's voice only with that person's consent. Allowed are your own voice, a voice whose speaker has "
    "agreed to this use, recordings released for it, and voices that belong to nobody. Do not imitate people to "
    "deceive, harass or defame; in many places that is against the law."
)


class Operation(StrEnum):
    """How a voice came about."""

    IMPORT = "import"
    EXTRACT = "extract"
    BLEND = "blend"
    ARITHMETIC = "arithmetic"
    RANDOM = "random"
    SHIFT = "shift"


@dataclass(frozen=True)
class Ingredient:
    """A voice or a recording that another was made from.

    Parameters
    ----------
    name
        Of the voice; path of the recording or file.
    sha256
        Content hash of the voice; of the bytes of the file.
    weight
        Its share, or its factor in arithmetic.
    start_s, end_s
        The stretch of a recording that was used; 0 and 0 for anything else.
    """

    name: str
    sha256: str
    weight: float = 1.0
    start_s: float = 0.0
    end_s: float = 0.0

    def __post_init__(self) -> None:
        _check_text(Message("an ingredient's name"), self.name, 4096)
        _check_pattern(Message("an ingredient's hash"), self.sha256, _SHA256)
        if not abs(self.weight) <= 1e6 or not 0 <= self.start_s <= self.end_s <= 1e9:
            raise VoiceError(
                "ingredient {name!r} has no sensible weight or stretch", "make the voice again", name=self.name[:60]
            )


@dataclass(frozen=True)
class VoiceRecipe:
    """How a voice was made.

    Parameters
    ----------
    operation
        What was done.
    ingredients
        With what.
    parameters
        Numbers and switches of the operation.
    subject
        The property along which a voice was shifted; empty for other operations.
    model, model_sha256
        The model whose encoder took part; empty for operations on vectors.
    """

    operation: Operation
    ingredients: tuple[Ingredient, ...]
    parameters: Mapping[str, bool | int | float] = field(default_factory=dict)
    subject: str = ""
    model: str = ""
    model_sha256: str = ""

    def __post_init__(self) -> None:
        _check_text(Message("the model"), self.model, 4096)
        _check_text(Message("the subject"), self.subject, 40)
        _check_pattern(Message("the model's hash"), self.model_sha256, _SHA256)
        if len(self.ingredients) > MAX_INGREDIENTS or len(self.parameters) > 64:
            raise VoiceError(
                "the recipe is too long", "at most {maximum} ingredients are kept", maximum=MAX_INGREDIENTS
            )
        if not all(abs(value) <= 1 << 64 for value in self.parameters.values()):
            raise VoiceError("a number of the recipe is out of range", "make the voice again")


@dataclass(frozen=True)
class VoiceCard:
    """What people and programs need to know about a voice.

    Parameters
    ----------
    name
        What it is called.
    kind
        What it is made of.
    width
        Length of the x-vector, which belongs to models of this width; 0 without one.
    n_codebooks, codebook_size
        Of the codec whose codes they are; 0 without codes.
    tags, language, licence, notes
        For finding and judging it; the language in English, in lower case.
    consent
        By what right it is used.
    source, source_sha256
        The file that it came from, and the hash of its bytes; empty for voices that were made from others.
    created
        Date and time in UTC, ISO 8601; empty when it is not known.
    recipe
        How it was made; None when it is not known.
    preview_rate_hz
        Sample rate of the preview; 0 without one.
    """

    name: str
    kind: VoiceKind
    width: int = 0
    n_codebooks: int = 0
    codebook_size: int = 0
    tags: tuple[str, ...] = ()
    language: str = ""
    licence: str = ""
    notes: str = ""
    consent: Consent = Consent.UNKNOWN
    source: str = ""
    source_sha256: str = ""
    created: str = ""
    recipe: VoiceRecipe | None = None
    preview_rate_hz: int = 0

    def __post_init__(self) -> None:
        check_name(self.name)
        check_tags(self.tags)
        if self.kind not in (VoiceKind.XVECTOR, VoiceKind.CODES, VoiceKind.LATENTS):
            raise VoiceError(
                "{name}: a voice of kind {kind} has no file",
                "name it to the model instead",
                name=self.name,
                kind=self.kind,
            )
        numbers = (self.width, self.n_codebooks, self.codebook_size, self.preview_rate_hz)
        if not all(0 <= n <= 1 << 20 for n in numbers):
            raise VoiceError("{name}: its dimensions make no sense", "extract the voice again", name=self.name)
        check_description(self.language, self.licence, self.notes)
        _check_pattern(Message("the source's hash"), self.source_sha256, _SHA256)
        _check_text(Message("the source"), self.source, 4096)
        _check_text(Message("the date"), self.created, 40)


def check_name(name: str) -> None:
    """Raise `VoiceError` unless ``name`` can be the name of a voice, so that no path and no formula passes for one."""
    _check_text(Message("the name of a voice"), name, MAX_NAME_CHARACTERS)
    if (
        not name
        or name != name.strip()
        or any(c in "=/\\" for c in name)
        or " + " in name
        or name.startswith((".", "-"))
    ):
        raise VoiceError(
            "{name!r} cannot be the name of a voice",
            "leave out = / \\ and ' + ', and a leading dot or dash",
            name=name[:60],
        )


def tags_of(text: str) -> tuple[str, ...]:
    """Return the tags that somebody wrote separated by commas, each once."""
    return tuple(dict.fromkeys(filter(None, (tag.strip() for tag in text.split(",")))))


def check_tags(tags: tuple[str, ...]) -> None:
    """Raise `VoiceError` unless ``tags`` are few and short."""
    if len(tags) > MAX_TAGS or len(set(tags)) != len(tags):
        raise VoiceError(
            "{n_tags} tags are too many, or one is there twice",
            "at most {maximum} different ones",
            n_tags=len(tags),
            maximum=MAX_TAGS,
        )
    for tag in tags:
        _check_text(Message("a tag"), tag, MAX_TAG_CHARACTERS)
        if not tag or tag != tag.strip() or "," in tag:
            raise VoiceError("{tag!r} cannot be a tag", "write a word or two, without a comma", tag=tag[:60])


def check_description(language: str, licence: str, notes: str) -> None:
    """Raise `VoiceError` unless a voice can be described by these."""
    if not _LANGUAGE.fullmatch(language):
        raise VoiceError(
            "{language!r} cannot be the language of a voice",
            "write it in English and in lower case, as in english",
            language=language[:60],
        )
    _check_text(Message("the licence"), licence, 1000)
    if len(notes) > MAX_NOTE_CHARACTERS:
        raise VoiceError(
            "notes of {n_characters} characters are too long",
            "at most {maximum}",
            n_characters=len(notes),
            maximum=MAX_NOTE_CHARACTERS,
        )


def _check_text(what: Message, text: str, limit: int) -> None:
    if len(text) > limit or not (text.isprintable() or not text):
        raise VoiceError(
            "{what} {text!r} is no line of at most {maximum} characters",
            "shorten it",
            what=what,
            text=text[:40],
            maximum=limit,
        )


def _check_pattern(what: Message, text: str, pattern: re.Pattern[str]) -> None:
    if not pattern.fullmatch(text):
        raise VoiceError("{what} {text!r} is malformed", "correct it", what=what, text=text[:60])
