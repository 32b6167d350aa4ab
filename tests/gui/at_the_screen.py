"""Uses the window on a real X display, with events of mouse and keyboard that the display itself delivers.

    xvfb-run python tests/gui/at_the_screen.py FOLDER POISONED_MODEL

The window is the program's own, opened as ``phonoscope`` opens it. xdotool moves the pointer and presses the keys; only
where a widget lies on the screen is asked of Qt. Pictures of every station are left in FOLDER. Says ``done NAME`` on
standard output for each task that was brought to its end:

* ``sound``: text to sound to a saved file;
* ``drop``: a text file is dragged out of another program onto the window;
* ``comparison``: a second take, both selected, compared, and heard in turns with the keys A and B;
* ``takes``: a take is found, tagged and written about, with the keyboard alone;
* ``arranging``: panes are dragged to another place and made higher, and the volume is turned down;
* ``alarm``: the model with one poisoned weight is loaded by its path, and its alarm clicked.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.player import Player
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.language.install import install_language
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QModelIndex, QPoint, QProcess, QRect
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

WAIT_S = 240.0
_N_DRAG_STEPS = 8
_N_FIELDS = 80  # more than the Tab key leads to


class Loudspeaker:
    """Stands in for a sound device, which a machine with a display for tests has not: it takes as long as the sound."""

    def __call__(self, rate_hz: int, name: str) -> Loudspeaker:
        self.rate_hz = rate_hz
        return self

    def write(self, samples: NDArray[np.float32]) -> None:
        time.sleep(len(samples) / self.rate_hz)

    def stop(self) -> None: ...

    def abort(self) -> None: ...

    def close(self) -> None: ...


class Person:
    """Someone in front of the screen, who sees the window and uses mouse and keyboard."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.n_pictures = 0

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Let the window work until the person sees something."""
        end = time.monotonic() + WAIT_S
        while not condition():
            if time.monotonic() > end:
                self.look("timeout")
                raise SystemExit(f"waited in vain: {what}")
            QApplication.processEvents()
            time.sleep(0.005)

    def act(self, *arguments: str) -> None:
        """Have xdotool do something while the window goes on."""
        with subprocess.Popen(["xdotool", *arguments]) as tool:
            self.until(lambda: tool.poll() is not None, "xdotool")
            if tool.returncode:
                raise SystemExit(f"xdotool {' '.join(arguments)} failed")

    def click(self, widget: QWidget, at: QPoint | None = None, held: str = "") -> None:
        """Click on a widget that can be seen, in its middle unless said otherwise."""
        self.until(widget.isVisible, f"to see {widget.accessibleName() or type(widget).__name__}")
        place = widget.mapToGlobal(widget.rect().center() if at is None else at)
        self.act("mousemove", "--sync", str(place.x()), str(place.y()))
        if held:
            self.act("keydown", held)
        self.act("click", "1")
        if held:
            self.act("keyup", held)

    def click_item(self, view: QAbstractItemView, index: QModelIndex, held: str = "") -> None:
        """Click on a row."""
        shown: list[QRect] = []

        def seen() -> bool:
            shown[:] = [view.visualRect(index)]
            return view.viewport().isVisible() and shown[0].isValid()

        self.until(seen, "to see a row")
        self.click(view.viewport(), QPoint(shown[0].left() + 30, shown[0].center().y()), held)

    def wave(self, place: QPoint, condition: Callable[[], bool], what: str) -> None:
        """Move the mouse to and fro at a place of the screen until the person sees something."""

        def seen_meanwhile() -> bool:
            for x in (place.x(), place.x() + 4):
                subprocess.run(["xdotool", "mousemove", str(x), str(place.y())], check=True)
            return condition()

        self.until(seen_meanwhile, what)

    def press(self, *keys: str) -> None:
        """Press keys or chords one after the other."""
        self.act("key", *keys)

    def drag(self, start: QPoint, target: QPoint) -> None:
        """Move the mouse from one place of the screen to another with its button held."""
        self.act("mousemove", "--sync", str(start.x()), str(start.y()), "mousedown", "1")
        for step in range(1, _N_DRAG_STEPS + 1):
            place = start + (target - start) * (step / _N_DRAG_STEPS)
            self.act("mousemove", "--sync", str(place.x()), str(place.y()))
        self.act("mouseup", "1")

    def tab_to(self, field: QWidget) -> None:
        """Go to a field with the Tab key."""
        for _ in range(_N_FIELDS):
            if field.hasFocus():
                return
            self.press("Tab")
        self.look("tab")
        raise SystemExit(f"the Tab key does not reach {field.accessibleName()}")

    def write(self, field: QWidget, text: str) -> None:
        """Click into a field and write another text into it."""
        self.click(field)
        self.until(field.hasFocus, "the field to take the keyboard")
        self.press("ctrl+a")
        self.act("type", "--delay", "2", text)

    def look(self, name: str) -> None:
        """Keep what the display shows."""
        self.n_pictures += 1
        for _ in range(3):
            QApplication.processEvents()
        screen = QApplication.primaryScreen()
        screen.grabWindow(0).save(str(self.folder / f"{self.n_pictures:02}-{name}.png"))


def load_and_speak(person: Person, window: MainWindow, text: str) -> None:
    """Write a text and have it spoken with the keyboard."""
    person.until(lambda: window.host.engine is not None and not window.host.loading, "the model")
    n_takes = window.takes.model.rowCount()
    person.write(window.panel.text, text)
    person.press("ctrl+Return")
    person.until(lambda: window.takes.model.rowCount() > n_takes, "a take in the list")
    person.until(lambda: not window.host.speaking, "the end of the take")


def sound(person: Person, window: MainWindow) -> None:
    """Text to sound to a saved file."""
    person.look("first-start")
    load_and_speak(person, window, "The mouse is real, and so are the keys.")
    person.look("spoken")
    person.press("ctrl+e")
    person.until(lambda: window.take_commands.dialog is not None, "the dialog of the export")
    dialog = window.take_commands.dialog
    assert dialog is not None
    person.write(dialog.folder, str(person.folder / "out"))
    person.look("export")
    person.click(dialog.export_button)
    person.until(lambda: any((person.folder / "out").glob("*.*")), "the file")
    person.until(lambda: window.take_commands.dialog is None, "the dialog to close")


def drop(person: Person, window: MainWindow) -> None:
    """A file is dragged out of another program."""
    path = person.folder / "my text 🎤.txt"
    path.write_text("It was dragged here.", "utf-8")
    start, target = QPoint(60, 825), window.live.mapToGlobal(window.live.rect().center())  # start is below the window
    source, output = QProcess(), bytearray()
    source.start(sys.executable, [str(Path(__file__).with_name("drag_source.py")), str(path), "20", "805"])

    def said(word: bytes) -> bool:
        output.extend(source.readAllStandardOutput().data())
        return word in output

    person.until(lambda: said(b"ready"), "the other program")
    person.act("mousemove", "--sync", str(start.x()), str(start.y()), "mousedown", "1")
    person.wave(start, lambda: said(b"dragging"), "the file to be dragged")
    person.wave(target, lambda: said(b"accepted"), "the window to take the file")
    person.look("dragged")
    person.act("mouseup", "1")
    person.until(lambda: window.panel.text.toPlainText() == "It was dragged here.", "the text")
    source.kill()
    person.until(lambda: source.state() is QProcess.ProcessState.NotRunning, "the other program to end")


def comparison(person: Person, window: MainWindow) -> None:
    """Two takes are compared, and heard in turns."""
    load_and_speak(person, window, "The mouse is real, and so are the keys!")
    person.click(window.lists.tabBar(), window.lists.tabBar().tabRect(0).center())
    table, model = window.takes.table, window.takes.table.model()
    person.click_item(table, model.index(1, 1))
    person.click_item(table, model.index(0, 1), held="ctrl")
    person.until(lambda: len(window.takes.selected()) == 2, "two selected takes")
    person.press("ctrl+d")
    person.until(lambda: window.compare.difference is not None, "the difference")
    person.look("compared")
    for key, button in (("b", 1), ("a", 0)):
        person.press(key)
        chosen = list(window.compare.hear_buttons.values())[button]
        person.until(chosen.isChecked, f"to hear {key}")
    person.press("Escape")


def takes(person: Person, window: MainWindow) -> None:
    """One of two takes is found, tagged and written about."""
    table, details = window.takes, window.takes.details
    person.press("alt+6")
    person.until(table.table.hasFocus, "the list to have the keyboard")
    while not table.search.hasFocus():
        person.press("shift+Tab")
    person.act("type", "--delay", "2", "keys!")
    person.until(lambda: table.table.model().rowCount() == 1, "one take to be listed")
    person.tab_to(table.table)
    person.press("Down", "4")
    person.until(lambda: [take.rating for take in table.selected()] == [4], "four stars")
    person.tab_to(details.tags)
    person.act("type", "--delay", "2", "calm loud")
    person.tab_to(details.notes)
    person.act("type", "--delay", "2", "The keys are heard.")
    person.press("Tab")
    person.look("written-about")

    def kept() -> bool:
        take = table.selected()[0]
        return (take.tags, take.notes) == ("calm loud", "The keys are heard.")

    person.until(kept, "what was written to be kept")


def arranging(person: Person, window: MainWindow) -> None:
    """A pane is moved and another made higher with the mouse and with the keyboard; the volume is turned down."""
    person.press("alt+1")
    stack = window.live.stack
    first, second, *_ = stack.visible_panes()
    header, below = stack.panes[first].header_area, stack.panes[second]
    person.drag(header.mapToGlobal(QPoint(150, 8)), below.mapToGlobal(QPoint(150, below.height() - 4)))
    person.until(lambda: list(stack.visible_panes())[:2] == [second, first], "the panes to change places")
    height = below.height()
    edge = below.mapToGlobal(QPoint(200, below.height() + 2))
    person.drag(edge, edge + QPoint(0, 40))
    person.until(lambda: below.height() > height + 20, "the pane to be higher")
    person.tab_to(stack.panes[first].header_area)
    person.press("alt+Page_Up")
    person.until(lambda: next(iter(stack.visible_panes())) == first, "the pane to be back")
    height = stack.panes[first].height()
    person.press("alt+shift+Down")
    person.until(lambda: stack.panes[first].height() > height, "the pane to be taller")
    person.look("arranged")
    volume = window.transport.volume
    person.click(volume, QPoint(volume.width() // 3, volume.height() // 2))
    person.until(lambda: window.player.volume < 1.0, "the volume to be lower")
    loud = window.player.volume
    person.press("Left")
    person.until(lambda: window.player.volume < loud, "the volume to follow the key")


def alarm(person: Person, window: MainWindow, model: str) -> None:
    """The poisoned weight is found by clicking its alarm."""
    line = window.panel.engine_card.model_choice.lineEdit()
    assert line is not None
    person.write(line, model)
    person.press("Return")
    person.until(lambda: window.host.engine is not None and str(window.host.engine.name) == model, "the model")
    load_and_speak(person, window, "Find me.")
    person.look("poisoned")
    person.click(window.lists.tabBar(), window.lists.tabBar().tabRect(1).center())
    table = window.alarms.table
    person.until(lambda: table.rowCount() > 0, "the alarms")
    person.click_item(table, table.model().index(0, 0))
    pane = window.live.panes["talker"]
    person.until(lambda: pane.isVisible() and window.live.groups["talker"].layer_mark.layer == 1, "the marked layer")
    person.look("found")


def main() -> int:
    """Do all tasks."""
    folder, poisoned = Path(sys.argv[1]), sys.argv[2]
    application = QApplication(sys.argv[:1])
    install_language(application, "en")
    themes, settings = ThemeFollower(application, "light"), SettingsStore(folder / "config")
    window = MainWindow(TakeStore(folder / "takes"), themes, settings, Player(Loudspeaker()))
    window.resize(1240, 780)
    window.move(10, 10)
    window.show()
    window.activateWindow()
    window.start()
    person = Person(folder)
    person.until(window.isActiveWindow, "the window to be the active one")
    for name, task in (
        ("sound", lambda: sound(person, window)),
        ("drop", lambda: drop(person, window)),
        ("comparison", lambda: comparison(person, window)),
        ("takes", lambda: takes(person, window)),
        ("arranging", lambda: arranging(person, window)),
        ("alarm", lambda: alarm(person, window, poisoned)),
    ):
        task()
        print("done", name, flush=True)
    person.press("ctrl+q")
    person.until(lambda: not window.isVisible(), "the window to close")
    print("done closing", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
