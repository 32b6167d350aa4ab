"""A loaded model of any family, as `phonoscope.engine.synthesis` speaks with it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from phonoscope import _native
from phonoscope.engine.bench.stage_cost import TakeWork
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.request import SynthesisRequest, TapMode
from phonoscope.engine.voices.voice import Voice

# Room for a take whose text is still arriving: 100,000 frames are more than an hour.
_OPEN_END_FRAMES = 100_000
_OPEN_END_POSITIONS = 400_000

PromptT = TypeVar("PromptT")
SynthesisT = TypeVar("SynthesisT", bound=_native.Synthesis)


class NativeModel(Protocol):
    """What every loaded native model tells."""

    @property
    def n_threads(self) -> int:
        """Threads that compute."""

    @property
    def sample_rate_hz(self) -> int:
        """Rate of its sound."""

    @property
    def hop_samples(self) -> int:
        """Samples in a frame."""

    @property
    def codec_block_names(self) -> list[str]:
        """Names of the layers of the tap group ``codec_blocks``."""


class FamilyRuntime(ABC, Generic[PromptT, SynthesisT]):
    """A loaded model: lays out segments of text and starts native takes.

    Parameters
    ----------
    native
        The loaded model.
    declaration
        What it can do; the rates are those of its codec.
    width
        Length of the states of the model that reads the text, and of x-vectors.
    n_codebooks, codebook_size
        Codes in a frame and entries of a codebook; 0 for models that speak in latents.
    """

    def __init__(
        self,
        native: NativeModel,
        declaration: FamilyDeclaration,
        *,
        width: int,
        n_codebooks: int = 0,
        codebook_size: int = 0,
    ) -> None:
        self.n_threads = native.n_threads
        self.sample_rate_hz = native.sample_rate_hz
        self.hop_samples = native.hop_samples
        self.codec_block_names = native.codec_block_names
        self.declaration = replace(
            declaration,
            sample_rate_hz=native.sample_rate_hz,
            frame_rate_hz=native.sample_rate_hz / native.hop_samples,
        )
        self.width = width
        self.n_codebooks = n_codebooks
        self.codebook_size = codebook_size

    @property
    def cache_bytes(self) -> Mapping[str, int]:
        """Bytes of what is kept between steps, by what it is; nothing where a family does not say."""
        return {}

    @abstractmethod
    def as_read(self, text: str, language: str) -> str:
        """Return a text in the form that the model reads: cleaned, and in words where it knows no digits."""

    @abstractmethod
    def count_tokens(self, text: str, language: str) -> int:
        """Return how many tokens the model reads for a text, without those of the prompt around it."""

    @abstractmethod
    def prompts(self, request: SynthesisRequest, voice: Voice | None, segments: Iterable[str]) -> Iterator[PromptT]:
        """Yield the prompt of every segment that is not blank.

        Raises
        ------
        RequestError, VoiceError
            When a segment or the voice does not fit the model.
        """

    @abstractmethod
    def start(self, request: SynthesisRequest, prompts: Sequence[PromptT] | None) -> SynthesisT:
        """Start a take; push its prompts afterwards.

        Parameters
        ----------
        request
            What to speak.
        prompts
            All prompts of the take where they are known, which bounds its memory; else None.

        Raises
        ------
        PhonoscopeError
            When the model is in use.
        """

    @abstractmethod
    def max_frames(self, request: SynthesisRequest, prompt: PromptT) -> int:
        """Return the longest speech of one segment, in frames, within what the model has room for."""

    def take_work(self, request: SynthesisRequest, voice: Voice | None, prompts: Sequence[PromptT]) -> TakeWork | None:
        """Return what a take will compute where that is known before; None for models that end by themselves."""
        return None

    @abstractmethod
    def push(self, synthesis: SynthesisT, request: SynthesisRequest, voice: Voice | None, prompt: PromptT) -> None:
        """Add a segment to a take."""


@dataclass(frozen=True)
class SegmentSize:
    """What one segment of a take may take.

    Parameters
    ----------
    n_prompt_rows
        Positions of its prompt.
    max_frames
        Frames that it makes at most, each of which takes a position as well.
    """

    n_prompt_rows: int
    max_frames: int


def take_settings(
    request: SynthesisRequest,
    segments: Sequence[SegmentSize] | None,
    *,
    frame_rate_hz: float,
    n_layers: Mapping[str, int],
) -> _native.TakeSettings:
    """Return what a take of any family is told.

    Parameters
    ----------
    request
        What to speak.
    segments
        Sizes of all segments where they are known, else None.
    frame_rate_hz
        Frames a second.
    n_layers
        Tap groups of which whole states can be kept, with their layers.

    Raises
    ------
    RequestError
        When the request asks to keep states that there are not.
    """
    n_frames, n_positions = _OPEN_END_FRAMES, _OPEN_END_POSITIONS
    if segments is not None:
        n_attempts = 1 + request.retries  # those that are discarded take room in the tap groups too
        n_spoken = sum(segment.max_frames for segment in segments)
        n_frames = n_spoken * n_attempts + len(segments)
        n_positions = (n_spoken + sum(segment.n_prompt_rows for segment in segments)) * n_attempts
    watchdog, taps = request.watchdog, request.taps
    silent_frames = math.ceil(watchdog.silence_s * frame_rate_hz)
    return _native.TakeSettings(
        seed=request.seed,
        chunk_frames=request.chunk_frames,
        n_retries=request.retries,
        capacity_frames=n_frames,
        capacity_positions=n_positions,
        record_magnitudes=taps.mode is not TapMode.OFF,
        max_silent_frames=silent_frames if watchdog.enabled else 0,
        silence_rms=10 ** (watchdog.silence_dbfs / 20),
        max_equal_codes=watchdog.repeated_frames if watchdog.enabled else 0,
        keep_layers=[_kept_layer(name, n_layers) for name in taps.layers],
        keep_first_step=taps.first_step,
        keep_n_steps=taps.n_steps if taps.mode is TapMode.FULL else 0,
    )


def _kept_layer(name: str, n_layers: Mapping[str, int]) -> tuple[str, int]:
    """Return group and number of a layer whose whole states are kept."""
    group, number = name.split(".")
    if group not in n_layers:
        raise RequestError(
            "taps: whole states of {group} are not kept",
            "name layers of {groups}",
            group=group,
            groups=", ".join(n_layers),
        )
    if int(number) >= n_layers[group]:
        raise RequestError(
            "taps: there is no layer {name}",
            "the last one is {group}.{last}",
            name=name,
            group=group,
            last=n_layers[group] - 1,
        )
    return group, int(number)
