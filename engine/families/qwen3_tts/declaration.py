"""What Qwen3-TTS can do: its declaration, and that of one model file."""

from __future__ import annotations

from dataclasses import replace

from phonoscope.engine.families.declaration import (
    FamilyDeclaration,
    SamplerPreset,
    TapGroupDeclaration,
    VoiceKind,
)
from phonoscope.engine.families.qwen3_tts.file_info import Qwen3ModelInfo
from phonoscope.engine.families.qwen3_tts.prompt import reads_characters, selectable_languages
from phonoscope.engine.families.sampler_fields import candidate_fields, greedy, integer, number, shortest_speech

# Least squares over 216 takes of the bundled voices, of one word to sixty: off by 10 % in the mean.
_CHARACTER_S, _CHARACTERS_EDGE_S = 0.052, 0.4
_TALKER = "talker"
_PREDICTOR = "code predictor"

# Defaults are those of the released checkpoints (`generation_config.json`); a model file overrides them.
_SAMPLER = (
    *candidate_fields(
        _TALKER,
        "how freely the first code of each frame is drawn: lower is steadier, higher is livelier",
        temperature=0.9,
        top_k=50,
        top_p=1.0,
    ),
    number(
        "repetition_penalty",
        1.05,
        0.5,
        5.0,
        "Repetition penalty",
        "makes codes that were used before less probable; 1 for none, too much hurries the speech",
        _TALKER,
    ),
    integer(
        "penalty_window", 0, 0, 100_000, "Penalty window", "how many frames back the penalty looks; 0 for all", _TALKER
    ),
    shortest_speech(2, _TALKER),
    greedy("always take the most probable first code; speech often ends up silent or repeating", _TALKER),
    *candidate_fields(
        _PREDICTOR,
        "how freely the other codes of each frame, which carry the detail of the sound, are drawn",
        prefix="predictor_",
        temperature=0.9,
        top_k=50,
        top_p=1.0,
    ),
    greedy("always take the most probable of the other codes", _PREDICTOR, prefix="predictor_"),
)

_TAP_GROUPS = (
    TapGroupDeclaration("talker", "Talker", "residual stream after each layer of the language model", "position"),
    TapGroupDeclaration("talker_keys", "Talker keys", "keys that each layer's cache stores", "position"),
    TapGroupDeclaration("talker_values", "Talker values", "values that each layer's cache stores", "position"),
    TapGroupDeclaration("predictor", "Code predictor", "residual stream after each layer, code by code", "pass"),
    TapGroupDeclaration("codec_transformer", "Codec transformer", "residual stream after each layer", "frame"),
    TapGroupDeclaration("codec_blocks", "Codec blocks", "output of each block of the decoder", "frame"),
)

_PRESETS = (
    SamplerPreset(
        "Steady",
        "close to the middle of what the voice does: for reading out",
        {
            "temperature": 0.6,
            "predictor_temperature": 0.6,
            "top_k": 30,
            "predictor_top_k": 30,
        },
    ),
    SamplerPreset(
        "Lively",
        "more variety in pitch and pace, and sometimes a slip",
        {
            "temperature": 1.1,
            "predictor_temperature": 1.0,
            "top_k": 100,
            "predictor_top_k": 100,
        },
    ),
    SamplerPreset(
        "Greedy",
        "no chance at all: for comparing one build of a model with another",
        {
            "greedy": True,
            "predictor_greedy": True,
        },
    ),
)

DECLARATION = FamilyDeclaration(
    name="qwen3_tts",
    title="Qwen3-TTS",
    sample_rate_hz=24_000,
    frame_rate_hz=12.5,
    voice_kinds=(VoiceKind.XVECTOR, VoiceKind.CODES, VoiceKind.SPEAKER, VoiceKind.NONE),
    languages=(),
    speakers=(),
    sampler=_SAMPLER,
    stages=("talker", "predictor", "codec"),
    tap_groups=_TAP_GROUPS,
    takes_instructions=True,
    presets=_PRESETS,
)


def declare(info: Qwen3ModelInfo) -> FamilyDeclaration:
    """Return the declaration of one model, but for the rates, which are those of its codec.

    Parameters
    ----------
    info
        What the talker file says about itself.
    """
    stored = info.generation
    defaults: dict[str, bool | int | float] = {
        "temperature": stored.temperature,
        "top_k": stored.top_k,
        "top_p": stored.top_p,
        "repetition_penalty": stored.repetition_penalty,
        "greedy": not stored.do_sample,
        "predictor_temperature": stored.subtalker_temperature,
        "predictor_top_k": stored.subtalker_top_k,
        "predictor_top_p": stored.subtalker_top_p,
        "predictor_greedy": not stored.subtalker_do_sample,
    }
    kinds = (kind for kind in DECLARATION.voice_kinds if kind is not VoiceKind.SPEAKER or info.speakers)
    return replace(
        DECLARATION.with_defaults(defaults),
        title=info.name,
        voice_kinds=tuple(kinds),
        languages=selectable_languages(info),
        speakers=tuple(info.speakers),
        takes_instructions=info.model_type != "base",
        token_s=_CHARACTER_S if reads_characters(info) else DECLARATION.token_s,
        segment_s=_CHARACTERS_EDGE_S if reads_characters(info) else DECLARATION.segment_s,
    )
