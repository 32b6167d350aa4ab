"""The Qwen2 byte-level BPE tokenizer, built from the tables inside the model file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tokenizers
from phonoscope.engine.errors import ModelError
from tokenizers import decoders, models, normalizers, pre_tokenizers

# The split of Qwen2 and Qwen3: contractions | letters with one leading mark | one digit | punctuation with its
# line ends | line ends | trailing blanks | blanks.
SPLIT_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
    r"|[^\r\n\p{L}\p{N}]?\p{L}+"
    r"|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+"
    r"|\s+(?!\S)"
    r"|\s+"
)


class TextTokenizer:
    """Text to ids of the model's text embedding and back.

    Control tokens are no part of the tables that text is matched against: whatever a person writes, `encode` cannot
    return the id of one.

    Parameters
    ----------
    tokens
        Every token in GPT-2's byte alphabet; index = id.
    merges
        Pairs ``"left right"``, best first.
    special_tokens
        Literal to id of the control tokens; used only to name them in `decode` and to keep them out of `encode`.

    Raises
    ------
    ModelError
        When the tables lack one of the 256 bytes or a merge names a token that does not exist.
    """

    def __init__(self, tokens: Sequence[str], merges: Sequence[str], special_tokens: Mapping[str, int]) -> None:
        control_ids = frozenset(special_tokens.values())
        vocabulary = {token: i for i, token in enumerate(tokens) if i not in control_ids}
        missing = [c for c in pre_tokenizers.ByteLevel.alphabet() if c not in vocabulary]
        if missing:
            raise ModelError(
                "the token list lacks {n_missing} of the 256 bytes", "convert the model again", n_missing=len(missing)
            )
        self._special_names = {i: token for token, i in special_tokens.items()}
        self._tokenizer = tokenizers.Tokenizer(_byte_pair_model(vocabulary, merges))
        self._tokenizer.normalizer = normalizers.NFC()
        self._tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(tokenizers.Regex(SPLIT_PATTERN), behavior="isolated"),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
        self._tokenizer.decoder = decoders.ByteLevel()

    def encode(self, text: str) -> list[int]:
        """Return the ids of ``text``, which must be free of lone surrogates (see `sanitise`)."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def decode(self, ids: Sequence[int]) -> str:
        """Return the text of ``ids``, control tokens by their names; bytes that are no UTF-8 become U+FFFD."""
        parts: list[str] = []
        plain: list[int] = []
        for i in ids:
            if i in self._special_names:
                parts += [self._tokenizer.decode(plain), self._special_names[i]]
                plain = []
            else:
                plain.append(i)
        return "".join([*parts, self._tokenizer.decode(plain)])


def _byte_pair_model(vocabulary: dict[str, int], merges: Sequence[str]) -> models.BPE:
    pairs: list[tuple[str, str]] = []
    for merge in merges:
        left, _, right = merge.partition(" ")
        if left + right not in vocabulary or left not in vocabulary or right not in vocabulary or " " in right:
            raise ModelError("the merge {merge!r} does not fit the token list", "convert the model again", merge=merge)
        pairs.append((left, right))
    return models.BPE(vocab=vocabulary, merges=pairs)
