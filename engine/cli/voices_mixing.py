"""``phonoscope voices``: making voices of each other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from phonoscope.engine.cli.voices_options import add_model, add_result, keep_and_tell
from phonoscope.engine.cli.voices_output import print_lines
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.balancing import balanced
from phonoscope.engine.voices.directions import PROPERTIES
from phonoscope.engine.voices.encoders import load_encoder
from phonoscope.engine.voices.entry import usual_width
from phonoscope.engine.voices.formula import Blend, Part, parse_share, parse_sum
from phonoscope.engine.voices.importing import name_of_file
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.engine.voices.workshop import Workshop

NOT_THE_SAME = 1


def add_mixing_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that make a voice of others, and those that make such a voice again."""
    blending = commands.add_parser("blend", help="mix voices")
    blending.add_argument("parts", nargs="+", metavar="VOICE=SHARE")
    blending.add_argument("--linear", action="store_true", help="along the straight line instead of the sphere")
    blending.add_argument(
        "--by-ear",
        action="store_true",
        help="speak, and search the shares of two voices at which the speech is as like each as asked for",
    )
    add_model(blending)
    add_result(blending)
    blending.set_defaults(run=_blend)

    arithmetic = commands.add_parser("add", help="add and subtract voices")
    arithmetic.add_argument("sum", metavar="'A - B + 0.5*C'")
    arithmetic.add_argument("--free-norm", action="store_true", help="leave the norm as it comes")
    add_result(arithmetic)
    arithmetic.set_defaults(run=_add)

    random = commands.add_parser("random", help="draw a voice near those of the library")
    random.add_argument("--width", type=int, default=0, help="of the model (that of most voices)")
    random.add_argument("--seed", type=int, default=0)
    random.add_argument("--spread", type=float, default=1.0, help="1: as varied as the library; 0: its mean")
    add_result(random)
    random.set_defaults(run=_random)

    shifting = commands.add_parser("shift", help="move a voice along a direction that the library teaches")
    shifting.add_argument("voice", metavar="VOICE")
    shifting.add_argument("subject", choices=list(PROPERTIES), metavar="|".join(PROPERTIES))
    shifting.add_argument(
        "amount",
        type=float,
        help="in standard deviations of the library, 3 or more to be well heard; more female is positive",
    )
    add_result(shifting)
    shifting.set_defaults(run=_shift)

    again = commands.add_parser("remake", help="make a voice again by its recipe; 1 when the bits differ")
    again.add_argument("voice", metavar="VOICE")
    again.set_defaults(run=_remake)


def _blend(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    parts = [parse_share(part) for part in args.parts]
    name = args.name or name_of_file(Path(str(Blend(parts))))
    if args.by_ear:
        parts = _balanced(args, parts)
    return keep_and_tell(args, Workshop(library).blend(parts, name, spherical=not args.linear), library)


def _balanced(args: argparse.Namespace, parts: list[Part]) -> list[Part]:
    """Return the parts with the shares at which they are heard as they were asked for."""
    if len(parts) != 2 or args.linear:
        raise VoiceError("by ear two voices are mixed, along the sphere", "name two voices and leave --linear out")
    (first, one), (second, other) = parts
    if not one + other > 0:
        raise VoiceError("all shares are 0", "give one of them a share")
    with Engine.load(args.model, codec=args.codec, threads=args.threads) as engine:
        found = balanced(engine, first, second, other / (one + other))
    if not args.json:
        heard = f"{found.to_first:.2f} like {first} and {found.to_second:.2f} like {second}"
        where = "it lies between them" if found.is_between else "it does not lie between them"
        nearer = "" if found.is_even else f", nearer to {first if found.lead < 0 else second}"
        print(
            f"with {1 - found.share:.3f} and {found.share:.3f} the speech is {heard}, which are {found.apart:.2f} like "
            f"each other: {where}{nearer}",
            file=sys.stderr,
        )
    return [(first, 1 - found.share), (second, found.share)]


def _add(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    name = args.name or name_of_file(Path(args.sum))
    made = Workshop(library).combine(parse_sum(args.sum), name, keep_norm=not args.free_norm)
    return keep_and_tell(args, made, library)


def _random(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    width = args.width or usual_width(library.entries())
    name = args.name or f"random {args.seed}"
    return keep_and_tell(args, Workshop(library).random(width, args.seed, name, spread=args.spread), library)


def _shift(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    name = args.name or f"{entry.name} {args.subject} {args.amount:g}"
    return keep_and_tell(args, Workshop(library).shift(entry, args.subject, args.amount, name), library)


def _remake(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    same = Workshop(library).makes_same(
        entry, lambda model, sha256: load_encoder(model, available_cores(), sha256=sha256).encoder
    )
    verdict = "the bits match" if same else "the bits differ"
    print_lines(args.json, {"name": entry.name, "same": same}, f"{entry.name} made again: {verdict}")
    return 0 if same else NOT_THE_SAME
