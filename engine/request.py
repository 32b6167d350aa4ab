"""The request: everything needed to make the same sound again.

It is what the window edits, what the command line reads, and the recipe that is stored with every take.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from phonoscope.engine import strict_json
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families import family
from phonoscope.engine.families.declaration import SamplerSettings, SettingValue, VoiceKind
from phonoscope.engine.message import Message
from phonoscope.engine.text.sanitise import sanitise
from phonoscope.engine.text.script import script_parts
from phonoscope.engine.text.segments import SegmentLimits
from phonoscope.engine.value_checks import check_hash, check_name, check_range, check_text

VERSION = 1
BACKENDS = ("cpu",)
MAX_TEXT_CHARACTERS = 50_000
MAX_SEED = (1 << 64) - 1
_MAX_INSTRUCT_CHARACTERS = 2_000
_MAX_CAST = 32


class TapMode(StrEnum):
    """How much of the model's state is kept."""

    OFF = "off"
    STATS = "stats"
    FULL = "full"


@dataclass(frozen=True)
class TapsRequest:
    """What is recorded while the model speaks.

    Parameters
    ----------
    mode
        Nothing; magnitudes of every layer; or those and the whole states named below.
    layers
        Names "group.layer" of the states to keep when ``mode`` is full; empty for all but those of the codec, which are
        large and kept only when they are named.
    first_step, n_steps
        The range of steps whose states are kept.
    """

    mode: TapMode = TapMode.STATS
    layers: tuple[str, ...] = ()
    first_step: int = 0
    n_steps: int = 32

    def __post_init__(self) -> None:
        check_range("taps: first_step", self.first_step, 0, 1_000_000)
        check_range("taps: n_steps", self.n_steps, 1, 1_000_000)
        for name in self.layers:
            if not re.fullmatch(r"[a-z_]{1,40}\.\d{1,4}", name):
                raise RequestError(
                    "taps: {name!r} is no layer", "write group.number, for example talker.3", name=name[:60]
                )


@dataclass(frozen=True)
class WatchdogRequest:
    """When speech that does not end by itself is stopped, once its text must have been spoken.

    Parameters
    ----------
    enabled
        Whether to watch at all.
    silence_s, silence_dbfs
        Seconds below this level that count as the end.
    repeated_frames
        So many frames in a row with the same first code count as the end.
    """

    enabled: bool = True
    silence_s: float = 2.5
    silence_dbfs: float = -54.0
    repeated_frames: int = 25

    def __post_init__(self) -> None:
        check_range("watchdog: silence_s", self.silence_s, 0.1, 600.0)
        check_range("watchdog: silence_dbfs", self.silence_dbfs, -200.0, 0.0)
        check_range("watchdog: repeated_frames", self.repeated_frames, 2, 1_000_000)


@dataclass(frozen=True)
class ModelReference:
    """Which model speaks.

    Parameters
    ----------
    name
        A name from the store, a GGUF file or the folder of a checkpoint.
    codec
        The codec's file where it is not found from the model; empty otherwise.
    sha256, codec_sha256
        Content hashes, lower-case hexadecimal, once they are known; empty before.
    """

    name: str
    codec: str = ""
    sha256: str = ""
    codec_sha256: str = ""

    def __post_init__(self) -> None:
        check_name("model: name", self.name)
        check_name("model: codec", self.codec)
        check_hash("model: sha256", self.sha256)
        check_hash("model: codec_sha256", self.codec_sha256)
        if not self.name:
            raise RequestError("no model is given", "give one with --model: a name, a GGUF file or a checkpoint folder")


@dataclass(frozen=True)
class VoiceReference:
    """Whom it sounds like.

    Parameters
    ----------
    kind
        What the voice is made of; "none" lets the model choose.
    source
        Name of a speaker, or file of the voice.
    sha256
        Content hash of that file, once it is known.
    transcript
        What reference codes say; empty to read it from the file beside them.
    part_sha256
        Content hashes of the voices that a blend mixes, in the order in which ``source`` names them; empty for others.
    """

    kind: VoiceKind = VoiceKind.NONE
    source: str = ""
    sha256: str = ""
    transcript: str = ""
    part_sha256: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_name("voice: source", self.source)
        check_name("voice: transcript", self.transcript, MAX_TEXT_CHARACTERS)
        for sha256 in (self.sha256, *self.part_sha256):
            check_hash("voice: sha256", sha256)
        if (self.kind is VoiceKind.NONE) != (not self.source):
            raise RequestError(
                "a voice of kind {kind} and source {source!r} do not go together", kind=self.kind, source=self.source
            )


