"""Turns what a person calls a model into its files: a name from the store, a GGUF file, or a Hugging Face folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from phonoscope.engine.errors import ModelError, OutputError
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.models.checkpoint import weight_files
from phonoscope.engine.models.convert import ConversionProgress, codec_path, convert
from phonoscope.engine.models.pairing import ModelPair, find_pair, talkers_in
from phonoscope.engine.models.quantisation import QuantisationPolicy
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
    """List the models that come with the program, by name: one file each, with its speech tokenizer beside it."""
    folder = Path(str(files("phonoscope") / "resources" / "voice"))
    tokenizers = {codec_path(path) for path in folder.glob("*.gguf")}
    talkers = sorted(path for path in folder.glob("*.gguf") if path not in tokenizers)
    return [StoredModel(p.stem, p, sum(f.stat().st_size for f in (p, codec_path(p)) if f.is_file())) for p in talkers]


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
    progress: Callable[[ConversionProgress], None] = lambda _: None,
) -> ModelPair:
    """Find the files of a model.

    Parameters
    ----------
    model
        A path to a GGUF file, to a folder with one, or to a Hugging Face folder; else a name from the store.
    codec
        The speech tokenizer to use instead of the one found beside the talker or converted with it.
    type_name
        Storage type when a Hugging Face folder has to be converted, which happens once for each content and type.
    progress
        Of that conversion.

    Raises
    ------
    ModelError
        When nothing is called so, or the files are damaged, incomplete or do not belong together.
    OutputError
        When the cache cannot be written.
    """
    path = Path(model).expanduser()
    if not path.exists():
        known = {stored.name: stored.path for stored in reversed(list_models())}  # the store's own come first
        if model not in known:
            names = ", ".join(sorted(known)) or "it is empty"
            cause = f"{model}: is no file, no folder and no name in the store ({names})"
            raise ModelError(cause, "see phonoscope models list")
        path = known[model]
    if path.is_dir():
        path = _model_in(path)
    if path.is_dir():
        path = _converted(path, QuantisationPolicy(type_name), progress)
    return find_pair(path, codec)


def content_hash(folder: Path) -> str:
    """Return the SHA-256 over the names and contents of the files that a conversion of ``folder`` reads.

    Weights are hashed once: their digests are kept in the cache beside size and time of change.

    Raises
    ------
    ModelError
        When a file is missing.
    """
    names = ["config.json", "generation_config.json", "vocab.json", "merges.txt", "tokenizer_config.json"]
    small = [folder / name for name in names] + [folder / "speech_tokenizer" / "config.json"]
    weights = weight_files(folder) + weight_files(folder / "speech_tokenizer")
    total = hashlib.sha256()
    for path in [p for p in small if p.exists()] + weights:
        total.update(f"{path.relative_to(folder)}\0{file_hash(path, remember=path in weights)}\0".encode())
    return total.hexdigest()


def _model_in(folder: Path) -> Path:
    """Return the folder itself when it is in Hugging Face form, else its only talker."""
    if (folder / "config.json").is_file():
        return folder
    talkers = talkers_in(folder)
    if not talkers:
        cause = f"{folder}: holds no readable GGUF file of a talker and no config.json"
        raise ModelError(cause, "give a GGUF file or a Hugging Face folder")
    if len(talkers) > 1:
        raise ModelError(f"{folder}: holds {len(talkers)} models", f"give one of the files, such as {talkers[0]}")
    return talkers[0]


def _converted(folder: Path, policy: QuantisationPolicy, progress: Callable[[ConversionProgress], None]) -> Path:
    key = f"{content_hash(folder)[:32]}-v{_CONVERTER_VERSION}"
    talker = cache_path() / key / f"{policy.type}.gguf"
    if not (talker.is_file() and codec_path(talker).is_file()):
        _make_folder(talker.parent)
        convert(folder, talker, policy, progress=progress)
    return talker


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        cause = f"{folder}: cannot be made ({error.strerror})"
        raise OutputError(cause, "free some space or permit writing") from error


def file_hash(path: Path, *, remember: bool = True) -> str:
    """Return the SHA-256 of a file's content; ``remember`` keeps it in the cache beside size and time of change.

    Raises
    ------
    ModelError
        When it cannot be read.
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
                digest.update(chunk)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read ({error.strerror})", "give a complete Hugging Face folder") from error
    if remember:
        _make_folder(note.parent)
        with replacing(note) as temporary:
            temporary.write_text(json.dumps({"file": str(path.resolve()), "sha256": digest.hexdigest()}))
    return digest.hexdigest()
