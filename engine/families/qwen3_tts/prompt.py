"""Laying out the prompt of the talker, row by row.

A row of the prefill is the sum of up to four embeddings: T(text id) through the text projection, C(codec id), Q(frame
of the reference codes) and S, the speaker vector. Which of them each row gets is decided here, where it can be tested
without weights; native code gathers, projects and adds.

Source of the layouts: ``Qwen3TTSForConditionalGeneration.generate`` of Qwen3-TTS. "Streaming" says only how text is
laid out: one text row with every frame (text may still be arriving), or all text before the first frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import ModelError, RequestError, VoiceError, native_errors
from phonoscope.engine.families.qwen3_tts.file_info import Qwen3ModelInfo
from phonoscope.engine.text.sanitise import sanitise
from phonoscope.engine.text.spoken import LANGUAGES, spoken
from phonoscope.engine.text.spoken.likely import likely_language
from phonoscope.engine.text.tokenizer import TextTokenizer
from phonoscope.engine.voices.voice import CodesVoice, SpeakerVoice, Voice, XVectorVoice

NONE = -1
AUTO_LANGUAGE = "auto"
_DIALECT_SUFFIX = "_dialect"  # such languages are reached through a speaker, never by name
_DIALECT_BASES = (AUTO_LANGUAGE, "chinese")  # a speaker's dialect takes the place of these
_CHARACTER_VOCABULARY = 384  # bytes and control tokens: no room for a vocabulary of words


@dataclass(frozen=True, eq=False)
class PromptLayout:
    """The rows of a prefill and the text that follows it; see the module's documentation.

    Parameters
    ----------
    text_ids, codec_ids, ref_frames
        int32 ``[rows]``: ids of the text and codec embeddings and indices into the reference codes; -1 for none.
    speaker_rows
        int32 ``[rows]``: 1 where the speaker vector is added, else 0.
    trailing_text_ids
        int32 ``[n]``, n >= 1: the text ids added to the talker's input after frame 0, 1, ...; later frames get tts_pad.
    n_text_tokens
        Tokens of the text to speak, from which the length of the speech is estimated.
    """

    text_ids: NDArray[np.int32]
    codec_ids: NDArray[np.int32]
    ref_frames: NDArray[np.int32]
    speaker_rows: NDArray[np.int32]
    trailing_text_ids: NDArray[np.int32]
    n_text_tokens: int

    @property
    def n_rows(self) -> int:
        """Positions of the talker that the prefill takes."""
        return len(self.text_ids)

    def to_native(
        self, info: Qwen3ModelInfo, speaker: NDArray[np.float32], ref_codes: NDArray[np.int32]
    ) -> _native.PromptLayout:
        """Return the layout with what its rows refer to, as the native module takes it.

        Parameters
        ----------
        info
            The model that it was laid out for.
        speaker
            The speaker vector ``[width]``; empty where no row adds it.
        ref_codes
            The reference codes ``[frames, codebooks]``; empty where no row has any.
        """
        return _native.PromptLayout(
            text_ids=self.text_ids,
            codec_ids=self.codec_ids,
            ref_frames=self.ref_frames,
            speaker_rows=self.speaker_rows,
            trailing_text_ids=self.trailing_text_ids,
            speaker=speaker,
            ref_codes=ref_codes.ravel(),
            tts_pad_id=info.ids.tts_pad,
        )


@dataclass(frozen=True)
class PromptParts:
    """What a prompt is made of, as ids.

    Parameters
    ----------
    text_ids
        The body of the text to speak, at least one id.
    language
        A name in the model's languages, or "auto".
    speaker
        A name in the model's speakers, or None.
    has_speaker_vector
        Whether an x-vector is added; not together with ``speaker``.
    ref_text_ids, n_ref_frames
        Transcript and length of the reference codes; both or none.
    instruct_ids
        The whole instruction turn, or nothing.
    streaming
        Whether text is laid out along the frames instead of before them.
    """

    text_ids: Sequence[int]
    language: str = AUTO_LANGUAGE
    speaker: str | None = None
    has_speaker_vector: bool = False
    ref_text_ids: Sequence[int] = ()
    n_ref_frames: int = 0
    instruct_ids: Sequence[int] = ()
    streaming: bool = False


def lay_out(info: Qwen3ModelInfo, parts: PromptParts) -> PromptLayout:
    """Return the rows of the prompt made of ``parts``.

    Raises
    ------
    RequestError
        When the language is unknown or there is no text.
    VoiceError
        When the speaker is unknown.
    ModelError
        When the model declares a dialect that is none of its languages.
    """
    if not parts.text_ids:
        raise RequestError("the text is empty", "write something to speak")
    ids = info.ids
    rows = _Rows()
    for text in (*parts.instruct_ids, ids.im_start, ids.assistant, ids.newline):
        rows.add(text=text)
    for tag in _language_tags(info, parts):
        rows.add(text=ids.tts_pad, codec=tag)
    if parts.speaker is not None:
        rows.add(text=ids.tts_pad, codec=_speaker_id(info, parts.speaker))
    elif parts.has_speaker_vector:
        rows.add(text=ids.tts_pad, speaker=1)
    rows.add(text=ids.tts_bos, codec=ids.codec_pad)

    body = [*parts.ref_text_ids, *parts.text_ids, ids.tts_eos]
    if parts.n_ref_frames:
        trailing = _add_reference(rows, info, body, parts)
    elif parts.streaming:
        rows.add(text=body[0], codec=ids.codec_bos)
        trailing = body[1:]
    else:
        for text in body:
            rows.add(text=text, codec=ids.codec_pad)
        rows.add(text=ids.tts_pad, codec=ids.codec_bos)
        trailing = []
    return rows.layout(trailing or [ids.tts_pad], len(parts.text_ids))


def _add_reference(rows: _Rows, info: Qwen3ModelInfo, body: list[int], parts: PromptParts) -> list[int]:
    """Add the rows of the text and of the reference codes; return the text that is left for the frames."""
    ids = info.ids
    if not parts.streaming:
        for text in body:
            rows.add(text=text, codec=ids.codec_pad)
        rows.add(text=ids.tts_pad, codec=ids.codec_bos)
        for frame in range(parts.n_ref_frames):
            rows.add(text=ids.tts_pad, frame=frame)
        return []
    n = parts.n_ref_frames + 1
    beside = [*body[:n], *[ids.tts_pad] * (n - len(body))]
    rows.add(text=beside[0], codec=ids.codec_bos)
    for frame, text in enumerate(beside[1:]):
        rows.add(text=text, frame=frame)
    return body[n:]


def _language_tags(info: Qwen3ModelInfo, parts: PromptParts) -> list[int]:
    ids = info.ids
    language = parts.language.lower()
    dialect = info.speakers[parts.speaker.lower()].dialect if parts.speaker and _knows(info, parts.speaker) else None
    if dialect is not None and language in _DIALECT_BASES:
        if dialect not in info.languages:
            raise ModelError(
                "speaker {speaker} has the dialect {dialect}, which the model does not list",
                "choose another speaker or set the language",
                speaker=parts.speaker,
                dialect=dialect,
            )
        language = dialect
    elif language == AUTO_LANGUAGE:
        return [ids.codec_nothink, ids.codec_think_bos, ids.codec_think_eos]
    elif language not in selectable_languages(info):
        raise RequestError(
            "this model does not speak {language!r}",
            "choose one of {languages}",
            language=parts.language,
            languages=", ".join(selectable_languages(info)),
        )
    return [ids.codec_think, ids.codec_think_bos, info.languages[language], ids.codec_think_eos]


def _knows(info: Qwen3ModelInfo, speaker: str) -> bool:
    return speaker.lower() in info.speakers


def _speaker_id(info: Qwen3ModelInfo, speaker: str) -> int:
    if not _knows(info, speaker):
        known = ", ".join(info.speakers) or "none"
        raise VoiceError(
            "unknown speaker {speaker!r}", "the speakers of this model: {known}", speaker=speaker, known=known
        )
    return info.speakers[speaker.lower()].id


def selectable_languages(info: Qwen3ModelInfo) -> tuple[str, ...]:
    """Return the languages that a request may name, "auto" first."""
    return (AUTO_LANGUAGE, *(name for name in info.languages if not name.endswith(_DIALECT_SUFFIX)))


def reads_characters(info: Qwen3ModelInfo) -> bool:
    """Whether the model's vocabulary holds characters only."""
    return info.text_vocab <= _CHARACTER_VOCABULARY