@dataclass(frozen=True)
class SynthesisRequest:
    """One utterance, completely described; two equal requests give the same bits.

    Parameters
    ----------
    text
        What to say; it is sanitised here.
    model
        Which model speaks.
    family
        Key of the model's family.
    voice, language, instruct
        Whom it sounds like, in which language ("auto" to let the model find out), and how, for models that follow
        instructions.
    continuation
        Latents of speech that comes first and that the text begins with, for families that can go on from it.
    cast
        Other voices that lines of the text name (see `phonoscope.engine.text.script`).
    backend, threads
        Where it is computed; None for as many threads as there are cores. Neither changes the sound.
    seed
        Of all random draws, 0 to 2^64 - 1.
    sampler
        Settings of the family's sampler; those left out are filled in with the family's defaults.
    max_frames
        Longest speech of one segment in codec frames; None for `automatic_max_frames` of its text.
    streaming_text
        Whether text is laid out along the frames instead of before them.
    chunk_frames
        How many frames are decoded to sound at a time. It does not change the sound.
    segments
        Lengths of the segments that long text is split into.
    watchdog, retries
        When speech that does not end is stopped, and how often it is tried again with the next seed.
    taps
        What is recorded on the way.

    Raises
    ------
    RequestError
        Naming the first value that does not fit.
    """

    text: str
    model: ModelReference
    family: str = "qwen3_tts"
    voice: VoiceReference = field(default_factory=VoiceReference)
    continuation: VoiceReference = field(default_factory=VoiceReference)
    cast: tuple[VoiceReference, ...] = ()
    language: str = "auto"
    instruct: str = ""
    backend: str = "cpu"
    threads: int | None = None
    seed: int = 0
    sampler: Mapping[str, SettingValue] = field(default_factory=dict)
    max_frames: int | None = None
    streaming_text: bool = False
    chunk_frames: int = 4
    segments: SegmentLimits = field(default_factory=SegmentLimits)
    watchdog: WatchdogRequest = field(default_factory=WatchdogRequest)
    retries: int = 0
    taps: TapsRequest = field(default_factory=TapsRequest)

    def __post_init__(self) -> None:
        declaration = family(self.family)
        check_text(Message("the text"), self.text, MAX_TEXT_CHARACTERS, Message("split it into several requests"))
        check_text(Message("the instruction"), self.instruct, _MAX_INSTRUCT_CHARACTERS)
        check_name("the language", self.language, 100)
        object.__setattr__(self, "text", sanitise(self.text))
        object.__setattr__(self, "instruct", sanitise(self.instruct))
        object.__setattr__(self, "language", self.language.strip().lower())
        object.__setattr__(self, "sampler", declaration.settings(self.sampler))
        if len(self.cast) > _MAX_CAST:
            raise RequestError(
                "{n_voices} voices take part; at most {maximum} are taken",
                "split the text",
                n_voices=len(self.cast),
                maximum=_MAX_CAST,
            )
        if any(not member.source for member in self.cast):
            raise RequestError("a voice of the cast has no name", "name every voice, or leave it out")
        if self.continuation.source:
            if not declaration.continues:
                raise RequestError("this model cannot go on from other speech", "leave the continuation out")
            if self.continuation.kind is not VoiceKind.LATENTS or self.cast:
                raise RequestError("a continuation is of latents, and of one voice", "give no other voices")
        if not self.text or not script_parts(self.text, [member.source for member in self.cast]):
            raise RequestError("the text is blank", "write something to speak")
        groups = [group.name for group in declaration.tap_groups]
        for name in self.taps.layers:
            if name.split(".")[0] not in groups:
                raise RequestError(
                    "taps: {name!r} is in no tap group", "the groups are {groups}", name=name, groups=", ".join(groups)
                )
        if self.backend not in BACKENDS:
            raise RequestError(
                "unknown backend {backend!r}",
                "the backends are {backends}",
                backend=self.backend,
                backends=", ".join(BACKENDS),
            )
        if self.threads is not None:
            check_range("threads", self.threads, 1, 64)
        if self.max_frames is not None:
            check_range("max_frames", self.max_frames, 1, 100_000)
        check_range("seed", self.seed, 0, MAX_SEED)
        check_range("chunk_frames", self.chunk_frames, 1, 64)
        check_range("retries", self.retries, 0, 10)

    @property
    def settings(self) -> SamplerSettings:
        """The complete sampler settings."""
        return family(self.family).settings(self.sampler)

    @property
    def makes_previews(self) -> bool:
        """Whether what the speech would be is decoded while it is made."""
        return bool(self.sampler.get("preview_steps"))

    def to_json(self) -> str:
        """Return the request as one JSON object with its version."""
        return json.dumps({"version": VERSION, **strict_json.to_plain(self)}, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str | bytes, what: str = "request") -> SynthesisRequest:
        """Return the request in JSON ``text``; ``what`` is how messages call it.

        Raises
        ------
        RequestError
            When it is no JSON, of another version, or anything in it is unknown or out of range.
        """
        return cls.from_plain(strict_json.parse(text, what), what)

    @classmethod
    def from_plain(cls, value: Any, what: str = "request") -> SynthesisRequest:
        """Return the request in the plain ``value`` of its JSON (see `from_json`)."""
        if not isinstance(value, dict) or type(value.get("version")) is not int:
            raise RequestError("{what}: is no request of Phonoscope", "give a file that say --recipe wrote", what=what)
        if value["version"] != VERSION:
            raise RequestError(
                "{what}: version {version} is unknown", "update Phonoscope", what=what, version=value["version"]
            )
        return strict_json.from_plain(cls, {k: v for k, v in value.items() if k != "version"}, what)


def automatic_max_frames(speech_s: float, frame_rate_hz: float) -> int:
    """Return the longest speech, in codec frames, that a text is given which takes ``speech_s`` at an ordinary pace.

    That is over three times as long, and 40 frames, as room for slow voices: 12 frames for a token of a vocabulary of
    words. A model that has not ended by then has lost its way (specification of Qwen3-TTS, pitfalls).
    """
    return 40 + round(3.4 * speech_s * frame_rate_hz)
