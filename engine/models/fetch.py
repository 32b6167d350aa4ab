"""Brings a published model into the store. The only part of the engine that uses the network, and only when asked."""

from __future__ import annotations

import errno
import re
import shutil
from pathlib import Path

from phonoscope.engine.errors import ModelError, OutputError
from phonoscope.engine.families import FAMILIES
from phonoscope.engine.models.store import store_path

_PATTERNS = ("*.json", "merges.txt", "*.safetensors", "codec.pth", "speech_tokenizer/*", "*.gguf")


def licence_of(name: str) -> str:
    """Return what has to be agreed to before ``name`` (``OWNER/REPOSITORY``) is downloaded; empty where nothing has."""
    return next((f.licence for f in FAMILIES.values() if name in f.repositories), "")


def fetch(name: str, *, agreed: bool = False) -> Path:
    """Download a repository of the Hugging Face Hub into the store; what is there already is not downloaded again.

    Parameters
    ----------
    name
        ``OWNER/REPOSITORY``, such as ``Qwen/Qwen3-TTS-12Hz-0.6B-Base``. The model is then called ``REPOSITORY``. Of a
        family that is published in several repositories, the others come along into folders below it.
    agreed
        Whether the person has agreed to the text of `licence_of`.

    Returns
    -------
    Path
        The model's folder in the store.

    Raises
    ------
    ModelError
        When the name is malformed, its licence was not agreed to, the optional package huggingface_hub is missing,
        there is no network, or the repository does not exist.
    OutputError
        When the store cannot be written.
    """
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", name):
        raise ModelError("{name!r} is no name of a published model", "give OWNER/REPOSITORY", name=name)
    if licence_of(name) and not agreed:
        raise ModelError("{name}: its licence has not been agreed to", "read it and add --agree", name=name)
    folder = store_path() / name.split("/")[1]
    _download(name, folder)
    for first, *others in (f.repositories for f in FAMILIES.values() if f.repositories):
        for other in others if name == first else ():
            _download(other, folder / other.split("/")[1])
    return folder


def _download(name: str, folder: Path) -> None:
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import RepositoryNotFoundError
    except ImportError as error:
        raise ModelError(
            "the package huggingface_hub is missing", "install it: pip install phonoscope[fetch]"
        ) from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            "{folder}: cannot be made ({error})", "permit writing there", folder=folder, error=error.strerror
        ) from error
    try:
        snapshot_download(name, local_dir=folder, allow_patterns=list(_PATTERNS))
    except BaseException as error:
        if all(entry.name == ".cache" for entry in folder.iterdir()):  # the library's own notes
            shutil.rmtree(folder)
        if isinstance(error, RepositoryNotFoundError):
            raise ModelError("{name}: is not on the Hub, or is private", "check the name", name=name) from error
        if isinstance(error, Exception):  # the library lets those of its HTTP client through: no common family
            raise ModelError(
                "{name}: cannot be fetched ({reason})",
                "check the network; an interrupted fetch goes on where it stopped",
                name=name,
                reason=_reason(error),
            ) from error
        raise


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.errno is not None and error.errno == errno.ENOSPC:
        return "no space left on the disk"
    # Without a network the library finds nothing in its own cache either and says so, not what is wrong.
    if type(error).__name__ == "LocalEntryNotFoundError" or isinstance(error, OSError):
        return "the Hugging Face Hub cannot be reached"
    return str(error).splitlines()[0] if str(error) else type(error).__name__
