"""What the commands that make voices have in common: their options, and where the voice goes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.cli.voices_output import entry_facts, print_lines
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.voices.encoders import NamedEncoder, load_encoder
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.exporting import export_voice
from phonoscope.engine.voices.library import VoiceLibrary, speaker_vector
from phonoscope.engine.voices.voice import content_hash
from phonoscope.engine.voices.voice_file import StoredVoice


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a model and how it computes."""
    parser.add_argument("--model", default=DEFAULT_MODEL, metavar="M", help=f"whose encoders to use ({DEFAULT_MODEL})")
    parser.add_argument("--codec", type=Path, metavar="PATH", help="the codec's file, if it is not beside the model")
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: all cores)")


def add_result(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what the new voice is called and where it goes."""
    parser.add_argument("--name", default="", help="of the new voice")
    parser.add_argument("--folder", default="", help="of the library, parts separated by /")
    parser.add_argument("-o", "--output", type=Path, metavar="PATH", help="write a file instead")


def named_encoder(args: argparse.Namespace) -> NamedEncoder:
    """Return the encoder of the model that `add_model`'s options choose."""
    n_threads = available_cores() if args.threads is None else args.threads
    return load_encoder(args.model or DEFAULT_MODEL, n_threads, codec=args.codec)


def vector_to_compare(library: VoiceLibrary, entry: VoiceEntry) -> NDArray[np.float32]:
    """Return the x-vector of a voice of the library.

    Raises
    ------
    VoiceError
        When it has none, or its file is damaged.
    """
    vector = speaker_vector(library.read(entry).voice)
    if vector is None:
        raise VoiceError(f"{entry.name}: has no x-vector to compare", "choose another voice")
    return np.asarray(vector)


def keep(args: argparse.Namespace, stored: StoredVoice, library: VoiceLibrary) -> tuple[dict[str, Any], str]:
    """Add a voice to the library, or write it where the arguments say; return what to tell about it."""
    if args.output is not None:
        written = [str(path) for path in export_voice(args.output, stored)]
        return {"written": written, "content": content_hash(stored.voice)}, "\n".join(written)
    entry = library.store.add(stored, folder=args.folder)
    return entry_facts(entry), f"{entry.name} is in the library"


def keep_and_tell(args: argparse.Namespace, stored: StoredVoice, library: VoiceLibrary) -> int:
    """Do the same, print it, and return the exit code 0."""
    facts, line = keep(args, stored, library)
    return print_lines(args.json, facts, line)
