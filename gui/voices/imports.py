"""Taking dropped or chosen files into the library, in a thread beside the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.card import Consent
from phonoscope.engine.voices.encoders import load_encoder
from phonoscope.engine.voices.extraction import Clip, extract
from phonoscope.engine.voices.importing import import_voice, is_foreign_recording, name_of_file
from phonoscope.engine.voices.library import VoiceLibrary

_RELEASED_CODEC = (16, 2048)  # what packed codes are read by while no model is loaded


def importer(
    library: VoiceLibrary, paths: Sequence[Path], consent: Consent, engine: Engine | None, *, transcript: str = ""
) -> Callable[[], list[str]]:
    """Return a function that imports files and tells in one line each what became of them.

    A recording with a transcript becomes reference codes, without one an x-vector.
    """

    def run() -> list[str]:
        told = []
        for path in paths:
            try:
                told.append(_import(library, path, consent, engine, transcript))
            except PhonoscopeError as error:
                told.append(str(error))
        return told

    return run


def _import(library: VoiceLibrary, path: Path, consent: Consent, engine: Engine | None, transcript: str) -> str:
    if not is_foreign_recording(path):
        n_codebooks, codebook_size = (engine.n_codebooks, engine.codebook_size) if engine else _RELEASED_CODEC
        stored = import_voice(
            path,
            n_codebooks=n_codebooks,
            codebook_size=codebook_size,
            transcript=transcript or None,
            consent=consent,
        )
        return library.store.add(stored).name
    model = str(engine.pair.model) if engine is not None else DEFAULT_MODEL
    codec = engine.pair.codec if engine is not None else None
    named = load_encoder(model, engine.n_threads if engine is not None else 1, codec=codec)
    name = engine.name if engine is not None else DEFAULT_MODEL
    made = extract(
        [Clip(path)],
        named.encoder,
        name=name_of_file(path),
        model=(name, named.sha256),
        transcript=transcript,
        consent=consent,
    )
    advice = " ".join(made.qualities[0].advice)
    return ": ".join(filter(None, (library.store.add(made.stored).name, advice)))
