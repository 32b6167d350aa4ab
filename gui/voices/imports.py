"""Taking dropped or chosen files into the library, in a thread beside the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.card import Consent
from phonoscope.engine.voices.encoders import load_encoder
from phonoscope.engine.voices.extraction import Clip, ExtractedVoice, extract
from phonoscope.engine.voices.importing import import_voice, is_foreign_recording, name_of_file
from phonoscope.engine.voices.library import VoiceLibrary

_RELEASED_CODEC = (16, 2048)  # what packed codes are read by while no model is loaded


def importer(
    library: VoiceLibrary,
    paths: Sequence[Path],
    consent: Consent,
    engine: Engine | None,
    *,
    transcript: str = "",
    together: bool = False,
) -> Callable[[], list[str]]:
    """Return a function that imports files and tells in one line each what became of them.

    A recording with a transcript becomes reference codes, without one an x-vector; recordings that belong together
    become one voice, the mean of theirs.
    """
    recordings = [path for path in paths if is_foreign_recording(path)]
    voices = [path for path in paths if path not in recordings]
    groups = [recordings] if together and recordings else [[path] for path in recordings]

    def run() -> list[str]:
        told = [_attempt(_import_file, library, path, consent, engine, transcript) for path in voices]
        told += [_attempt(_import_recordings, library, group, consent, engine, transcript) for group in groups]
        return told

    return run


def _attempt(act: Callable[..., str], *arguments: object) -> str:
    try:
        return act(*arguments)
    except PhonoscopeError as error:
        return str(error)


def _import_file(library: VoiceLibrary, path: Path, consent: Consent, engine: Engine | None, transcript: str) -> str:
    n_codebooks, codebook_size = (engine.n_codebooks, engine.codebook_size) if engine else _RELEASED_CODEC
    stored = import_voice(
        path, n_codebooks=n_codebooks, codebook_size=codebook_size, transcript=transcript or None, consent=consent
    )
    return library.store.add(stored).name


def _import_recordings(
    library: VoiceLibrary, paths: Sequence[Path], consent: Consent, engine: Engine | None, transcript: str
) -> str:
    model = str(engine.pair.model) if engine is not None else DEFAULT_MODEL
    codec = engine.pair.codec if engine is not None else None
    named = load_encoder(model, engine.n_threads if engine is not None else 1, codec=codec)
    made = extract(
        [Clip(path) for path in paths],
        named.encoder,
        name=name_of_file(paths[0]),
        model=(engine.name if engine is not None else DEFAULT_MODEL, named.sha256),
        transcript=transcript,
        consent=consent,
    )
    return ": ".join(filter(None, (library.store.add(made.stored).name, _advice(made))))


def _advice(made: ExtractedVoice) -> str:
    outliers = made.mean.outliers if made.mean is not None else ()
    unlike = [f"{made.recordings[i].path.name} is unlike the other clips: another speaker?" for i in outliers]
    if len(made.recordings) == 1:
        return " ".join(made.qualities[0].advice)
    pairs = zip(made.recordings, made.qualities, strict=True)
    return " ".join(unlike + [f"{r.path.name}: {sentence}" for r, q in pairs for sentence in q.advice])
