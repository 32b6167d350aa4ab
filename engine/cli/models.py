"""``phonoscope models``: list, info, convert, verify, fetch."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from phonoscope.engine.cli.output import in_words, print_json, print_table
from phonoscope.engine.cli.progress import conversion_bar
from phonoscope.engine.models.convert import ConversionReport, convert
from phonoscope.engine.models.describe import ModelDescription, describe
from phonoscope.engine.models.fetch import fetch, licence_of
from phonoscope.engine.models.pairing import find_pair
from phonoscope.engine.models.quantisation import TYPES, QuantisationPolicy
from phonoscope.engine.models.store import list_models, resolve, store_path
from phonoscope.engine.models.verify import VerifyReport, verify
from rich.console import Console
from rich.prompt import Confirm

_MAX_SHOWN = 20


def add_models_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``models`` command; its ``run`` default takes the parsed arguments and returns the exit code."""
    parser = subparsers.add_parser("models", help="list, describe, convert, check and fetch models")
    commands = parser.add_subparsers(dest="models_command", required=True, metavar="COMMAND")

    listing = commands.add_parser("list", help="the models of the store")
    listing.set_defaults(run=_list)

    info = commands.add_parser("info", help="what a model is")
    info.add_argument("model", metavar="MODEL", help="a name from the store, a GGUF file, or a Hugging Face folder")
    info.set_defaults(run=_info)

    conversion = commands.add_parser("convert", help="make GGUF files of a published checkpoint")
    conversion.add_argument(
        "source", type=Path, metavar="SOURCE", help="a Hugging Face folder, or a GGUF file in 32 or 16 bits"
    )
    conversion.add_argument("out", type=Path, metavar="OUT.gguf", help="the codec goes beside it")
    conversion.add_argument("--type", choices=TYPES, default="q8_0", help="storage type of the model (default: q8_0)")
    conversion.add_argument(
        "--predictor-type",
        choices=TYPES,
        help="of heads and what predicts later codebooks (default: the same, at least 8 bits)",
    )
    conversion.add_argument(
        "--codec-type",
        choices=TYPES,
        help="of the codec's linear layers; its encoder and codebooks then take 16 bits (default: 16 and 32)",
    )
    conversion.add_argument(
        "--pruned", action="store_true", help="leave out what only blocks and continuations of Echo-TTS need"
    )
    conversion.add_argument("--single", action="store_true", help="write model and codec into one file")
    conversion.set_defaults(run=_convert)

    check = commands.add_parser("verify", help="check every tensor; exit code 1 when something is wrong")
    check.add_argument(
        "model", metavar="MODEL", help="a GGUF file (checked alone), a name from the store, or a Hugging Face folder"
    )
    check.set_defaults(run=_verify)

    download = commands.add_parser("fetch", help="bring a published model into the store")
    download.add_argument("name", metavar="OWNER/REPOSITORY", help="on the Hugging Face Hub")
    download.add_argument("--agree", action="store_true", help="agree to the model's licence, where it has one to show")
    download.set_defaults(run=_fetch)

    for command in (listing, info, conversion, check, download):
        command.add_argument("--json", action="store_true", help="print one JSON object")


def _list(args: argparse.Namespace) -> int:
    models = list_models()
    if args.json:
        return print_json([{"name": m.name, "path": str(m.path), "n_bytes": m.n_bytes} for m in models])
    rows = [(model.name, _megabytes(model.n_bytes), str(model.path)) for model in models]
    print_table(rows, ("name", "size", "path"), right=[1])
    print(f"phonoscope models fetch OWNER/REPOSITORY brings more into the store ({store_path()}).")
    return 0


def _info(args: argparse.Namespace) -> int:
    with conversion_bar(args.json) as progress:
        facts = _facts(describe(resolve(args.model, progress=progress)))
    if args.json:
        return print_json(facts)
    return print_table([(name.removeprefix("n_").replace("_", " "), in_words(value)) for name, value in facts.items()])


def _facts(model: ModelDescription) -> dict[str, Any]:
    return {
        **model.facts,
        "files": [str(f.path) for f in model.files],
        "n_bytes": sum(f.n_bytes for f in model.files),
        "n_parameters": sum(f.n_parameters for f in model.files),
        "tensor_types": [f"{f.path.name}: {n} {kind}" for f in model.files for kind, n in f.tensors_by_type.items()],
    }


def _convert(args: argparse.Namespace) -> int:
    policy = QuantisationPolicy(args.type, args.predictor_type, codec_type=args.codec_type, pruned=args.pruned)
    with conversion_bar(args.json) as progress:
        report = convert(args.source, args.out, policy, single=args.single, progress=progress)
    if args.json:
        return print_json(_report_facts(report))
    for path in dict.fromkeys((report.model, report.codec)):
        print(f"{path}  {_megabytes(path.stat().st_size)}")
    print(", ".join(f"{n} tensors {kind}" for kind, n in sorted(report.tensors_by_type.items())))
    for wanted, written in sorted({(f.wanted, f.written) for f in report.fallbacks}):
        names = [f.tensor for f in report.fallbacks if (f.wanted, f.written) == (wanted, written)]
        print(f"{len(names)} of them are {written}, since their rows do not fit {wanted} blocks: {names[0]}, ...")
    return 0


def _report_facts(report: ConversionReport) -> dict[str, Any]:
    return {
        "model": str(report.model),
        "codec": str(report.codec),
        "n_tensors": report.n_tensors,
        "n_bytes": report.n_bytes,
        "tensors_by_type": dict(report.tensors_by_type),
        "fallbacks": [{"tensor": f.tensor, "wanted": f.wanted, "written": f.written} for f in report.fallbacks],
    }


def _verify(args: argparse.Namespace) -> int:
    path = Path(args.model).expanduser()
    if path.is_file():
        reports = [verify(path)]
        if reports[0].ok and (codec := find_pair(path, alone=True).codec) != path:
            reports.append(verify(codec))
    else:
        with conversion_bar(args.json) as progress:
            pair = resolve(args.model, progress=progress)
        reports = [verify(file) for file in dict.fromkeys((pair.model, pair.codec))]
    if args.json:
        print_json([_verify_facts(r) for r in reports])
    else:
        for report in reports:
            _print_verify(report)
    return 0 if all(r.ok for r in reports) else 1


def _verify_facts(report: VerifyReport) -> dict[str, Any]:
    return {
        "path": str(report.path),
        "ok": report.ok,
        "n_tensors": report.n_tensors,
        "n_values": report.n_values,
        "problems": [{"tensor": p.tensor, "problem": p.problem} for p in report.problems],
        "unused": list(report.unused),
    }


def _print_verify(report: VerifyReport) -> None:
    verdict = "sound" if report.ok else f"{len(report.problems)} problems"
    print(f"{report.path}: {verdict} ({report.n_tensors} tensors, {report.n_values} values)")
    for problem in report.problems[:_MAX_SHOWN]:
        print(f"  {problem.tensor} {problem.problem}")
    if len(report.problems) > _MAX_SHOWN:
        print(f"  and {len(report.problems) - _MAX_SHOWN} more (--json shows all)")


def _fetch(args: argparse.Namespace) -> int:
    agreed = args.agree
    if text := licence_of(args.name):
        Console(stderr=True).print(text)
        if not agreed and sys.stdin is not None and sys.stdin.isatty():
            agreed = Confirm.ask("Do you agree?", default=False, console=Console(stderr=True))
    folder = fetch(args.name, agreed=agreed)
    if args.json:
        return print_json({"name": folder.name, "path": str(folder)})
    print(f"{folder.name} is in the store ({folder})")
    return 0


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1e6:.1f} MB"
