import contextlib
import itertools
import random
from types import SimpleNamespace

import numpy as np
import pytest

# What needs torch is imported where it is used: without it the tests beside this file are skipped.
FRENCH = "Où est la clé ?"
TEXTS = ["Hello there.", "A small boat crossed the river.", "Why not?", "Seven blue doors stood open all night."]


@pytest.fixture(autouse=True)
def one_thread():
    with contextlib.suppress(ImportError):
        import torch

        torch.set_num_threads(1)
        torch.manual_seed(0)


@pytest.fixture
def counted_seconds(monkeypatch):
    """Let a second pass whenever a training looks how late it is: how far it comes is then up to no machine."""
    from phonoscope.engine.training import checkpoints

    seconds = itertools.count()
    monkeypatch.setattr(checkpoints, "time", SimpleNamespace(time=lambda: float(next(seconds))))


@pytest.fixture(scope="session")
def corpus_file(tmp_path_factory):
    from phonoscope.engine.training import utterances

    rng = np.random.default_rng(0)
    made = []
    for text in [*TEXTS, FRENCH]:
        phonemes = rng.integers(1, 170, len(text)).astype(np.uint8)
        reading = utterances.Reading(phonemes, np.arange(len(text), dtype=np.int16))
        readings = (None, None, reading) if text == FRENCH else (reading, None, None)
        made.append(utterances.Utterance("prose", text, *readings))
    path = tmp_path_factory.mktemp("corpus") / "corpus.xz"
    utterances.save(path, made)
    return path


@pytest.fixture(scope="session")
def teacher_folder(tmp_path_factory):
    from phonoscope.engine.training.teacher_weights import ENGLISH_VOICES, STYLE_WIDTH

    rng = np.random.default_rng(1)
    folder = tmp_path_factory.mktemp("teacher")
    tables = {n: rng.standard_normal((85, STYLE_WIDTH)).astype(np.float16) for n in ENGLISH_VOICES}
    np.savez(folder / "voices.npz", **tables)
    return folder


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory, corpus_file):
    """Noise of the right shape in two shards, as if a teacher had spoken."""
    from phonoscope.engine.training import shards, utterances
    from phonoscope.engine.training.render import make_speakers
    from phonoscope.engine.training.teacher_weights import ENGLISH_VOICES

    rng = np.random.default_rng(2)
    folder = tmp_path_factory.mktemp("data")
    texts = utterances.load(corpus_file)
    speakers = make_speakers(sorted(ENGLISH_VOICES), 4, random.Random(5))
    shards.save_speakers(folder / "speakers.json", speakers)
    for index in range(2):
        meta, labels, characters, pcm = [], [], [], []
        for _ in range(20):
            row = int(rng.integers(len(texts)))
            reading = texts[row].american or texts[row].french
            frames = int(rng.integers(6, 20))
            at = np.arange(frames) * len(reading.phonemes) // frames
            meta.append((row, int(rng.integers(len(speakers))), frames))
            labels.append(np.repeat(reading.phonemes[at][:, None], 4, 1))
            characters.append(reading.characters[at])
            pcm.append((rng.standard_normal((frames, shards.FRAME)) * 1500).astype(np.int16))
        shards.write_shard(
            folder,
            index,
            np.concatenate(pcm),
            np.array(meta, np.int32),
            np.concatenate(labels),
            np.concatenate(characters),
        )
    (folder / "rendered").touch()
    return folder
