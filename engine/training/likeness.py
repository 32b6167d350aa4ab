"""Who is it? Voices told apart, blends between their parents, voices extracted from recordings."""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.training.judges import Audio

Clips = Mapping[str, list[tuple[Audio, int]]]
Vector = NDArray[np.float64]
CENTRE_RECORDINGS = 6


class Listener:
    """Gives the Resemblyzer vector of a voice."""

    def __init__(self) -> None:
        self._module: Any = importlib.import_module("resemblyzer")
        self._encoder: Any = self._module.VoiceEncoder("cpu", verbose=False)

    def vector(self, clips: list[tuple[Audio, int]]) -> Vector:
        """Give the normalised mean vector of some recordings (audio, rate)."""
        prepared = [self._module.preprocess_wav(audio, source_sr=rate) for audio, rate in clips]
        mean: Vector = np.mean([self._encoder.embed_utterance(wave) for wave in prepared], axis=0)
        return mean / np.linalg.norm(mean)


def told_apart(clips: Clips, listener: Listener) -> dict[str, Any]:
    """Compare every voice with itself (two halves of its recordings) and with every other.

    Returns
    -------
    dict
        ``same`` and ``different`` means, ``least_same``, ``most_different``, the number of pairs, and the pairs whose
        likeness reaches that of one of them with itself.
    """
    halves = {v: [listener.vector(c[i::2]) for i in (0, 1)] for v, c in clips.items() if len(c) >= 2}
    same = {v: float(a @ b) for v, (a, b) in halves.items()}
    other = {
        (v, w): float(np.mean([a @ b for a in halves[v] for b in halves[w]]))
        for v, w in itertools.combinations(halves, 2)
    }
    return {
        "voices": len(same),
        "same": round(float(np.mean(list(same.values()))), 3),
        "least_same": round(min(same.values()), 3),
        "different": round(float(np.mean(list(other.values()))), 3),
        "most_different": round(max(other.values()), 3),
        "pairs": len(other),
        "pairs_not_told_apart": [f"{v} {w}" for (v, w), x in other.items() if x >= min(same[v], same[w])],
    }


class Blends:
    """Whether the 0.5/0.5 blends of two voices, as they sound, lie between their parents.

    Parameters
    ----------
    known
        What `figures` gave before; these pairs are not heard again.
    """

    def __init__(self, known: dict[str, Any]) -> None:
        self._cosine: dict[str, list[float]] = dict(known.get("cosine", {}))
        self._listener = Listener()
        self._centre: dict[str, Vector] = {}

    def missing(self, clips: Clips, pairs: int) -> Iterator[tuple[str, str]]:
        """Give the pairs of voices still to hear, of so many in all, in an order that is always the same."""
        self._centre = {v: self._listener.vector(c[:CENTRE_RECORDINGS]) for v, c in clips.items()}
        every = list(itertools.combinations(sorted(clips), 2))
        random.Random(0).shuffle(every)
        return (pair for pair in every[:pairs] if " ".join(pair) not in self._cosine)

    def hear(self, first: str, second: str, blend: list[tuple[Audio, int]]) -> None:
        """Compare recordings of a blend with those of its parents."""
        heard, a, b = self._listener.vector(blend), self._centre[first], self._centre[second]
        self._cosine[f"{first} {second}"] = [round(float(x @ y), 4) for x, y in ((heard, a), (heard, b), (a, b))]

    def figures(self) -> dict[str, Any]:
        """Give how many blends are nearer to both parents than these are to each other.

        Returns
        -------
        dict
            ``pairs``, ``between_percent``, ``outside`` (the others) and by pair the cosines of the blend with either
            parent and of the parents.
        """
        outside = [pair for pair, (a, b, apart) in self._cosine.items() if min(a, b) <= apart]
        share = 100 * (1 - len(outside) / max(1, len(self._cosine)))
        found = {"pairs": len(self._cosine), "between_percent": round(share, 1), "outside": outside}
        return found | {"cosine": self._cosine}


def extracted(
    clips: Clips,
    encode: Callable[[Audio], NDArray[np.float32]],
    stored: Mapping[str, NDArray[np.float32]],
    seconds: float,
) -> dict[str, Any]:
    """Extract every voice from so many seconds of recordings and compare with the stored vector.

    Parameters
    ----------
    clips
        Recordings at the rate of the encoder.
    encode
        The model's speaker encoder.
    stored
        The voices' vectors.
    seconds
        Length of speech to extract from.
    """
    cosine: dict[str, float] = {}
    for voice, recordings in clips.items():
        rate = recordings[0][1]
        audio = np.concatenate([a for a, _ in recordings])[: int(seconds * rate)]
        if voice in stored and len(audio) == int(seconds * rate):
            a, b = encode(audio), stored[voice]
            cosine[voice] = round(float(a @ b / np.linalg.norm(a) / np.linalg.norm(b)), 4)
    values = list(cosine.values())
    return {"voices": len(values), "mean": round(float(np.mean(values)), 4), "least": min(values), "cosine": cosine}
