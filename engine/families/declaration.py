"""What a model family can do, in plain data.

The window, the command line and the format of takes are generated from these declarations: they know no family by
name. A family declares what holds for all its checkpoints; `FamilyDeclaration` of one loaded model adds its languages,
speakers and defaults.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal

from phonoscope.engine.audio.recording_length import USUAL_LENGTH, RecordingLength
from phonoscope.engine.errors import RequestError
from phonoscope.engine.message import Message

SettingValue = bool | int | float


class VoiceKind(StrEnum):
    """What a voice is made of."""

    NONE = "none"
    SPEAKER = "speaker"
    XVECTOR = "xvector"
    CODES = "codes"
    LATENTS = "latents"


@dataclass(frozen=True)
class SamplerField:
    """One setting of the sampler.

    Parameters
    ----------
    name
        Key in `SamplerSettings`; with dashes for underscores it is the flag on the command line.
    kind
        "number", "integer" or "switch".
    default
        Used unless a request says otherwise.
    minimum, maximum
        Range, both ends included; without meaning for a switch.
    label, help
        For people: a short name and what the setting does to the sound.
    group
        Settings of one stage are shown together.
    """

    name: str
    kind: Literal["number", "integer", "switch"]
    default: SettingValue
    minimum: float
    maximum: float
    label: str
    help: str
    group: str

    def check(self, value: object) -> SettingValue:
        """Return ``value`` as this field stores it.

        Raises
        ------
        RequestError
            When it has another type or lies outside the range.
        """
        if self.kind == "switch":
            if isinstance(value, bool):
                return value
            raise RequestError("{name} must be true or false, not {value!r}", name=self.name, value=value)
        if isinstance(value, bool) or not isinstance(value, int if self.kind == "integer" else (int, float)):
            wanted = self._wanted
            raise RequestError(
                "{name} must be {wanted}, not {value!r}", self._advice, name=self.name, wanted=wanted, value=value
            )
        if not self.minimum <= value <= self.maximum:  # false for NaN
            raise RequestError("{name} is {value}, out of range", self._advice, name=self.name, value=value)
        return value if self.kind == "integer" else float(value)

    @property
    def _wanted(self) -> Message:
        return Message("a whole number") if self.kind == "integer" else Message("a number")

    @property
    def _advice(self) -> Message:
        return Message(
            "use {wanted} from {minimum:g} to {maximum:g}",
            wanted=self._wanted,
            minimum=self.minimum,
            maximum=self.maximum,
        )

    def with_default(self, value: SettingValue | None) -> SamplerField:
        """Return the field with the default that a model file stores; None keeps the family's."""
        if value is None:
            return self
        if self.kind != "switch":
            value = min(max(value, self.minimum), self.maximum)  # a file may store what means "off" elsewhere
        # Files store single precision: 0.9 comes back as 0.8999999762.
        return replace(self, default=round(value, 6) if self.kind == "number" else type(self.default)(value))


@dataclass(frozen=True)
class SamplerPreset:
    """Settings that go well together.

    Parameters
    ----------
    label, help
        For people: a short name and what it is good for.
    values
        Settings that differ from the defaults, by name.
    """

    label: str
    help: str
    values: Mapping[str, SettingValue]


@dataclass(frozen=True)
class TapGroupDeclaration:
    """A group of layers whose states are measured.

    Parameters
    ----------
    name
        Key of the group in the take.
    label, help
        For people.
    rows
        What one row of measurements stands for: "frame", "position" or "pass", which belong to frames, or "step" of a
        diffusion or "text", which do not.
    is_sequence
        Whether each of its layers takes in what the one before it made, so that a jump from one to the next means
        something.
    layer_names
        For people, where layers are no blocks that are counted from 0.
    """

    name: str
    label: str
    help: str
    rows: str
    is_sequence: bool = True
    layer_names: tuple[str, ...] = ()

    @property
    def by_frame(self) -> bool:
        """Whether its rows belong to frames, and so to moments of the sound."""
        return self.rows in ("frame", "position", "pass")

    @property
    def pictures(self) -> tuple[str, ...]:
        """Names of its pictures: one along the sound, or one along its steps and one of its growth over the layers.

        What has a row for each position of a sequence is seen along these as well, from the first of the prompt on.
        """
        if self.by_frame:
            return (self.name, f"{self.name}_positions") if self.rows == "position" else (self.name,)
        growth = f"{self.name}_growth"
        if self.rows == "step":
            return (self.name, growth) if self.is_sequence else (self.name,)
        return (growth,)


