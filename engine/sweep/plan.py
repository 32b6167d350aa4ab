"""The plan of a sweep: which values are tried, and every combination of them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from phonoscope.engine.errors import RequestError
from phonoscope.engine.families.declaration import SamplerField, SettingValue
from phonoscope.engine.request import MAX_SEED, SynthesisRequest
from phonoscope.engine.synthesis import Engine

MAX_ITEMS = 500
_RANGE = re.compile(r"(?P<first>[^:]+):(?P<last>[^:]+):(?P<step>[^:]+)")


@dataclass(frozen=True)
class SweepItem:
    """One take of a sweep.

    Parameters
    ----------
    model
        A name from the store, a GGUF file or a folder.
    voice
        As `Engine.request` takes it; empty for that of the request.
    settings
        Sampler settings that are tried.
    seed
        Of all random draws.
    quantisation
        Storage type that the model is converted to first; empty for the one that it has.
    """

    model: str
    voice: str
    settings: Mapping[str, SettingValue]
    seed: int
    quantisation: str = ""


@dataclass(frozen=True)
class SweepPlan:
    """What is tried. An axis with one value or none is not varied.

    Parameters
    ----------
    base
        The request that everything else is taken from.
    models
        Models.
    voices
        Voices.
    settings
        Values by sampler setting.
    n_seeds
        How many seeds, the first being that of the request.
    quantisations
        Storage types of the request's model, tried beside ``models``.

    Raises
    ------
    RequestError
        When there are too many combinations.
    """

    base: SynthesisRequest
    models: tuple[str, ...] = ()
    voices: tuple[str, ...] = ()
    settings: Mapping[str, tuple[SettingValue, ...]] = field(default_factory=dict)
    n_seeds: int = 1
    quantisations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.n_items <= MAX_ITEMS:
            raise RequestError(
                "a sweep of {n_items} takes is not possible",
                "try 1 to {maximum} combinations",
                n_items=self.n_items,
                maximum=MAX_ITEMS,
            )

    @property
    def n_items(self) -> int:
        """Number of takes."""
        n = max(1, len(self.models) + len(self.quantisations)) * max(1, len(self.voices)) * self.n_seeds
        for values in self.settings.values():
            n *= max(1, len(values))
        return n

    def items(self) -> list[SweepItem]:
        """Return all takes, those of one model together, since loading takes longest; seeds change fastest."""
        names = [name for name, values in self.settings.items() if values]
        settings = [
            dict(zip(names, values, strict=True)) for values in itertools.product(*(self.settings[n] for n in names))
        ]
        seeds = [(self.base.seed + step) % (MAX_SEED + 1) for step in range(self.n_seeds)]
        own = self.base.model.name
        models = [(name, "") for name in self.models] + [(own, type_name) for type_name in self.quantisations]
        voices = self.voices or ("",)
        return [
            SweepItem(model, voice, values, seed, quantisation)
            for (model, quantisation), voice, values, seed in itertools.product(
                models or [(own, "")], voices, settings, seeds
            )
        ]

    def request(self, engine: Engine, item: SweepItem) -> SynthesisRequest:
        """Return the request of one take for the loaded model; settings that its family does not know are left out.

        Raises
        ------
        RequestError, VoiceError
            When a value does not fit the model, or there is no such voice.
        """
        base, declared = self.base, engine.declaration
        known = {setting.name for setting in declared.sampler}
        sampler = {name: value for name, value in {**base.sampler, **item.settings}.items() if name in known}
        made = engine.request(
            base.text,
            voice=item.voice or base.voice.source or None,
            transcript=base.voice.transcript or None,
            sampler=sampler,
            seed=item.seed,
            language=base.language if base.language in declared.languages else "auto",
        )
        return replace(
            made,
            instruct=base.instruct if declared.takes_instructions else "",
            max_frames=base.max_frames,
            streaming_text=base.streaming_text,
            segments=base.segments,
            watchdog=base.watchdog,
            retries=base.retries,
        )

    def label(self, item: SweepItem, names: Mapping[str, str] = MappingProxyType({})) -> str:
        """Return what distinguishes a take from the others of its sweep.

        Parameters
        ----------
        item
            The take.
        names
            How sampler settings, and "seed", are called; as in the request where they are not there.
        """
        parts = []
        if len(self.models) + len(self.quantisations) > 1:
            parts.append(item.quantisation or item.model.rpartition("/")[2].removesuffix(".gguf"))
        if len(self.voices) > 1:
            parts.append(item.voice.rpartition("/")[2])
        parts += [
            f"{names.get(name, name)} {value}" for name, value in item.settings.items() if len(self.settings[name]) > 1
        ]
        if self.n_seeds > 1 or not parts:
            parts.append(f"{names.get('seed', 'seed')} {item.seed}")
        return " · ".join(parts)


def parse_values(text: str, setting: SamplerField) -> tuple[SettingValue, ...]:
    """Return the values that a person wrote for a setting: ``0.7, 0.9`` or ``0.5:1.0:0.1`` (first, last, step).

    Raises
    ------
    RequestError
        When a value is no number or out of range.
    """
    values: list[SettingValue] = []
    for part in filter(None, re.split(r"[,;\s]+", text)):
        found = _RANGE.fullmatch(part)
        numbers = _range(found, setting) if found else [_number(part, setting)]
        values += [setting.check(_typed(number, setting)) for number in numbers]
    return tuple(dict.fromkeys(values))


def _range(found: re.Match[str], setting: SamplerField) -> list[float]:
    first, last, step = (_number(found[name], setting) for name in ("first", "last", "step"))
    if step <= 0 or last < first or (last - first) / step > MAX_ITEMS:
        raise RequestError(
            "{name}: {found} is no range",
            "write first:last:step, for example 0.5:1.0:0.1",
            name=setting.name,
            found=found[0],
        )
    return [round(first + i * step, 9) for i in range(int((last - first) / step + 1e-9) + 1)]


def _number(text: str, setting: SamplerField) -> float:
    if setting.kind == "switch" and text.lower() in ("true", "false", "on", "off"):
        return float(text.lower() in ("true", "on"))
    try:
        return float(text)
    except ValueError as error:
        raise RequestError(
            "{name}: {text!r} is no number", "write for example 0.7, 0.9", name=setting.name, text=text[:40]
        ) from error


def _typed(number: float, setting: SamplerField) -> SettingValue:
    if setting.kind == "switch":
        return bool(number)
    return int(number) if setting.kind == "integer" and number == int(number) else number