@dataclass
class _Rows:
    text: list[int] = field(default_factory=list)
    codec: list[int] = field(default_factory=list)
    frame: list[int] = field(default_factory=list)
    speaker: list[int] = field(default_factory=list)

    def add(self, text: int, codec: int = NONE, frame: int = NONE, speaker: int = 0) -> None:
        self.text.append(text)
        self.codec.append(codec)
        self.frame.append(frame)
        self.speaker.append(speaker)

    def layout(self, trailing: list[int], n_text_tokens: int) -> PromptLayout:
        return PromptLayout(
            text_ids=np.asarray(self.text, np.int32),
            codec_ids=np.asarray(self.codec, np.int32),
            ref_frames=np.asarray(self.frame, np.int32),
            speaker_rows=np.asarray(self.speaker, np.int32),
            trailing_text_ids=np.asarray(trailing, np.int32),
            n_text_tokens=n_text_tokens,
        )


class PromptWriter:
    """Turns text and a voice into a `PromptLayout` for one model; safe to use from several threads.

    Raises
    ------
    ModelError
        When the tokenizer tables of the file are damaged.
    """

    def __init__(self, info: Qwen3ModelInfo) -> None:
        self.info = info
        with native_errors():
            tables = info.read_tokenizer()
        try:
            self.tokenizer = TextTokenizer(tables.tokens, tables.merges, tables.special_tokens)
        except ModelError as error:
            raise ModelError("{path}: {problem}", error.next_step, path=info.file.path, problem=error.cause) from error

    def write(
        self,
        text: str,
        voice: Voice | None = None,
        *,
        language: str = AUTO_LANGUAGE,
        instruct: str = "",
        streaming: bool = False,
    ) -> PromptLayout:
        """Return the prompt that makes the model say ``text``.

        Parameters
        ----------
        text
            What to say; it is sanitised here.
        voice
            Whom to sound like; without one the model chooses.
        language
            One of `selectable_languages`, in any case.
        instruct
            How to speak, for models that follow instructions (voice design and custom voice).
        streaming
            Whether text is laid out along the frames instead of before them.

        Raises
        ------
        RequestError
            When the text is blank, a value is unknown, or the prompt does not fit the model's positions.
        VoiceError
            When the voice does not fit the model.
        """
        info = self.info
        ref_text_ids: list[int] = []
        n_ref_frames = 0
        vector = voice if isinstance(voice, XVectorVoice) else voice.xvector if isinstance(voice, CodesVoice) else None
        if vector is not None:
            vector.check_width(info.width)
        if isinstance(voice, CodesVoice):
            voice.check_codebooks(info.n_codebooks, info.codebook_size)
            ref_text_ids = self.text_ids(voice.transcript, language)
            n_ref_frames = len(voice.codes)
        instruct = sanitise(instruct)
        if instruct and info.model_type == "base":
            raise RequestError(
                "this model does not follow instructions", "leave the instruction out, or use a voice design model"
            )
        body = self.text_ids(text, language)
        if not body:
            raise RequestError("the text is blank", "write something to speak")
        layout = lay_out(
            info,
            PromptParts(
                text_ids=body,
                language=language,
                speaker=voice.name if isinstance(voice, SpeakerVoice) else None,
                has_speaker_vector=vector is not None,
                ref_text_ids=ref_text_ids,
                n_ref_frames=n_ref_frames,
                instruct_ids=self.instruct_ids(instruct) if instruct else (),
                streaming=streaming,
            ),
        )
        if layout.n_rows >= info.max_positions:
            raise RequestError(
                "the prompt takes {n_rows} of the model's {n_positions} positions and leaves no room",
                "shorten the text, the instruction or the reference",
                n_rows=layout.n_rows,
                n_positions=info.max_positions,
            )
        return layout

    def text_ids(self, text: str, language: str = AUTO_LANGUAGE) -> list[int]:
        """Return the ids of a text as the model reads it."""
        return self.tokenizer.encode(self.as_read(text, language))

    def as_read(self, text: str, language: str = AUTO_LANGUAGE) -> str:
        """Return the text in the form that the model learnt: models of characters know words only, no digits."""
        text = sanitise(text)
        if not reads_characters(self.info):
            return text
        named = language.lower()
        if named == AUTO_LANGUAGE:
            known = [name for name in LANGUAGES if name in self.info.languages]
            named = likely_language(text, known or LANGUAGES[:1])
        return spoken(text, named) if named in LANGUAGES else text

    def instruct_ids(self, instruct: str) -> list[int]:
        """Return the whole instruction turn as ids."""
        ids = self.info.ids
        return [ids.im_start, *self.tokenizer.encode(f"user\n{instruct}"), ids.im_end, ids.newline]
