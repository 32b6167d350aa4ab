"""Step 9: judge a model as people hear it: recognised words, quality, likeness, ends, silence and speed.

``python -m phonoscope.engine.training.evaluate MODEL`` speaks the held-out sentences with the native engine; with
``--reference FOLDER`` (teacher WAVs named VOICE_KIND_NUMBER.wav) the teacher's own figures stand beside the model's.
Needs ``phonoscope[evaluation]`` and a Whisper model in CTranslate2 form (``--recogniser FOLDER``).
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray
from phonoscope.engine.text.spoken import spoken

HELD_OUT = Path(__file__).with_name("heldout.json")
JUDGE_RATE = 16000
SILENCE_DB = -45.0
WINDOW = 240

Audio = NDArray[np.float32]


@dataclass
class Judgement:
    """What is measured of one utterance.

    Attributes
    ----------
    voice, kind, number, text, heard
        What was said by whom, and what the recogniser understood.
    errors, words
        Wrong, missing and superfluous words; words of the text.
    quality
        DistillMOS.
    ended
        Whether the model ended by itself.
    seconds, leading, silent
        Length; silence before the first sound; share of silent 10 ms windows.
    rtf, first_audio_ms
        Speed.
    """

    voice: str
    kind: str
    number: int
    text: str
    heard: str
    errors: int
    words: int
    quality: float
    ended: bool
    seconds: float
    leading: float
    silent: float
    rtf: float = float("nan")
    first_audio_ms: float = float("nan")


def normalised(text: str) -> list[str]:
    """Give the words of a text for comparison: numbers spelled, no case, no punctuation."""
    plain = re.sub(r"\s+-\s+|-", " ", spoken(text).lower().replace("'", ""))
    return re.sub(r"[^a-z ]", " ", plain).replace(" and ", " ").split()


def word_errors(reference: list[str], heard: list[str]) -> int:
    """Give the edit distance in words; joined or split compounds ("tea cup") count once at most."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(reference, 1):
        previous, row = row, [i] + [0] * len(heard)
        for j, other in enumerate(heard, 1):
            row[j] = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (word != other))
    return row[-1]


def silence(audio: Audio, rate: int) -> tuple[float, float]:
    """Give the leading silence in seconds and the share of silent windows."""
    count = len(audio) // WINDOW
    if not count:
        return 0.0, 1.0
    power = np.square(audio[: count * WINDOW].astype(np.float64)).reshape(count, WINDOW).mean(1)
    quiet = 10 * np.log10(power + 1e-12) < 10 * np.log10(power.max() + 1e-12) + SILENCE_DB
    leading = int(np.argmin(quiet)) if not quiet.all() else count
    return leading * WINDOW / rate, float(quiet.mean())


class Judges:
    """The recogniser and the quality model.

    Parameters
    ----------
    recogniser
        Folder of a Whisper model in CTranslate2 form.
    threads
        CPU threads.
    """

    def __init__(self, recogniser: Path, threads: int) -> None:
        whisper = importlib.import_module("faster_whisper")
        self._torch: Any = importlib.import_module("torch")
        self._torch.set_num_threads(threads)
        # distillmos only uses torchaudio to read files, which torchaudio's own build may be unable to do.
        sys.modules.setdefault("torchaudio", types.ModuleType("torchaudio"))
        # DistillMOS hears the band next to 8 kHz: another filter moves it by 0.3, so this one is part of the measure.
        self._resample: Any = importlib.import_module("scipy.signal").resample_poly
        self._recogniser = whisper.WhisperModel(str(recogniser), device="cpu", compute_type="int8", cpu_threads=threads)
        self._quality: Any = importlib.import_module("distillmos").ConvTransformerSQAModel()
        self._quality.eval()

    def hear(self, audio: Audio) -> str:
        """Recognise speech at 16 kHz."""
        segments, _ = self._recogniser.transcribe(audio, language="en", beam_size=5, condition_on_previous_text=False)
        return " ".join(s.text.strip() for s in segments)

    def quality(self, audio: Audio) -> float:
        """Give the DistillMOS of speech at 16 kHz."""
        with self._torch.no_grad():
            return float(self._quality(self._torch.from_numpy(audio)[None]))

    def judge(self, voice: str, kind: str, number: int, text: str, audio: Audio, rate: int, ended: bool) -> Judgement:
        """Measure one utterance."""
        low = self._resample(audio, JUDGE_RATE, rate).astype(np.float32)
        heard = self.hear(low)
        reference = normalised(text)
        leading, silent = silence(audio, rate)
        return Judgement(
            voice, kind, number, text, heard, word_errors(reference, normalised(heard)), len(reference),
            self.quality(low), ended, len(audio) / rate, leading, silent,
        )  # fmt: skip


