"""``phonoscope render``: a take again, from its recipe."""

from __future__ import annotations

import argparse
from pathlib import Path

from phonoscope.engine.cli.figures import take_figures
from phonoscope.engine.cli.options import load_engine
from phonoscope.engine.cli.output import print_json
from phonoscope.engine.cli.say import add_output_options, check_outputs, speak
from phonoscope.engine.errors import ModelError, RequestError
from phonoscope.engine.recipe import Recipe, read_recipe
from phonoscope.engine.synthesis import Engine

DIFFERS = 1


def add_render_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``render`` command."""
    parser = subparsers.add_parser(
        "render",
        help="make a stored take again",
        description="Make a stored take again and say whether every bit is the same; exit code 1 when not.",
    )
    parser.add_argument("recipe", type=Path, metavar="RECIPE.json", help="a file that say --recipe wrote")
    parser.add_argument("--model", metavar="M", help="where the model is now, if it has moved")
    parser.add_argument("--codec", metavar="PATH", help="where the codec's file is now")
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: as the recipe says)")
    add_output_options(parser)
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    recipe = read_recipe(args.recipe)
    if args.output is None and args.sample_format is not None:
        raise RequestError("--sample-format needs a file", "add -o out.wav")
    check_outputs(args)
    model = recipe.request.model
    threads = args.threads if args.threads is not None else recipe.request.threads
    with load_engine(args.model or model.name, args.codec or model.codec, threads, quiet=args.json) as engine:
        _check_model(engine, recipe, args.recipe)
        take, code = speak(engine, recipe.request, args)
        figures = take_figures(take, recipe.request, engine, args.output)
    if code:
        return code
    same_audio = figures["audio_sha256"] == recipe.audio_sha256
    same_codes = figures["codes_sha256"] == recipe.codes_sha256
    if args.json:
        print_json({**figures, "same_codes": same_codes, "same_audio": same_audio})
    elif args.output != "-":
        print(f"{args.recipe}: {_verdict(same_codes, same_audio)}")
    return 0 if same_audio and same_codes else DIFFERS


def _check_model(engine: Engine, recipe: Recipe, path: Path) -> None:
    wanted, found = recipe.request.model, engine.model_reference
    for what, a, b in (("model", wanted.sha256, found.sha256), ("codec", wanted.codec_sha256, found.codec_sha256)):
        if a and a != b:
            raise ModelError(f"{path}: the {what} {engine.name} is not the one of this take", "give it with --model")


def _verdict(same_codes: bool, same_audio: bool) -> str:
    if same_audio and same_codes:
        return "the same, bit for bit"
    return "the codes are the same, the sound differs" if same_codes else "the take differs"
