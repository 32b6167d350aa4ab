"""``phonoscope voices``: making voices from recordings, from files, and from each other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from phonoscope.engine.audio.quality import RecordingQuality
from phonoscope.engine.audio.recordings import read_recording
from phonoscope.engine.cli.interrupt import Interruptible
from phonoscope.engine.cli.voices_output import entry_facts, print_json, print_lines
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import PhonoscopeError, VoiceError
from phonoscope.engine.models.describe import describe
from phonoscope.engine.models.store import DEFAULT_MODEL, resolve
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.balancing import balanced
from phonoscope.engine.voices.card import CONSENT_TEXT, Consent
from phonoscope.engine.voices.directions import PROPERTIES
from phonoscope.engine.voices.encoders import load_encoder
from phonoscope.engine.voices.exporting import export_voice
from phonoscope.engine.voices.extraction import Clip, ExtractedVoice, extract
from phonoscope.engine.voices.formula import Blend, Part, parse_share, parse_sum
from phonoscope.engine.voices.importing import import_voice, is_foreign_recording, name_of_file
from phonoscope.engine.voices.library import VoiceLibrary, speaker_vector
from phonoscope.engine.voices.likeness import measure_likeness
from phonoscope.engine.voices.preview import PREVIEW_TEXT, make_preview
from phonoscope.engine.voices.voice import content_hash
from phonoscope.engine.voices.voice_file import StoredVoice, is_voice_file
from phonoscope.engine.voices.workshop import Workshop

_CODEC_DEFAULTS = (16, 2048)  # of the released models: what packed codes are read by unless --model says otherwise
NOT_THE_SAME = 1


def add_making_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that make voices."""
    extraction = commands.add_parser("extract", help="make a voice of one recording or several")
    extraction.add_argument("clips", nargs="+", metavar="AUDIO[=SHARE]", help="any sound file, any rate")
    extraction.add_argument("--from", dest="start_s", type=float, default=0.0, metavar="S", help="begin here (seconds)")
    extraction.add_argument("--to", dest="end_s", type=float, metavar="S", help="end here (seconds)")
    extraction.add_argument("--transcript", default="", metavar="TEXT", help="what is said: makes reference codes")
    _add_model(extraction)
    _add_card(extraction)
    extraction.set_defaults(run=_extract)

    importing = commands.add_parser("import", help="take voice files and recordings into the library")
    importing.add_argument("files", nargs="+", type=Path, metavar="FILE", help="voice files, sound files")
    importing.add_argument("--transcript", metavar="TEXT", help="what codes say, unless a .txt file beside them does")
    _add_model(importing)
    _add_card(importing)
    importing.set_defaults(run=_import, model=None)  # packed codes are of the released codec unless a model is named

    blending = commands.add_parser("blend", help="mix voices")
    blending.add_argument("parts", nargs="+", metavar="VOICE=SHARE")
    blending.add_argument("--linear", action="store_true", help="along the straight line instead of the sphere")
    blending.add_argument(
        "--by-ear",
        action="store_true",
        help="speak, and search the shares of two voices at which the speech is as like each as asked for",
    )
    _add_model(blending)
    _add_result(blending)
    blending.set_defaults(run=_blend)

    arithmetic = commands.add_parser("add", help="add and subtract voices")
    arithmetic.add_argument("sum", metavar="'A - B + 0.5*C'")
    arithmetic.add_argument("--free-norm", action="store_true", help="leave the norm as it comes")
    _add_result(arithmetic)
    arithmetic.set_defaults(run=_add)

    random = commands.add_parser("random", help="draw a voice near those of the library")
    random.add_argument("--width", type=int, default=0, help="of the model (that of most voices)")
    random.add_argument("--seed", type=int, default=0)
    random.add_argument("--spread", type=float, default=1.0, help="1: as varied as the library; 0: its mean")
    _add_result(random)
    random.set_defaults(run=_random)

    shifting = commands.add_parser("shift", help="move a voice along a direction that the library teaches")
    shifting.add_argument("voice", metavar="VOICE")
    shifting.add_argument("subject", choices=list(PROPERTIES), metavar="|".join(PROPERTIES))
    shifting.add_argument(
        "amount",
        type=float,
        help="in standard deviations of the library, 3 or more to be well heard; more female is positive",
    )
    _add_result(shifting)
    shifting.set_defaults(run=_shift)

    again = commands.add_parser("remake", help="make a voice again by its recipe; 1 when the bits differ")
    again.add_argument("voice", metavar="VOICE")
    again.set_defaults(run=_remake)

    preview = commands.add_parser("preview", help="speak a sentence with voices and keep it with them")
    preview.add_argument("voices", nargs="*", metavar="VOICE")
    preview.add_argument("--all", action="store_true", help="all voices that the model can speak with and have none")
    preview.add_argument("--text", default=PREVIEW_TEXT, help="the sentence")
    _add_model(preview)
    preview.set_defaults(run=_preview)

    likeness = commands.add_parser("likeness", help="how much a recording sounds like a voice")
    likeness.add_argument("audio", type=Path, metavar="AUDIO")
    likeness.add_argument("voice", metavar="VOICE")
    _add_model(likeness)
    likeness.set_defaults(run=_likeness)


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", default=DEFAULT_MODEL, metavar="M", help=f"whose encoders to use ({DEFAULT_MODEL})")
    parser.add_argument("--codec", type=Path, metavar="PATH", help="the codec's file, if it is not beside the model")
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use (default: all cores)")


