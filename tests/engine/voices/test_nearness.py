from types import SimpleNamespace
from typing import Any

import numpy as np
from phonoscope.engine.voices.library import VectorTable
from phonoscope.engine.voices.nearness import vector_figures


def table(vectors):
    entries: Any = tuple(SimpleNamespace(id=str(i)) for i in range(len(vectors)))
    return VectorTable(entries, vectors)


def test_the_distance_from_the_library_tells_usual_voices_from_strangers():
    rng = np.random.default_rng(3)
    voices = (2 + rng.standard_normal((28, 64))).astype(np.float32)  # fewer voices than values, as libraries are
    voices[5] = 2 + 0.3 * (voices[5] - 2)
    known = [vector_figures(voice, table(voices)) for voice in voices]
    assert 0.8 < np.mean([figures.distance for figures in known]) < 1.2
    assert known[5].distance == min(figures.distance for figures in known) < 0.5
    assert not any(figures.is_far for figures in known)
    assert vector_figures((500 * rng.standard_normal(64)).astype(np.float32), table(voices)).distance > 100
    assert vector_figures((0.7 * voices[0] + 0.3 * voices[1]).astype(np.float32), table(voices)).distance < 1


def test_too_few_voices_tell_nothing_of_distance():
    voices = np.eye(3, dtype=np.float32)
    assert np.isnan(vector_figures(voices[0], table(voices)).distance)  # two others
    assert np.isfinite(vector_figures(np.ones(3, np.float32), table(voices)).distance)
