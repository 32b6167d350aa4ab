"""Flags of the commands that speak, and the request that they make.

The sampler's flags are generated from the family's declaration.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from phonoscope.engine.cli.progress import conversion_bar
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families import FAMILIES
from phonoscope.engine.families.declaration import SamplerField
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.request import (
    BACKENDS,
    MAX_TEXT_CHARACTERS,
    ModelReference,
    SynthesisRequest,
    TapMode,
    TapsRequest,
    VoiceReference,
    WatchdogRequest,
)
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.text.segments import SegmentLimits


def add_request_options(parser: argparse.ArgumentParser) -> None:
    """Add the text, the model, the voice and every setting of a request."""
    parser.add_argument(
        "text", metavar="TEXT", nargs="?", help="what to say; - reads standard input, with --stream while it comes"
    )
    parser.add_argument("--file", type=Path, metavar="PATH", help="read the text from a file (UTF-8)")
    parser.add_argument(
        "--model",
        default="",
        metavar="M",
        help=f"a name from the store, a GGUF file, a folder (default: {DEFAULT_MODEL})",
    )
    parser.add_argument("--codec", default="", metavar="PATH", help="the codec's file, if it is not beside the model")
    parser.add_argument(
        "--voice",
        metavar="V",
        help="a speaker of the model, a voice of the library, a file (./NAME where a voice is called the same), "
        "or a blend such as 'a=0.7 + b=0.3'",
    )
    parser.add_argument("--transcript", metavar="TEXT", help="what an .rvq or code .npy voice says")
    parser.add_argument(
        "--cast",
        action="append",
        default=[],
        metavar="V",
        help="another voice, which lines begin with as [V]; repeat it",
    )
    parser.add_argument(
        "--continue",
        dest="continuation",
        metavar="V",
        help="latents of speech that comes first, as a voice or as latents.npy of a take; the text begins with it",
    )
    parser.add_argument("--language", default="auto", metavar="L", help="language of the text (default: auto)")
    parser.add_argument(
        "--instruct", default="", metavar="TEXT", help="how to speak, for models that take instructions"
    )
    parser.add_argument("--backend", default="cpu", metavar="B", help=f"one of {', '.join(BACKENDS)} (default: cpu)")
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: all cores)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of all random draws (default: 0)")
    parser.add_argument(
        "--max-frames", type=int, metavar="N", help="longest speech of a segment (default: by its text)"
    )
    parser.add_argument(
        "--chunk-frames", type=int, default=4, metavar="N", help="frames made to sound at once, 1 to 64 (4)"
    )
    parser.add_argument("--retries", type=int, default=0, metavar="N", help="other seeds to try when speech never ends")
    parser.add_argument("--streaming-text", action="store_true", help="lay the text out along the frames")
    parser.add_argument(
        "--segments", type=_segments, default=SegmentLimits(), metavar="TARGET:MAX", help=_SEGMENTS_HELP
    )
    parser.add_argument(
        "--watchdog", type=_watchdog, metavar="S:DBFS:N", default=WatchdogRequest(), help=_WATCHDOG_HELP
    )
    parser.add_argument("--no-watchdog", action="store_true", help="let speech go on until it ends or is cut off")
    parser.add_argument("--taps", choices=[m.value for m in TapMode], default="stats", help="what is recorded inside")
    parser.add_argument(
        "--tap-layers", default="", metavar="L,L", help="with --taps full: such as talker.3,predictor.0 (all)"
    )
    parser.add_argument(
        "--tap-steps", type=_steps, default=(0, 32), metavar="FIRST:N", help="with --taps full: which rows (0:32)"
    )
    _add_sampler_flags(parser)


def _add_sampler_flags(parser: argparse.ArgumentParser) -> None:
    """Add a flag for every setting; families that call one alike share it, and check its value once one is loaded."""
    known: set[str] = set()
    for family in FAMILIES.values():
        for group in dict.fromkeys(field.group for field in family.sampler):
            flags = parser.add_argument_group(f"sampler of the {group} ({family.title})")
            for field in family.sampler:
                if field.group == group and field.name not in known:
                    known.add(field.name)
                    _add_sampler_flag(flags, field)


_SEGMENTS_HELP = "long text is split at the first sentence end after TARGET letters, at MAX at the latest (160:320)"
_WATCHDOG_HELP = "end after S seconds below DBFS, or N equal codes, once the text is spoken (default: 2.5:-54:25)"


def _add_sampler_flag(group: argparse._ArgumentGroup, field: SamplerField) -> None:
    flag = "--" + field.name.replace("_", "-")
    if field.kind == "switch":
        group.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=field.help)
        return
    group.add_argument(
        flag,
        type=int if field.kind == "integer" else float,
        metavar="N" if field.kind == "integer" else "X",
        help=f"{field.help} ({field.minimum:g} to {field.maximum:g}; default: the model's, mostly {field.default:g})",
    )


def read_text(args: argparse.Namespace) -> str:
    """Return the text to speak from the arguments, a file or standard input.

    Raises
    ------
    RequestError
        When none or two are given, or the file cannot be read or is no UTF-8.
    """
    if (args.text is None) == (args.file is None):
        raise RequestError("give one text to speak", "as an argument, with --file PATH, or - for standard input")
    if args.text is not None and args.text != "-":
        text = str(args.text)
        if any("\ud800" <= c <= "\udfff" for c in text):  # what Python makes of bytes that are no UTF-8
            raise RequestError("the text is not UTF-8", "check the encoding of the terminal or script")
        return text
    where = "standard input" if args.file is None else str(args.file)
    limit = 4 * (MAX_TEXT_CHARACTERS + 1)  # of bytes: enough to notice that there are too many characters
    try:
        if args.file is None:
            data = sys.stdin.buffer.read(limit)
        else:
            with args.file.open("rb") as file:
                data = file.read(limit)
    except OSError as error:
        raise RequestError(f"{where}: {error.strerror or error}", "check the name of the text file") from error
    if len(data) == limit:
        raise RequestError(f"{where}: has more than {MAX_TEXT_CHARACTERS} characters", "split it into several requests")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RequestError(f"{where}: is not UTF-8 text", "save it as UTF-8") from error


def draft_request(args: argparse.Namespace, text: str) -> SynthesisRequest:
    """Return the request as far as it is known before the model is loaded: everything but the voice and defaults.

    Which family speaks is known with the model; until then the first one that has all these settings stands in.

    Raises
    ------
    RequestError
        When a value is out of range for every family; the message is that of a family that knows the settings.
    """
    given = set(sampler_values(args))
    knowing = [name for name, family in FAMILIES.items() if given <= {field.name for field in family.sampler}]
    problems = []
    for family in knowing or FAMILIES:
        try:
            return _draft(args, text, family)
        except RequestError as error:
            problems.append(error)
    raise problems[0]


def _draft(args: argparse.Namespace, text: str, family: str) -> SynthesisRequest:
    return SynthesisRequest(
        text=text,
        model=ModelReference(args.model or DEFAULT_MODEL, args.codec),
        family=family,
        language=args.language,
        instruct=args.instruct,
        backend=args.backend,
        threads=args.threads,
        seed=args.seed,
        sampler=sampler_values(args),
        max_frames=args.max_frames,
        streaming_text=args.streaming_text,
        chunk_frames=args.chunk_frames,
        segments=args.segments,
        watchdog=WatchdogRequest(enabled=False) if args.no_watchdog else args.watchdog,
        retries=args.retries,
        taps=TapsRequest(TapMode(args.taps), tuple(filter(None, args.tap_layers.split(","))), *args.tap_steps),
    )


def load_engine(model: str, codec: str, threads: int | None, *, quiet: bool) -> Engine:
    """Load a model, with a bar while a folder is converted; see `Engine.load`."""
    with conversion_bar(quiet) as progress:
        return Engine.load(model, codec=codec or None, threads=threads, progress=progress)


def complete_request(draft: SynthesisRequest, args: argparse.Namespace, engine: Engine) -> SynthesisRequest:
    """Return the request with what only the loaded model knows: its family, its sampler defaults and the voice.

    Raises
    ------
    RequestError
        When this family has not all the settings that are given.
    VoiceError
        When there is no such voice, or its file is damaged.
    """
    settings = engine.declaration.settings(sampler_values(args))
    draft = replace(draft, family=engine.declaration.name, sampler=settings)
    name = args.voice or engine.default_voice(draft.text, draft.language)
    voice = VoiceReference() if name is None else engine.find_voice(name, args.transcript)
    if args.continuation is not None:
        draft = replace(draft, continuation=engine.find_voice(args.continuation))
    return replace(draft, voice=voice, cast=tuple(engine.find_voice(member) for member in args.cast))


def sampler_values(args: argparse.Namespace) -> dict[str, Any]:
    """Return the sampler settings that the arguments give, of whichever family."""
    names = dict.fromkeys(field.name for family in FAMILIES.values() for field in family.sampler)
    return {name: value for name in names if (value := getattr(args, name)) is not None}


def _numbers(text: str, form: str, *kinds: type) -> list[Any]:
    parts = text.split(":")
    try:
        return [kind(part) for kind, part in zip(kinds, parts, strict=True)]
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} does not have the form {form}") from error


def _segments(text: str) -> SegmentLimits:
    try:
        return SegmentLimits(*_numbers(text, "TARGET:MAX", int, int))
    except RequestError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _watchdog(text: str) -> WatchdogRequest:
    try:
        return WatchdogRequest(True, *_numbers(text, "S:DBFS:N", float, float, int))
    except RequestError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _steps(text: str) -> tuple[int, int]:
    first, n = _numbers(text, "FIRST:N", int, int)
    return first, n
