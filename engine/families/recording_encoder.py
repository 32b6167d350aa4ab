"""What turns a recording into a voice for a model, whatever the family."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.recording_length import USUAL_LENGTH, RecordingLength
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.message import Message
from phonoscope.engine.models.pair import ModelPair


class RecordingEncoder:
    """The encoders of a model. One encoding at a time, from any thread. A family overrides what its models can do.

    Parameters
    ----------
    pair
        The model's files.
    kinds
        What they hold encoders for; never empty.
    sample_rate_hz
        Rate of the recordings that they take.
    codebook_size
        Entries of each codebook; 0 without codes.
    length
        How long the recordings are to be.
    """

    def __init__(
        self,
        pair: ModelPair,
        kinds: frozenset[VoiceKind],
        *,
        sample_rate_hz: int,
        codebook_size: int = 0,
        length: RecordingLength = USUAL_LENGTH,
    ) -> None:
        self.kinds = kinds
        self.sample_rate_hz = sample_rate_hz
        self.codebook_size = codebook_size
        self.length = length
        self._pair = pair

    def cancel(self) -> None:
        """End the encoding in work, which then raises `PhonoscopeError`; encoders that are quick anyway finish first.

        Called from another thread or a signal handler.
        """

    def xvector(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the speaker vector ``[width]`` of mono samples ``[n]``.

        Raises
        ------
        RequestError
            When the recording is too short.
        VoiceError
            When the model has no speaker encoder.
        """
        raise self._cannot_make(Message("speaker vector"))

    def speaker(self, name: str) -> NDArray[np.float32]:
        """Return the vector ``[width]`` with which the model itself speaks as one of its speakers.

        Raises
        ------
        VoiceError
            When the model has no speaker of this name, or none that is a vector.
        """
        raise VoiceError(
            "{model}: has no speaker {name!r}", "name one of the model's", model=self._pair.model, name=name
        )

    def codes(self, samples: NDArray[np.float32]) -> NDArray[np.int32]:
        """Return the codes ``[frames, codebooks]`` of mono samples ``[n]``.

        Raises
        ------
        RequestError
            When the recording is too long.
        VoiceError
            When the model's codec has no encoder.
        """
        raise self._cannot_make(Message("codes"))

    def latents(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the latents ``[frames, width]`` of mono samples ``[n]``.

        Raises
        ------
        RequestError
            When the recording is too short or too long.
        VoiceError
            When the model takes no latents, or its codec has no encoder.
        """
        raise self._cannot_make(Message("latents"))

    def _cannot_make(self, what: Message) -> VoiceError:
        codes = VoiceKind.CODES in self.kinds
        return VoiceError(
            "{model}: its encoders make no {what} of recordings",
            "make {kinds}: give the words of the recording as its transcript" if codes else "make {kinds}",
            model=self._pair.model,
            what=what,
            kinds=", ".join(sorted(self.kinds)),
        )
