"""Finds and checks the two halves of a model: talker and speech tokenizer, in one file or in two of one folder."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from phonoscope import _native
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.families.qwen3_tts.codec_info import has_codec, read_codec_info
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info
from phonoscope.engine.families.qwen3_tts.tensor_shapes import has_talker
from phonoscope.engine.models.convert import codec_path


@dataclass(frozen=True)
class ModelPair:
    """The files of one model; the same path twice when one file holds both."""

    talker: Path
    codec: Path


def find_pair(path: Path, codec: Path | None = None) -> ModelPair:
    """Find the other half that belongs to a model file.

    Parameters
    ----------
    path
        A talker, a speech tokenizer, or a file that holds both.
    codec
        The speech tokenizer to use instead of looking for one.

    Raises
    ------
    ModelError
        When a file cannot be read, no other half is found, or ``codec`` does not belong to the talker.
    """
    file = _open(path)
    if codec is not None:
        if not has_talker(file):
            raise ModelError(f"{path}: holds no talker", "give the talker's file and its speech tokenizer")
        check_pair(file, _open(codec))
        return ModelPair(path, codec)
    if has_talker(file) and has_codec(file):
        check_pair(file, file)
        return ModelPair(path, path)
    if has_talker(file):
        return ModelPair(path, _find_codec(path, file))
    if has_codec(file):
        return ModelPair(_find_talker(path, file), path)
    raise ModelError(f"{path}: holds neither a talker nor a speech tokenizer", "give a Qwen3-TTS model")


def talkers_in(folder: Path) -> list[Path]:
    """Return the readable GGUF files of a folder that hold a talker, largest first."""
    return [path for path, file in _readable(folder) if has_talker(file)]


def check_pair(talker: _native.GgufFile, codec: _native.GgufFile) -> None:
    """Check that a speech tokenizer belongs to a talker.

    Raises
    ------
    ModelError
        When the number or the size of their codebooks differ.
    """
    problem = _mismatch(talker, codec)
    if problem:
        cause = f"{codec.path}: does not belong to {talker.path.name}: {problem}"
        raise ModelError(cause, "give the tokenizer file that belongs to the talker")


def _mismatch(talker: _native.GgufFile, codec: _native.GgufFile) -> str:
    model, tokenizer = read_model_info(talker), read_codec_info(codec)
    if model.n_code_groups != tokenizer.n_quantizers:
        return f"it has {tokenizer.n_quantizers} codebooks, the talker speaks {model.n_code_groups}"
    if model.codebook_size != tokenizer.codebook_size:
        return f"its codebooks have {tokenizer.codebook_size} entries, the talker's {model.codebook_size}"
    return ""


def _open(path: Path) -> _native.GgufFile:
    with native_errors():
        return _native.GgufFile(path)


def _readable(folder: Path) -> list[tuple[Path, _native.GgufFile]]:
    """Return the GGUF files of a folder, largest first; damaged ones are no candidates."""
    found = []
    for path in sorted(folder.glob("*.gguf")):
        with contextlib.suppress(ModelError):
            found.append((path, _open(path)))
    return sorted(found, key=lambda pair: pair[0].stat().st_size, reverse=True)


def _neighbours(path: Path) -> list[tuple[Path, _native.GgufFile]]:
    return [(other, file) for other, file in _readable(path.parent) if other.name != path.name]


def _find_codec(path: Path, talker: _native.GgufFile) -> Path:
    candidates = [(p, f) for p, f in _neighbours(path) if has_codec(f)]
    own = codec_path(path)
    candidates.sort(key=lambda pair: pair[0].name != own.name)  # the one written together with it comes first
    problems = []
    for other, file in candidates:
        problem = _mismatch_or_error(talker, file)
        if not problem:
            return other
        problems.append(f"{other.name} does not belong to it: {problem}")
    cause = problems[0] if problems else "no speech tokenizer lies beside it"
    raise ModelError(f"{path}: {cause}", f"put its tokenizer file there as {own.name}, or give the file")


def _find_talker(path: Path, codec: _native.GgufFile) -> Path:
    candidates = [(p, f) for p, f in _neighbours(path) if has_talker(f)]
    fitting = [p for p, f in candidates if not _mismatch_or_error(f, codec)]
    own = [p for p in fitting if codec_path(p).name == path.name]
    if own or len(fitting) == 1:
        return (own or fitting)[0]
    cause = f"{len(fitting)} talkers beside it fit" if fitting else "no talker beside it fits"
    raise ModelError(f"{path}: is a speech tokenizer, and {cause}", "give the talker's file")


def _mismatch_or_error(talker: _native.GgufFile, codec: _native.GgufFile) -> str:
    try:
        return _mismatch(talker, codec)
    except ModelError as error:
        return error.cause
