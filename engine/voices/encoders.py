"""Encoders by the name of their model, without loading the rest of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from phonoscope import _native
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.families.registry import family_of
from phonoscope.engine.models import store


@dataclass(frozen=True)
class NamedEncoder:
    """The encoder of a model.

    Parameters
    ----------
    encoder
        Turns recordings into voices.
    model
        Name under which the model was found.
    sha256
        Of the model's file.
    """

    encoder: RecordingEncoder
    model: str
    sha256: str


def load_encoder(model: str, n_threads: int, *, codec: Path | None = None, sha256: str = "") -> NamedEncoder:
    """Load what turns recordings into voices for a model.

    Parameters
    ----------
    model
        A name from the store, a GGUF file or a checkpoint folder.
    n_threads
        Threads that compute.
    codec
        The codec's file where it is not found from the model.
    sha256
        Hash that the model's file must have; empty for any.

    Raises
    ------
    ModelError
        When the model is unknown or damaged, is not the one of that hash, or cannot take recordings.
    """
    pair = store.resolve(model, codec=codec)
    digest = store.file_hash(pair.model)
    if sha256 and digest != sha256:
        raise ModelError(
            "{model}: is not the model that the voice was made with", "give that one with --model", model=model
        )
    with native_errors():
        encoder = family_of(_native.GgufFile(pair.model)).recording_encoder(pair, n_threads)
    if encoder is None:
        raise ModelError(
            "{model}: this model cannot take a voice from a recording", "use a model that has encoders", model=model
        )
    return NamedEncoder(encoder, model, digest)
