"""``phonoscope say``: text to speech."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from phonoscope.engine.audio.devices import open_output_device
from phonoscope.engine.audio.files import AudioSink, SampleFormat, WavStream, audio_file, check_output
from phonoscope.engine.audio.loudspeaker import Loudspeaker
from phonoscope.engine.cli.arriving_text import ArrivingText
from phonoscope.engine.cli.figures import print_figures, take_figures
from phonoscope.engine.cli.interrupt import Interruptible
from phonoscope.engine.cli.options import add_request_options, complete_request, draft_request, load_engine, read_text
from phonoscope.engine.cli.preview_files import PreviewFiles
from phonoscope.engine.cli.progress import TakeProgress
from phonoscope.engine.cli.taps_file import check_taps_path, write_taps
from phonoscope.engine.errors import PhonoscopeError, RequestError
from phonoscope.engine.models.atomic_file import check_folder_of
from phonoscope.engine.recipe import Recipe
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import Take
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.text.sanitise import clean_pieces
from phonoscope.engine.text.segments import first_segment

STANDARD_OUTPUT = "-"


def add_say_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``say`` command."""
    parser = subparsers.add_parser(
        "say", help="speak a text", description="Speak a text: into a file, into a pipe, or aloud without -o."
    )
    add_request_options(parser)
    add_output_options(parser)
    parser.add_argument("--recipe", type=Path, metavar="PATH", help="write what phonoscope render needs")
    parser.set_defaults(run=_run)


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Add where sound and figures go."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help=".wav .flac .ogg .mp3, or - for WAV on standard output, which says what it is as files do",
    )
    parser.add_argument("--sample-format", type=SampleFormat, choices=list(SampleFormat), help="of .wav and .flac")
    parser.add_argument(
        "--previews",
        type=Path,
        metavar="FOLDER",
        help="write what the speech would be after every --preview-steps steps",
    )
    parser.add_argument(
        "--taps-file",
        type=Path,
        metavar="PATH",
        help="write codes, draws, times, magnitudes and kept states (--taps) as arrays, .npz",
    )
    parser.add_argument("--no-mark", action="store_true", help="do not write into the file that its sound is synthetic")
    parser.add_argument(
        "--stream",
        action="store_true",
        help="play, or write to -, while the rest is made; speak text from - while it comes; with a file nothing is "
        "played",
    )
    parser.add_argument("--json", action="store_true", help="print figures as one JSON object; without -o play nothing")


def _run(args: argparse.Namespace) -> int:
    check_outputs(args)
    if args.recipe is not None:
        check_folder_of(args.recipe)
    arriving = ArrivingText(sys.stdin.fileno()) if args.text == "-" and args.stream else None
    # Of text that arrives, the first segment makes the request; the rest is spoken after it.
    pieces = None if arriving is None else clean_pieces(arriving)
    text, later = (read_text(args), None) if pieces is None else first_segment(pieces, args.segments)
    draft = draft_request(args, text)
    with load_engine(draft.model.name, args.codec, args.threads, quiet=args.json) as engine:
        request = complete_request(draft, args, engine)
        arrived: list[str] = []
        try:
            take, code = speak(engine, request, args, None if later is None else _remember(later, arrived))
        finally:
            if arriving is not None:
                arriving.stop()
        request = replace(request, text=text + "".join(arrived))  # makes the same segments again
        figures = take_figures(take, request, engine, args.output)
        if args.recipe is not None:
            request = replace(request, model=engine.model_reference)
            Recipe(request, figures["audio_sha256"], figures["codes_sha256"]).write(args.recipe)
    print_figures(figures, as_json=args.json)
    return code


def _remember(pieces: Iterator[str], arrived: list[str]) -> Iterator[str]:
    for piece in pieces:
        arrived.append(piece)
        yield piece


