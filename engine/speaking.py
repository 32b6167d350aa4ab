"""How a take begins: its text is laid out into prompts; known ones are pushed at once, the others as they come."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from phonoscope import _native
from phonoscope.engine.errors import PhonoscopeError, RequestError, from_native
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.families.runtime import FamilyRuntime
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take import Take
from phonoscope.engine.text.script import script_parts, script_segments
from phonoscope.engine.text.segments import split_pieces, split_text
from phonoscope.engine.voices.own_voice import OwnCodes, OwnSpeakerVector, OwnVoice
from phonoscope.engine.voices.voice import Voice

Runtime = FamilyRuntime[Any, Any]
Line = tuple[Voice | None, Any]  # who speaks, and the prompt as the family lays it out


@dataclass(frozen=True)
class Speakers:
    """The voices of a take.

    Parameters
    ----------
    voice
        Of what nobody of the cast says; None lets the model choose.
    cast
        Those that lines of the text name, in the order of the request.
    """

    voice: Voice | None
    cast: Sequence[Voice | None]


@dataclass(frozen=True)
class _Settling:
    """The first line for which the model chooses a voice, and how that becomes the voice of all that follow."""

    number: int
    own_voice: OwnVoice


def start_take(
    runtime: Runtime,
    request: SynthesisRequest,
    speakers: Speakers,
    pieces: Iterable[str] | None,
    load_encoder: Callable[[], RecordingEncoder | None],
) -> Take:
    """Start a take and return it at once.

    Parameters
    ----------
    runtime
        The loaded model.
    request
        What to speak, and how.
    speakers
        The voices that it names.
    pieces
        Text that arrives piece by piece behind ``request.text``.
    load_encoder
        Returns what turns sound of this model into voices, if it has such a thing.

    Raises
    ------
    RequestError, VoiceError
        When the request does not fit the model.
    PhonoscopeError
        When the model is in use.
    """
    known = lay_out(runtime, request, speakers)
    if not known and pieces is None:  # signs alone, of which the model says none
        raise RequestError("the text is blank", "write something to speak")
    work = runtime.take_work(request, speakers.voice, [prompt for _, prompt in known])
    at_once, voiced = known, known
    settling = _settling(runtime, request, known, load_encoder, more=pieces is not None)
    if settling is not None:
        try:
            voiced = lay_out(runtime, request, replace(speakers, voice=settling.own_voice.stand_in))
            at_once = known[: settling.number + 1]
        except RequestError:  # there is no room for such a voice
            settling = None
    native = runtime.start(request, [prompt for _, prompt in voiced] if pieces is None else None)
    take = Take(
        request,
        native,
        sample_rate_hz=runtime.sample_rate_hz,
        hop_samples=runtime.hop_samples,
        work=None if work is None else work.expected(runtime.n_threads),
    )
    try:
        for speaker, prompt in at_once:
            runtime.push(native, request, speaker, prompt)
    except PhonoscopeError:
        take.cancel()
        take.wait()
        raise
    if pieces is None and settling is None:
        native.close()
        return take
    later = _later_lines(runtime, take, speakers, settling, () if pieces is None else pieces)
    feeder = threading.Thread(target=_feed, args=(runtime, take, native, later), name="phonoscope-feed", daemon=True)
    take.feed(feeder)
    return take


def lay_out(runtime: Runtime, request: SynthesisRequest, speakers: Speakers) -> list[Line]:
    """Return the prompts of the request's text, each with its voice.

    Raises
    ------
    RequestError, VoiceError
        When the request does not fit the model.
    """
    return list(_lines(runtime, request, speakers))


def _lines(runtime: Runtime, request: SynthesisRequest, speakers: Speakers) -> Iterator[Line]:
    for part in script_parts(request.text, [member.source for member in request.cast]):
        speaker = speakers.voice if part.voice is None else speakers.cast[part.voice]
        for prompt in runtime.prompts(request, speaker, split_text(part.text, request.segments)):
            yield speaker, prompt


def as_read(runtime: Runtime, request: SynthesisRequest) -> list[str]:
    """Return the segments of the request's text in the form that the model reads."""
    segments = script_segments(request.text, [member.source for member in request.cast], request.segments)
    return [read for segment in segments if (read := runtime.as_read(segment, request.language))]


def _settling(
    runtime: Runtime,
    request: SynthesisRequest,
    known: Sequence[Line],
    load_encoder: Callable[[], RecordingEncoder | None],
    *,
    more: bool,
) -> _Settling | None:
    """Return what settles the voice of a text; None where one is given, nothing follows, or the model cannot tell."""
    number = next((number for number, (speaker, _) in enumerate(known) if speaker is None), None)
    if number is None or (number + 1 == len(known) and not more):
        return None
    kinds = runtime.declaration.voice_kinds
    if VoiceKind.XVECTOR in kinds:
        encoder = load_encoder()
        tells = encoder is not None and VoiceKind.XVECTOR in encoder.kinds
        if encoder is None or not tells or encoder.sample_rate_hz != runtime.sample_rate_hz:
            return None
        return _Settling(number, OwnSpeakerVector(encoder, runtime.width))
    if VoiceKind.CODES in kinds:
        said, longest = as_read(runtime, request)[number], runtime.max_frames(request, known[number][1])
        return _Settling(number, OwnCodes(said, longest, runtime.n_codebooks))
    return None


def _later_lines(
    runtime: Runtime, take: Take, speakers: Speakers, settling: _Settling | None, pieces: Iterable[str]
) -> Iterator[Line]:
    """Yield what could not be pushed when the take began, as soon as it is known."""
    if settling is not None:
        speakers = replace(speakers, voice=settling.own_voice.settled(take, settling.number))
        yield from itertools.islice(_lines(runtime, take.request, speakers), settling.number + 1, None)
    for prompt in runtime.prompts(take.request, speakers.voice, split_pieces(pieces, take.request.segments)):
        yield speakers.voice, prompt


def _feed(runtime: Runtime, take: Take, native: _native.Synthesis, lines: Iterable[Line]) -> None:
    """Push prompts as they come, until there are no more or the take has ended."""
    try:
        for speaker, prompt in lines:
            if take.finished:
                return
            runtime.push(native, take.request, speaker, prompt)
    except PhonoscopeError as error:
        take.fail(error)
    except _native.Error as error:
        take.fail(from_native(error))
    except Exception as error:  # raised by whoever yields the text
        take.fail(PhonoscopeError("the text broke off: {error}", error=error))
    finally:
        native.close()
