"""How well a model keeps its voices apart, judged by its own speaker encoder.

    python -m tests.benchmarks.voices [--model M] [--sentences 3] [--voices NAME ...]

Every voice speaks the same sentences. Printed are the cosines of x-vectors extracted from the sound: between
sentences of one voice and between voices; of a blend of two voices to either parent, beside that of the parents to each
other; and of speech with a voice that was itself extracted from speech (speak, extract, speak) to the original.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.formula import blend_text
from phonoscope.engine.voices.library import bundled_voices
from phonoscope.engine.voices.making import cosine, cosines

SENTENCES = (
    "The morning train was late, and nobody on the platform seemed to mind.",
    "She put the letter back into the drawer and closed it without a word.",
    "Every winter the river froze, and the children walked across to school.",
    "He had always wanted a small house with a garden near the sea.",
)
_MAX_PAIRS = 12


def speech_vector(engine: Engine, text: str, voice: str, seed: int) -> NDArray[np.float32]:
    """Speak and return the x-vector of the sound."""
    take = engine.speak(engine.request(text, voice=voice, seed=seed))
    take.wait()
    take.check()
    encoder = engine.recording_encoder
    assert encoder is not None
    return encoder.xvector(take.audio)


def distribution(values: list[float]) -> dict[str, float]:
    """Return mean and range."""
    return {
        "n": len(values),
        "mean": round(float(np.mean(values)), 3),
        "lowest": round(float(np.min(values)), 3),
        "5th percentile": round(float(np.percentile(values, 5)), 3),
        "95th percentile": round(float(np.percentile(values, 95)), 3),
        "highest": round(float(np.max(values)), 3),
    }


def separation(vectors: dict[str, NDArray[np.float32]]) -> dict[str, object]:
    """Return cosines within and between voices, from the x-vectors ``[sentences, width]`` of each."""
    same, by_voice = [], {}
    for name, spoken in vectors.items():
        values = [cosine(a, b) for a, b in itertools.combinations(spoken, 2)]
        by_voice[name] = round(float(np.mean(values)), 3)
        same += values
    different = [
        cosine(a, b) for x, y in itertools.combinations(vectors.values(), 2) for a, b in itertools.product(x, y)
    ]
    centroids = cosines([spoken.mean(0) for spoken in vectors.values()])
    np.fill_diagonal(centroids, -1)
    names = list(vectors)
    nearest = {name: f"{names[int(row.argmax())]} {row.max():.2f}" for name, row in zip(names, centroids, strict=True)}
    return {
        "same voice": distribution(same),
        "different voices": distribution(different),
        "mean of each voice with itself": by_voice,
        "nearest other voice by centroids": nearest,
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--sentences", type=int, default=3)
    parser.add_argument("--voices", nargs="*", default=list(bundled_voices()))
    parser.add_argument("--threads", type=int)
    args = parser.parse_args()
    texts = SENTENCES[: args.sentences]
    with Engine.load(args.model, threads=args.threads) as engine, tempfile.TemporaryDirectory() as folder:

        def spoken(voice: str) -> NDArray[np.float32]:
            return np.array([speech_vector(engine, text, voice, seed) for seed, text in enumerate(texts)])

        vectors = {name: spoken(name) for name in args.voices}
        report: dict[str, object] = {"model": args.model, **separation(vectors)}
        centroids = {name: values.mean(0) for name, values in vectors.items()}
        pairs = list(itertools.combinations(args.voices, 2))
        blends, returns = [], []
        for a, b in pairs[:: max(1, len(pairs) // _MAX_PAIRS)][:_MAX_PAIRS]:
            mixed = spoken(blend_text([(a, 0.5), (b, 0.5)])).mean(0)
            apart = cosine(centroids[a], centroids[b])
            to_a, to_b = cosine(mixed, centroids[a]), cosine(mixed, centroids[b])
            blends.append({"voices": f"{a} {b}", "apart": round(apart, 3), "to": [round(to_a, 3), round(to_b, 3)]})
        for name in args.voices[:: max(1, len(args.voices) // _MAX_PAIRS)]:
            path = Path(folder) / f"{name}.spk"
            path.write_bytes(centroids[name].astype("<f4").tobytes())
            again = cosine(spoken(str(path)).mean(0), centroids[name])
            others = max(cosine(centroids[name], centroids[other]) for other in args.voices if other != name)
            returns.append({"voice": name, "again": round(again, 3), "nearest other voice": round(others, 3)})
    report |= {"blends of half and half": blends, "speak, extract, speak": returns}
    json.dump(report, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
