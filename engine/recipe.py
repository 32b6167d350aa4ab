"""The recipe of a take: the request it was made by, and digests that say whether it was made again bit by bit."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine import strict_json
from phonoscope.engine.errors import RequestError
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.request import SynthesisRequest

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Recipe:
    """A request with digests of what it made.

    Parameters
    ----------
    request
        As it was spoken.
    audio_sha256
        Digest of the samples as little-endian float32.
    codes_sha256
        Digest of the codes as little-endian int32, frame by frame.
    """

    request: SynthesisRequest
    audio_sha256: str
    codes_sha256: str

    def write(self, path: Path) -> None:
        """Write the recipe to ``path``, whole or not at all.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        with replacing(path) as temporary:
            temporary.write_text(self.to_json(), "utf-8")

    def to_json(self) -> str:
        """Return the recipe as `read_recipe` reads it."""
        plain = {
            "version": 1,
            "request": json.loads(self.request.to_json()),
            "result": {"audio_sha256": self.audio_sha256, "codes_sha256": self.codes_sha256},
        }
        return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def read_recipe(path: Path) -> Recipe:
    """Read a recipe.

    Raises
    ------
    RequestError
        When it cannot be read, or anything in it is unknown, missing or out of range.
    """
    what = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(strict_json.MAX_JSON_BYTES + 1)
    except OSError as error:
        raise RequestError(
            "{what}: {error}", "check the name of the recipe", what=what, error=error.strerror or error
        ) from error
    plain = strict_json.parse(data, what)
    if not isinstance(plain, dict) or set(plain) != {"version", "request", "result"}:
        raise RequestError("{what}: is no recipe of Phonoscope", "give a file that say --recipe wrote", what=what)
    if plain["version"] != 1:
        raise RequestError(
            "{what}: version {version} is unknown", "update Phonoscope", what=what, version=plain["version"]
        )
    digests = _digests(plain["result"], what)
    return Recipe(SynthesisRequest.from_plain(plain["request"], what), *digests)


def _digests(result: Any, what: str) -> tuple[str, str]:
    if isinstance(result, dict) and set(result) == {"audio_sha256", "codes_sha256"}:
        audio, codes = result["audio_sha256"], result["codes_sha256"]
        if all(isinstance(d, str) and _DIGEST.fullmatch(d) for d in (audio, codes)):
            return audio, codes
    raise RequestError("{what}: the digests are damaged", "give a file that say --recipe wrote", what=what)


def audio_digest(samples: NDArray[np.float32]) -> str:
    """Return the SHA-256 of samples, ``[n]``."""
    return hashlib.sha256(np.ascontiguousarray(samples, "<f4").data).hexdigest()


def codes_digest(codes: NDArray[np.int32]) -> str:
    """Return the SHA-256 of codes, ``[frames, codebooks]``."""
    return hashlib.sha256(np.ascontiguousarray(codes, "<i4").data).hexdigest()
