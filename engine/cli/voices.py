"""``phonoscope voices``: the library, and what is known about its voices."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path

import numpy as np
from phonoscope.engine.cli.output import print_json, print_table
from phonoscope.engine.cli.voices_hearing import add_hearing_commands
from phonoscope.engine.cli.voices_mixing import add_mixing_commands
from phonoscope.engine.cli.voices_options import vector_to_compare
from phonoscope.engine.cli.voices_output import entry_facts, print_lines, print_voice
from phonoscope.engine.cli.voices_recordings import add_recording_commands
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices.card import CONSENT_TEXT, Consent, tags_of
from phonoscope.engine.voices.entry import VoiceEntry, usual_width
from phonoscope.engine.voices.exporting import EXPORT_SUFFIXES, export_voice
from phonoscope.engine.voices.library import VoiceLibrary, speaker_vector
from phonoscope.engine.voices.making import cosines
from phonoscope.engine.voices.nearness import nearest, vector_figures

_N_NEAREST = 5


def add_voices_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``voices`` command; its ``run`` default takes the parsed arguments and returns the exit code."""
    parser = subparsers.add_parser(
        "voices", help="list, make, mix and compare voices", description=f"Voices. {CONSENT_TEXT}"
    )
    commands = parser.add_subparsers(dest="voices_command", required=True, metavar="COMMAND")
    _add_library_commands(commands)
    add_recording_commands(commands)
    add_mixing_commands(commands)
    add_hearing_commands(commands)
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="print JSON")


