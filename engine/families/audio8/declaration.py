"""What Audio8 can do: its declaration, and that of one model file."""

from __future__ import annotations

from dataclasses import replace

from phonoscope.engine.families.audio8.file_info import Audio8ModelInfo
from phonoscope.engine.families.declaration import (
    FamilyDeclaration,
    TapGroupDeclaration,
    VoiceKind,
)
from phonoscope.engine.families.sampler_fields import candidate_fields, greedy, integer, shortest_speech

_BOTH = "slow and fast model"

# Defaults are those of the published `generation_config.json`; a model file overrides them.
_SAMPLER = (
    *candidate_fields(
        _BOTH,
        "how freely codes are drawn among the candidates: lower is steadier, higher is livelier",
        temperature=0.7,
        top_k=50,
        top_p=0.9,
    ),
    integer(
        "rescue_window",
        10,
        0,
        1000,
        "Rescue window",
        "a first code that was spoken within so many frames is drawn again, more freely; 0 to let it be",
        _BOTH,
    ),
    shortest_speech(0, _BOTH),
    greedy("always take the most probable code; speech often ends up repeating", _BOTH),
)

_LAYERS = TapGroupDeclaration("slow", "Slow model", "residual stream after each layer", "position")
_MIXER_GROUPS = (
    TapGroupDeclaration(
        "slow_ssm", "SSM state", "state-space state of each layer's Mamba-2 mixer", "position", is_sequence=False
    ),
    TapGroupDeclaration(
        "slow_windows",
        "Convolution state",
        "inputs that each layer's short convolution remembers",
        "position",
        is_sequence=False,
    ),
    TapGroupDeclaration(
        "slow_ssm_heads",
        "SSM heads",
        "state of each head of the mixers, layer by layer; recorded when whole states are kept",
        "position",
        is_sequence=False,
    ),
)
_OTHER_GROUPS = (
    TapGroupDeclaration("slow_keys", "Slow keys", "keys that each layer's cache stores", "position"),
    TapGroupDeclaration("slow_values", "Slow values", "values that each layer's cache stores", "position"),
    TapGroupDeclaration("fast", "Fast model", "residual stream after each layer, code by code", "pass"),
    TapGroupDeclaration("codec_transformer", "Codec transformer", "residual stream after each layer", "frame"),
    TapGroupDeclaration("codec_blocks", "Codec blocks", "output of each block of the decoder", "frame"),
)

DECLARATION = FamilyDeclaration(
    name="audio8",
    title="Audio8",
    sample_rate_hz=44_100,
    frame_rate_hz=44_100 / 2048,
    voice_kinds=(VoiceKind.CODES, VoiceKind.NONE),
    languages=(),
    speakers=(),
    sampler=_SAMPLER,
    stages=("slow", "fast", "codec"),
    tap_groups=(_LAYERS, *_MIXER_GROUPS, *_OTHER_GROUPS),
    takes_instructions=False,
)


def declare(info: Audio8ModelInfo) -> FamilyDeclaration:
    """Return the declaration of one model, but for the rates, which are those of its codec.

    Parameters
    ----------
    info
        What its file says about itself.
    """
    stored = info.generation
    defaults: dict[str, bool | int | float] = {
        "temperature": stored.temperature,
        "top_k": stored.top_k,
        "top_p": stored.top_p,
        "rescue_window": stored.rescue_window,
        "greedy": not stored.do_sample,
    }
    return replace(
        DECLARATION.with_defaults(defaults),
        title=info.name,
        # The model infers the language from the text.
        languages=("auto",),
        tap_groups=(_LAYERS, *(_MIXER_GROUPS if info.is_hybrid else ()), *_OTHER_GROUPS),
    )