def check_outputs(args: argparse.Namespace) -> None:
    """Refuse outputs that cannot be, before anything is loaded.

    Raises
    ------
    RequestError, OutputError
        Naming the first.
    """
    if args.taps_file is not None:
        check_taps_path(args.taps_file)
    if args.output == STANDARD_OUTPUT:
        if args.json:
            raise RequestError("--json and -o - both write to standard output", "give one of them a file")
        if args.sample_format not in (None, SampleFormat.PCM16):
            raise RequestError("-o - is WAV of 16 bits", "leave --sample-format out")
    elif args.output is not None:
        check_output(Path(args.output), args.sample_format)
    elif args.sample_format is not None:
        raise RequestError("--sample-format needs a file", "add -o out.wav")


def speak(
    engine: Engine, request: SynthesisRequest, args: argparse.Namespace, later: Iterator[str] | None = None
) -> tuple[Take, int]:
    """Make a take, send its sound where the arguments say, and return it with the exit code.

    ``later`` are pieces of text that follow the request's.

    What there is after Ctrl-C, or when a state of the model stops being finite, is kept like a whole take.

    Raises
    ------
    PhonoscopeError
        When the take failed; nothing is written then.
    """
    with contextlib.ExitStack() as stack:
        licence = engine.declaration.licence
        sinks = [stack.enter_context(sink) for sink in _live_sinks(args, engine.sample_rate_hz, licence)]
        previews = PreviewFiles(args.previews, request, marks_synthetic=not args.no_mark)
        take = engine.speak(request, later)
        if not args.json:
            _announce(take.expected_s, licence)

        def watch() -> None:
            previews.write(take)
            progress.show(take)

        with Interruptible(take.cancel) as interrupt, TakeProgress(len(request.text), quiet=args.json) as progress:
            for chunk in take.chunks(waiting=watch):
                for sink in sinks:
                    sink.write(chunk)
                watch()
            previews.write(take)
        if take.stop_reason is not StopReason.ALARM:
            take.check()
        if args.taps_file is not None:
            write_taps(args.taps_file, take)
        if take.n_samples == 0:
            if interrupt.signal is not None:
                raise KeyboardInterrupt
            take.check()
            raise PhonoscopeError("the model ended before it made a sound", "try another --seed")
        _give_out_at_the_end(take, args, licence)
    take.check()
    return take, interrupt.exit_code


_LONG_S = 10.0  # what is worth announcing


def _announce(expected_s: float | None, licence: str) -> None:
    """Say beforehand under which terms the sound will stand, and how long it computes where that is known and long."""
    if licence:
        print(licence, file=sys.stderr)
    if expected_s is not None and expected_s >= _LONG_S:
        long = f"{expected_s / 60:.0f} minutes" if expected_s >= 2 * 60 else f"{expected_s:.0f} seconds"
        print(f"this takes about {long} on this machine (Ctrl-C stops it)", file=sys.stderr)


def _live_sinks(
    args: argparse.Namespace, rate_hz: int, licence: str
) -> Iterator[contextlib.AbstractContextManager[AudioSink]]:
    marks = not args.no_mark
    if args.output == STANDARD_OUTPUT:
        if args.stream:
            stream = WavStream(sys.stdout.buffer, rate_hz, marks_synthetic=marks, licence=licence)
            yield contextlib.nullcontext(stream)
        return
    if args.output is not None:
        yield audio_file(Path(args.output), rate_hz, args.sample_format, marks_synthetic=marks, licence=licence)
    elif args.stream:
        yield Loudspeaker(rate_hz)
    elif _is_played_at_the_end(args):
        open_output_device(rate_hz).close()  # better to hear of a missing one before the work than after it


def _is_played_at_the_end(args: argparse.Namespace) -> bool:
    return args.output is None and not args.stream and not args.json


def _give_out_at_the_end(take: Take, args: argparse.Namespace, licence: str) -> None:
    if args.output == STANDARD_OUTPUT and not args.stream:
        stream = WavStream(
            sys.stdout.buffer, take.sample_rate_hz, take.n_samples, marks_synthetic=not args.no_mark, licence=licence
        )
        stream.write(take.audio)
    elif _is_played_at_the_end(args):
        with Loudspeaker(take.sample_rate_hz) as loudspeaker:
            loudspeaker.write(take.audio)
