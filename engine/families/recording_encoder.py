"""What turns a recording into a voice for a model, whatever the family."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.families.declaration import VoiceKind


class RecordingEncoder(Protocol):
    """The encoders of a loaded model. One encoding at a time, from any thread."""

    @property
    def sample_rate_hz(self) -> int:
        """Rate of the recordings that it takes."""

    @property
    def kinds(self) -> frozenset[VoiceKind]:
        """What it can make of one; never empty."""

    @property
    def codebook_size(self) -> int:
        """Entries of each codebook; 0 without codes."""

    def xvector(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the speaker vector ``[width]`` of mono samples ``[n]``.

        Raises
        ------
        RequestError
            When the recording is too short.
        VoiceError
            When the model has no speaker encoder.
        """

    def codes(self, samples: NDArray[np.float32]) -> NDArray[np.int32]:
        """Return the codes ``[frames, codebooks]`` of mono samples ``[n]``.

        Raises
        ------
        RequestError
            When the recording is too long.
        VoiceError
            When the model's codec has no encoder.
        """

    def latents(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the latents ``[frames, width]`` of mono samples ``[n]``.

        Raises
        ------
        RequestError
            When the recording is too short or too long.
        VoiceError
            When the model takes no latents, or its codec has no encoder.
        """
