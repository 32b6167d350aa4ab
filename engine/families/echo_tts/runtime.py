"""A loaded Echo-TTS model: encodes segments of text and starts native takes."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.bench.stage_cost import TakeWork
from phonoscope.engine.errors import RequestError, VoiceError, native_errors
from phonoscope.engine.families.declaration import SamplerSettings
from phonoscope.engine.families.echo_tts.declaration import MAX_FRAMES, MAX_VOICE_FRAMES, declare
from phonoscope.engine.families.echo_tts.text import MAX_IDS, EchoText, encode, normalise
from phonoscope.engine.families.echo_tts.workload import codec_cost, n_lanes, size_of
from phonoscope.engine.families.runtime import FamilyRuntime, SegmentSize, take_settings
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.request import SynthesisRequest, WatchdogRequest
from phonoscope.engine.text.sanitise import sanitise
from phonoscope.engine.voices.references import load_reference
from phonoscope.engine.voices.voice import LatentsVoice, Voice

_PREVIEW_WINDOWS = 64  # of which previews are kept: the memory of more would be a third of a gigabyte and more


class EchoRuntime(FamilyRuntime[EchoText, _native.EchoSynthesis]):
    """A loaded model.

    Parameters
    ----------
    pair
        Its files.
    n_threads
        Threads that compute.

    Raises
    ------
    ModelError
        When a file is damaged or the two do not belong together.
    """

    def __init__(self, pair: ModelPair, n_threads: int) -> None:
        with native_errors():
            self.native = _native.EchoModel(pair.model, pair.codec, n_threads)
            self._size = size_of(_native.GgufFile(pair.model).tensors)
            self._codec_flop = codec_cost(pair).executed_flop
        declaration = declare(self.native.n_blocks, continues=self.native.continues)
        super().__init__(self.native, declaration, width=self.native.width)

    @property
    def cache_bytes(self) -> Mapping[str, int]:
        """Keys, conditioning and working memory; see `FamilyRuntime.cache_bytes`."""
        return self.native.cache_bytes

    def as_read(self, text: str, language: str) -> str:
        """Return a text in the form that the model reads; see `FamilyRuntime.as_read`."""
        return normalise(sanitise(text))

    def count_tokens(self, text: str, language: str) -> int:
        """Return the number of ids of a text; see `FamilyRuntime.count_tokens`."""
        return len(encode(sanitise(text)).ids)

    def prompts(self, request: SynthesisRequest, voice: Voice | None, segments: Iterable[str]) -> Iterator[EchoText]:
        """Yield the ids of every segment that is not blank.

        Raises
        ------
        RequestError, VoiceError
            When a segment is too long, blocks are asked for that the model cannot make, or the voice does not fit.
        """
        self._check_voice(voice)
        self._blocks(request)
        # What is continued and what follows are made in one window, however long the text.
        for text in (request.text,) if request.continuation.source else segments:
            spoken = sanitise(text)
            if not spoken:
                continue
            prompt = encode(spoken)
            if prompt.n_dropped:
                raise RequestError(
                    "a segment of the text has {n_bytes} bytes; {maximum} are read",
                    "let segments be shorter",
                    n_bytes=len(prompt.ids) + prompt.n_dropped - 1,
                    maximum=MAX_IDS - 1,
                )
            yield prompt

    def start(self, request: SynthesisRequest, prompts: Sequence[EchoText] | None) -> _native.EchoSynthesis:
        """Start a take; see `FamilyRuntime.start`."""
        blocks, settings = self._blocks(request), request.settings
        # Tap groups have a row for each step of each block.
        n_rows = len(blocks) * settings.integer("steps")
        sizes = None if prompts is None else [SegmentSize(n_rows, self.max_frames(request, p)) for p in prompts]
        # The end of the speech is known before it is decoded: nobody need watch for silence.
        unwatched = dataclasses.replace(request, watchdog=WatchdogRequest(enabled=False))
        take = take_settings(unwatched, sizes, frame_rate_hz=self.declaration.frame_rate_hz, n_layers={})
        with native_errors():
            return _native.EchoSynthesis(
                self.native,
                take,
                sampler=_sampler(settings),
                noise=_noise_kind(settings),
                grid_blocks=settings.integer("cuda_grid_blocks"),
                preview_steps=settings.integer("preview_steps"),
                preview_frames=_PREVIEW_WINDOWS * MAX_FRAMES,
            )

    def push(
        self, synthesis: _native.EchoSynthesis, request: SynthesisRequest, voice: Voice | None, prompt: EchoText
    ) -> None:
        """Add a segment to a take."""
        latents = self._whole_patches(voice)
        with native_errors():
            synthesis.push(prompt.ids, latents, self._blocks(request), self._continuation(request))

    def max_frames(self, request: SynthesisRequest, prompt: EchoText) -> int:
        """Return the frames of one segment with what comes before it; see `FamilyRuntime.max_frames`."""
        return len(self._continuation(request)) + sum(self._blocks(request))

    def take_work(self, request: SynthesisRequest, voice: Voice | None, prompts: Sequence[EchoText]) -> TakeWork:
        """Return what a take will compute; see `FamilyRuntime.take_work`."""
        blocks, settings = self._blocks(request), request.settings
        n_voice = len(voice.values) // self.native.patch_frames if isinstance(voice, LatentsVoice) else 0
        n_ids = max((len(prompt.ids) for prompt in prompts), default=0)
        lanes = n_lanes(
            settings.integer("steps"),
            settings.number("guidance_min_t"),
            settings.number("guidance_max_t"),
            has_speaker=n_voice > 0,
        )
        n_decoded = sum(blocks)
        if request.makes_previews:  # each of all that there is by then
            n_previews = settings.integer("steps") // settings.integer("preview_steps")
            n_decoded += n_previews * sum(itertools.accumulate(blocks))
        n_segments = max(1, len(prompts))
        mean_block = math.ceil(sum(blocks) / len(blocks))
        encoders = self._size.encoder_flop(sum(len(prompt.ids) for prompt in prompts), n_voice)
        return TakeWork(
            segment_flop=encoders // n_segments,
            n_segments=n_segments,
            lane_flop=self._size.lane_flop(mean_block, n_ids + n_voice),
            n_lanes=lanes * len(blocks) * n_segments,
            lane_frames=mean_block,
            frame_flop=self._codec_flop,
            n_decoded=n_decoded * n_segments,
        )

    def _whole_patches(self, voice: Voice | None) -> NDArray[np.float32]:
        """Return latents as the model takes them; none without a voice."""
        if not isinstance(voice, LatentsVoice):
            return np.zeros((0, self.native.latent_width), np.float32)
        return voice.values[: len(voice.values) // self.native.patch_frames * self.native.patch_frames]

    def _continuation(self, request: SynthesisRequest) -> NDArray[np.float32]:
        """Return the latents that a take goes on from, ``[frames, width]``; often none."""
        before = load_reference(request.continuation, n_codebooks=0, codebook_size=0)
        self._check_voice(before)
        return self._whole_patches(before)

    def _check_voice(self, voice: Voice | None) -> None:
        if voice is None:
            return
        width, patch = self.native.latent_width, self.native.patch_frames
        if not isinstance(voice, LatentsVoice):
            raise VoiceError("this model takes latents of a recording", "make the voice from its recording")
        if voice.values.shape[1] != width or not patch <= len(voice.values) <= MAX_VOICE_FRAMES:
            raise VoiceError(
                "{name}: {n_frames} frames of {n_latents} latents; the model takes {patch} to {maximum} of {width}",
                "make the voice again from its recording",
                name=voice.name,
                n_frames=len(voice.values),
                n_latents=voice.values.shape[1],
                patch=patch,
                maximum=MAX_VOICE_FRAMES,
                width=width,
            )

    def _blocks(self, request: SynthesisRequest) -> list[int]:
        """Return the sizes of the blocks of a segment, in frames."""
        settings, patch = request.settings, self.native.patch_frames
        first, further = settings.integer("first_block_frames"), settings.integer("block_frames")
        n_before = len(self._continuation(request))
        window = request.max_frames or MAX_FRAMES
        if window > MAX_FRAMES:
            raise RequestError(
                "{window} frames are asked for; this model makes at most {max_frames} of a segment",
                "leave --max-frames out, or give {max_frames} or fewer",
                window=window,
                max_frames=MAX_FRAMES,
            )
        total = window - n_before
        if total < 1:
            raise RequestError(
                "the {n_before} frames that come first fill the window of {window}",
                "give fewer",
                n_before=n_before,
                window=window,
            )
        whole = first == 0 or first >= total
        if not whole and (first % patch or further % patch):
            raise RequestError(
                "blocks of {first} and {further} frames are no multiples of {patch}",
                "round them",
                first=first,
                further=further,
                patch=patch,
            )
        if (n_before or not whole) and not self.native.continues:
            raise RequestError(
                "the model was converted without the latent encoder, which blocks and continuations need",
                "convert it again without pruning, or make the whole window at once",
            )
        return [total] if whole else [first, *(min(further, total - done) for done in range(first, total, further))]


def _noise_kind(settings: SamplerSettings) -> _native.NoiseKind:
    if settings["cuda_noise"] and settings["cpu_noise"]:
        raise RequestError("noise cannot be as on CUDA and as on a CPU at once", "choose one of them")
    if settings["cuda_noise"]:
        return _native.NoiseKind.torch_cuda
    return _native.NoiseKind.torch_cpu if settings["cpu_noise"] else _native.NoiseKind.own


def _sampler(settings: SamplerSettings) -> _native.EchoSamplerSettings:
    return _native.EchoSamplerSettings(
        n_steps=settings.integer("steps"),
        text_guidance=settings.number("text_guidance"),
        speaker_guidance=settings.number("speaker_guidance"),
        guidance_min_t=settings.number("guidance_min_t"),
        guidance_max_t=settings.number("guidance_max_t"),
        truncation=settings.number("truncation"),
        rescale_k=settings.number("rescale_k"),
        rescale_sigma=settings.number("rescale_sigma"),
        speaker_scale=settings.number("speaker_scale"),
        speaker_scale_layers=settings.integer("speaker_scale_layers"),
        speaker_scale_min_t=settings.number("speaker_scale_min_t"),
        round_timesteps=settings.switch("round_timesteps"),
    )
