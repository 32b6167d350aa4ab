"""``phonoscope voices``: making voices of recordings and of files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from phonoscope.engine.audio.quality import RecordingQuality
from phonoscope.engine.cli.interrupt import Interruptible
from phonoscope.engine.cli.output import print_json
from phonoscope.engine.cli.voices_options import add_model, add_result, keep, named_encoder
from phonoscope.engine.cli.voices_output import print_lines
from phonoscope.engine.errors import PhonoscopeError, VoiceError
from phonoscope.engine.models.describe import describe
from phonoscope.engine.models.store import DEFAULT_MODEL, resolve
from phonoscope.engine.voices.card import CONSENT_TEXT, Consent, tags_of
from phonoscope.engine.voices.extraction import Clip, ExtractedVoice, extract
from phonoscope.engine.voices.files import companions_of_codes
from phonoscope.engine.voices.formula import parse_share
from phonoscope.engine.voices.importing import RELEASED_CODEC, import_voice, is_foreign_recording, name_of_file
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.engine.voices.voice_file import StoredVoice, is_voice_file


def add_recording_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands that make voices of recordings and of files."""
    extraction = commands.add_parser("extract", help="make a voice of one recording or several")
    extraction.add_argument("clips", nargs="+", metavar="AUDIO[=SHARE]", help="any sound file, any rate")
    extraction.add_argument("--from", dest="start_s", type=float, default=0.0, metavar="S", help="begin here (seconds)")
    extraction.add_argument("--to", dest="end_s", type=float, metavar="S", help="end here (seconds)")
    extraction.add_argument("--transcript", default="", metavar="TEXT", help="what is said: makes reference codes")
    add_model(extraction)
    _add_card(extraction)
    extraction.set_defaults(run=_extract)

    importing = commands.add_parser("import", help="take voice files and recordings into the library")
    importing.add_argument("files", nargs="+", type=Path, metavar="FILE", help="voice files, sound files")
    importing.add_argument("--transcript", metavar="TEXT", help="what codes say, unless a .txt file beside them does")
    add_model(importing)
    _add_card(importing)
    importing.set_defaults(run=_import, model=None)  # packed codes are of the released codec unless a model is named


def _add_card(parser: argparse.ArgumentParser) -> None:
    add_result(parser)
    parser.add_argument("--tags", default="", help="separated by commas")
    parser.add_argument("--language", default="", help="in English, such as german")
    parser.add_argument("--licence", default="")
    parser.add_argument(
        "--consent", type=Consent, choices=list(Consent), default=Consent.UNKNOWN, help="by what right it is used"
    )


def _remind_of_consent(args: argparse.Namespace) -> None:
    if args.consent is Consent.UNKNOWN:
        print(f"{CONSENT_TEXT} Say which it is with --consent.", file=sys.stderr)


def _clip(text: str, start_s: float, end_s: float | None) -> Clip:
    if "=" in text and not Path(text).exists():
        name, share = parse_share(text)
        return Clip(Path(name), share, start_s, end_s)
    return Clip(Path(text), 1.0, start_s, end_s)


def _extract(args: argparse.Namespace) -> int:
    _remind_of_consent(args)
    clips = [_clip(text, args.start_s, args.end_s) for text in args.clips]
    made = _extracted(args, clips, args.transcript)
    facts, line = keep(args, made.stored, VoiceLibrary())
    if not args.json:
        _print_advice(made)
    return print_lines(args.json, {**facts, **_quality_notes(made)}, line)


def _extracted(args: argparse.Namespace, clips: list[Clip], transcript: str) -> ExtractedVoice:
    named = named_encoder(args)
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
                tags=tags_of(args.tags),
                consent=args.consent,
            )
        except PhonoscopeError:
            if interrupt.signal is not None:
                raise KeyboardInterrupt from None
            raise


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
    companions = companions_of_codes(args.files)
    files = [path for path in args.files if path not in companions]
    if args.name and len(files) > 1:
        raise VoiceError("one name for several voices", "leave --name out, or import them one by one")
    if not all(is_voice_file(path) for path in files):  # which say themselves by what right they are used
        _remind_of_consent(args)
    library = VoiceLibrary()
    told = []
    for path in files:
        stored = _imported(args, path)
        facts, line = keep(args, stored, library)
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
        return RELEASED_CODEC
    facts = describe(resolve(args.model or DEFAULT_MODEL, codec=args.codec)).facts
    return facts.get("n_codebooks", 0), facts.get("codebook_size", 0)