def _add_result(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", default="", help="of the new voice")
    parser.add_argument("--folder", default="", help="of the library, parts separated by /")
    parser.add_argument("-o", "--output", type=Path, metavar="PATH", help="write a file instead")


def _add_card(parser: argparse.ArgumentParser) -> None:
    _add_result(parser)
    parser.add_argument("--tags", default="", help="separated by commas")
    parser.add_argument("--language", default="", help="in English, such as german")
    parser.add_argument("--licence", default="")
    parser.add_argument(
        "--consent", type=Consent, choices=list(Consent), default=Consent.UNKNOWN, help="by what right it is used"
    )


def _tags(args: argparse.Namespace) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, (tag.strip() for tag in args.tags.split(",")))))


def _remind_of_consent(args: argparse.Namespace) -> None:
    if args.consent is Consent.UNKNOWN:
        print(f"{CONSENT_TEXT} Say which it is with --consent.", file=sys.stderr)


def _keep(args: argparse.Namespace, stored: StoredVoice, library: VoiceLibrary) -> tuple[dict[str, Any], str]:
    """Add a voice to the library, or write it where the arguments say; return what to tell about it."""
    if args.output is not None:
        written = [str(path) for path in export_voice(args.output, stored)]
        return {"written": written, "content": content_hash(stored.voice)}, "\n".join(written)
    entry = library.store.add(stored, folder=args.folder)
    return entry_facts(entry), f"{entry.name} is in the library"


def _keep_and_tell(args: argparse.Namespace, stored: StoredVoice, library: VoiceLibrary) -> int:
    facts, line = _keep(args, stored, library)
    return print_lines(args.json, facts, line)


def _threads(args: argparse.Namespace) -> int:
    return available_cores() if args.threads is None else args.threads


def _clip(text: str, start_s: float, end_s: float | None) -> Clip:
    if "=" in text and not Path(text).exists():
        name, share = parse_share(text)
        return Clip(Path(name), share, start_s, end_s)
    return Clip(Path(text), 1.0, start_s, end_s)


def _extracted(args: argparse.Namespace, clips: list[Clip], transcript: str) -> ExtractedVoice:
    named = load_encoder(args.model or DEFAULT_MODEL, _threads(args), codec=args.codec)
    with Interruptible(named.encoder.cancel) as interrupt:
        try:
            return extract(
                clips,
                named.encoder,
                name=args.name or name_of_file(clips[0].path),
                model=(named.model, named.sha256),
                transcript=transcript,
                language=args.language,
                licence=args.licence,
                tags=_tags(args),
                consent=args.consent,
            )
        except PhonoscopeError:
            if interrupt.signal is not None:
                raise KeyboardInterrupt from None
            raise


def _extract(args: argparse.Namespace) -> int:
    _remind_of_consent(args)
    clips = [_clip(text, args.start_s, args.end_s) for text in args.clips]
    made = _extracted(args, clips, args.transcript)
    facts, line = _keep(args, made.stored, VoiceLibrary())
    if not args.json:
        _print_advice(made)
    return print_lines(args.json, {**facts, **_quality_notes(made)}, line)


def _quality_notes(made: ExtractedVoice) -> dict[str, Any]:
    clips = []
    for i, (recording, quality) in enumerate(zip(made.recordings, made.qualities, strict=True)):
        agreement = made.mean.agreement[i] if made.mean else None
        is_outlier = made.mean is not None and i in made.mean.outliers
        facts = {"path": str(recording.path), **vars(quality), "agreement": agreement, "is_outlier": is_outlier}
        clips.append(facts)
    return {"clips": clips}


