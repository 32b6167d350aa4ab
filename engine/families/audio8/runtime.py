"""A loaded Audio8 model: lays out segments of text and starts native takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from phonoscope import _native
from phonoscope.engine.errors import RequestError, native_errors
from phonoscope.engine.families.audio8.declaration import declare
from phonoscope.engine.families.audio8.file_info import read_model_info
from phonoscope.engine.families.audio8.prompt import Prompt, PromptWriter, as_read
from phonoscope.engine.families.runtime import FamilyRuntime, SegmentSize, take_settings
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.voices.voice import Voice


class Audio8Runtime(FamilyRuntime[Prompt, _native.Audio8Synthesis]):
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
            self.writer = PromptWriter(self.info, pair.source or pair.model)
            self.native = _native.Audio8Model(pair.model, pair.codec, n_threads)
        super().__init__(
            self.native,
            declare(self.info),
            width=self.info.width,
            n_codebooks=self.info.n_codebooks,
            codebook_size=self.info.codebook_size,
        )

    def as_read(self, text: str, language: str) -> str:
        """Return a text in the form that the model reads; see `FamilyRuntime.as_read`."""
        return as_read(text)

    def count_tokens(self, text: str, language: str) -> int:
        """Return the number of tokens of a text; see `FamilyRuntime.count_tokens`."""
        return self.writer.count_tokens(text)

    def prompts(self, request: SynthesisRequest, voice: Voice | None, segments: Iterable[str]) -> Iterator[Prompt]:
        """Yield the prompt of every segment that is not blank; see `FamilyRuntime.prompts`."""
        if request.instruct:
            raise RequestError("this model does not follow instructions", "leave the instruction out")
        if request.streaming_text:
            raise RequestError("this model reads all of a text before it speaks", "leave streaming text out")
        if request.language not in self.declaration.languages:
            raise RequestError("this model finds the language out itself", "leave the language out")
        for text in segments:
            if as_read(text):
                yield self.writer.write(text, voice)

    def start(self, request: SynthesisRequest, prompts: Sequence[Prompt] | None) -> _native.Audio8Synthesis:
        """Start a take; see `FamilyRuntime.start`."""
        sizes = None if prompts is None else [SegmentSize(len(p.columns), self.max_frames(request, p)) for p in prompts]
        slow = ["slow", "slow_keys", "slow_values", *(["slow_windows", "slow_ssm"] if self.info.is_hybrid else [])]
        layers = {**dict.fromkeys(slow, self.info.n_slow_layers), "fast": self.info.n_fast_layers}
        layers |= {"codec_transformer": self.native.n_codec_layers, "codec_blocks": len(self.codec_block_names)}
        take = take_settings(request, sizes, frame_rate_hz=self.declaration.frame_rate_hz, n_layers=layers)
        settings, stored = request.settings, self.info.generation
        sampler = _native.Audio8SamplerSettings(
            do_sample=not settings["greedy"],
            temperature=settings.number("temperature"),
            top_k=settings.integer("top_k"),
            top_p=settings.number("top_p"),
        )
        rescue = _native.Audio8SamplerSettings(
            temperature=stored.rescue_temperature, top_k=settings.integer("top_k"), top_p=stored.rescue_top_p
        )
        with native_errors():
            return _native.Audio8Synthesis(
                self.native,
                take,
                sampler=sampler,
                rescue=rescue,
                rescue_window=settings.integer("rescue_window"),
                min_frames=settings.integer("min_new_tokens"),
            )

    def push(
        self, synthesis: _native.Audio8Synthesis, request: SynthesisRequest, voice: Voice | None, prompt: Prompt
    ) -> None:
        """Add a segment to a take."""
        with native_errors():
            synthesis.push(prompt.columns, prompt.n_shared, self.max_frames(request, prompt))

    def max_frames(self, request: SynthesisRequest, prompt: Prompt) -> int:
        """Return the longest speech of one segment: as asked or by its text; see `FamilyRuntime.max_frames`."""
        room = self.info.max_positions - len(prompt.columns)
        return min(request.max_frames or prompt.max_frames, room)
