"""A model, by any of its names, against recorded activations in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from phonoscope import _native
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.families.registry import families_of_codec, family_of, holds_model
from phonoscope.engine.models import store
from phonoscope.engine.models.convert import ConversionProgress
from phonoscope.engine.parity.comparison import StageResult
from phonoscope.engine.parity.golden_file import ADVICE, BFLOAT16, LacksArraysError, read_golden


def parity_stages(
    model: str,
    golden: Path,
    *,
    codec: Path | None = None,
    type_name: str = "f32",
    threads: int | None = None,
    bfloat16: bool = False,
    progress: Callable[[ConversionProgress], None] = lambda _: None,
) -> Iterator[StageResult]:
    """Yield every stage that is recorded, in the order in which data flows.

    Parameters
    ----------
    model
        A name from the store, a GGUF file or a folder; a codec alone has its own stages.
    golden
        The recorded activations.
    codec
        The codec's file where it is not found from the model.
    type_name
        Storage type that a folder is converted to.
    threads
        Threads that compute; None for as many as there are cores.
    bfloat16
        Whether the reference computed in bfloat16, for families where some do; a recording may also say so itself.
    progress
        Of the conversion of a folder; what it raises ends it.

    Raises
    ------
    ModelError
        When a file is damaged or the two do not belong together.
    """
    recorded = {**read_golden(golden), **({BFLOAT16: np.array(True)} if bfloat16 else {})}
    pair = store.resolve(model, codec=codec, type_name=type_name, alone=True, progress=progress)
    with native_errors():
        file = _native.GgufFile(pair.model)
    family = family_of(file) if holds_model(file) else families_of_codec(file)[0]
    try:
        yield from family.parity_stages(pair, recorded, available_cores() if threads is None else threads)
    except LacksArraysError as error:
        raise ModelError("{path}: {problem}", ADVICE, path=golden, problem=error.cause) from error
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        # What an array should look like follows from others in the file: checking all would be the comparison again.
        raise ModelError(
            "{path}: its arrays do not fit together ({error})", ADVICE, path=golden, error=error
        ) from error
