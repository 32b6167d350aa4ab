"""The files of a model."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class ModelPair:
    """The two halves of a model; the same path twice when one file holds both.

    Parameters
    ----------
    model
        The file with the networks that make frames from text.
    codec
        The file with the one that makes sound of them.
    source
        The checkpoint that they were converted from where that happened unseen: messages name what people know.
    """

    model: Path
    codec: Path
    source: Path | None = field(default=None, compare=False)
