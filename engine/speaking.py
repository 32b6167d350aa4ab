"""How a take begins: its text is laid out into prompts; known ones are pushed at once, the others as they come."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from phonoscope import _native
from phonoscope.engine.errors import PhonoscopeError, RequestError, from_native
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.families.runtime import FamilyRuntime
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take import Take
from phonoscope.engine.text.sanitise import sanitise
from phonoscope.engine.text.script import script_parts
from phonoscope.engine.text.segments import split_pieces, split_text
from phonoscope.engine.voices.own_voice import can_tell_voices, settled_voice, unsettled_voice
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
class _Unsettled:
    """Prompts behind the first one, which shall be spoken with the voice that the model chose for that."""

    encoder: RecordingEncoder
    stand_in: Voice
    voiced: Sequence[Line]  # laid out for a voice, for which `stand_in` stands
    unvoiced: Sequence[Line]  # the same without one, should the first one be too short to tell


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
    at_once, voiced, unsettled = known, known, None
    if speakers.voice is None and (len(known) > 1 or pieces is not None):
        encoder = _voice_teller(runtime, load_encoder)
        if encoder is not None:
            stand_in = unsettled_voice(runtime.width)
            voiced = lay_out(runtime, request, Speakers(stand_in, speakers.cast))
            at_once, unsettled = known[:1], _Unsettled(encoder, stand_in, voiced[1:], known[1:])
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
    if pieces is None and unsettled is None:
        native.close()
        return take
    later = _later_lines(runtime, take, speakers.voice, unsettled, () if pieces is None else pieces)
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
    return [
        (speaker, prompt)
        for part in script_parts(request.text, [member.source for member in request.cast])
        for speaker in [speakers.voice if part.voice is None else speakers.cast[part.voice]]
        for prompt in runtime.prompts(request, speaker, split_text(part.text, request.segments))
    ]


def as_read(runtime: Runtime, request: SynthesisRequest) -> list[str]:
    """Return the segments of the request's text in the form that the model reads."""
    segments = (
        segment
        for part in script_parts(request.text, [member.source for member in request.cast])
        for segment in split_text(part.text, request.segments)
        if sanitise(segment)
    )
    return [read for segment in segments if (read := runtime.as_read(segment, request.language))]


def _voice_teller(runtime: Runtime, load_encoder: Callable[[], RecordingEncoder | None]) -> RecordingEncoder | None:
    """Return what tells the voice of the model's own sound, where the model takes such voices."""
    if VoiceKind.XVECTOR not in runtime.declaration.voice_kinds:
        return None
    encoder = load_encoder()
    return encoder if can_tell_voices(encoder, runtime.sample_rate_hz) else None


def _later_lines(
    runtime: Runtime, take: Take, voice: Voice | None, unsettled: _Unsettled | None, pieces: Iterable[str]
) -> Iterator[Line]:
    """Yield what could not be pushed when the take began, as soon as it is known."""
    if unsettled is not None:
        voice = settled_voice(take, unsettled.encoder)
        for speaker, prompt in unsettled.unvoiced if voice is None else unsettled.voiced:
            yield voice if speaker is unsettled.stand_in else speaker, prompt
    for prompt in runtime.prompts(take.request, voice, split_pieces(pieces, take.request.segments)):
        yield voice, prompt


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
