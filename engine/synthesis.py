"""Text in, speech out: the engine that the window, the command line and programs share.

Example
-------
>>> with Engine.load("qwen-talker-0.6b-base-Q8_0.gguf") as engine:  # doctest: +SKIP
...     take = engine.speak(engine.request("Hello there.", voice="anna.spk"))
...     take.wait()
...     soundfile.write("hello.wav", take.audio, take.sample_rate_hz)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from phonoscope import _native
from phonoscope.engine.bench.stage_cost import TakeWork
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import RequestError, native_errors
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.registry import family_of
from phonoscope.engine.models import store
from phonoscope.engine.models.convert import ConversionProgress
from phonoscope.engine.open_model import OpenModel
from phonoscope.engine.request import ModelReference, SynthesisRequest, VoiceReference
from phonoscope.engine.speaking import Speakers, as_read, lay_out, start_take
from phonoscope.engine.take import Take
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.text.estimate import SpeechEstimate
from phonoscope.engine.text.script import script_parts
from phonoscope.engine.text.segments import split_text
from phonoscope.engine.voices.library import speaker_vector
from phonoscope.engine.voices.likeness import Likeness, measure_likeness
from phonoscope.engine.voices.references import blend_parts, find_voice, load_reference
from phonoscope.engine.voices.voice import SpeakerVoice, Voice


class Engine(OpenModel):
    """A loaded model, ready to speak one take at a time; made by `load`. Use it with ``with``, or call `close`."""

    _take: Take | None = None

    @classmethod
    def load(
        cls,
        model: str | Path = store.DEFAULT_MODEL,
        *,
        codec: str | Path | None = None,
        threads: int | None = None,
        quantisation: str = store.DEFAULT_TYPE,
        progress: Callable[[ConversionProgress], None] = lambda _: None,
    ) -> Self:
        """Load a model.

        Parameters
        ----------
        model
            A name from the store (by default the model that comes with the program), a GGUF file, or a folder in
            Hugging Face form (converted once into the cache).
        codec
            The codec's file where it is not found from the model.
        threads
            Threads that compute, 1 to 64; None for as many as there are cores.
        quantisation
            Storage type that a folder in Hugging Face form is converted to.
        progress
            Told how far the conversion of a folder is.

        Raises
        ------
        ModelError
            When the model is unknown, damaged or incomplete.
        RequestError
            When the number of threads is out of range.
        """
        if not str(model):
            raise RequestError("no model is given", "give one with --model: a name, a GGUF file or a checkpoint folder")
        n_threads = available_cores() if threads is None else threads
        pair = store.resolve(
            str(model),
            codec=None if codec is None else Path(codec),
            type_name=quantisation,
            progress=progress,
        )
        with native_errors():
            family = family_of(_native.GgufFile(pair.model))
        return cls(str(model), pair, family, n_threads)

    def request(
        self,
        text: str,
        *,
        voice: str | Path | None = None,
        transcript: str | None = None,
        continuation: str | Path | None = None,
        cast: Sequence[str | Path] = (),
        sampler: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> SynthesisRequest:
        """Return a request for this model.

        Parameters
        ----------
        text
            What to say.
        voice
            A voice file, a speaker of the model or a bundled voice; None for `default_voice`, and without one lets
            the model choose.
        transcript
            What reference codes say, unless a .txt file beside them does.
        continuation
            Latents of speech that comes first and that the text begins with, as a voice file.
        cast
            Other voices, which lines of the text name; see `phonoscope.engine.text.script`.
        sampler
            Sampler settings that differ from the model's defaults.
        **settings
            Other fields of `SynthesisRequest`, such as ``seed`` or ``language``.

        Raises
        ------
        RequestError, VoiceError
            When a value does not fit, or there is no such voice.
        """
        voice = voice if voice is not None else self.default_voice(text, settings.get("language", "auto"))
        reference = VoiceReference() if voice is None else self.find_voice(voice, transcript)
        return SynthesisRequest(
            text=text,
            model=ModelReference(self.name),
            family=self.declaration.name,
            voice=reference,
            continuation=VoiceReference() if continuation is None else self.find_voice(continuation),
            cast=tuple(self.find_voice(member) for member in cast),
            sampler=self.declaration.settings(sampler),
            **settings,
        )

    def find_voice(self, name: str | Path, transcript: str | None = None) -> VoiceReference:
        """Return the reference to a voice file, a speaker of the model or a bundled voice; see `request`."""
        reference, _ = find_voice(
            str(name),
            speakers=self.declaration.speakers,
            n_codebooks=self.n_codebooks,
            codebook_size=self.codebook_size,
            transcript=transcript,
        )
        return reference

    def estimate(self, text: str, *, cast: Sequence[str] = (), language: str = "auto") -> SpeechEstimate:
        """Return how long a text will be, as tokens and as speech.

        It is counted segment by segment, as it is spoken: what a book takes at once would keep Python from all else.

        Parameters
        ----------
        text, cast, language
            As in `request`.
        """
        segments = (segment for part in script_parts(text, cast) for segment in split_text(part.text))
        counts = [self._runtime.count_tokens(segment, language) for segment in segments]
        return SpeechEstimate(sum(counts), sum(map(self.declaration.speech_s, counts)))

    def as_read(self, request: SynthesisRequest) -> list[str]:
        """Return the segments of the request's text in the form that the model reads.

        What a model of characters reads holds words for numbers and signs; see `phonoscope.engine.text.spoken`.
        """
        return as_read(self._runtime, request)

    def take_work(self, request: SynthesisRequest) -> TakeWork | None:
        """Return what a take of ``request`` will compute; None where nobody can tell before.

        Raises
        ------
        RequestError, VoiceError
            When the request does not fit the model.
        """
        speakers = self._speakers(request)
        prompts = [prompt for _, prompt in lay_out(self._runtime, request, speakers)]
        return self._runtime.take_work(request, speakers.voice, prompts)

    def expected_s(self, request: SynthesisRequest) -> float | None:
        """Return about how long a take will compute, before it is begun; None where nobody can tell.

        It is an estimate: the operations over three quarters of what this machine's arithmetic reached when it was
        first asked for.
        """
        work = self.take_work(request)
        return None if work is None else work.seconds(self.n_threads)

    def speak(self, request: SynthesisRequest, pieces: Iterable[str] | None = None) -> Take:
        """Start speaking and return the take at once.

        Parameters
        ----------
        request
            What to speak, and how. It is spoken with this engine's model and threads.
        pieces
            Text that arrives piece by piece and is spoken after ``request.text``, each segment as soon as its end is
            certain (by default segments have 160 letters or more; `SegmentLimits` of 1 speaks every sentence by
            itself). The text of the request ends a segment: of text that only arrives,
            `phonoscope.engine.text.segments.first_segment` gives what makes the request and what comes later, and
            the take is then that of the whole text. The iterable is read in a thread of its own.

        Raises
        ------
        RequestError, VoiceError
            When the request does not fit the model.
        PhonoscopeError
            When another take of this engine is still being made.
        """
        if pieces is not None and request.continuation.source:
            raise RequestError("what goes on from other speech must be known as a whole", "give the text at once")
        self._take = start_take(self._runtime, request, self._speakers(request), pieces, lambda: self.recording_encoder)
        return self._take

    def recipe_request(self, take: Take) -> SynthesisRequest:
        """Return the take's request complete with the hashes of the model's files."""
        return replace(take.request, model=self.model_reference)

    def _speakers(self, request: SynthesisRequest) -> Speakers:
        return Speakers(self._load(request.voice), [self._load(member) for member in request.cast])

    def _load(self, reference: VoiceReference) -> Voice | None:
        return load_reference(reference, n_codebooks=self.n_codebooks, codebook_size=self.codebook_size)

    def likeness(self, take: TakeView) -> Likeness | None:
        """Return how much a take sounds like the voice that it was asked to have.

        None where that cannot be told: several voices speak, the voice has no x-vector, the model has no speaker
        encoder, or there is too little speech.

        Raises
        ------
        ModelError, VoiceError
            When the model's or the voice's file is damaged.
        """
        encoder = self.recording_encoder
        if encoder is None or VoiceKind.XVECTOR not in encoder.kinds or take.request.cast:
            return None
        voice = self._load(take.request.voice)
        asked = encoder.speaker(voice.name) if isinstance(voice, SpeakerVoice) else speaker_vector(voice)
        if asked is None or asked.size != self.width:
            return None
        parts = blend_parts(take.request.voice)
        return measure_likeness(take.audio, take.sample_rate_hz, asked, encoder, parts)

    def close(self) -> None:
        """Stop what is being spoken and wait for it."""
        if self._take is not None:
            self._take.close()
            self._take = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
