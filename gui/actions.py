"""Every action of the window, once: menus, shortcuts and the command palette are made from this list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

_CONTEXT = "Actions"


def QT_TRANSLATE_NOOP(_: str, text: str) -> str:  # noqa: N802 - the name that lupdate looks for
    """Mark a text for translators."""
    return text


MENUS = (
    QT_TRANSLATE_NOOP("Actions", "&File"),
    QT_TRANSLATE_NOOP("Actions", "&Edit"),
    QT_TRANSLATE_NOOP("Actions", "E&ngine"),
    QT_TRANSLATE_NOOP("Actions", "&Take"),
    QT_TRANSLATE_NOOP("Actions", "&Voices"),
    QT_TRANSLATE_NOOP("Actions", "&Compare"),
    QT_TRANSLATE_NOOP("Actions", "Vie&w"),
    QT_TRANSLATE_NOOP("Actions", "&Go"),
    QT_TRANSLATE_NOOP("Actions", "&Help"),
)


@dataclass(frozen=True)
class ActionSpec:
    """One thing a person can do.

    Parameters
    ----------
    name
        Key; the window, or one of its handlers, has a method of this name that does it.
    text
        What menus call it; translated when it is shown.
    menu
        One of `MENUS`.
    shortcut
        Keys; empty for none.
    separated
        Whether a line is drawn above it in the menu.
    """

    name: str
    text: str
    menu: str
    shortcut: str = ""
    separated: bool = False


ACTIONS = (
    ActionSpec("open_model", QT_TRANSLATE_NOOP("Actions", "Choose a model file…"), "&File", "Ctrl+O"),
    ActionSpec("open_voice", QT_TRANSLATE_NOOP("Actions", "Add a voice file…"), "&File", "Ctrl+Shift+O"),
    ActionSpec("export_take", QT_TRANSLATE_NOOP("Actions", "Export takes…"), "&File", "Ctrl+E", separated=True),
    ActionSpec("toggle_synthetic_mark", QT_TRANSLATE_NOOP("Actions", "Mark exports as synthetic"), "&File"),
    ActionSpec("close_window", QT_TRANSLATE_NOOP("Actions", "Quit"), "&File", "Ctrl+Q", separated=True),
    ActionSpec("undo", QT_TRANSLATE_NOOP("Actions", "Undo the last change to takes"), "&Edit", "Ctrl+Z"),
    ActionSpec("redo", QT_TRANSLATE_NOOP("Actions", "Redo the last change to takes"), "&Edit", "Ctrl+Shift+Z"),
    ActionSpec("empty_bin", QT_TRANSLATE_NOOP("Actions", "Empty the bin…"), "&Edit", separated=True),
    ActionSpec("load_model", QT_TRANSLATE_NOOP("Actions", "Load model"), "E&ngine", "Ctrl+L"),
    ActionSpec("eject_model", QT_TRANSLATE_NOOP("Actions", "Eject model"), "E&ngine", "Ctrl+Shift+L"),
    ActionSpec("speak", QT_TRANSLATE_NOOP("Actions", "Speak"), "&Take", "Ctrl+Return"),
    ActionSpec("speak_lines", QT_TRANSLATE_NOOP("Actions", "Speak each line as a take"), "&Take", "Ctrl+Alt+Return"),
    ActionSpec("stop", QT_TRANSLATE_NOOP("Actions", "Stop"), "&Take", "Esc"),
    ActionSpec("play_or_pause", QT_TRANSLATE_NOOP("Actions", "Play or pause"), "&Take", "Ctrl+Space"),
    ActionSpec("play_from_start", QT_TRANSLATE_NOOP("Actions", "Play from the start"), "&Take", "Ctrl+Shift+Space"),
    ActionSpec("toggle_loop", QT_TRANSLATE_NOOP("Actions", "Repeat the visible part"), "&Take", "Ctrl+J"),
    ActionSpec("loop_from_here", QT_TRANSLATE_NOOP("Actions", "Repeat from the playhead on"), "&Take", "Alt+Home"),
    ActionSpec("loop_to_here", QT_TRANSLATE_NOOP("Actions", "Repeat up to the playhead"), "&Take", "Alt+End"),
    ActionSpec("faster", QT_TRANSLATE_NOOP("Actions", "Play faster"), "&Take", "Ctrl+."),
    ActionSpec("slower", QT_TRANSLATE_NOOP("Actions", "Play slower"), "&Take", "Ctrl+,"),
    ActionSpec("rerun", QT_TRANSLATE_NOOP("Actions", "Make again, same seed"), "&Take", "Ctrl+R", separated=True),
    ActionSpec("rerun_new_seed", QT_TRANSLATE_NOOP("Actions", "Make again, new seed"), "&Take", "Ctrl+Shift+R"),
    ActionSpec("continue_take", QT_TRANSLATE_NOOP("Actions", "Go on from this take"), "&Take", "Ctrl+Shift+G"),
    ActionSpec("toggle_seed_lock", QT_TRANSLATE_NOOP("Actions", "Lock or unlock the seed"), "&Take", "Ctrl+Shift+K"),
    ActionSpec("copy_command", QT_TRANSLATE_NOOP("Actions", "Copy the equal command line"), "&Take", "Ctrl+Shift+C"),
    ActionSpec("bin_takes", QT_TRANSLATE_NOOP("Actions", "Move to the bin"), "&Take", "Ctrl+Backspace", separated=True),
    ActionSpec("restore_takes", QT_TRANSLATE_NOOP("Actions", "Restore from the bin"), "&Take", "Ctrl+Shift+Backspace"),
    ActionSpec("start_sweep", QT_TRANSLATE_NOOP("Actions", "Sweep"), "&Take", "Ctrl+Shift+Return", separated=True),
    ActionSpec("pause_or_resume", QT_TRANSLATE_NOOP("Actions", "Pause or go on with the sweep"), "&Take"),
    ActionSpec("next_alarm", QT_TRANSLATE_NOOP("Actions", "Next alarm"), "&Take", "N", separated=True),
    ActionSpec("previous_alarm", QT_TRANSLATE_NOOP("Actions", "Previous alarm"), "&Take", "Shift+N"),
    ActionSpec("write_bundle", QT_TRANSLATE_NOOP("Actions", "Write bundle…"), "&Take", "Ctrl+Shift+E"),
    ActionSpec(
        "compare_with_reference", QT_TRANSLATE_NOOP("Actions", "Compare with recorded activations"), "E&ngine", "", True
    ),
    ActionSpec("import_voices", QT_TRANSLATE_NOOP("Actions", "Import voices and recordings…"), "&Voices", "Ctrl+I"),
    ActionSpec("hear_voice", QT_TRANSLATE_NOOP("Actions", "Hear the selected voice"), "&Voices", "Ctrl+H"),
    ActionSpec("describe_voices", QT_TRANSLATE_NOOP("Actions", "Describe the selected voices…"), "&Voices"),
    ActionSpec("duplicate_voices", QT_TRANSLATE_NOOP("Actions", "Duplicate the selected voices"), "&Voices"),
    ActionSpec("remake_voice", QT_TRANSLATE_NOOP("Actions", "Make the selected voice again by its recipe"), "&Voices"),
    ActionSpec("export_voice", QT_TRANSLATE_NOOP("Actions", "Export the selected voice…"), "&Voices"),
    ActionSpec("add_voices", QT_TRANSLATE_NOOP("Actions", "Add and subtract voices…"), "&Voices", separated=True),
    ActionSpec("random_voice", QT_TRANSLATE_NOOP("Actions", "Random voice…"), "&Voices"),
    ActionSpec("shift_voice", QT_TRANSLATE_NOOP("Actions", "Move the selected voice along a direction…"), "&Voices"),
    ActionSpec("undo_voices", QT_TRANSLATE_NOOP("Actions", "Undo the last change to the library"), "&Voices", "", True),
    ActionSpec("redo_voices", QT_TRANSLATE_NOOP("Actions", "Redo the last change to the library"), "&Voices"),
    ActionSpec("empty_voice_bin", QT_TRANSLATE_NOOP("Actions", "Empty the bin of the library…"), "&Voices"),
    ActionSpec("compare_takes", QT_TRANSLATE_NOOP("Actions", "Compare the selected takes"), "&Compare", "Ctrl+D"),
    ActionSpec("use_as_reference", QT_TRANSLATE_NOOP("Actions", "Take as reference of the heat maps"), "&Compare"),
    ActionSpec("hear_a", QT_TRANSLATE_NOOP("Actions", "Hear A"), "&Compare", "A"),
    ActionSpec("hear_b", QT_TRANSLATE_NOOP("Actions", "Hear B"), "&Compare", "B"),
    ActionSpec("swap", QT_TRANSLATE_NOOP("Actions", "Swap A and B"), "&Compare"),
    ActionSpec("open_blind_test", QT_TRANSLATE_NOOP("Actions", "Blind test…"), "&Compare", "Ctrl+T"),
    ActionSpec("layout_audition", QT_TRANSLATE_NOOP("Actions", "Layout: Audition"), "Vie&w", "Ctrl+1"),
    ActionSpec("layout_debug", QT_TRANSLATE_NOOP("Actions", "Layout: Debug"), "Vie&w", "Ctrl+2"),
    ActionSpec("reset_layout", QT_TRANSLATE_NOOP("Actions", "Reset layout"), "Vie&w", "Ctrl+0"),
    ActionSpec("keep_layout", QT_TRANSLATE_NOOP("Actions", "Keep this layout…"), "Vie&w"),
    ActionSpec("delete_layout", QT_TRANSLATE_NOOP("Actions", "Delete a layout…"), "Vie&w"),
    ActionSpec("show_everything", QT_TRANSLATE_NOOP("Actions", "Zoom to the whole take"), "Vie&w", "Ctrl+F", True),
    ActionSpec("zoom_in", QT_TRANSLATE_NOOP("Actions", "Zoom in"), "Vie&w", "Ctrl++"),
    ActionSpec("zoom_out", QT_TRANSLATE_NOOP("Actions", "Zoom out"), "Vie&w", "Ctrl+-"),
    ActionSpec("move_pane_up", QT_TRANSLATE_NOOP("Actions", "Move this pane up"), "Vie&w", "Alt+PgUp", True),
    ActionSpec("move_pane_down", QT_TRANSLATE_NOOP("Actions", "Move this pane down"), "Vie&w", "Alt+PgDown"),
    ActionSpec("make_taller", QT_TRANSLATE_NOOP("Actions", "Make this part taller"), "Vie&w", "Alt+Shift+Down"),
    ActionSpec("make_lower", QT_TRANSLATE_NOOP("Actions", "Make this part lower"), "Vie&w", "Alt+Shift+Up"),
    ActionSpec("make_wider", QT_TRANSLATE_NOOP("Actions", "Make this part wider"), "Vie&w", "Alt+."),
    ActionSpec("make_narrower", QT_TRANSLATE_NOOP("Actions", "Make this part narrower"), "Vie&w", "Alt+,"),
    ActionSpec("theme_system", QT_TRANSLATE_NOOP("Actions", "Colours: as the system"), "Vie&w", separated=True),
    ActionSpec("theme_light", QT_TRANSLATE_NOOP("Actions", "Colours: light"), "Vie&w"),
    ActionSpec("theme_dark", QT_TRANSLATE_NOOP("Actions", "Colours: dark"), "Vie&w"),
    ActionSpec("language_system", QT_TRANSLATE_NOOP("Actions", "Language: as the system"), "Vie&w", separated=True),
    ActionSpec("language_english", QT_TRANSLATE_NOOP("Actions", "Language: English"), "Vie&w"),
    ActionSpec("language_french", QT_TRANSLATE_NOOP("Actions", "Language: French"), "Vie&w"),
    ActionSpec("go_to_text", QT_TRANSLATE_NOOP("Actions", "Go to the text"), "&Go", "Alt+0"),
    ActionSpec("go_to_take", QT_TRANSLATE_NOOP("Actions", "Go to the take"), "&Go", "Alt+1"),
    ActionSpec("go_to_compare", QT_TRANSLATE_NOOP("Actions", "Go to the comparison"), "&Go", "Alt+2"),
    ActionSpec("go_to_sweep", QT_TRANSLATE_NOOP("Actions", "Go to the sweep"), "&Go", "Alt+3"),
    ActionSpec("go_to_voices", QT_TRANSLATE_NOOP("Actions", "Go to the voices"), "&Go", "Alt+4"),
    ActionSpec("go_to_parity", QT_TRANSLATE_NOOP("Actions", "Go to parity"), "&Go", "Alt+5"),
    ActionSpec("go_to_takes", QT_TRANSLATE_NOOP("Actions", "Go to the list of takes"), "&Go", "Alt+6", separated=True),
    ActionSpec("go_to_alarms", QT_TRANSLATE_NOOP("Actions", "Go to the alarms"), "&Go", "Alt+7"),
    ActionSpec("frame_back", QT_TRANSLATE_NOOP("Actions", "One frame back"), "&Go", "Alt+Left", separated=True),
    ActionSpec("frame_on", QT_TRANSLATE_NOOP("Actions", "One frame on"), "&Go", "Alt+Right"),
    ActionSpec("second_back", QT_TRANSLATE_NOOP("Actions", "One second back"), "&Go", "Alt+Shift+Left"),
    ActionSpec("second_on", QT_TRANSLATE_NOOP("Actions", "One second on"), "&Go", "Alt+Shift+Right"),
    ActionSpec("show_palette", QT_TRANSLATE_NOOP("Actions", "Find a command…"), "&Help", "Ctrl+Shift+P"),
    ActionSpec("show_shortcuts", QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"), "&Help", "F1"),
    ActionSpec("save_diagnostics", QT_TRANSLATE_NOOP("Actions", "Save diagnostics…"), "&Help", separated=True),
)


def translated(text: str) -> str:
    """Return a text of this list in the language of the window."""
    return QCoreApplication.translate(_CONTEXT, text)


def add_actions(window: QMainWindow, *handlers: QObject) -> dict[str, QAction]:
    """Make the actions, put them into the menus of ``window``, and return them by name.

    Each does what the method of its name does, of the window or of one of the ``handlers``.
    """
    menus = {name: window.menuBar().addMenu(translated(name)) for name in MENUS}
    actions = {}
    for spec in ACTIONS:
        action = QAction(translated(spec.text), window)
        action.setObjectName(spec.name)
        if spec.shortcut:
            action.setShortcut(QKeySequence(spec.shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        owner = next(object_ for object_ in (window, *handlers) if hasattr(object_, spec.name))
        slot: Callable[[], None] = getattr(owner, spec.name)
        action.triggered.connect(slot)
        menu = menus[spec.menu]
        if spec.separated:
            menu.addSeparator()
        menu.addAction(action)
        actions[spec.name] = action
    return actions
