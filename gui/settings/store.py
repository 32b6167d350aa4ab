"""The settings' file: read once, changed in memory, written whole."""

from __future__ import annotations

import contextlib
import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from phonoscope.engine import strict_json
from phonoscope.engine.errors import OutputError, PhonoscopeError, RequestError
from phonoscope.engine.message import Message
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.gui.settings.migrations import migrate, read_version_1
from phonoscope.gui.settings.sections import VERSION, Settings
from platformdirs import user_config_path

_FILE = "settings.json"
_VERSION_1_FILE = "window.ini"


class SettingsStore:
    """The settings of one person.

    >>> store = SettingsStore(None)
    >>> store.change("sound", volume=0.5)
    >>> store.settings.sound.volume
    0.5

    Parameters
    ----------
    folder
        Where the file is; None keeps nothing beyond this object.

    Attributes
    ----------
    settings
        As they are now.
    notice
        What could not be read of the file, for people; empty when all is well.
    """

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / _FILE if folder is not None else None
        self.settings = Settings()
        self.notice: str = ""
        if folder is not None:
            self._read(folder)
        self._written = self.settings

    @classmethod
    def of_user(cls) -> SettingsStore:
        """Return the settings of whoever runs this program."""
        return cls(user_config_path("phonoscope", appauthor=False))

    def change(self, section: str, **values: Any) -> None:
        """Set fields of a section, for example ``change("sound", volume=0.5)``."""
        changed = replace(getattr(self.settings, section), **values)
        self.settings = replace(self.settings, **{section: changed})

    def replace(self, **sections: Any) -> None:
        """Set whole sections."""
        self.settings = replace(self.settings, **sections)

    def reset(self) -> None:
        """Go back to the settings at first; what a person has made and given a name stays."""
        self.settings = Settings(presets=self.settings.presets, layouts=self.settings.layouts)
        self.notice = ""

    def save(self) -> None:
        """Write the file if anything has changed.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        if self._path is None or self.settings == self._written:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                "{folder}: cannot be made ({error})", "permit writing", folder=self._path.parent, error=error.strerror
            ) from error
        plain = {"version": VERSION, **strict_json.to_plain(self.settings)}
        with replacing(self._path) as temporary:
            temporary.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", "utf-8")
        self._written = self.settings

    def _read(self, folder: Path) -> None:
        path, old = folder / _FILE, folder / _VERSION_1_FILE
        try:
            if path.is_file():
                plain = strict_json.parse(path.read_bytes(), str(path))
                version = plain.pop("version", None) if isinstance(plain, dict) else None
            elif old.is_file():
                plain, version = read_version_1(old), 1
            else:
                return
            if type(version) is not int or not 1 <= version <= VERSION:
                raise RequestError("{path}: is of another version", path=path)
            self.settings = self._sections(migrate(plain, version), str(path))
        except (PhonoscopeError, OSError) as error:
            self._set_aside(path, error.message if isinstance(error, PhonoscopeError) else str(error))

    def _sections(self, plain: dict[str, Any], what: str) -> Settings:
        """Return the settings, with those at first for every section that cannot be read."""
        read: dict[str, Any] = {}
        for section in fields(Settings):
            if section.name not in plain:
                continue
            with contextlib.suppress(RequestError):
                one = strict_json.from_plain(Settings, {section.name: plain[section.name]}, what)
                read[section.name] = getattr(one, section.name)
                continue
            self.notice = Message(
                "{what}: the settings of {section} are damaged; they are as at first again",
                what=what,
                section=section.name,
            )
        return Settings(**read)

    def _set_aside(self, path: Path, reason: str) -> None:
        """Keep a file that a later version, or a person, may still make sense of."""
        aside = path.with_suffix(".kept.json")
        with contextlib.suppress(OSError):
            path.replace(aside)
        self.notice = Message(
            "{reason}; the settings are as at first, the old ones are in {file}", reason=reason, file=aside.name
        )
