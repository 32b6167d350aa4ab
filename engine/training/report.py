"""What an evaluation found: figures by kind of sentence and by voice, as a table and as a file it can go on from."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import soundfile
from phonoscope.engine.training.judges import Audio, Judgement, Judges
from phonoscope.engine.training.likeness import Clips

Key = tuple[str, str, int, int]


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
        "leading_silence_ms_p95": "lead ms p95", "silent_share": "silent", "rtf_median": "RTF",
        "first_audio_ms_median": "first ms",
    }  # fmt: skip
    lines = [f"{'':24}" + "".join(f"{name:>12}" for name in columns.values())]
    for title, figures in summaries.items():
        cells = ("-" if figures[c] is None else str(figures[c]) for c in columns)
        lines.append(f"{title:24}" + "".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


class Utterance(NamedTuple):
    """One utterance to judge: its name (voice, kind, number, round) and how it is made and measured."""

    key: Key
    make: Callable[[], tuple[Judgement, Audio, int]]


class Report:
    """What was found so far: printed while it grows, written after every utterance, gone on from when run again.

    Parameters
    ----------
    out
        JSON file; what it holds already is not judged again.
    wavs
        Folder for the recordings; what it holds already is not spoken again.
    made_with
        Model and settings. A file made with others is refused.
    seconds
        Time after which nothing new is begun.

    Raises
    ------
    SystemExit
        The file was made with another model or other settings.
    """

    def __init__(self, out: Path | None, wavs: Path | None, made_with: dict[str, Any], seconds: float) -> None:
        self._out, self._wavs, self._until = out, wavs, time.monotonic() + seconds
        self.figures: dict[str, Any] = {"made with": made_with}
        self.summaries: dict[str, dict[str, Any]] = {}
        self.complete = True
        if out and out.exists():
            known = json.loads(out.read_text(encoding="utf-8"))
            if known.get("made with") != made_with:
                raise SystemExit(f"{out} was made with another model or other settings: name another file with --out")
            self.summaries = known.pop("summary", {})
            self.figures = known

    def time_is_up(self) -> bool:
        """Whether nothing new may be begun; notes that something is missing."""
        if time.monotonic() > self._until:
            self.complete = False
        return not self.complete

    def run(self, title: str, utterances: Iterable[Utterance], judges: Judges | None, hear: bool) -> Clips:
        """Judge one utterance after the other.

        Parameters
        ----------
        title
            Whose they are.
        utterances
            What to judge.
        judges
            Who listens; None: nobody does.
        hear
            Whether the recordings are needed even of what was judged before.

        Returns
        -------
        Clips
            The recordings by voice, of what was not judged before or if asked for.
        """
        name = f"{title} utterances"
        found = [Judgement(**row) for row in self.figures.get(name, [])]
        known: dict[Key, Judgement] = {(r.voice, r.kind, r.number, r.round): r for r in found}
        clips: dict[str, list[tuple[Audio, int]]] = {}
        for key, make in utterances:
            row = known.get(key)
            complete = row is not None and (judges is None or row.errors is not None)
            if complete and not hear:
                continue
            if self.time_is_up():
                break
            row, audio, rate = self._recording(title, key, row, make)
            if judges and row.errors is None:
                judges.judge(row, audio, rate)
            clips.setdefault(row.voice, []).append((audio, rate))
            known[key] = row
            if not complete:
                quality = "" if row.quality is None else f"{row.quality:.2f}"
                print(title, row.voice, f"{row.errors}/{row.words}", quality, "|", row.text, "|", row.heard, flush=True)
                self.add(name, [asdict(r) for r in known.values()])
        self.summaries |= groups(title, list(known.values()))
        self.add(name, [asdict(r) for r in known.values()])
        return clips

    def _recording(
        self, title: str, key: Key, row: Judgement | None, make: Callable[[], tuple[Judgement, Audio, int]]
    ) -> tuple[Judgement, Audio, int]:
        """Give the recording of an utterance: the kept one, if it was measured, or a new one."""
        path = self._wavs / f"{title}_{'_'.join(map(str, key))}.wav" if self._wavs else None
        if row and path and path.exists():
            audio, rate = soundfile.read(path, dtype="float32")
            return row, audio, rate
        made, audio, rate = make()
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            soundfile.write(path, audio, rate)
        return row or made, audio, rate

    def add(self, title: str, figures: Any) -> None:
        """Note a result and write all so far."""
        self.figures[title] = figures
        if self._out:
            report = {"summary": self.summaries, **self.figures}
            partial = self._out.with_suffix(".part")
            partial.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
            partial.replace(self._out)
