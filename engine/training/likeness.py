"""Who is it? Voices told apart, blends between their parents, voices extracted from recordings."""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.training.judges import Audio

Clips = Mapping[str, list[tuple[Audio, int]]]
Vector = NDArray[np.float64]


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


def blends_between(
    clips: Clips, speak: Callable[[str, str], list[tuple[Audio, int]]], pairs: int, listener: Listener
) -> dict[str, Any]:
    """Speak with 0.5/0.5 blends of random pairs and ask whether each is nearer to both parents than they to each other.

    Parameters
    ----------
    clips
        Recordings of the parents.
    speak
        Gives recordings of the blend of two voices.
    pairs
        How many pairs.
    listener
        The judge.
    """
    centre = {v: listener.vector(c) for v, c in clips.items()}
    every = list(itertools.combinations(sorted(centre), 2))
    chosen = random.Random(0).sample(every, min(pairs, len(every)))
    outside = []
    for v, w in chosen:
        blend, apart = listener.vector(speak(v, w)), float(centre[v] @ centre[w])
        if min(float(blend @ centre[v]), float(blend @ centre[w])) <= apart:
            outside.append(f"{v} {w}")
    share = 100 * (1 - len(outside) / max(1, len(chosen)))
    return {"pairs": len(chosen), "between_percent": round(share, 1), "outside": outside}


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
