"""Batches of the published non-streaming prompt, aligned at their ends so that all go on together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from phonoscope.engine.training import tokens
from phonoscope.engine.training.dims import CodecIds
from phonoscope.engine.training.talker import Talker
from torch import Tensor

NONE = -1
SPEAKER = -2  # in place of a codec id: the speaker vector


def prompt_ids(text: str, language: str | None, ids: CodecIds) -> tuple[list[int], list[int]]:
    """Give the text ids of a prompt and the codec ids (`NONE`, `SPEAKER`) beside them."""
    names = ("think", "think_bos", language, "think_eos") if language else ("nothink", "think_bos", "think_eos")
    letters = tokens.encode(text)[0]
    written = [tokens.IM_START, tokens.ASSISTANT, tokens.NEWLINE, *[tokens.TTS_PAD] * (len(names) + 1)]
    written += [tokens.TTS_BOS, *letters, tokens.TTS_EOS, tokens.TTS_PAD]
    spoken = [NONE] * 3 + [ids[name] for name in names] + [SPEAKER] + [ids["pad"]] * (len(letters) + 2) + [ids["bos"]]
    return written, spoken


@dataclass(frozen=True)
class Prompts:
    """Prompts of one width; what stands before a shorter one is `NONE`.

    Attributes
    ----------
    text, codec : Tensor
        Ids [B, P].
    vectors : Tensor
        Speaker vectors [B, hidden].
    """

    text: Tensor
    codec: Tensor
    vectors: Tensor

    @classmethod
    def of(
        cls,
        texts: Sequence[str],
        languages: Sequence[str | None],
        vectors: Tensor,
        ids: CodecIds,
        width: int | None = None,
    ) -> Prompts:
        """Write prompts for texts, on the device of the vectors, `width` positions wide or as wide as needed."""
        made = [prompt_ids(text, language, ids) for text, language in zip(texts, languages, strict=True)]
        width = width or max(len(written) for written, _ in made)
        table = torch.full((2, len(made), width), NONE)
        for row, both in enumerate(made):
            for channel, values in enumerate(both):
                table[channel, row, width - len(values) :] = torch.tensor(values)
        table = table.to(vectors.device)
        return cls(table[0], table[1], vectors)

    @property
    def present(self) -> Tensor:
        """Which positions hold something [B, P]."""
        return self.text != NONE

    def repeated(self, times: int) -> Prompts:
        """Give every prompt `times` times, one after the other."""
        text, codec, vectors = (t.repeat_interleave(times, 0) for t in (self.text, self.codec, self.vectors))
        return Prompts(text, codec, vectors)

    def embedded(self, model: Talker) -> Tensor:
        """Give the summed input embeddings [B, P, hidden]."""
        x = model.text(self.text.clamp(min=0)) * self.present[..., None]
        x = x + model.codec(self.codec.clamp(min=0)) * (self.codec >= 0)[..., None]
        return x + self.vectors[:, None] * (self.codec == SPEAKER)[..., None]
