"""What Echo-TTS can do: its sampler's settings and what is measured while it denoises."""

from __future__ import annotations

from dataclasses import replace

from phonoscope import _native
from phonoscope.engine.audio.recording_length import RecordingLength
from phonoscope.engine.families.declaration import (
    FamilyDeclaration,
    SamplerPreset,
    TapGroupDeclaration,
    VoiceKind,
)
from phonoscope.engine.families.echo_tts import licence
from phonoscope.engine.families.sampler_fields import integer, number, switch
from phonoscope.engine.message import Message

MAX_FRAMES: int = _native.ECHO_MAX_FRAMES
MAX_VOICE_FRAMES: int = _native.ECHO_MAX_VOICE_FRAMES
_SAMPLE_RATE_HZ, _HOP_SAMPLES = 44_100, 2048
_GUIDANCE, _START, _VOICE, _BLOCKS = "guidance", "noise", "voice", "blocks and previews"


_SAMPLER = (
    integer("steps", 40, 1, 200, "Steps", "steps from noise to speech; fewer are faster and rougher", _GUIDANCE),
    number("text_guidance", 3.0, 0, 30, "Text", "how strongly the text is followed; 3 to 8 is usual", _GUIDANCE),
    number(
        "speaker_guidance",
        8.0,
        0,
        30,
        "Voice",
        "how strongly the voice is followed; 3 to 8 is usual, above 10 it sounds metallic",
        _GUIDANCE,
    ),
    number("guidance_min_t", 0.5, 0, 1, "From t", "guidance works from this time on the way from 1 to 0", _GUIDANCE),
    number("guidance_max_t", 1.0, 0, 1, "Up to t", "guidance works up to this time", _GUIDANCE),
    number("rescale_k", 1.0, 0.1, 10, "Rescaling", "above 1 flattens, below sharpens; 1 is off", _GUIDANCE),
    number("rescale_sigma", 3.0, 0.1, 30, "Rescaling width", "how early the rescaling sets in", _GUIDANCE),
    number("truncation", 1.0, 0.1, 2, "Truncation", "factor of the noise at the start; 0.8 sounds calmer", _START),
    switch("cuda_noise", "As torch on CUDA", "start from the noise that torch draws on a CUDA device", _START),
    switch("cpu_noise", "As torch on a CPU", "start from the noise that torch draws on a CPU", _START),
    integer(
        "cuda_grid_blocks",
        1056,
        1,
        1 << 16,
        "CUDA blocks",
        "multiprocessors of the device times the blocks of 256 threads that one holds; all from 200 on are alike",
        _START,
    ),
    switch(
        "round_timesteps",
        "bfloat16 times",
        "round each time as a reference in bfloat16 does, to compare with one",
        _START,
    ),
    number(
        "speaker_scale",
        1.0,
        0.5,
        3,
        "Force voice",
        "keys and values of the voice times this; 1 is off, 1.5 helps where the voice is lost, more gives artefacts",
        _VOICE,
    ),
    integer("speaker_scale_layers", 24, 0, 1024, "In blocks", "how many of the first blocks it is done in", _VOICE),
    number("speaker_scale_min_t", 0.9, 0, 1, "Down to t", "it ends when time falls below this; 0 never", _VOICE),
    integer(
        "first_block_frames",
        0,
        0,
        MAX_FRAMES,
        "First block",
        "frames that are made and heard first, a multiple of 4; 0 makes the whole window at once",
        _BLOCKS,
    ),
    integer(
        "block_frames",
        128,
        4,
        MAX_FRAMES,
        "Further blocks",
        "frames of every block after the first, a multiple of 4",
        _BLOCKS,
    ),
    integer(
        "preview_steps",
        0,
        0,
        200,
        "Preview every",
        "decode what the speech would be after every so many steps, to be heard at once; each time takes as long as "
        "decoding it all; 0 never",
        _BLOCKS,
    ),
)

