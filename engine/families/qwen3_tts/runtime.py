"""A loaded Qwen3-TTS model: lays out segments of text and starts native takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import native_errors
from phonoscope.engine.families.declaration import SamplerSettings
from phonoscope.engine.families.qwen3_tts.declaration import declare
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info
from phonoscope.engine.families.qwen3_tts.prompt import PromptLayout, PromptWriter
from phonoscope.engine.families.runtime import FamilyRuntime, SegmentSize, take_settings
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.request import SynthesisRequest, automatic_max_frames
from phonoscope.engine.voices.voice import CodesVoice, Voice, XVectorVoice


class Qwen3Runtime(FamilyRuntime[PromptLayout, _native.Qwen3Synthesis]):
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
            self.info = read_model_info(_native.GgufFile(pair.model))
            self.native = _native.Qwen3Model(pair.model, pair.codec, n_threads)
        self.writer = PromptWriter(self.info)
        super().__init__(
            self.native,
            declare(self.info),
            width=self.native.width,
            n_codebooks=self.info.n_codebooks,
            codebook_size=self.info.codebook_size,
        )

    def as_read(self, text: str, language: str) -> str:
        """Return a text in the form that the model reads; see `FamilyRuntime.as_read`."""
        return self.writer.as_read(text, language)

    def count_tokens(self, text: str, language: str) -> int:
        """Return the number of tokens of a text; see `FamilyRuntime.count_tokens`."""
        return len(self.writer.text_ids(text, language))

    def prompts(
        self, request: SynthesisRequest, voice: Voice | None, segments: Iterable[str]
    ) -> Iterator[PromptLayout]:
        """Yield the prompt of every segment in which there is something to say.

        Raises
        ------
        RequestError, VoiceError
            When a segment or the voice does not fit the model.
        """
        for text in segments:
            if self.as_read(text, request.language):
                yield self.writer.write(
                    text,
                    voice,
                    language=request.language,
                    instruct=request.instruct,
                    streaming=request.streaming_text,
                )

    def start(self, request: SynthesisRequest, prompts: Sequence[PromptLayout] | None) -> _native.Qwen3Synthesis:
        """Start a take; see `FamilyRuntime.start`."""
        sizes = None if prompts is None else [SegmentSize(p.n_rows, self.max_frames(request, p)) for p in prompts]
        take = take_settings(
            request,
            sizes,
            frame_rate_hz=self.declaration.frame_rate_hz,
            n_layers={
                **dict.fromkeys(("talker", "talker_keys", "talker_values"), self.native.n_talker_layers),
                "predictor": self.native.n_predictor_layers,
                "codec_transformer": self.native.n_codec_layers,
                "codec_blocks": len(self.codec_block_names),
            },
        )
        with native_errors():
            return _native.Qwen3Synthesis(
                self.native,
                take,
                talker=_talker_sampler(request.settings),
                predictor=_predictor_sampler(request.settings),
                eos=self.info.ids.codec_eos,
                first_suppressed=self.info.first_suppressed,
            )

    def push(
        self, synthesis: _native.Qwen3Synthesis, request: SynthesisRequest, voice: Voice | None, prompt: PromptLayout
    ) -> None:
        """Add a segment to a take."""
        speaker = np.zeros(0, np.float32)
        ref_codes: NDArray[np.int32] = np.zeros((0, self.n_codebooks), np.int32)
        if isinstance(voice, XVectorVoice):
            speaker = voice.values
        elif isinstance(voice, CodesVoice):
            ref_codes = voice.codes
            speaker = voice.xvector.values if voice.xvector is not None else speaker
        with native_errors():
            synthesis.push(prompt.to_native(self.info, speaker, ref_codes), self.max_frames(request, prompt))

    def max_frames(self, request: SynthesisRequest, prompt: PromptLayout) -> int:
        """Return the longest speech of one segment: as asked or by its text; see `FamilyRuntime.max_frames`."""
        speech_s = self.declaration.speech_s(prompt.n_text_tokens)
        wanted = request.max_frames or automatic_max_frames(speech_s, self.declaration.frame_rate_hz)
        return min(wanted, self.info.max_positions - prompt.n_rows)


def _talker_sampler(settings: SamplerSettings) -> _native.Qwen3SamplerSettings:
    return _native.Qwen3SamplerSettings(
        do_sample=not settings["greedy"],
        temperature=settings.number("temperature"),
        top_k=settings.integer("top_k"),
        top_p=settings.number("top_p"),
        repetition_penalty=settings.number("repetition_penalty"),
        penalty_window=settings.integer("penalty_window"),
        min_new_tokens=settings.integer("min_new_tokens"),
    )


def _predictor_sampler(settings: SamplerSettings) -> _native.Qwen3SamplerSettings:
    return _native.Qwen3SamplerSettings(
        do_sample=not settings["predictor_greedy"],
        temperature=settings.number("predictor_temperature"),
        top_k=settings.integer("predictor_top_k"),
        top_p=settings.number("predictor_top_p"),
    )
