"""A loaded Qwen3-TTS model: lays out segments of text and starts native takes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import RequestError, native_errors
from phonoscope.engine.families.declaration import SamplerSettings
from phonoscope.engine.families.qwen3_tts.declaration import declare
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info
from phonoscope.engine.families.qwen3_tts.prompt import PromptLayout, PromptWriter
from phonoscope.engine.models.pairing import ModelPair
from phonoscope.engine.request import SynthesisRequest, TapMode, automatic_max_frames
from phonoscope.engine.text.sanitise import sanitise
from phonoscope.engine.voices.voice import CodesVoice, Voice, XVectorVoice

# The last 1024 ids of the codec vocabulary are control ids (fixed in the reference); none but the end is ever drawn.
_N_CONTROL_IDS = 1024
# Room for a take whose text is still arriving: 100,000 frames are more than two hours.
_OPEN_END_FRAMES = 100_000
_OPEN_END_POSITIONS = 400_000


class Qwen3Runtime:
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
            self.info = read_model_info(_native.GgufFile(pair.talker))
            self.native = _native.Qwen3Model(pair.talker, pair.codec, n_threads)
        self.writer = PromptWriter(self.info)
        self.sample_rate_hz = self.native.sample_rate_hz
        self.hop_samples = self.native.hop_samples
        self.declaration = declare(self.info, sample_rate_hz=self.sample_rate_hz, hop_samples=self.hop_samples)

    def prompts(
        self, request: SynthesisRequest, voice: Voice | None, segments: Iterable[str]
    ) -> Iterator[PromptLayout]:
        """Yield the prompt of every segment that is not blank.

        Raises
        ------
        RequestError, VoiceError
            When a segment or the voice does not fit the model.
        """
        for text in segments:
            if sanitise(text):
                yield self.writer.write(
                    text,
                    voice,
                    language=request.language,
                    instruct=request.instruct,
                    streaming=request.streaming_text,
                )

    def start(self, request: SynthesisRequest, prompts: list[PromptLayout] | None) -> _native.Qwen3Synthesis:
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
        n_frames, n_positions = _OPEN_END_FRAMES, _OPEN_END_POSITIONS
        if prompts is not None:
            caps = [self.max_frames(request, prompt) for prompt in prompts]
            n_attempts = 1 + request.retries  # those that are discarded take room in the tap groups too
            n_frames = sum(caps) * n_attempts + len(prompts)
            n_positions = (sum(caps) + sum(prompt.n_rows for prompt in prompts)) * n_attempts
        with native_errors():
            return _native.Qwen3Synthesis(self.native, self._settings(request, n_frames, n_positions))

    def push(
        self, native: _native.Qwen3Synthesis, request: SynthesisRequest, voice: Voice | None, prompt: PromptLayout
    ) -> None:
        """Add a segment to a take."""
        speaker = np.zeros(0, np.float32)
        ref_codes: NDArray[np.int32] = np.zeros(0, np.int32)
        if isinstance(voice, XVectorVoice):
            speaker = voice.values
        elif isinstance(voice, CodesVoice):
            ref_codes = voice.codes.ravel()
            speaker = voice.xvector.values if voice.xvector is not None else speaker
        with native_errors():
            layout = _native.PromptLayout(
                text_ids=prompt.text_ids,
                codec_ids=prompt.codec_ids,
                ref_frames=prompt.ref_frames,
                speaker_rows=prompt.speaker_rows,
                trailing_text_ids=prompt.trailing_text_ids,
                speaker=speaker,
                ref_codes=ref_codes,
                tts_pad_id=self.info.ids.tts_pad,
            )
            native.push(layout, self.max_frames(request, prompt))

    def max_frames(self, request: SynthesisRequest, prompt: PromptLayout) -> int:
        """Return the longest speech of one segment, in frames: as asked or by its text, and within the positions."""
        wanted = request.max_frames or automatic_max_frames(prompt.n_text_tokens)
        return min(wanted, self.info.max_positions - prompt.n_rows)

    def _settings(self, request: SynthesisRequest, n_frames: int, n_positions: int) -> _native.SynthesisSettings:
        watchdog, taps = request.watchdog, request.taps
        silent_frames = math.ceil(watchdog.silence_s * self.sample_rate_hz / self.hop_samples)
        keep = [self._kept_layer(name) for name in taps.layers]
        return _native.SynthesisSettings(
            talker=_talker_sampler(request.settings),
            predictor=_predictor_sampler(request.settings),
            eos=self.info.ids.codec_eos,
            first_suppressed=self.info.codec_vocab - _N_CONTROL_IDS,
            seed=request.seed,
            chunk_frames=request.chunk_frames,
            n_retries=request.retries,
            capacity_frames=n_frames,
            capacity_positions=n_positions,
            record_magnitudes=taps.mode is not TapMode.OFF,
            max_silent_frames=silent_frames if watchdog.enabled else 0,
            silence_rms=10 ** (watchdog.silence_dbfs / 20),
            max_equal_codes=watchdog.repeated_frames if watchdog.enabled else 0,
            keep_layers=keep,
            keep_first_step=taps.first_step,
            keep_n_steps=taps.n_steps if taps.mode is TapMode.FULL else 0,
        )

    def _kept_layer(self, name: str) -> tuple[str, int]:
        """Return group and number of a layer whose whole states are kept."""
        group, number = name.split(".")
        n_layers = {"talker": self.native.n_talker_layers, "predictor": self.native.n_predictor_layers}
        if group not in n_layers:
            raise RequestError(f"taps: whole states of {group} are not kept", f"name layers of {' or '.join(n_layers)}")
        if int(number) >= n_layers[group]:
            raise RequestError(f"taps: there is no layer {name}", f"the last one is {group}.{n_layers[group] - 1}")
        return group, int(number)


def _talker_sampler(settings: SamplerSettings) -> _native.SamplerSettings:
    return _native.SamplerSettings(
        do_sample=not settings["greedy"],
        temperature=settings.number("temperature"),
        top_k=settings.integer("top_k"),
        top_p=settings.number("top_p"),
        repetition_penalty=settings.number("repetition_penalty"),
        penalty_window=settings.integer("penalty_window"),
        min_new_tokens=settings.integer("min_new_tokens"),
    )


def _predictor_sampler(settings: SamplerSettings) -> _native.SamplerSettings:
    return _native.SamplerSettings(
        do_sample=not settings["predictor_greedy"],
        temperature=settings.number("predictor_temperature"),
        top_k=settings.integer("predictor_top_k"),
        top_p=settings.number("predictor_top_p"),
    )
