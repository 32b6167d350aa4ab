from phonoscope.gui.actions import ACTIONS, MENUS
from phonoscope.gui.command_palette import CommandPalette
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu


def test_every_action_has_a_place_a_method_and_keys_of_its_own(window):
    names = [spec.name for spec in ACTIONS]
    keys = [QKeySequence(spec.shortcut).toString() for spec in ACTIONS if spec.shortcut]
    assert len(set(names)) == len(names)
    assert len(set(keys)) == len(keys)
    assert "" not in keys
    for spec in ACTIONS:
        assert spec.menu in MENUS
        assert spec.name in window.actions_by_name  # made only where something does it


def test_the_palette_finds_an_action_by_parts_of_its_name_and_runs_it(qtbot, window):
    palette = CommandPalette(window.actions_by_name.values(), window)
    qtbot.addWidget(palette)
    palette.show()
    qtbot.keyClicks(palette.search, "debug lay")
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert window.layout_commands.layout_name == "debug"


def test_the_palette_tells_keys_and_finds_commands_by_them(qtbot, window):
    palette = CommandPalette(window.actions_by_name.values(), window)
    qtbot.addWidget(palette)
    palette.show()
    qtbot.keyClicks(palette.search, "ctrl+shift+k")
    found = palette.commands.currentItem()
    assert found.text() == "Lock or unlock the seed"
    assert found.data(Qt.ItemDataRole.AccessibleTextRole) == "Lock or unlock the seed Ctrl+Shift+K"
    row = palette.commands.visualItemRect(found)
    picture = palette.commands.viewport().grab(row.adjusted(row.width() * 3 // 4, 0, 0, 0)).toImage()
    colours = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
    assert len(colours) > 1  # the keys are written there


def test_the_palette_moves_with_the_arrows_among_what_was_found(qtbot, window):
    palette = CommandPalette(window.actions_by_name.values(), window)
    qtbot.addWidget(palette)
    qtbot.keyClicks(palette.search, "colours")
    first = palette.commands.currentItem().text()
    qtbot.keyClick(palette.search, Qt.Key.Key_Down)
    second = palette.commands.currentItem().text()
    assert first != second
    assert "Colours" in second
    qtbot.keyClick(palette.search, Qt.Key.Key_Up)
    assert palette.commands.currentItem().text() == first


def test_a_disabled_action_is_not_run(qtbot, window):
    palette = CommandPalette(window.actions_by_name.values(), window)
    qtbot.addWidget(palette)
    palette.show()
    qtbot.keyClicks(palette.search, "eject")
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_the_palette_shows_and_hides_panes_and_says_which_are_shown(qtbot, window):
    assert not window.live.panes["waveform"].isHidden()
    for hidden in (True, False):
        palette = CommandPalette([], window, window.view_commands.menus)
        qtbot.addWidget(palette)
        qtbot.keyClicks(palette.search, "panes waveform")
        ticked = palette.commands.currentItem().checkState() is Qt.CheckState.Checked
        assert ticked is hidden  # before it is toggled
        qtbot.keyClick(palette.search, Qt.Key.Key_Return)
        assert window.live.panes["waveform"].isHidden() is hidden


def test_the_palette_finds_layouts_that_people_made(qtbot, window):
    window.layout_commands.layout_debug()
    window.user_layouts.keep("Codes & curves")
    window.layout_commands.layout_audition()
    assert window.live.panes["entropy"].isHidden()
    palette = CommandPalette([], window, window.view_commands.menus)
    qtbot.addWidget(palette)
    qtbot.keyClicks(palette.search, "layouts codes & curves")
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert not window.live.panes["entropy"].isHidden()


def test_what_is_chosen_of_colours_and_languages_is_ticked(qtbot, window):
    def ticked():
        palette = CommandPalette(window.actions_by_name.values(), window)
        qtbot.addWidget(palette)
        items = [palette.commands.item(row) for row in range(palette.commands.count())]
        names = {item.text() for item in items if item.checkState() is Qt.CheckState.Checked}
        return {name for name in names if name.startswith(("Colours", "Language"))}

    view = next(menu for menu in window.menuBar().findChildren(QMenu) if menu.title() == "Vie&w")
    window.themes.force("light")
    view.aboutToShow.emit()
    assert ticked() == {"Colours: light", "Language: as the system"}
    window.actions_by_name["theme_dark"].trigger()
    window.actions_by_name["language_french"].trigger()
    view.aboutToShow.emit()
    assert ticked() == {"Colours: dark", "Language: French"}
    window.actions_by_name["theme_dark"].trigger()  # what is chosen stays so
    view.aboutToShow.emit()
    assert "Colours: dark" in ticked()
