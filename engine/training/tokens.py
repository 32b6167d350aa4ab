"""Text units: bytes in a Qwen2-style byte-level BPE container.

The only merges make ``assistant`` one token, so that the published prompt template keeps its
shape; every other byte is a token of its own and any word can be spoken.
"""

from __future__ import annotations

MERGES = (
    ("s", "s"), ("a", "ss"), ("ass", "i"), ("assi", "s"), ("assis", "t"), ("assist", "a"),
    ("assista", "n"), ("assistan", "t"),
)  # fmt: skip
SPECIALS = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    *(f"<|reserved_{i}|>" for i in range(25)),
    "<tts_pad>",
    "<tts_text_bos>",
    "<tts_text_eod>",
    "<tts_text_bos_single>",
    "<|audio_pad|>",
)


def byte_characters() -> list[str]:
    """Give the printable character standing for each byte, by byte.

    Returns
    -------
    list of str
        256 distinct characters (the GPT-2 convention).
    """
    keep = {*range(33, 127), *range(161, 173), *range(174, 256)}
    out, extra = [], 0
    for byte in range(256):
        if byte in keep:
            out.append(chr(byte))
        else:
            out.append(chr(256 + extra))
            extra += 1
    return out


def vocabulary() -> dict[str, int]:
    """Give the token table: id of a plain byte is the byte itself."""
    table = {c: i for i, c in enumerate(byte_characters())}
    for left, right in MERGES:
        table[left + right] = len(table)
    return table


_first_special = 256 + len(MERGES)
SPECIAL_IDS = {text: _first_special + i for i, text in enumerate(SPECIALS)}
IM_START = SPECIAL_IDS["<|im_start|>"]
IM_END = SPECIAL_IDS["<|im_end|>"]
ASSISTANT = _first_special - 1
NEWLINE = 10
TTS_PAD = SPECIAL_IDS["<tts_pad>"]
TTS_BOS = SPECIAL_IDS["<tts_text_bos>"]
TTS_EOS = SPECIAL_IDS["<tts_text_eod>"]
_MERGED = {left + right: 256 + i for i, (left, right) in enumerate(MERGES)}


def encode(text: str) -> tuple[list[int], list[int]]:
    """Encode text as the byte-level BPE would.

    Parameters
    ----------
    text : str
        Text without special tokens.

    Returns
    -------
    (list of int, list of int)
        Token ids, and for each character the index of its (first) token.
    """
    parts = list(text)
    for left, right in MERGES:
        joined: list[str] = []
        for part in parts:
            if joined and joined[-1] == left and part == right:
                joined[-1] = left + right
            else:
                joined.append(part)
        parts = joined
    ids: list[int] = []
    where: list[int] = []
    for part in parts:
        where += [len(ids)] * len(part)
        ids += [_MERGED[part]] if len(part) > 1 else part.encode()
    return ids, where
