"""Taking dropped or chosen files into the library, in a thread beside the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.card import Consent, VoiceCard
from phonoscope.engine.voices.encoders import NamedEncoder, load_encoder
from phonoscope.engine.voices.extraction import (
    Clip,
    ExtractedVoice,
    MeasuredClip,
    extract,
    mean_voice,
    measure_clips,
)
from phonoscope.engine.voices.importing import RELEASED_CODEC, import_voice, is_foreign_recording, name_of_file
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.gui.background import go_on, interrupted
from phonoscope.gui.language.said import said


@dataclass(frozen=True, eq=False)
class MeasuredClips:
    """Recordings of one person, and the name and hash of the model whose encoder measured them."""

    clips: tuple[MeasuredClip, ...]
    model: tuple[str, str]


def importer(
    library: VoiceLibrary,
    paths: Sequence[Path],
    consent: Consent,
    engine: Engine | None,
    *,
    transcript: str = "",
    using: Callable[[RecordingEncoder], None] = lambda _: None,
) -> Callable[[], list[str]]:
    """Return a function that imports files and tells in one line each what became of them.

    A recording with a transcript becomes reference codes, without one an x-vector. ``using`` is told what encodes it
    before that begins, so that it can be cancelled. Interrupted, it leaves out the files that are left.
    """

    def run() -> list[str]:
        told = []
        for path in paths:
            if interrupted():
                break
            told.append(_attempt(library, path, consent, engine, transcript, using))
        return told

    return run


def measure_together(paths: Sequence[Path], engine: Engine | None) -> MeasuredClips:
    """Measure recordings that are to become one voice.

    Raises
    ------
    PhonoscopeError
        When it is interrupted, one cannot be read, or the model has no speaker encoder.
    """
    named = _encoder(engine)
    return MeasuredClips(measure_clips([Clip(path) for path in paths], named.encoder, go_on), _reference(named, engine))


def keep_together(
    library: VoiceLibrary, clips: Sequence[MeasuredClip], model: tuple[str, str], name: str, consent: Consent
) -> str:
    """Add the mean of clips to the library and return what it is called there.

    Raises
    ------
    PhonoscopeError
        When it cannot be made or kept.
    """
    card = VoiceCard(name, VoiceKind.XVECTOR, consent=consent)
    return library.store.add(mean_voice(clips, card, model).stored).name


def _attempt(
    library: VoiceLibrary,
    path: Path,
    consent: Consent,
    engine: Engine | None,
    transcript: str,
    using: Callable[[RecordingEncoder], None],
) -> str:
    try:
        if is_foreign_recording(path):
            named = _encoder(engine)
            using(named.encoder)
            return _import_recording(library, path, consent, (named, engine), transcript)
        return _import_file(library, path, consent, engine, transcript)
    except PhonoscopeError as error:
        return said(error)


def _import_file(library: VoiceLibrary, path: Path, consent: Consent, engine: Engine | None, transcript: str) -> str:
    n_codebooks, codebook_size = (engine.n_codebooks, engine.codebook_size) if engine else RELEASED_CODEC
    stored = import_voice(
        path, n_codebooks=n_codebooks, codebook_size=codebook_size, transcript=transcript or None, consent=consent
    )
    return library.store.add(stored).name


def _import_recording(
    library: VoiceLibrary, path: Path, consent: Consent, by: tuple[NamedEncoder, Engine | None], transcript: str
) -> str:
    named, engine = by
    made: ExtractedVoice = extract(
        [Clip(path)],
        named.encoder,
        name=name_of_file(path),
        model=_reference(named, engine),
        transcript=transcript,
        consent=consent,
    )
    return ": ".join(filter(None, (library.store.add(made.stored).name, " ".join(map(said, made.qualities[0].advice)))))


def _encoder(engine: Engine | None) -> NamedEncoder:
    model = str(engine.pair.model) if engine is not None else DEFAULT_MODEL
    codec = engine.pair.codec if engine is not None else None
    return load_encoder(model, engine.n_threads if engine is not None else 1, codec=codec)


def _reference(named: NamedEncoder, engine: Engine | None) -> tuple[str, str]:
    return (engine.name if engine is not None else DEFAULT_MODEL, named.sha256)
