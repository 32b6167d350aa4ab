"""Finds and checks the two halves of a model: its networks and its codec, in one file or in two of one folder."""

from __future__ import annotations

import contextlib
from pathlib import Path

from phonoscope import _native
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.families.model_family import ModelFamily
from phonoscope.engine.families.registry import families_of_codec, family_of, holds_model
from phonoscope.engine.message import Message
from phonoscope.engine.models.pair import ModelPair


def find_pair(path: Path, codec: Path | None = None, *, alone: bool = False, source: Path | None = None) -> ModelPair:
    """Find the other half that belongs to a model file.

    Parameters
    ----------
    path
        A model, a codec, or a file that holds both.
    codec
        The codec to use instead of looking for one.
    alone
        Accept a half whose other one is missing; both paths of the result are then that file.
    source
        The checkpoint that ``path`` was converted from where that happened unseen: messages name what people know.

    Raises
    ------
    ModelError
        When a file cannot be read, no other half is found, or ``codec`` does not belong to the model.
    """
    file = _open(path)
    if holds_model(file):
        family = family_of(file)
        if codec is None and family.holds_codec(file):
            codec = path
        own = codec_path(path, family)
        if codec is None and source is None and own.is_file():  # whatever is wrong with it, no other takes its place
            codec = own
        if codec is not None:
            _check_pair(family, file, file if codec == path else _open(codec), (source or path).name)
            return ModelPair(path, codec, source)
    elif codec is not None:
        raise ModelError("{path}: holds no model", "give the model's file and its codec", path=path)
    elif not families_of_codec(file):
        raise ModelError(
            "{path}: holds neither a model nor a codec", "give a model that was converted for it", path=path
        )
    try:
        return _find_codec(family_of(file), path, file, source) if holds_model(file) else _find_model(path, file)
    except ModelError:
        if alone:
            return ModelPair(path, path, source)
        raise


def models_in(folder: Path) -> list[Path]:
    """Return the readable GGUF files of a folder that hold a model, largest first."""
    return [path for path, file in _readable(folder) if holds_model(file)]


def codec_path(model: Path, family: ModelFamily) -> Path:
    """Return where the codec goes that is converted together with ``model``."""
    return model.with_name(f"{model.stem}{family.codec_suffix}.gguf")


def _check_pair(family: ModelFamily, model: _native.GgufFile, codec: _native.GgufFile, model_name: str) -> None:
    """Refuse a codec that is none of this family, or differs in the number or the size of codebooks."""
    problem = family.mismatch(model, codec)
    if problem:
        raise ModelError(
            "{path}: does not belong to {model_name}: {problem}",
            "give the codec's file that belongs to the model",
            path=codec.path,
            model_name=model_name,
            problem=problem,
        )


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


def _find_codec(family: ModelFamily, path: Path, model: _native.GgufFile, source: Path | None) -> ModelPair:
    candidates = [(p, f) for p, f in _neighbours(path) if family.holds_codec(f)]
    problems = []
    for other, file in candidates:
        problem = _mismatch_or_error(family, model, file)
        if not problem:
            return ModelPair(path, other, source)
        other_name = Message("its codec") if source else other.name
        problems.append(Message("{other} does not belong to it: {problem}", other=other_name, problem=problem))
    if source is not None:
        raise ModelError(
            "{source}: {problem}",
            "give a complete checkpoint, or its codec as well",
            source=source,
            problem=problems[0] if problems else Message("has no codec"),
        )
    raise ModelError(
        "{path}: {problem}",
        "put its codec there as {name}, or give the file",
        path=path,
        problem=problems[0] if problems else Message("no codec lies beside it"),
        name=codec_path(path, family).name,
    )


def _find_model(path: Path, codec: _native.GgufFile) -> ModelPair:
    fitting = [
        (other, family)
        for other, file in _neighbours(path)
        for family in families_of_codec(codec)
        if family.holds_model(file) and not _mismatch_or_error(family, file, codec)
    ]
    own = [other for other, family in fitting if codec_path(other, family).name == path.name]
    if own or len(fitting) == 1:
        return ModelPair(own[0] if own else fitting[0][0], path)
    raise ModelError(
        "{path}: is a codec, and {n} models beside it fit"
        if fitting
        else "{path}: is a codec, and no model beside it fits",
        "give the model's file",
        path=path,
        n=len(fitting),
    )


def _mismatch_or_error(family: ModelFamily, model: _native.GgufFile, codec: _native.GgufFile) -> str:
    try:
        return family.mismatch(model, codec)
    except ModelError as error:
        return error.cause