def _print_advice(made: ExtractedVoice) -> None:
    for i, (recording, quality) in enumerate(zip(made.recordings, made.qualities, strict=True)):
        print(f"{recording.path}: {_quality_text(quality)}", file=sys.stderr)
        for sentence in quality.advice:
            print(f"  {sentence}", file=sys.stderr)
        if made.mean is not None and i in made.mean.outliers:
            print(f"  Unlike the other clips (cosine {made.mean.agreement[i]:.2f}): another speaker?", file=sys.stderr)


def _quality_text(q: RecordingQuality) -> str:
    return (
        f"{q.duration_s:.1f} s, speech {q.speech_dbfs:.0f} dBFS, peak {q.peak_dbfs:.1f} dBFS, "
        f"noise {q.noise_dbfs:.0f} dBFS (SNR {q.snr_db:.0f} dB), {100 * q.silence_share:.0f} % pauses, "
        f"{100 * q.clipped_share:.2g} % clipped"
    )


def _import(args: argparse.Namespace) -> int:
    if args.name and len(args.files) > 1:
        raise VoiceError("one name for several voices", "leave --name out, or import them one by one")
    if not all(is_voice_file(path) for path in args.files):  # which say themselves by what right they are used
        _remind_of_consent(args)
    library = VoiceLibrary()
    told = []
    for path in args.files:
        stored = _imported(args, path)
        facts, line = _keep(args, stored, library)
        told.append(facts)
        if not args.json:
            print(line)
    return print_json(told) if args.json else 0


def _imported(args: argparse.Namespace, path: Path) -> StoredVoice:
    if is_foreign_recording(path):
        made = _extracted(args, [Clip(path)], args.transcript or "")
        if not args.json:
            _print_advice(made)
        return made.stored
    n_codebooks, codebook_size = _codec_dimensions(args)
    return import_voice(
        path,
        n_codebooks=n_codebooks,
        codebook_size=codebook_size,
        name=args.name,
        transcript=args.transcript,
        consent=args.consent,
    )


def _codec_dimensions(args: argparse.Namespace) -> tuple[int, int]:
    if args.model is None and args.codec is None:
        return _CODEC_DEFAULTS
    facts = describe(resolve(args.model or DEFAULT_MODEL, codec=args.codec)).facts
    return facts.get("n_codebooks", 0), facts.get("codebook_size", 0)


def _blend(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    parts = [parse_share(part) for part in args.parts]
    name = args.name or name_of_file(Path(str(Blend(parts))))
    if args.by_ear:
        parts = _balanced(args, parts)
    return _keep_and_tell(args, Workshop(library).blend(parts, name, spherical=not args.linear), library)


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
    return _keep_and_tell(args, made, library)


def _random(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    widths = [entry.width for entry in library.entries() if entry.width]
    width = args.width or max(sorted(set(widths)), key=widths.count, default=0)
    name = args.name or f"random {args.seed}"
    return _keep_and_tell(args, Workshop(library).random(width, args.seed, name, spread=args.spread), library)


def _shift(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    name = args.name or f"{entry.name} {args.subject} {args.amount:g}"
    return _keep_and_tell(args, Workshop(library).shift(entry, args.subject, args.amount, name), library)


def _remake(args: argparse.Namespace) -> int:
    library = VoiceLibrary()
    entry = library.get(args.voice)
    same = Workshop(library).makes_same(
        entry, lambda model, sha256: load_encoder(model, available_cores(), sha256=sha256).encoder
    )
    verdict = "the bits match" if same else "the bits differ"
    print_lines(args.json, {"name": entry.name, "same": same}, f"{entry.name} made again: {verdict}")
    return 0 if same else NOT_THE_SAME


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
    asked = speaker_vector(library.read(entry).voice)
    if asked is None:
        raise VoiceError(f"{entry.name}: has no x-vector to compare", "choose another voice")
    encoder = load_encoder(args.model, _threads(args), codec=args.codec).encoder
    recording = read_recording(args.audio, encoder.sample_rate_hz, length=encoder.length)
    found = measure_likeness(recording.samples, recording.sample_rate_hz, np.asarray(asked), encoder)
    if found is None:
        raise VoiceError(f"{args.audio}: holds too little speech to compare", "give a longer recording")
    lines = [f"{args.audio}: cosine {found.similarity:.3f} to {entry.name}, lowest {found.lowest:.3f} along the way"]
    return print_lines(args.json, {**vars(found), "voice": entry.name}, *lines)