def _add_library_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listing = commands.add_parser("list", help="the voices of the library")
    listing.add_argument("search", nargs="*", metavar="WORD", help="beginnings of words in name, tags, folder, notes")
    listing.add_argument("--folder", default="", help="only those in this folder or below")
    listing.add_argument("--tag", action="append", default=[], help="only those with this tag; may be repeated")
    listing.add_argument("--binned", action="store_true", help="those in the bin")
    listing.set_defaults(run=_list)

    show = commands.add_parser("show", help="everything about one voice")
    show.add_argument("voice", metavar="VOICE")
    show.add_argument("--values", action="store_true", help="with the values of its x-vector")
    show.set_defaults(run=_show)

    export = commands.add_parser("export", help=f"write a voice to a file ({' '.join(EXPORT_SUFFIXES)})")
    export.add_argument("voice", metavar="VOICE")
    export.add_argument("out", type=Path, metavar="OUT", help="the suffix says in which format")
    export.set_defaults(run=_export)

    similar = commands.add_parser("similar", help="the voices nearest to one")
    similar.add_argument("voice", metavar="VOICE")
    similar.add_argument("-n", type=int, default=10, help="how many (10)")
    similar.set_defaults(run=_similar)

    matrix = commands.add_parser("matrix", help="cosines between voices")
    matrix.add_argument("voices", nargs="*", metavar="VOICE", help="(all of the width that most have)")
    matrix.set_defaults(run=_matrix)

    edit = commands.add_parser("edit", help="rename, move, tag or describe voices")
    edit.add_argument("voices", nargs="+", metavar="VOICE")
    edit.add_argument("--name", help="a new name, for one voice")
    edit.add_argument("--folder", help="parts separated by /; empty for none")
    edit.add_argument("--tags", help="separated by commas; they replace the old ones")
    edit.add_argument("--language")
    edit.add_argument("--licence")
    edit.add_argument("--notes")
    edit.add_argument("--consent", type=Consent, choices=list(Consent), help="by what right the voice is used")
    edit.set_defaults(run=_edit)

    duplicate = commands.add_parser("duplicate", help="add a copy of a voice")
    duplicate.add_argument("voice", metavar="VOICE")
    duplicate.set_defaults(run=_duplicate)

    for name, run, text in (
        ("bin", _bin, "put voices in the bin"),
        ("restore", _restore, "take voices out of the bin, by name or id"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("voices", nargs="+", metavar="VOICE")
        command.set_defaults(run=run)
    for name, run, text in (
        ("empty-bin", _empty_bin, "remove what is in the bin, for good"),
        ("undo", _undo, "take the last change back"),
        ("redo", _redo, "make the change that was taken back again"),
    ):
        commands.add_parser(name, help=text).set_defaults(run=run)


def _list(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entries = library.store.entries(binned=True) if args.binned else None
    if entries is None:
        entries = library.search(" ".join(args.search), folder=args.folder, tags=args.tag)
    if args.json:
        return print_json([entry_facts(entry) for entry in entries])
    rows = [(e.name, e.kind.value, str(e.width or "-"), e.language, ", ".join(e.tags), e.folder) for e in entries]
    return print_table(rows, ("name", "kind", "width", "language", "tags", "folder"))


def _show(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    stored = library.read(entry)
    facts = {**entry_facts(entry), **_card_facts(stored.card)}
    vector = speaker_vector(stored.voice)
    if vector is not None:
        table = library.vectors(entry.width)
        figures = vector_figures(vector, table)
        facts["vector"] = {**vars(figures), "far_from_the_library": figures.is_far}
        close = nearest(vector, table, _N_NEAREST, without=entry.id)
        facts["nearest"] = [{"name": other.name, "cosine": value} for other, value in close]
        if args.values:
            facts["values"] = vector.tolist()
    return print_json(facts) if args.json else print_voice(facts)


def _card_facts(card: object) -> dict[str, object]:
    plain: dict[str, object] = dataclasses.asdict(card)  # type: ignore[call-overload]
    kept = ("source", "source_sha256", "recipe", "preview_rate_hz")
    return {name: plain[name] for name in kept if plain[name]}


def _export(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    written = export_voice(args.out, library.read(library.get(args.voice)))
    return print_lines(args.json, {"written": [str(path) for path in written]}, *map(str, written))


def _similar(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    vector = vector_to_compare(library, entry)
    found = nearest(vector, library.vectors(entry.width), max(1, args.n), without=entry.id)
    if args.json:
        return print_json([{"name": other.name, "cosine": value} for other, value in found])
    return print_table([(other.name, f"{value:.3f}") for other, value in found], ("name", "cosine"))


def _matrix(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    chosen = [library.get(name) for name in args.voices] if args.voices else library.entries()
    width = usual_width(chosen)
    if not width:
        raise VoiceError("none of these voices has an x-vector", "choose others")
    if args.voices and any(entry.width != width for entry in chosen):
        raise VoiceError("these voices belong to models of different sizes", "compare voices of one model")
    table = library.vectors(width, chosen)
    values = cosines(table.vectors)
    names = [entry.name for entry in table.entries]
    if args.json:
        return print_json({"names": names, "cosines": np.round(values, 6).tolist()})
    rows = [(name, *(f"{value:.2f}" for value in row)) for name, row in zip(names, values, strict=True)]
    return print_table(rows, ("", *names))


def _own(library: VoiceLibrary, names: list[str]) -> list[VoiceEntry]:
    entries = [library.get(name) for name in dict.fromkeys(names)]
    for entry in entries:
        if not library.is_own(entry):
            raise VoiceError(f"{entry.name}: comes with Phonoscope and stays as it is", "duplicate it first")
    return entries


def _edit(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entries = _own(library, args.voices)
    names = ("name", "folder", "language", "licence", "notes", "consent")
    values = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    if args.tags is not None:
        values["tags"] = tags_of(args.tags)
    if not values:
        raise VoiceError("nothing is to be changed", "give --name, --folder, --tags, ...")
    changed = library.store.update([entry.id for entry in entries], **values)
    return print_lines(args.json, [entry_facts(e) for e in changed], f"changed {', '.join(e.name for e in changed)}")


def _duplicate(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    copy = library.duplicate(entry)
    return print_lines(args.json, entry_facts(copy), f"{copy.name} is a copy of {entry.name}")


def _bin(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entries = _own(library, args.voices)
    library.store.bin(entry.id for entry in entries)
    return print_lines(args.json, [e.id for e in entries], f"in the bin: {', '.join(e.name for e in entries)}")


def _restore(args: argparse.Namespace) -> int:
    store = VoiceLibrary().store
    binned = store.entries(binned=True)
    chosen = [entry for entry in binned if {entry.name, entry.id} & set(args.voices)]
    missing = [name for name in args.voices if not any(name in (entry.name, entry.id) for entry in chosen)]
    if missing:
        raise VoiceError(f"there is no voice {missing[0][:60]!r} in the bin", "phonoscope voices list --binned")
    store.restore(entry.id for entry in chosen)
    return print_lines(args.json, [e.id for e in chosen], f"back again: {', '.join(e.name for e in chosen)}")


def _empty_bin(args: argparse.Namespace) -> int:
    n = VoiceLibrary().store.empty_bin()
    return print_lines(args.json, {"removed": n}, f"removed {n} voices")


def _undo(args: argparse.Namespace) -> int:
    label = VoiceLibrary().store.undo()
    return print_lines(args.json, {"undone": label}, f"undone: {label}" if label else "there is nothing to undo")


def _redo(args: argparse.Namespace) -> int:
    label = VoiceLibrary().store.redo()
    return print_lines(args.json, {"redone": label}, f"done again: {label}" if label else "there is nothing to redo")