_DEVIATION = "; the first figure is the standard deviation"
_TAP_GROUPS = (
    TapGroupDeclaration("blocks", "Blocks", f"residual stream after each block, step by step{_DEVIATION}", "step"),
    TapGroupDeclaration(
        "guidance",
        "Guidance",
        "what leaving out the text (first) and the voice (second) changes, and the velocity that is followed (third)",
        "step",
        is_sequence=False,
        layer_names=("text", "voice", "velocity"),
    ),
    TapGroupDeclaration(
        "text_keys", "Text keys", f"keys that each block keeps of the text{_DEVIATION}", "text", is_sequence=False
    ),
    TapGroupDeclaration("text_values", "Text values", f"values of the same{_DEVIATION}", "text", is_sequence=False),
    TapGroupDeclaration(
        "speaker_keys", "Voice keys", f"keys that each block keeps of the voice{_DEVIATION}", "text", is_sequence=False
    ),
    TapGroupDeclaration("speaker_values", "Voice values", f"values of the same{_DEVIATION}", "text", is_sequence=False),
    TapGroupDeclaration("codec_transformer", "Codec transformer", "residual stream after each layer", "frame"),
    TapGroupDeclaration("codec_blocks", "Codec blocks", "output of each block of the decoder", "frame"),
)

_FLAT = {"truncation": 0.8, "rescale_k": 1.2}
_PRESETS = (
    SamplerPreset("Voice first, flat", "the same, calmer and more even", _FLAT),
    SamplerPreset("Both", "text and voice are followed equally closely", {"text_guidance": 8.0}),
    SamplerPreset("Both, flat", "the same, calmer and more even", {"text_guidance": 8.0, **_FLAT}),
    SamplerPreset("Loose", "freer in voice and delivery", {"speaker_guidance": 3.0}),
    SamplerPreset("Loose, flat", "the same, calmer and more even", {"speaker_guidance": 3.0, **_FLAT}),
    SamplerPreset("Force the voice", "for texts at which the model falls out of the voice", {"speaker_scale": 1.5}),
    SamplerPreset(
        "Block by block",
        "the first block is heard while the others are made; needs a model that was not pruned",
        {"first_block_frames": 64, "block_frames": 128, "speaker_guidance": 5.0, "truncation": 0.8},
    ),
    SamplerPreset("Draft", "eight steps: rough, in a fifth of the time", {"steps": 8}),
)
# What else has been learned of it: shorter than ten seconds a voice sounds less natural, and two minutes still help.
_RECORDINGS = RecordingLength(
    max_s=MAX_VOICE_FRAMES * _HOP_SAMPLES / _SAMPLE_RATE_HZ,
    good_s=(10.0, 30.0),
    long_s=120.0,
    long_costs=Message("every step reads all of it"),
)
_BYTE_S = 0.07  # of ordinary English speech

DECLARATION = FamilyDeclaration(
    name="echo_tts",
    title="Echo-TTS",
    sample_rate_hz=_SAMPLE_RATE_HZ,
    frame_rate_hz=_SAMPLE_RATE_HZ / _HOP_SAMPLES,
    voice_kinds=(VoiceKind.LATENTS, VoiceKind.NONE),
    languages=("english",),
    speakers=(),
    sampler=_SAMPLER,
    stages=("encoders", "denoiser", "codec"),
    tap_groups=_TAP_GROUPS,
    takes_instructions=False,
    presets=_PRESETS,
    token_s=_BYTE_S,
    draws_codes=False,
    continues=True,
    recordings=_RECORDINGS,
    licence_name=licence.NAME,
    licence=licence.TEXT,
    repositories=licence.REPOSITORIES,
)


def declare(n_blocks: int, *, continues: bool) -> FamilyDeclaration:
    """Return the declaration of one model, but for the rates, which are those of its codec.

    Parameters
    ----------
    n_blocks
        Blocks of its denoiser.
    continues
        Whether it has the encoder of what came before.
    """
    return replace(DECLARATION, continues=continues).with_defaults({"speaker_scale_layers": n_blocks})
