from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtWidgets import QInputDialog


def test_a_layout_is_kept_used_and_deleted(qtbot, window, settings, tmp_path, monkeypatch):
    window.layout_commands.layout_debug()
    window.live.stack.set_pane_visible("codes", False)
    window.live.stack.move_pane("entropy", -10)
    window.views.show_page("compare")
    window.lists.hide()
    shown = list(window.live.stack.visible_panes())
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("My way", True))
    window.user_layouts.keep_layout()
    window.layout_commands.layout_audition()
    assert list(window.live.stack.visible_panes()) != shown
    (entry,) = window.user_layouts.actions()
    entry.trigger()
    assert list(window.live.stack.visible_panes()) == shown
    assert shown[0] == "entropy"
    assert window.views.page == "compare"
    assert window.lists.isHidden()
    settings.save()
    assert [layout.name for layout in SettingsStore(tmp_path / "config").settings.layouts] == ["My way"]
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_: ("My way", True))
    window.user_layouts.delete_layout()
    assert window.user_layouts.names == []


def test_a_layout_of_the_same_name_is_replaced(window):
    window.user_layouts.keep("One")
    window.layout_commands.layout_debug()
    window.user_layouts.keep("One")
    assert window.user_layouts.names == ["One"]
    window.layout_commands.layout_audition()
    window.user_layouts.use("One")
    assert "entropy" in window.live.stack.visible_panes()


def test_a_pane_that_an_alarm_only_shows_for_a_moment_is_no_part_of_a_layout(window):
    window.layout_commands.layout_audition()
    window.live.stack.peek("codes")
    window.user_layouts.keep("One")
    window.user_layouts.use("One")
    assert "codes" not in window.live.stack.visible_panes()
