"""A model in memory and what it says of itself, before anything is spoken with it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.families.model_family import ModelFamily
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.families.runtime import FamilyRuntime
from phonoscope.engine.models import store
from phonoscope.engine.models.loaded import LoadedModel, storage
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.request import BACKENDS, ModelReference
from phonoscope.engine.voices.bundled import default_voice


class OpenModel:
    """A loaded model of any family.

    Parameters
    ----------
    name
        What the model was called when it was loaded.
    pair
        Its files.
    family
        Which kind of model it is.
    n_threads
        Threads that compute.

    Raises
    ------
    ModelError
        When a file is damaged or the two do not belong together.
    """

    def __init__(self, name: str, pair: ModelPair, family: ModelFamily, n_threads: int) -> None:
        self.name = name
        self.pair = pair
        self._family = family
        self._runtime: FamilyRuntime[Any, Any] = family.load(pair, n_threads)
        self._reference: ModelReference | None = None

    @property
    def declaration(self) -> FamilyDeclaration:
        """What this model can do: languages, speakers, sampler settings, tap groups."""
        return self._runtime.declaration

    @property
    def sample_rate_hz(self) -> int:
        """Rate of the sound."""
        return self._runtime.sample_rate_hz

    @property
    def n_threads(self) -> int:
        """Threads that compute."""
        return self._runtime.n_threads

    @property
    def width(self) -> int:
        """Length of the states of the model that reads the text, and of x-vectors."""
        return self._runtime.width

    def default_voice(self, text: str, language: str = "auto") -> str | None:
        """Return the voice to use when none is named.

        Parameters
        ----------
        text, language
            As in a request: what will be said, and in which language.

        Returns
        -------
        str or None
            One of those that come with the bundled model; None for other models.
        """
        bundled = [model.path for model in store.bundled_models()]
        return default_voice(text, language) if self.pair.model in bundled else None

    @cached_property
    def figures(self) -> LoadedModel:
        """What the loaded model is and takes."""
        quantisation, weight_bytes = storage(self.pair)
        return LoadedModel(
            title=self.declaration.title or Path(self.name).stem,
            quantisation=quantisation,
            device=BACKENDS[0],
            n_threads=self.n_threads,
            weight_bytes=weight_bytes,
            sample_rate_hz=self.sample_rate_hz,
        )

    @property
    def n_codebooks(self) -> int:
        """Codes in a frame."""
        return self._runtime.n_codebooks

    @property
    def codebook_size(self) -> int:
        """Entries of a codebook."""
        return self._runtime.codebook_size

    @property
    def codec_block_names(self) -> list[str]:
        """Names of the layers of the tap group ``codec_blocks``."""
        return self._runtime.codec_block_names

    @property
    def cache_bytes(self) -> Mapping[str, int]:
        """Bytes of what the model keeps between steps, by what it is; of models that say so, while no take is made."""
        return self._runtime.cache_bytes

    @property
    def frame_cost(self) -> Mapping[str, StageCost]:
        """What one frame costs, by the stages that the declaration names."""
        return self._family.frame_cost(self.pair)

    @property
    def model_reference(self) -> ModelReference:
        """The model with the hashes of its files, for recipes; the first call reads the files."""
        return self.hash_files()

    def hash_files(self, stop: threading.Event | None = None) -> ModelReference:
        """Return `model_reference`; another thread may set ``stop`` when it is no longer wanted.

        Raises
        ------
        ModelError
            When a file cannot be read, or ``stop`` was set meanwhile.
        """
        if self._reference is None:
            codec = "" if self.pair.codec == self.pair.model else str(self.pair.codec)
            hashes = [store.file_hash(path, stop=stop) for path in (self.pair.model, self.pair.codec)]
            self._reference = ModelReference(self.name, codec, *hashes)
        return self._reference

    @cached_property
    def recording_encoder(self) -> RecordingEncoder | None:
        """What turns recordings into voices for this model; None when it has no such thing. Loaded when first used.

        Raises
        ------
        ModelError
            When a file is damaged.
        """
        return self._family.recording_encoder(self.pair, self.n_threads)
