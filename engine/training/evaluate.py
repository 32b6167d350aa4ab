"""Step 9: judge a model as people hear it: recognised words, quality, likeness, ends, silence, clicks and speed.

``python -m phonoscope.engine.training.evaluate MODEL`` speaks the held-out sentences with the native engine, the voices
taking turns; with ``--reference FOLDER`` (what `reference` wrote) the teacher's own figures stand beside the model's.
Listening needs ``phonoscope[evaluation]`` and a Whisper model in CTranslate2 form (``--recogniser FOLDER``); without
one only ends, silence, clicks and speed are measured.

With ``--out`` (and ``--keep``) the same command goes on where it stopped, so that ``--seconds`` may spread it over
several sittings.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import Take
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.text.spoken import LANGUAGES, spoken
from phonoscope.engine.training.held_out import held_out
from phonoscope.engine.training.judges import Audio, Judgement, Judges, measure
from phonoscope.engine.training.likeness import Blends, Listener, extracted, told_apart
from phonoscope.engine.training.report import Key, Report, Utterance, table
from phonoscope.engine.voices.bundled import bundled_entries, bundled_voices

EXTRACTION_SECONDS = 10.0
BLEND_KIND, BLEND_SENTENCES = "plain", 2
LOADS = 5


def sentences(language: str, kinds: list[str] | None, limit: int | None) -> list[tuple[str, int, str]]:
    """Give (kind, number, text) of the held-out sentences."""
    held = held_out(language)
    return [(k, i, t) for k, texts in held.items() if not kinds or k in kinds for i, t in enumerate(texts[:limit])]


def overrides(settings: list[str]) -> dict[str, Any]:
    """Read ``name=number`` settings of the sampler."""
    pairs = (text.partition("=") for text in settings)
    return {name: json.loads(value) for name, _, value in pairs}


def loading_s(model: str, threads: int) -> float:
    """Give the time that loading the model takes, median of `LOADS`."""
    times = []
    for _ in range(LOADS):
        began = time.perf_counter()
        with Engine.load(model, threads=threads):
            times.append(time.perf_counter() - began)
    return median(times)


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
    vectors
        The voices by name, for blends.
    """

    def __init__(
        self, engine: Engine, sampler: dict[str, Any], language: str, vectors: Mapping[str, NDArray[np.float32]]
    ) -> None:
        self._engine, self._sampler, self._language, self._vectors = engine, sampler, language, vectors

    def speak(self, text: str, voice: str, seed: int) -> Take:
        """Speak to the end."""
        request = self._engine.request(
            spoken(text, self._language), voice=voice, sampler=self._sampler, seed=seed, language=self._language
        )
        take = self._engine.speak(request)
        take.wait()
        take.check()
        return take

    def utterances(self, args: argparse.Namespace) -> Iterator[Utterance]:
        """Give every sentence with every seed; voices take turns."""
        turn = 0
        for seed in range(args.seeds):
            for kind, number, text in sentences(self._language, args.kinds, args.limit):
                voice = args.voices[turn % len(args.voices)]
                turn += 1
                key = Path(voice).stem, kind, number, seed
                yield Utterance(key, partial(self._measured, voice, key, text))

    def _measured(self, voice: str, key: Key, text: str) -> tuple[Judgement, Audio, int]:
        take = self.speak(text, voice, key[3])
        audio, rate = np.array(take.audio, np.float32), take.sample_rate_hz
        row = measure(*key, text, audio, rate, take.stop_reason == StopReason.END_OF_SPEECH, self._language)
        row.rtf, row.first_audio_ms = take.figures.rtf, take.figures.ttfa_ms
        return row, audio, rate

    def blend(self, first: str, second: str) -> list[tuple[Audio, int]]:
        """Give recordings of the 0.5/0.5 blend of two voices."""
        mean = (self._vectors[first] + self._vectors[second]) / 2
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "blend.spk"
            mean.astype("<f4").tofile(path)
            takes = [
                self.speak(text, str(path), 0)
                for _, _, text in sentences(self._language, [BLEND_KIND], BLEND_SENTENCES)
            ]
        return [(np.array(t.audio, np.float32), t.sample_rate_hz) for t in takes]


