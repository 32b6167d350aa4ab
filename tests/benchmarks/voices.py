"""How well a model keeps its voices apart, judged by its own speaker encoder, and where its blends lie.

    python -m tests.benchmarks.voices [--model M] [--sentences 3] [--pairs 12] [--voices NAME ...]

Every voice speaks the same sentences. Printed are the cosines of x-vectors extracted from the sound: between
sentences of one voice and between voices; of speech with a voice that was itself extracted from speech (speak, extract,
speak) to the original; and of blends half and half to either parent, beside that of the parents to each other: of the
vectors themselves for all pairs, and spoken for some, with vectors blended along the sphere, along the straight line
without keeping the norm, and with the shares that were found by ear.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.balancing import balanced, spoken_vector
from phonoscope.engine.voices.bundled import bundled_voices
from phonoscope.engine.voices.formula import Blend
from phonoscope.engine.voices.library import VoiceLibrary, speaker_vector
from phonoscope.engine.voices.making import blend, cosine, cosines

SENTENCES = (
    "The morning train was late, and nobody on the platform seemed to mind.",
    "She put the letter back into the drawer and closed it without a word.",
    "Every winter the river froze, and the children walked across to school.",
    "He had always wanted a small house with a garden near the sea.",
)


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


def vector_blends(voices: dict[str, NDArray[np.float32]]) -> dict[str, object]:
    """Say of all pairs of voices whether the vector half and half is nearer to both than they are to each other."""
    between, balance = 0, []
    pairs = list(itertools.combinations(voices.values(), 2))
    for a, b in pairs:
        mixed = blend([a, b], [1, 1])
        to_a, to_b = cosine(mixed, a), cosine(mixed, b)
        between += min(to_a, to_b) > cosine(a, b)
        balance.append(abs(to_a - to_b))
    return {"pairs": len(pairs), "between": between, "largest difference of the cosines": round(max(balance), 6)}


def spoken_blends(
    engine: Engine, voices: dict[str, NDArray[np.float32]], pairs: int, folder: Path
) -> dict[str, object]:
    """Speak blends half and half of some pairs in three ways and say where they lie between the spoken parents."""
    every = list(itertools.combinations(voices, 2))
    chosen = random.Random(1).sample(every, min(pairs, len(every)))
    parents = {name: spoken_vector(engine, name) for name in sorted({name for pair in chosen for name in pair})}
    rows = []
    for a, b in chosen:
        line = folder / "line.spk"
        line.write_bytes(((voices[a] + voices[b]) / 2).astype("<f4").tobytes())
        found = balanced(engine, a, b)
        spoken = {"sphere": str(Blend([(a, 0.5), (b, 0.5)])), "line": str(line)}
        heard = {way: spoken_vector(engine, voice) for way, voice in spoken.items()}
        row: dict[str, Any] = {"voices": f"{a} {b}", "apart": cosine(parents[a], parents[b]), "share": found.share}
        row |= {way: (cosine(v, parents[a]), cosine(v, parents[b])) for way, v in heard.items()}
        rows.append(row | {"by ear": (found.to_first, found.to_second)})
    summary = {}
    for way in ("sphere", "line", "by ear"):
        both = np.array([row[way] for row in rows])
        apart = np.array([row["apart"] for row in rows])
        summary[way] = {
            "nearer to both than they are to each other": int(np.count_nonzero(both.min(1) > apart)),
            "mean difference of the cosines": round(float(np.abs(both[:, 0] - both[:, 1]).mean()), 3),
            "mean cosine to the farther parent": round(float(both.min(1).mean()), 3),
            "differ by less than 0.3": int(np.count_nonzero(np.abs(both[:, 0] - both[:, 1]) < 0.3)),
        }
    return {"pairs": len(rows), **summary, "rows": [_rounded(row) for row in rows]}


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value if isinstance(value, str) else np.round(value, 3).tolist() for name, value in row.items()}


def round_trips(engine: Engine, voices: list[str], folder: Path) -> list[dict[str, object]]:
    """Speak, extract the voice from the sound, speak with it, and compare the two."""
    first = {name: spoken_vector(engine, name) for name in voices}
    rows: list[dict[str, object]] = []
    for name, vector in first.items():
        path = folder / f"{name}.spk"
        path.write_bytes(vector.astype("<f4").tobytes())
        others = max(cosine(vector, first[other]) for other in voices if other != name)
        again = cosine(spoken_vector(engine, str(path)), vector)
        rows.append({"voice": name, "again": round(again, 3), "nearest other voice": round(others, 3)})
    return rows


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--sentences", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=12, help="of which blends are spoken")
    parser.add_argument("--voices", nargs="*", default=list(bundled_voices()))
    parser.add_argument("--threads", type=int)
    args = parser.parse_args()
    texts = SENTENCES[: args.sentences]
    library = VoiceLibrary()
    vectors = {}
    for name in args.voices:
        vector = speaker_vector(library.read(library.get(name)).voice)
        assert vector is not None
        vectors[name] = vector
    report: dict[str, object] = {"model": args.model, "vectors of blends": vector_blends(vectors)}
    with Engine.load(args.model, threads=args.threads) as engine, tempfile.TemporaryDirectory() as folder:
        spoken = {
            name: np.array([speech_vector(engine, text, name, seed) for seed, text in enumerate(texts)])
            for name in args.voices
        }
        report |= separation(spoken)
        report["speak, extract, speak"] = round_trips(engine, args.voices, Path(folder))
        report["spoken blends"] = spoken_blends(engine, vectors, args.pairs, Path(folder))
    json.dump(report, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
