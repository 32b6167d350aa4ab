"""What Qwen3-TTS can do: its declaration, and that of one model file."""

from __future__ import annotations

from dataclasses import replace

from phonoscope.engine.families.declaration import (
    FamilyDeclaration,
    SamplerField,
    SamplerPreset,
    TapGroupDeclaration,
    VoiceKind,
    candidate_fields,
)
from phonoscope.engine.families.qwen3_tts.file_info import Qwen3ModelInfo
from phonoscope.engine.families.qwen3_tts.prompt import reads_characters, selectable_languages

_CHARACTER_S = 0.056  # of sentences in the bundled voices, 0.051 to 0.066
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
    SamplerField(
        name="repetition_penalty",
        kind="number",
        default=1.05,
        minimum=0.5,
        maximum=5.0,
        label="Repetition penalty",
        help="makes codes that were used before less probable; 1 for none, too much hurries the speech",
        group=_TALKER,
    ),
    SamplerField(
        name="penalty_window",
        kind="integer",
        default=0,
        minimum=0,
        maximum=100_000,
        label="Penalty window",
        help="how many frames back the penalty looks; 0 for all",
        group=_TALKER,
    ),
    SamplerField(
        name="min_new_tokens",
        kind="integer",
        default=2,
        minimum=0,
        maximum=1000,
        label="Shortest speech",
        help="frames before the speech may end",
        group=_TALKER,
    ),
    SamplerField(
        name="greedy",
        kind="switch",
        default=False,
        minimum=0,
        maximum=1,
        label="Greedy",
        help="always take the most probable first code; speech often ends up silent or repeating",
        group=_TALKER,
    ),
    *candidate_fields(
        _PREDICTOR,
        "how freely the other codes of each frame, which carry the detail of the sound, are drawn",
        prefix="predictor_",
        temperature=0.9,
        top_k=50,
        top_p=1.0,
    ),
    SamplerField(
        name="predictor_greedy",
        kind="switch",
        default=False,
        minimum=0,
        maximum=1,
        label="Greedy",
        help="always take the most probable of the other codes",
        group=_PREDICTOR,
    ),
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
    streams_audio=True,
    takes_instructions=True,
    presets=_PRESETS,
)


def declare(info: Qwen3ModelInfo, *, sample_rate_hz: int, hop_samples: int) -> FamilyDeclaration:
    """Return the declaration of one model.

    Parameters
    ----------
    info
        What the talker file says about itself.
    sample_rate_hz, hop_samples
        Rate of the codec's output and its samples in a frame.
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
    kinds = DECLARATION.voice_kinds if info.speakers else tuple(k for k in DECLARATION.voice_kinds if k != "speaker")
    return replace(
        DECLARATION,
        title=info.name,
        sample_rate_hz=sample_rate_hz,
        frame_rate_hz=sample_rate_hz / hop_samples,
        voice_kinds=kinds,
        languages=selectable_languages(info),
        speakers=tuple(info.speakers),
        sampler=tuple(field.with_default(defaults.get(field.name)) for field in _SAMPLER),
        takes_instructions=info.model_type != "base",
        token_s=_CHARACTER_S if reads_characters(info) else DECLARATION.token_s,
    )
