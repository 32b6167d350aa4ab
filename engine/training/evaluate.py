"""Step 9: judge a model as people hear it: recognised words, quality, likeness, ends, silence, clicks and speed.

``python -m phonoscope.engine.training.evaluate MODEL`` speaks the held-out sentences with the native engine, the voices
taking turns; with ``--reference FOLDER`` (what `reference` wrote) the teacher's own figures stand beside the model's.
Listening needs ``phonoscope[evaluation]`` and a Whisper model in CTranslate2 form (``--recogniser FOLDER``); without
one only ends, silence, clicks and speed are measured.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from phonoscope import _native
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import StopReason, Take
from phonoscope.engine.text.spoken import spoken
from phonoscope.engine.training.judges import Audio, Judgement, Judges, measure
from phonoscope.engine.training.likeness import Clips, Listener, blends_between, extracted, told_apart
from phonoscope.engine.voices.library import bundled_voices

HELD_OUT = Path(__file__).with_name("heldout.json")
EXTRACTION_SECONDS = 10.0
BLEND_KIND, BLEND_SENTENCES = "plain", 2
Keep = Callable[[Judgement, Audio, int], None]


def _share(rows: list[Judgement], test: Callable[[Judgement], bool]) -> float:
    return round(100 * sum(map(test, rows)) / len(rows), 1)


def _median(values: list[float | None], digits: int) -> float | None:
    known = [v for v in values if v is not None]
    return round(float(np.median(known)), digits) if known else None


def summary(rows: list[Judgement]) -> dict[str, Any]:
    """Give the figures over some judgements."""
    heard = [r for r in rows if r.errors is not None]
    errors, words = sum(r.errors or 0 for r in heard), sum(r.words or 0 for r in heard)
    quality = [r.quality for r in heard if r.quality is not None]
    return {
        "n": len(rows),
        "heard": len(heard),
        "word_errors": errors,
        "words": words,
        "wer_percent": round(100 * errors / words, 2) if words else None,
        "all_right_percent": _share(heard, lambda r: r.errors == 0) if heard else None,
        "distillmos": round(float(np.mean(quality)), 2) if quality else None,
        "ended_percent": _share(rows, lambda r: r.ended),
        "too_long": sum(r.too_long for r in rows),
        "clicks": sum(r.click for r in rows),
        "leading_silence_ms_p95": round(1000 * float(np.quantile([r.leading for r in rows], 0.95))),
        "silent_share": round(float(np.mean([r.silent for r in rows])), 3),
        "seconds": round(sum(r.seconds for r in rows), 1),
        "rtf_median": _median([r.rtf for r in rows], 3),
        "first_audio_ms_median": _median([r.first_audio_ms for r in rows], 0),
    }


def groups(title: str, rows: list[Judgement]) -> dict[str, dict[str, Any]]:
    """Give the summaries of all, of every kind of sentence and of every voice."""
    out = {title: summary(rows)} if rows else {}
    for field in ("kind", "voice"):
        for value in sorted({getattr(r, field) for r in rows}):
            out[f"{title} {value}"] = summary([r for r in rows if getattr(r, field) == value])
    return out


def table(summaries: dict[str, dict[str, Any]]) -> str:
    """Lay the summaries out as a text table."""
    columns = {
        "n": "n", "words": "words", "wer_percent": "WER %", "all_right_percent": "all right %",
        "distillmos": "DistillMOS", "ended_percent": "ended %", "too_long": "too long", "clicks": "clicks",
        "leading_silence_ms_p95": "lead ms p95",
    }  # fmt: skip
    lines = [f"{'':24}" + "".join(f"{name:>12}" for name in columns.values())]
    for title, figures in summaries.items():
        cells = ("-" if figures[c] is None else str(figures[c]) for c in columns)
        lines.append(f"{title:24}" + "".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


def sentences(kinds: list[str] | None, limit: int | None) -> list[tuple[str, int, str]]:
    """Give (kind, number, text) of the held-out sentences."""
    held: dict[str, list[str]] = json.loads(HELD_OUT.read_text(encoding="utf-8"))
    return [(k, i, t) for k, texts in held.items() if not kinds or k in kinds for i, t in enumerate(texts[:limit])]


def overrides(settings: list[str]) -> dict[str, Any]:
    """Read ``name=number`` settings of the sampler."""
    pairs = (text.partition("=") for text in settings)
    return {name: json.loads(value) for name, _, value in pairs}


class Speaker:
    """Speaks with the native engine.

    Parameters
    ----------
    engine
        The loaded model.
    sampler
        Settings that differ from the model's defaults.
    language
        Of the sentences.
    """

    def __init__(self, engine: Engine, sampler: dict[str, Any], language: str) -> None:
        self._engine, self._sampler, self._language = engine, sampler, language

    def speak(self, text: str, voice: str, seed: int) -> Take:
        """Speak to the end."""
        request = self._engine.request(
            spoken(text), voice=voice, sampler=self._sampler, seed=seed, language=self._language
        )
        take = self._engine.speak(request)
        take.wait()
        take.check()
        return take

    def judged(self, args: argparse.Namespace, judges: Judges | None, keep: Keep) -> Iterator[Judgement]:
        """Speak and judge every sentence with every seed; voices take turns."""
        turn = 0
        for seed in range(args.seeds):
            for kind, number, text in sentences(args.kinds, args.limit):
                voice = args.voices[turn % len(args.voices)]
                turn += 1
                take = self.speak(text, voice, seed)
                audio, rate = np.array(take.audio, np.float32), take.sample_rate_hz
                ended = take.stop_reason == StopReason.END_OF_SPEECH
                row = measure(Path(voice).stem, kind, number, seed, text, audio, rate, ended)
                row.rtf, row.first_audio_ms = take.figures.rtf, take.figures.ttfa_ms
                if judges:
                    judges.judge(row, audio, rate)
                keep(row, audio, rate)
                yield row

    def blend(self, first: str, second: str) -> list[tuple[Audio, int]]:
        """Give recordings of the 0.5/0.5 blend of two bundled voices."""
        known = bundled_voices()
        mean = (np.fromfile(known[first], "<f4") + np.fromfile(known[second], "<f4")) / 2
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "blend.spk"
            mean.astype("<f4").tofile(path)
            takes = [self.speak(text, str(path), 0) for _, _, text in sentences([BLEND_KIND], BLEND_SENTENCES)]
        return [(np.array(t.audio, np.float32), t.sample_rate_hz) for t in takes]


def recorded(args: argparse.Namespace, judges: Judges | None, keep: Keep) -> Iterator[Judgement]:
    """Judge the recordings VOICE_KIND_NUMBER_ROUND.wav of the folder of references."""
    texts = {(kind, number): text for kind, number, text in sentences(args.kinds, args.limit)}
    for path in sorted(args.reference.glob("*.wav")):
        match = re.fullmatch(r"(\w+?_\w+?)_([a-z]+)_(\d+)_(\d+)", path.stem)
        if match and (match[2], int(match[3])) in texts and int(match[4]) < args.reference_rounds:
            audio, rate = soundfile.read(path, dtype="float32")
            text = texts[match[2], int(match[3])]
            row = measure(match[1], match[2], int(match[3]), int(match[4]), text, audio, rate, True)
            if judges:
                judges.judge(row, audio, rate)
            keep(row, audio, rate)
            yield row


class Report:
    """What was found so far; printed while it grows, written as JSON."""

    def __init__(self, out: Path | None, wavs: Path | None) -> None:
        self._out, self._wavs = out, wavs
        self.figures: dict[str, Any] = {}
        self.summaries: dict[str, dict[str, Any]] = {}

    def run(self, title: str, source: Callable[[Keep], Iterator[Judgement]]) -> Clips:
        """Collect one row after the other and give the recordings by voice."""
        clips: dict[str, list[tuple[Audio, int]]] = {}

        def keep(row: Judgement, audio: Audio, rate: int) -> None:
            clips.setdefault(row.voice, []).append((audio, rate))
            if self._wavs:
                self._wavs.mkdir(parents=True, exist_ok=True)
                name = f"{title}_{row.voice}_{row.kind}_{row.number}_{row.round}.wav"
                soundfile.write(self._wavs / name, audio, rate)

        rows = []
        for row in source(keep):
            rows.append(row)
            quality = "" if row.quality is None else f"{row.quality:.2f}"
            print(title, row.voice, f"{row.errors}/{row.words}", quality, "|", row.text, "|", row.heard, flush=True)
        self.summaries |= groups(title, rows)
        self.add(f"{title} utterances", [asdict(r) for r in rows])
        return clips

    def add(self, title: str, figures: Any) -> None:
        """Note a result and write all so far."""
        self.figures[title] = figures
        if self._out:
            report = {"summary": self.summaries, **self.figures}
            self._out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", nargs="?", default="phonoscope-voice")
    parser.add_argument("--recogniser", type=Path)
    parser.add_argument("--reference", type=Path, help="folder of teacher recordings")
    parser.add_argument("--reference-rounds", type=int, default=1, help="how many of its rounds to judge")
    parser.add_argument("--voices", nargs="+", default=sorted(bundled_voices()), help="names or voice files")
    parser.add_argument("--kinds", nargs="*")
    parser.add_argument("--limit", type=int, help="sentences of each kind at most")
    parser.add_argument("--seeds", type=int, default=1, help="0 judges the references alone")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=NUMBER", help="sampler settings")
    parser.add_argument("--language", default="english")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--likeness", action="store_true", help="are the voices told apart? (Resemblyzer)")
    parser.add_argument("--blends", type=int, default=0, metavar="PAIRS", help="pairs of voices to blend")
    parser.add_argument("--extract", action="store_true", help="extract voices from 10 s of the references")
    parser.add_argument("--out", type=Path, help="JSON file")
    parser.add_argument("--keep", type=Path, help="folder for the WAVs")
    args = parser.parse_args()
    judges = Judges(args.recogniser, args.threads) if args.recogniser else None
    report = Report(args.out, args.keep)
    with Engine.load(args.model, threads=args.threads) as engine:
        if args.reference:
            clips = report.run("teacher", lambda keep: recorded(args, judges, keep))
            if args.extract:
                encoder = _native.SpeakerEncoder(engine.pair.model, args.threads)
                stored = {name: np.fromfile(path, "<f4") for name, path in bundled_voices().items()}
                report.add("extraction", extracted(clips, encoder.encode, stored, EXTRACTION_SECONDS))
            if args.likeness:
                report.add("teacher likeness", told_apart(clips, Listener()))
        speaker = Speaker(engine, overrides(args.set), args.language)
        clips = report.run("model", lambda keep: speaker.judged(args, judges, keep))
        if args.likeness and clips:
            report.add("likeness", told_apart(clips, Listener()))
        if args.blends:
            report.add("blends", blends_between(clips, speaker.blend, args.blends, Listener()))
    print(table(report.summaries))
    for title in ("extraction", "teacher likeness", "likeness", "blends"):
        if title in report.figures:
            print(title, json.dumps(report.figures[title]))


if __name__ == "__main__":
    main()
