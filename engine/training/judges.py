"""What the evaluation measures of one utterance: words, quality, edges and length."""

from __future__ import annotations

import importlib
import re
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.text.spoken import spoken
from phonoscope.engine.text.spoken.punctuation import ACCENTED

JUDGE_RATE = 16000
SILENCE_DB = -45.0
SILENCE_WINDOW_S = 0.01
CLICK_WINDOW_S = 0.002
CLICK_DB = -26.0
SECONDS_PER_CHARACTER = 0.05  # least squares over 216 recordings of the teacher, all 28 voices
SECONDS_AROUND = 0.49
_CODES = {"english": "en", "french": "fr"}

_SPELLINGS = tuple(
    (re.compile(pattern), folded)
    for pattern, folded in (
        (r"is(?=(e|ed|es|er|ers|ing|ation|ations)$)", "iz"),
        (r"(?<=practi)[cz](?=(e|ed|es|ing)$)", "s"),
        (r"(?<=\w\w)our(?=(s|ed|ing|ite|ites|ful|hood|ly)?$)", "or"),
        (r"ogue(?=s?$)", "og"),
        (r"ogued$", "oged"),
        (r"tre(?=s?$)", "ter"),
        (r"ll(?=(ed|ing|er|ers)$)", "l"),
        (r"ae(?=\w\w\w)", "e"),
        (r"^grey", "gray"),
        (r"^tonne(?=s?$)", "ton"),
    )
)

Audio = NDArray[np.float32]


@dataclass
class Judgement:
    """What is measured of one utterance.

    Attributes
    ----------
    voice, kind, number, round, text
        Who said what; how often the list had been read before.
    ended
        Whether the model ended by itself.
    seconds, leading, silent
        Length; silence before the first sound; share of silent 10 ms windows.
    too_long
        More than twice the length that the text lets expect.
    click
        Cut off while it still sounds: the last 2 ms reach to within 26 dB of the peak.
    rtf, first_audio_ms
        Speed.
    heard, errors, words
        What the recogniser understood; wrong, missing and superfluous words; words of the text. None: nobody listened.
    quality
        DistillMOS, or None.
    """

    voice: str
    kind: str
    number: int
    round: int
    text: str
    ended: bool
    seconds: float
    leading: float
    silent: float
    too_long: bool
    click: bool
    rtf: float | None = None
    first_audio_ms: float | None = None
    heard: str | None = None
    errors: int | None = None
    words: int | None = None
    quality: float | None = None


def normalised(text: str, language: str = "english") -> list[str]:
    """Give the words of a text for comparison: numbers and times spelled, no case, no punctuation, one spelling."""
    return _NORMALISED[language](text)


def _normalised_french(text: str) -> list[str]:
    plain = re.sub(r"[-']", " ", spoken(text, "french").lower().replace("œ", "oe").replace("æ", "ae"))
    return re.sub(rf"[^a-z{ACCENTED} ]", " ", plain).split()


def _normalised_english(text: str) -> list[str]:
    timed = re.sub(r"\b(\d{1,2})\.(\d\d)(?= ?[ap]\.?m\b)", r"\1:\2", text)
    plain = re.sub(r"\s+-\s+|-", " ", spoken(timed).lower().replace("'", ""))
    return [one_spelling(w) for w in re.sub(r"[^a-z ]", " ", plain).replace(" and ", " ").split()]


_NORMALISED = {"english": _normalised_english, "french": _normalised_french}


def one_spelling(word: str) -> str:
    """Fold British and American spellings together; what comes out serves for comparison only."""
    for pattern, folded in _SPELLINGS:
        word = pattern.sub(folded, word)
    return word


def word_errors(reference: list[str], heard: list[str]) -> int:
    """Give the edit distance in words."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(reference, 1):
        previous, row = row, [i] + [0] * len(heard)
        for j, other in enumerate(heard, 1):
            row[j] = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (word != other))
    return row[-1]


def silence(audio: Audio, rate: int) -> tuple[float, float]:
    """Give the leading silence in seconds and the share of silent windows."""
    window = round(SILENCE_WINDOW_S * rate)
    count = len(audio) // window
    if not count:
        return 0.0, 1.0
    power = np.square(audio[: count * window].astype(np.float64)).reshape(count, window).mean(1)
    quiet = 10 * np.log10(power + 1e-12) < 10 * np.log10(power.max() + 1e-12) + SILENCE_DB
    leading = int(np.argmin(quiet)) if not quiet.all() else count
    return leading * window / rate, float(quiet.mean())


def ends_in_click(audio: Audio, rate: int) -> bool:
    """Whether the sound is cut off rather than dying away."""
    peak = float(np.abs(audio).max(initial=0.0))
    tail = float(np.abs(audio[-round(CLICK_WINDOW_S * rate) :]).max(initial=0.0))
    return tail > peak * 10 ** (CLICK_DB / 20)


def expected_seconds(text: str, language: str = "english") -> float:
    """Give how long the teacher takes for a text on average."""
    return SECONDS_AROUND + SECONDS_PER_CHARACTER * len(spoken(text, language))


def measure(
    voice: str,
    kind: str,
    number: int,
    turn: int,
    text: str,
    audio: Audio,
    rate: int,
    ended: bool,
    language: str = "english",
) -> Judgement:
    """Measure what needs no model."""
    seconds = len(audio) / rate
    too_long = seconds > 2 * expected_seconds(text, language)
    leading, silent = silence(audio, rate)
    click = ends_in_click(audio, rate)
    return Judgement(voice, kind, number, turn, text, ended, seconds, leading, silent, too_long, click)


class Judges:
    """The recogniser and the quality model.

    Parameters
    ----------
    recogniser
        Folder of a Whisper model in CTranslate2 form.
    threads
        CPU threads.
    language
        Of what is said.
    """

    def __init__(self, recogniser: Path, threads: int, language: str = "english") -> None:
        self._language = language
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

    def judge(self, row: Judgement, audio: Audio, rate: int) -> None:
        """Listen to an utterance and complete what is known of it."""
        low = self._resample(audio, JUDGE_RATE, rate).astype(np.float32)
        segments, _ = self._recogniser.transcribe(
            low, language=_CODES[self._language], beam_size=5, condition_on_previous_text=False
        )
        row.heard = " ".join(s.text.strip() for s in segments)
        reference = normalised(row.text, self._language)
        row.errors, row.words = word_errors(reference, normalised(row.heard, self._language)), len(reference)
        with self._torch.no_grad():
            row.quality = float(self._quality(self._torch.from_numpy(low)[None]))