def likeness(recordings: dict[str, list[tuple[Audio, int]]]) -> dict[str, Any]:
    """Compare voices by the centroids of two halves of their recordings (Resemblyzer)."""
    resemblyzer = importlib.import_module("resemblyzer")
    encoder = resemblyzer.VoiceEncoder("cpu", verbose=False)
    halves: dict[str, list[NDArray[np.float64]]] = {}
    for voice, clips in recordings.items():
        vectors = [encoder.embed_utterance(resemblyzer.preprocess_wav(audio, source_sr=rate)) for audio, rate in clips]
        if len(vectors) >= 2:
            means = [np.mean(vectors[i::2], axis=0) for i in (0, 1)]
            halves[voice] = [m / np.linalg.norm(m) for m in means]
    same = {v: float(a @ b) for v, (a, b) in halves.items()}
    other = {
        f"{v} {w}": float(max(a @ b for a in halves[v] for b in halves[w])) for v in halves for w in halves if v < w
    }
    worse = [pair for pair, value in other.items() if value >= min(same[v] for v in pair.split())]
    mean = {"same": float(np.mean(list(same.values()))), "different": float(np.mean(list(other.values())))}
    return {"mean": mean, "same": same, "pairs": len(other), "pairs_not_told_apart": worse}


def summary(rows: list[Judgement]) -> dict[str, Any]:
    """Give the figures over some judgements."""
    if not rows:
        return {"n": 0}
    words = sum(r.words for r in rows)
    speed = [r.rtf for r in rows if np.isfinite(r.rtf)]
    first = [r.first_audio_ms for r in rows if np.isfinite(r.first_audio_ms)]
    return {
        "n": len(rows),
        "word_errors": sum(r.errors for r in rows),
        "words": words,
        "wer_percent": round(100 * sum(r.errors for r in rows) / max(1, words), 2),
        "all_right_percent": round(100 * sum(r.errors == 0 for r in rows) / len(rows), 1),
        "distillmos": round(float(np.mean([r.quality for r in rows])), 2),
        "ended_percent": round(100 * sum(r.ended for r in rows) / len(rows), 1),
        "leading_silence_ms_p95": round(1000 * float(np.quantile([r.leading for r in rows], 0.95))),
        "silent_share": round(float(np.mean([r.silent for r in rows])), 3),
        "rtf_median": round(float(np.median(speed)), 3) if speed else None,
        "first_audio_ms_median": round(float(np.median(first))) if first else None,
    }


def table(groups: dict[str, dict[str, Any]]) -> str:
    """Lay the summaries out as a text table."""
    columns = ("n", "wer_percent", "all_right_percent", "distillmos", "ended_percent", "leading_silence_ms_p95")
    lines = [f"{'':24}" + "".join(f"{c.replace('_', ' ')[:15]:>17}" for c in columns)]
    for name, figures in groups.items():
        lines.append(f"{name:24}" + "".join(f"{figures.get(c, '')!s:>17}" for c in columns))
    return "\n".join(lines)


def sentences(kinds: list[str] | None, limit: int | None) -> Iterator[tuple[str, int, str]]:
    """Give (kind, number, text) of the held-out sentences."""
    for kind, texts in json.loads(HELD_OUT.read_text(encoding="utf-8")).items():
        if not kinds or kind in kinds:
            for number, text in enumerate(texts[:limit]):
                yield kind, number, text


