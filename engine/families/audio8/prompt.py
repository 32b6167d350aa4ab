"""Laying out the prompt of the slow model, column by column.

A column holds a text token, or a code of codebook 0 as a token together with all codes of its frame. Everything before
the text is the same for all requests with one voice: how many columns that is goes along, so that its state is computed
once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tokenizers
from numpy.typing import NDArray
from phonoscope.engine.errors import ModelError, RequestError, VoiceError
from phonoscope.engine.families.audio8.cleaning import clean, is_cjk
from phonoscope.engine.families.audio8.file_info import TOKENIZER_KEY, Audio8ModelInfo
from phonoscope.engine.text.sanitise import sanitise
from phonoscope.engine.voices.voice import CodesVoice, Voice

_SYSTEM = "<|im_start|>system\n"
_END = "<|im_end|>\n"
_USER = "<|im_start|>user\n"
_ANSWER = "<|im_start|>assistant\n<|voice|>"
_TASK = "convert the provided text to speech"
_TASK_WITH_REFERENCE = _TASK + " reference to the following:\n\nText:\n"
_SPEECH = "\n\nSpeech:\n"
_SPEAKER = re.compile(r"(<\|speaker:\d+\|>)")
_FIRST_SPEAKER = "<|speaker:0|>"

# Frames that speech takes at most: a slow reader's, twice over, with room for pauses.
_FRAMES_PER_CJK_CHARACTER = 13.0
_FRAMES_PER_CHARACTER = 4.4
_EXTRA_FRAMES = 48


@dataclass(frozen=True)
class Prompt:
    """A laid-out segment.

    Parameters
    ----------
    columns
        int32 ``[columns, codebooks + 1]``: token, then the codes of a reference frame (0 beside text).
    n_shared
        Columns at the beginning that do not depend on the text.
    max_frames
        Longest speech that the text is given, wherever the model's positions end.
    """

    columns: NDArray[np.int32]
    n_shared: int
    max_frames: int


class PromptWriter:
    """Turns text and a voice into a `Prompt` for one model; safe to use from several threads.

    Parameters
    ----------
    info
        What the model's file says about itself.
    source
        What messages call it.

    Raises
    ------
    ModelError
        When the file has no tokenizer or a damaged one.
    """

    def __init__(self, info: Audio8ModelInfo, source: Path) -> None:
        self.info = info
        self._source = source
        stored = info.file.get(TOKENIZER_KEY)
        if not isinstance(stored, str):
            raise ModelError("{path}: has no tokenizer", "convert a folder with tokenizer.json", path=source)
        try:
            self._tokenizer = tokenizers.Tokenizer.from_str(stored)
        except Exception as error:  # the library raises bare Exception
            raise ModelError(
                "{path}: its tokenizer is damaged ({error})", "convert again", path=source, error=error
            ) from error

    def write(self, text: str, voice: Voice | None = None) -> Prompt:
        """Return the prompt that makes the model say ``text``.

        Parameters
        ----------
        text
            What to say; it is cleaned here.
        voice
            Reference codes; without them the model chooses a voice.

        Raises
        ------
        RequestError
            When the text is blank, or the prompt does not fit the model's positions.
        VoiceError
            When the voice does not fit the model.
        """
        spoken = as_read(text)
        if not spoken:
            raise RequestError("the text is blank", "write something to speak")
        if voice is None:
            shared = [self._text(_SYSTEM, _TASK, _END, _USER)]
        elif isinstance(voice, CodesVoice):
            voice.check_codebooks(self.info.n_codebooks, self.info.codebook_size)
            said = self._text(_SYSTEM, _TASK_WITH_REFERENCE, _reference_text(voice.transcript), _SPEECH)
            shared = [said, self._frames(voice.codes), self._text(_END, _USER)]
        else:
            raise VoiceError("this model takes reference codes with their transcript", "give an .rvq or code .npy file")
        columns = np.concatenate([*shared, self._text(spoken, _END, _ANSWER)])
        if len(columns) >= self.info.max_positions:
            raise RequestError(
                "the prompt takes {n_columns} of the {n_positions} positions and leaves no room",
                "shorten the text or the reference",
                n_columns=len(columns),
                n_positions=self.info.max_positions,
            )
        return Prompt(columns, sum(len(part) for part in shared), longest_speech(spoken))

    def count_tokens(self, text: str) -> int:
        """Return the number of tokens of a text as the model reads it."""
        return len(self._text(as_read(text)))

    def _text(self, *pieces: str) -> NDArray[np.int32]:
        """Return the columns of texts that are encoded each by itself, as the model was taught."""
        ids = [i for piece in pieces for i in self._tokenizer.encode(piece, add_special_tokens=False).ids]
        if ids and max(ids) >= self.info.vocab_size:
            raise ModelError(
                "{path}: its tokenizer does not belong to it", "convert the model again", path=self._source
            )
        columns = np.zeros((len(ids), self.info.n_codebooks + 1), np.int32)
        columns[:, 0] = ids
        return columns

    def _frames(self, codes: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.concatenate([codes[:, :1] + self.info.semantic_begin, codes], axis=1, dtype=np.int32)


def as_read(text: str) -> str:
    """Return a text in the form that the model reads."""
    return clean(sanitise(text))


def _reference_text(transcript: str) -> str:
    """Return a transcript, cleaned, with the mark of its speaker in front unless it brings its own."""
    # Marks of speakers are the only control tokens that a transcript may hold.
    parts = [part if _SPEAKER.fullmatch(part) else as_read(part) for part in _SPEAKER.split(transcript)]
    text = "".join(parts)
    return text if _SPEAKER.search(text) else _FIRST_SPEAKER + text


def longest_speech(text: str) -> int:
    """Return the longest speech, in codec frames, that a text is given."""
    n_cjk = sum(map(is_cjk, text))
    return _EXTRA_FRAMES + int(_FRAMES_PER_CJK_CHARACTER * n_cjk + _FRAMES_PER_CHARACTER * (len(text) - n_cjk))
