"""A request as the command that makes the same sound; `phonoscope.engine.cli.options` reads it again."""

from __future__ import annotations

import shlex

from phonoscope.engine.request import SynthesisRequest, TapMode


def command_line(request: SynthesisRequest) -> str:
    """Return the command that makes the same sound, quoted for a POSIX shell; options such as -o may be added to it."""
    return shlex.join(["phonoscope", "say", *_arguments(request)])


def _arguments(request: SynthesisRequest) -> list[str]:
    plain = SynthesisRequest(request.text, request.model, request.family)
    flags = [f"--model={request.model.name}"]
    if request.model.codec:
        flags.append(f"--codec={request.model.codec}")
    if request.voice.source:
        flags.append(f"--voice={request.voice.source}")
    if request.voice.transcript:
        flags.append(f"--transcript={request.voice.transcript}")
    if request.continuation.source:
        flags.append(f"--continue={request.continuation.source}")
    flags += [f"--cast={member.source}" for member in request.cast]
    for name in ("language", "instruct", "backend", "threads", "seed", "max_frames", "chunk_frames", "retries"):
        if getattr(request, name) != getattr(plain, name):
            flags.append(f"{_flag(name)}={getattr(request, name)}")
    if request.streaming_text:
        flags.append("--streaming-text")
    # The model's own defaults may differ from the family's: every setting is written out.
    for name, value in request.sampler.items():
        if isinstance(value, bool):
            flags.append(_flag(name if value else f"no_{name}"))
        else:
            flags.append(f"{_flag(name)}={value!r}")
    if request.segments != plain.segments:
        flags.append(f"--segments={request.segments.target}:{request.segments.maximum}")
    flags += _watchdog_and_taps(request, plain)
    # Behind a "--" nothing more could be added: it stands only before what would pass for an option.
    return [*flags, *(["--"] if request.text.startswith("-") else []), request.text]


def _watchdog_and_taps(request: SynthesisRequest, plain: SynthesisRequest) -> list[str]:
    flags = []
    watchdog, taps = request.watchdog, request.taps
    if not watchdog.enabled:
        flags.append("--no-watchdog")
    elif watchdog != plain.watchdog:
        flags.append(f"--watchdog={watchdog.silence_s!r}:{watchdog.silence_dbfs!r}:{watchdog.repeated_frames}")
    if taps != plain.taps:
        flags.append(f"--taps={taps.mode}")
    if taps.mode is TapMode.FULL:
        flags.append(f"--tap-steps={taps.first_step}:{taps.n_steps}")
        flags += [f"--tap-layers={','.join(taps.layers)}"] if taps.layers else []
    return flags


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