def speak_all(args: argparse.Namespace, judges: Judges, keep: Callable[[str, Audio, int], None]) -> Iterator[Judgement]:
    """Speak and judge every sentence; voices take turns, every voice with every seed."""
    from phonoscope.engine.synthesis import Engine
    from phonoscope.engine.take import StopReason

    settings: dict[str, Any] = {}
    if args.temperature is not None:
        settings = {"temperature": args.temperature, "predictor_temperature": args.temperature}
    with Engine.load(args.model, threads=args.threads) as engine:
        turn = 0
        for seed in range(args.seeds):
            for kind, number, text in sentences(args.kinds, args.limit):
                voice = args.voices[turn % len(args.voices)]
                turn += 1
                request = engine.request(spoken(text), voice=voice, sampler=settings, seed=seed, language=args.language)
                take = engine.speak(request)
                take.wait()
                take.check()
                audio, rate = np.array(take.audio, np.float32), take.sample_rate_hz
                name = Path(voice).stem
                ended = take.stop_reason == StopReason.END_OF_SPEECH
                row = judges.judge(name, kind, number, text, audio, rate, ended)
                row.rtf, row.first_audio_ms = take.figures.rtf, take.figures.ttfa_ms
                keep(f"{name}_{kind}_{number}_{seed}", audio, rate)
                yield row


def recorded(folder: Path, judges: Judges, keep: Callable[[str, Audio, int], None]) -> Iterator[Judgement]:
    """Judge recordings of the held-out sentences named VOICE_KIND_NUMBER.wav."""
    texts = {f"{kind}_{number}": text for kind, number, text in sentences(None, None)}
    for path in sorted(folder.glob("*.wav")):
        match = re.fullmatch(r"(\w+?_\w+?)_([a-z]+)_(\d+)", path.stem)
        if match and f"{match[2]}_{match[3]}" in texts:
            audio, rate = soundfile.read(path, dtype="float32")
            keep(path.stem, audio, rate)
            text = texts[f"{match[2]}_{match[3]}"]
            yield judges.judge(match[1], match[2], int(match[3]), text, audio, rate, True)


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--recogniser", type=Path, required=True)
    parser.add_argument("--reference", type=Path, help="folder of teacher recordings")
    parser.add_argument("--voices", nargs="+", default=["af_heart"], help="names or voice files")
    parser.add_argument("--kinds", nargs="*")
    parser.add_argument("--limit", type=int, help="sentences of each kind at most")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--temperature", type=float)
    parser.add_argument("--language", default="english")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--likeness", action="store_true")
    parser.add_argument("--out", type=Path, help="JSON file")
    parser.add_argument("--keep", type=Path, help="folder for the WAVs")
    args = parser.parse_args()
    judges = Judges(args.recogniser, args.threads)
    report: dict[str, Any] = {}
    groups: dict[str, dict[str, Any]] = {}

    def judge(title: str, source: Callable[[Callable[[str, Audio, int], None]], Iterator[Judgement]]) -> None:
        heard: dict[str, list[tuple[Audio, int]]] = {}

        def keep(name: str, audio: Audio, rate: int) -> None:
            heard.setdefault("_".join(name.split("_")[:2]), []).append((audio, rate))
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                soundfile.write(args.keep / f"{title}_{name}.wav", audio, rate)

        rows = []
        for row in source(keep):
            rows.append(row)
            print(
                f"{title} {row.voice} {row.errors}/{row.words} {row.quality:.2f} | {row.text} | {row.heard}", flush=True
            )
        groups[title] = summary(rows)
        for kind in dict.fromkeys(r.kind for r in rows):
            groups[f"{title} {kind}"] = summary([r for r in rows if r.kind == kind])
        for voice in dict.fromkeys(r.voice for r in rows):
            groups[f"{title} {voice}"] = summary([r for r in rows if r.voice == voice])
        report[title] = [asdict(r) for r in rows]
        if args.likeness:
            report[f"{title} likeness"] = likeness(heard)
            print(json.dumps(report[f"{title} likeness"]["mean"]))

    if args.reference:
        judge("teacher", lambda keep: recorded(args.reference, judges, keep))
    judge("model", lambda keep: speak_all(args, judges, keep))
    report["summary"] = groups
    print(table(groups))
    if args.out:
        args.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