def recorded(args: argparse.Namespace) -> Iterator[Utterance]:
    """Give the recordings VOICE_KIND_NUMBER_ROUND.wav of the folder of references."""
    texts = {(kind, number): text for kind, number, text in sentences(args.language, args.kinds, args.limit)}
    for path in sorted(args.reference.glob("*.wav")):
        match = re.fullmatch(r"(\w+?_\w+?)_([a-z]+)_(\d+)_(\d+)", path.stem)
        if match and (match[2], int(match[3])) in texts and int(match[4]) < args.reference_rounds:
            key = match[1], match[2], int(match[3]), int(match[4])
            yield Utterance(key, partial(_read, path, key, texts[key[1], key[2]], args.language))


def _read(path: Path, key: Key, text: str, language: str) -> tuple[Judgement, Audio, int]:
    audio, rate = soundfile.read(path, dtype="float32")
    return measure(*key, text, audio, rate, True, language), audio, rate


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", nargs="?", default="phonoscope-voice")
    parser.add_argument("--recogniser", type=Path)
    parser.add_argument("--reference", type=Path, help="folder of teacher recordings")
    parser.add_argument("--reference-rounds", type=int, default=1, help="how many of its rounds to judge")
    parser.add_argument("--voices", nargs="+", help="names of bundled voices, or .spk files (default: the former)")
    parser.add_argument("--kinds", nargs="*")
    parser.add_argument("--limit", type=int, help="sentences of each kind at most")
    parser.add_argument("--seeds", type=int, default=1, help="0 judges the references alone")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=NUMBER", help="sampler settings")
    parser.add_argument("--language", default="english", choices=LANGUAGES)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--likeness", action="store_true", help="are the voices told apart? (Resemblyzer)")
    parser.add_argument("--blends", type=int, default=0, metavar="PAIRS", help="pairs of voices to blend")
    parser.add_argument("--extract", action="store_true", help="extract voices from 10 s of the references")
    parser.add_argument("--out", type=Path, help="JSON file")
    parser.add_argument("--keep", type=Path, help="folder for the WAVs")
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin nothing new after this time")
    args = parser.parse_args()
    args.voices = args.voices or [entry.name for entry in bundled_entries() if entry.language == args.language]
    judges = Judges(args.recogniser, args.threads, args.language) if args.recogniser else None
    sampler = overrides(args.set)
    known = bundled_voices()
    compared = args.voices if args.blends or args.extract else []
    vectors = {Path(voice).stem: np.fromfile(known.get(voice, voice), "<f4") for voice in compared}
    load_s = loading_s(args.model, args.threads)
    with Engine.load(args.model, threads=args.threads) as engine:
        model = engine.model_reference
        made_with: dict[str, Any] = {"sha256": model.sha256, "codec_sha256": model.codec_sha256}
        made_with |= {"sampler": sampler, "language": args.language}
        report = Report(args.out, args.keep, made_with, args.seconds)
        report.add("load_s", round(load_s, 3))
        if args.reference:
            clips = report.run("teacher", recorded(args), judges, args.extract or args.likeness)
            if args.extract and report.complete:
                encoder = _native.SpeakerEncoder(engine.pair.model, args.threads)
                report.add("extraction", extracted(clips, encoder.encode, vectors, EXTRACTION_SECONDS))
            if args.likeness and report.complete:
                report.add("teacher likeness", told_apart(clips, Listener()))
        speaker = Speaker(engine, sampler, args.language, vectors)
        clips = report.run("model", speaker.utterances(args), judges, args.likeness or args.blends > 0)
        if args.likeness and clips and report.complete:
            report.add("likeness", told_apart(clips, Listener()))
        if args.blends and report.complete:
            found = Blends(report.figures.get("blends", {}))
            for first, second in found.missing(clips, args.blends):
                if report.time_is_up():
                    break
                found.hear(first, second, speaker.blend(first, second))
                report.add("blends", found.figures())
    print(table(report.summaries))
    print(f"loaded in {load_s:.2f} s (median of {LOADS})")
    for title in ("extraction", "teacher likeness", "likeness", "blends"):
        if title in report.figures:
            print(title, json.dumps({k: v for k, v in report.figures[title].items() if k != "cosine"}))
    if not report.complete:
        print("not complete: the same command goes on" if args.out else "not complete: name a file with --out to go on")


if __name__ == "__main__":
    main()
