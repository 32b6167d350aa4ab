"""Opening the workbench, or drawing it into a picture without a screen."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from phonoscope.engine.database import waiting_at_most
from phonoscope.engine.errors import OutputError, RequestError
from phonoscope.engine.models.atomic_file import check_folder_of
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.voices.references import names_file
from phonoscope.gui.crash import CrashReporter, log_to_file
from phonoscope.gui.language.install import install_language
from phonoscope.gui.layouts import LAYOUTS
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import PAGES, MainWindow
from phonoscope.gui.offscreen import without_a_screen
from phonoscope.gui.opening import Opening
from phonoscope.gui.responsive import responsive
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

_THEMES = ("system", "light", "dark")
_PATIENCE_S = 0.25  # of the window with a library that another program has locked
_SETTLE_MS = 100  # for layouts and repaints after the last change


def main(
    *,
    screenshot: Path | None = None,
    size: tuple[int, int] = (1280, 800),
    layout: str | None = None,
    page: str = "",
    theme: str | None = None,
    model: str = "",
    voice: str = "",
    speak: Sequence[str] = (),
    seed: int | None = None,
    reset: bool = False,
) -> int:
    """Open the workbench and return the exit code when it is closed.

    Parameters
    ----------
    screenshot
        Draw the window into this PNG file, without a screen, and end.
    size
        Width and height of that picture in pixels.
    layout
        Key of a built-in layout; None for the last one.
    page
        Key of the page of the window that is shown at the end; on that of comparison the last two takes are compared.
    theme
        "light", "dark" or "system"; None for the last one.
    model
        Load this model at once; with ``speak`` and without a name, the model that comes with the program.
    voice
        Choose this voice: a file, one of the library or of the model, or a blend.
    speak
        Speak these texts, each as a take, as soon as the model is loaded; a screenshot waits for the end.
    seed
        Of the first of these takes, counting up from there; None for a new one each time.
    reset
        Forget the window's state, but not the layouts and presets that the person has made.

    Raises
    ------
    PhonoscopeError
        When an argument does not fit, or what a screenshot is to show fails.
    """
    if layout is not None and layout not in LAYOUTS:
        raise RequestError(f"unknown layout {layout!r}", f"the layouts are {', '.join(LAYOUTS)}")
    if theme is not None and theme not in _THEMES:
        raise RequestError(f"unknown theme {theme!r}", f"the themes are {', '.join(_THEMES)}")
    if page and page not in PAGES:
        raise RequestError(f"unknown page {page!r}", f"the pages are {', '.join(PAGES)}")
    model = model or (DEFAULT_MODEL if speak else "")
    if screenshot is not None:
        check_folder_of(screenshot)
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = _application()
    settings = _settings(reset=reset, temporary=screenshot is not None)
    install_language(application, settings.settings.window.language)
    with contextlib.ExitStack() as at_the_end:
        at_the_end.enter_context(responsive())
        at_the_end.enter_context(waiting_at_most(_PATIENCE_S))
        if screenshot is not None:
            at_the_end.enter_context(without_a_screen())
        # A picture changes nothing: what it shows is kept for as long as it is drawn.
        folder = at_the_end.enter_context(tempfile.TemporaryDirectory()) if screenshot is not None else None
        window = MainWindow(TakeStore(Path(folder) if folder else None), ThemeFollower(application), settings)
        at_the_end.callback(delete, window)
        if layout is not None:
            window.layout_commands.use_layout(layout)
        if theme is not None:
            window.themes.force(theme)
        if voice:
            picker = window.panel.voice_picker
            picker.add_file(Path(voice)) if names_file(voice) else picker.show_voice(voice)
        opening = Opening(window, speak, seed, page)
        if screenshot is None:
            opening.begin(model)
            return _run(application, window, starts=not model)
        _draw(window, opening, model, screenshot, size)
    return 0


def _run(application: QApplication, window: MainWindow, *, starts: bool) -> int:
    """Show the window until it is closed and return the exit code."""
    CrashReporter(log_to_file(), application).install()
    window.show()
    window.playback.check_device()
    if starts:
        window.start()
    code = application.exec()
    window.host.leave(code)
    return code


def _draw(window: MainWindow, opening: Opening, model: str, screenshot: Path, size: tuple[int, int]) -> None:
    """Draw the window into a file, once it has been opened as far as that was asked for."""
    window.speaking.plays_at_once = False
    window.resize(*size)
    window.show()
    window.layout_commands.use_layout(window.layout_commands.layout_name)  # in shares of this size
    opening.begin(model)
    opening.wait()
    _settle()
    # The least quality is PNG's best compression: nothing is lost.
    if not window.grab().save(str(screenshot), None, 0):
        raise OutputError(f"{screenshot}: cannot be written", "end the name in .png and give a writable folder")


def _application() -> QApplication:
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    application = QApplication(sys.argv[:1])
    application.setApplicationName("phonoscope")
    application.setApplicationDisplayName("Phonoscope")
    return application


def _settings(*, reset: bool, temporary: bool) -> SettingsStore:
    if temporary:  # a picture shows the window as it is at first, and changes nothing
        return SettingsStore(None)
    store = SettingsStore.of_user()
    if reset:
        store.reset()
    return store


def _settle() -> None:
    """Let layouts and repaints come to an end."""
    loop = QEventLoop()
    QTimer.singleShot(_SETTLE_MS, loop.quit)
    loop.exec()
