"""Turns what a person calls a model into its files: a name from the store, a GGUF file, or a Hugging Face folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from phonoscope import _native
from phonoscope.engine.errors import ModelError, OutputError, native_errors
from phonoscope.engine.families.registry import REGISTRY, family_of_folder, is_checkpoint
from phonoscope.engine.message import Message
from phonoscope.engine.models.atomic_file import remove_abandoned, replacing
from phonoscope.engine.models.convert import ConversionProgress, convert
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.pairing import codec_path, find_pair, models_in
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.requantise import check_requantisable
from phonoscope.engine.names import is_path
from platformdirs import user_cache_path, user_data_path

_APPLICATION = "phonoscope"
_CONVERTER_VERSION = 1  # raised whenever the converter writes other bytes, so that cached conversions are made again
_CHUNK_BYTES = 1 << 22
DEFAULT_TYPE = "q8_0"
DEFAULT_MODEL = "phonoscope-voice"  # comes with the program


@dataclass(frozen=True)
class StoredModel:
    """A model of the store."""

    name: str
    path: Path
    """A GGUF file or a Hugging Face folder."""
    n_bytes: int


def store_path() -> Path:
    """Return the folder of the store: one folder a model, each with GGUF files or in Hugging Face form."""
    return user_data_path(_APPLICATION, appauthor=False) / "models"


def cache_path() -> Path:
    """Return the folder of converted Hugging Face folders."""
    return user_cache_path(_APPLICATION, appauthor=False) / "models"


def bundled_models() -> list[StoredModel]:
    """List the models that come with the program, by name: one file each, with its codec beside it."""
    folder = Path(str(files("phonoscope") / "resources" / "voice"))
    codecs = {path: _codec_files(path) for path in folder.glob("*.gguf")}
    models = sorted(path for path in codecs if not any(path in beside for beside in codecs.values()))
    return [StoredModel(p.stem, p, sum(f.stat().st_size for f in (p, *codecs[p]))) for p in models]


def _codec_files(model: Path) -> set[Path]:
    """Return the files beside a model that are called as a conversion calls its codec."""
    return {path for family in REGISTRY if (path := codec_path(model, family)).is_file()}


def list_models() -> list[StoredModel]:
    """List the models that have a name: those of the store, then those that come with the program."""
    store = store_path()
    folders = sorted(p for p in store.iterdir() if p.is_dir()) if store.is_dir() else []
    models = []
    for folder in folders:
        with contextlib.suppress(ModelError):
            members = [p for p in folder.rglob("*") if p.is_file()]
            models.append(StoredModel(folder.name, _model_in(folder), sum(p.stat().st_size for p in members)))
    return models + bundled_models()


def resolve(
    model: str,
    *,
    codec: Path | None = None,
    type_name: str = DEFAULT_TYPE,
    alone: bool = False,
    progress: Callable[[ConversionProgress], None] = lambda _: None,
) -> ModelPair:
    """Find the files of a model.

    Parameters
    ----------
    model
        A path to a GGUF file, to a folder with one, or to a Hugging Face folder; or a name from the store, which comes
        before a file of that name in the current folder.
    codec
        The codec to use instead of the one found beside the model or converted with it.
    type_name
        Storage type when a published checkpoint has to be converted, which happens once for each content and type.
    alone
        Accept one half of a model without the other, see `find_pair`.
    progress
        Of that conversion.

    Raises
    ------
    ModelError
        When nothing is called so, or the files are damaged, incomplete or do not belong together.
    OutputError
        When the cache cannot be written.
    """
    path = _path_of(model)
    if not is_checkpoint(path):
        return find_pair(path, codec, alone=alone)
    return find_pair(_converted(path, QuantisationPolicy(type_name), progress), codec, alone=alone, source=path)


def is_stored_as_chosen(model: str) -> bool:
    """Whether a model has no storage type yet, so that `resolve` converts it; false for what is no model at all."""
    try:
        return is_checkpoint(_path_of(model))
    except ModelError:
        return False


def quantised(model: str, type_name: str, progress: Callable[[ConversionProgress], None] = lambda _: None) -> ModelPair:
    """Return the files of a model in a storage type; they are made in the cache where they are not there yet.

    Parameters
    ----------
    model
        As `resolve` takes it.
    type_name
        One of `phonoscope.engine.models.quantisation.TYPES`.
    progress
        Of the conversion.

    Raises
    ------
    ModelError
        As `resolve`, and when it is a GGUF file that is quantised already.
    OutputError
        When the cache cannot be written.
    """
    path = _path_of(model)
    return find_pair(_converted(path, QuantisationPolicy(type_name), progress), source=path)


def check_quantisable(model: str) -> None:
    """Refuse a model that `quantised` refuses, without reading its weights.

    Raises
    ------
    ModelError
        Saying why.
    """
    path = _path_of(model)
    if not is_checkpoint(path):
        pair = find_pair(path)
        for file in dict.fromkeys((pair.model, pair.codec)):
            with native_errors():
                check_requantisable(_native.GgufFile(file))


def _path_of(model: str) -> Path:
    """Return the checkpoint or GGUF file that a person calls ``model``; see `resolve`."""
    if not model:
        raise ModelError("the name of the model is empty", "see phonoscope models list")
    path = Path(model).expanduser()
    if not (is_path(model) and path.exists()):
        known = {stored.name: stored.path for stored in reversed(list_models())}  # the store's own come first
        path = known.get(model, path)
        if not path.exists():
            names = ", ".join(sorted(known)) or Message("it is empty")
            raise ModelError(
                "{model}: is no file, no folder and no name in the store ({names})",
                "see phonoscope models list",
                model=model,
                names=names,
            )
    return _model_in(path) if path.is_dir() else path


def content_hash(folder: Path) -> str:
    """Return the SHA-256 over the names and contents of the files that a conversion of ``folder`` reads.

    Weights are hashed once: their digests are kept in the cache beside size and time of change.

    Raises
    ------
    ModelError
        When a file is missing.
    """
    sources = family_of_folder(folder).source_files(folder)
    total = hashlib.sha256()
    for path in [p for p in sources.settings if p.exists()] + sources.weights:
        total.update(f"{path.relative_to(folder)}\0{file_hash(path, remember=path in sources.weights)}\0".encode())
    return total.hexdigest()


def _model_in(folder: Path) -> Path:
    """Return the folder itself when it is a published checkpoint, else its only model."""
    if is_checkpoint(folder):
        return folder
    models = models_in(folder) or sorted(path for path in folder.glob("*.gguf") if is_checkpoint(path))
    if not models:
        raise ModelError(
            "{folder}: holds no readable GGUF file of a model and is no checkpoint of a known family",
            "give a GGUF file or a Hugging Face folder",
            folder=folder,
        )
    if len(models) > 1:
        raise ModelError(
            "{folder}: holds {n_models} models",
            "give one of the files, such as {first}",
            folder=folder,
            n_models=len(models),
            first=models[0],
        )
    return models[0]


def _converted(source: Path, policy: QuantisationPolicy, progress: Callable[[ConversionProgress], None]) -> Path:
    """Return the model that a checkpoint or a GGUF file was converted to, which happens once for its content."""
    if is_checkpoint(source):
        digest, name = content_hash(source), f"{policy.type}.gguf"
    else:
        pair = find_pair(source)
        digests = "".join(file_hash(path) for path in (pair.model, pair.codec))
        digest, name = hashlib.sha256(digests.encode()).hexdigest(), f"{source.stem}-{policy.type}.gguf"
    model = cache_path() / f"{digest[:32]}-v{_CONVERTER_VERSION}" / name
    if not model.is_file():
        _make_folder(model.parent)
        remove_abandoned(model.parent)
        convert(source, model, policy, progress=progress)
    return model


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            "{folder}: cannot be made ({error})",
            "free some space or permit writing",
            folder=folder,
            error=error.strerror,
        ) from error


def file_hash(path: Path, *, remember: bool = True, stop: threading.Event | None = None) -> str:
    """Return the SHA-256 of a file's content.

    Parameters
    ----------
    path
        The file.
    remember
        Whether it is kept in the cache beside size and time of change.
    stop
        Set from another thread when the hash is no longer wanted.

    Raises
    ------
    ModelError
        When it cannot be read, or ``stop`` was set meanwhile.
    """
    try:
        status = path.stat()
        stamp = f"{path.resolve()}|{status.st_size}|{status.st_mtime_ns}|{status.st_ino}"
        note = cache_path() / "hashes" / (hashlib.sha256(stamp.encode()).hexdigest()[:32] + ".json")
        if remember and note.is_file():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                return str(json.loads(note.read_text())["sha256"])
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                if stop is not None and stop.is_set():
                    raise ModelError("{path}: hashing was stopped", path=path)
                digest.update(chunk)
    except OSError as error:
        raise ModelError(
            "{path}: cannot be read ({error})", "give a complete Hugging Face folder", path=path, error=error.strerror
        ) from error
    if remember:
        _make_folder(note.parent)
        with replacing(note) as temporary:
            temporary.write_text(json.dumps({"file": str(path.resolve()), "sha256": digest.hexdigest()}))
    return digest.hexdigest()
