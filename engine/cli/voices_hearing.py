"""``phonoscope voices``: hearing what voices sound like, and how much a recording sounds like one."""

from __future__ import annotations

import argparse
from pathlib import Path

from phonoscope.engine.audio.recordings import read_recording
from phonoscope.engine.cli.output import print_json
from phonoscope.engine.cli.voices_options import add_model, named_encoder, vector_to_compare
from phonoscope.engine.cli.voices_output import print_lines
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.engine.voices.likeness import measure_likeness
from phonoscope.engine.voices.preview import PREVIEW_TEXT, make_preview


def add_hearing_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that speak with voices or listen to them."""
    preview = commands.add_parser("preview", help="speak a sentence with voices and keep it with them")
    preview.add_argument("voices", nargs="*", metavar="VOICE")
    preview.add_argument("--all", action="store_true", help="all voices that the model can speak with and have none")
    preview.add_argument("--text", default=PREVIEW_TEXT, help="the sentence")
    add_model(preview)
    preview.set_defaults(run=_preview)

    likeness = commands.add_parser("likeness", help="how much a recording sounds like a voice")
    likeness.add_argument("audio", type=Path, metavar="AUDIO")
    likeness.add_argument("voice", metavar="VOICE")
    add_model(likeness)
    likeness.set_defaults(run=_likeness)


def _preview(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    with Engine.load(args.model, codec=args.codec, threads=args.threads) as engine:
        chosen = [library.get(name) for name in args.voices]
        if args.all:
            fitting = [e for e in library.entries() if e.width == engine.width]
            chosen += [e for e in fitting if library.read(e).preview is None]
        if not chosen:
            raise VoiceError("no voice is named, or all have previews", "name voices, or give --all")
        for entry in chosen:
            preview = make_preview(engine, entry.name, args.text)
            library.set_preview(entry, preview, engine.sample_rate_hz)
            if not args.json:
                print(f"{entry.name}: {len(preview) / engine.sample_rate_hz:.1f} s")
    return print_json([entry.name for entry in chosen]) if args.json else 0


def _likeness(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    asked = vector_to_compare(library, entry)
    encoder = named_encoder(args).encoder
    recording = read_recording(args.audio, encoder.sample_rate_hz, length=encoder.length)
    found = measure_likeness(recording.samples, recording.sample_rate_hz, asked, encoder)
    if found is None:
        raise VoiceError(f"{args.audio}: holds too little speech to compare", "give a longer recording")
    lines = [f"{args.audio}: cosine {found.similarity:.3f} to {entry.name}, lowest {found.lowest:.3f} along the way"]
    return print_lines(args.json, {**vars(found), "voice": entry.name}, *lines)
