"""Files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from phonoscope.engine.errors import OutputError
from phonoscope.engine.message import Message

PART_SUFFIX = ".part"  # of what is not yet whole
_ABANDONED_S = 60.0  # nobody has written to it for so long: its program was killed


def check_replaceable(path: Path) -> None:
    """Refuse a target that is no file but a folder, a device or a pipe, or that its owner has protected.

    Raises
    ------
    OutputError
        Naming it.
    """
    if path.is_dir():
        raise OutputError("{path}: is a folder", "give the name of a file", path=path)
    if path.exists() and not path.is_file():  # a link to such a thing included
        raise OutputError("{path}: is no file but a device or a pipe", "give the name of a file", path=path)
    if path.is_file() and not path.stat().st_mode & 0o222:
        raise OutputError("{path}: is read-only", "make it writable or give another name", path=path)


def check_folder_of(path: Path) -> None:
    """Refuse a file to be written whose folder is not there.

    Raises
    ------
    OutputError
        Naming both.
    """
    if not path.parent.is_dir():
        raise OutputError(
            "{path}: the folder {folder} does not exist", "make it first or give another", path=path, folder=path.parent
        )


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Hand out a temporary file beside ``path`` and give it that name when the block ends well.

    The data is on the disk before the name changes. On any error, Ctrl-C included, the temporary file is removed
    and what stood at ``path`` before stays as it was.

    Raises
    ------
    OutputError
        When the folder cannot be written, the disk is full, or the target is as `check_replaceable` refuses it.
    """
    check_replaceable(path)
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=PART_SUFFIX, dir=path.parent)
    except OSError as error:
        raise OutputError(
            "{path}: cannot be written ({error})", "give a writable folder", path=path, error=error.strerror
        ) from error
    os.close(descriptor)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        # numpy notices that too little was written, but not why.
        raise OutputError(
            "{path}: cannot be written ({error})",
            "free some space or give another folder",
            path=path,
            error=error.strerror or Message("not all of it fitted on the disk"),
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def remove_abandoned(folder: Path) -> None:
    """Remove what killed programs left of the files, and of the folders, that they were about to make in a folder."""
    for part in folder.glob(f".*{PART_SUFFIX}"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime < _ABANDONED_S:
                continue
            if part.is_dir():
                shutil.rmtree(part)
            else:
                part.unlink()


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