@dataclass(frozen=True)
class FamilyDeclaration:
    """What a family, or one model of it, can do.

    Parameters
    ----------
    name, title
        Key of the family, and its name for people.
    sample_rate_hz, frame_rate_hz
        Audio samples and codec frames a second.
    voice_kinds
        Which kinds of voice are taken, best first.
    languages
        Names that a request may give; empty until a model is loaded.
    speakers
        Named voices inside the model.
    sampler
        All settings of the sampler.
    stages
        Names of the three stages in which a frame is made, in their order; the last one is the codec.
    tap_groups
        What can be measured while it speaks.
    takes_instructions
        Whether a request may say how to speak.
    presets
        Settings of the sampler that go well together.
    token_s
        How long ordinary speech is for each token of its text.
    segment_s
        How much longer a segment is than its tokens make it: short texts are spoken slowly and end in a pause.
    draws_codes
        Whether frames are made of codes that are drawn one by one; otherwise latents are denoised step by step.
    continues
        Whether speech can go on from latents of other speech.
    recordings
        How long a recording is to be of which a voice is made.
    licence_name
        What people call the licence below; empty for none.
    licence
        What must be agreed to before weights are downloaded, and what goes along with every take; empty for nothing.
    repositories
        Where the weights are published, as ``OWNER/REPOSITORY``, as far as the licence holds for them.
    """

    name: str
    title: str
    sample_rate_hz: int
    frame_rate_hz: float
    voice_kinds: tuple[VoiceKind, ...]
    languages: tuple[str, ...]
    speakers: tuple[str, ...]
    sampler: tuple[SamplerField, ...]
    stages: tuple[str, str, str]
    tap_groups: tuple[TapGroupDeclaration, ...]
    takes_instructions: bool
    presets: tuple[SamplerPreset, ...] = ()
    token_s: float = 0.28  # of vocabularies of words
    segment_s: float = 0.0
    draws_codes: bool = True
    continues: bool = False
    recordings: RecordingLength = USUAL_LENGTH
    licence_name: str = ""
    licence: str = ""
    repositories: tuple[str, ...] = ()

    def speech_s(self, n_tokens: int) -> float:
        """Return how long ordinary speech of a segment of so many tokens is; nothing of nothing."""
        return self.segment_s + n_tokens * self.token_s if n_tokens else 0.0

    def with_defaults(self, stored: Mapping[str, SettingValue]) -> FamilyDeclaration:
        """Return the declaration with the sampler's defaults that a model file stores, by name."""
        return replace(self, sampler=tuple(field.with_default(stored.get(field.name)) for field in self.sampler))

    def settings(self, values: Mapping[str, Any] | None = None) -> SamplerSettings:
        """Return all sampler settings: ``values`` where given, defaults elsewhere.

        Raises
        ------
        RequestError
            When a name is unknown or a value does not fit its field.
        """
        given = dict(values or {})
        known = {field.name: field for field in self.sampler}
        unknown = [name for name in given if name not in known]
        if unknown:
            raise RequestError(
                "unknown sampler setting {key!r}", "the settings are {known}", key=unknown[0], known=", ".join(known)
            )
        return SamplerSettings({name: field.check(given.get(name, field.default)) for name, field in known.items()})


class SamplerSettings(Mapping[str, SettingValue]):
    """Immutable settings by name; two are equal when all values are."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, SettingValue]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> SettingValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"SamplerSettings({self._values})"

    def number(self, name: str) -> float:
        """Return the value of a number field."""
        return float(self._values[name])

    def integer(self, name: str) -> int:
        """Return the value of an integer field."""
        value = self._values[name]
        if not math.isfinite(value) or int(value) != value:
            raise TypeError(f"{name} is no integer field")
        return int(value)

    def switch(self, name: str) -> bool:
        """Return the value of a switch."""
        return bool(self._values[name])
