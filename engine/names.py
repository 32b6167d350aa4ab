"""What people write for a model or a voice: a path, or the name of one that is known."""

from __future__ import annotations

import os


def is_path(name: str) -> bool:
    """Whether ``name`` can only mean a file or folder: it says where, as ``./anna`` and ``voices/anna.spk`` do.

    Anything else means what is known by that name first, so that no file of the folder in which a command happens to be
    given, or the window to be opened, hides it.
    """
    return any(separator in name for separator in (os.sep, os.altsep) if separator)
