"""Sampler settings as families declare them: one line a field, and the fields that several families have."""

from __future__ import annotations

from phonoscope.engine.families.declaration import SamplerField


def number(name: str, default: float, low: float, high: float, label: str, text: str, group: str) -> SamplerField:
    """Return a setting that is any number from ``low`` to ``high``."""
    return SamplerField(name, "number", default, low, high, label, text, group)


def integer(name: str, default: int, low: int, high: int, label: str, text: str, group: str) -> SamplerField:
    """Return a setting that is a whole number from ``low`` to ``high``."""
    return SamplerField(name, "integer", default, low, high, label, text, group)


def switch(name: str, label: str, text: str, group: str) -> SamplerField:
    """Return a setting that is off unless it is switched on."""
    return SamplerField(name, "switch", False, 0, 1, label, text, group)


def greedy(text: str, group: str, *, prefix: str = "") -> SamplerField:
    """Return the switch that takes chance away; ``text`` says what is then taken."""
    return switch(f"{prefix}greedy", "Greedy", text, group)


def shortest_speech(default: int, group: str) -> SamplerField:
    """Return how many frames there are before the speech may end."""
    return integer("min_new_tokens", default, 0, 1000, "Shortest speech", "frames before the speech may end", group)


def candidate_fields(
    group: str, temperature_help: str, *, prefix: str = "", temperature: float, top_k: int, top_p: float
) -> tuple[SamplerField, SamplerField, SamplerField]:
    """Return the settings by which any family draws a code among candidates: temperature, top-k and top-p.

    Parameters
    ----------
    group
        Heading that they stand under.
    temperature_help
        What the temperature does in this place.
    prefix
        Put before the three names.
    temperature, top_k, top_p
        Defaults.
    """
    top_k_help = "draw among the k most probable codes only; 0 for all"
    top_p_help = "draw among the most probable codes that make up this share; 1 for all"
    return (
        number(f"{prefix}temperature", temperature, 0.01, 5.0, "Temperature", temperature_help, group),
        integer(f"{prefix}top_k", top_k, 0, 100_000, "Top-k", top_k_help, group),
        number(f"{prefix}top_p", top_p, 0.001, 1.0, "Top-p", top_p_help, group),
    )
