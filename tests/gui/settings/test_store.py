import json

import pytest
from phonoscope.gui.settings.migrations import encoded
from phonoscope.gui.settings.sections import VERSION, LayoutSetting, SamplerPresetSetting, Settings
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import QByteArray, QSettings


def write(folder, plain):
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(plain), "utf-8")


def test_what_is_changed_is_there_at_the_next_start(tmp_path):
    store = SettingsStore(tmp_path / "config")
    store.change("sound", volume=0.25, device="Headphones")
    store.change("request", text="Grüße\n[anna] hello", seed=str(2**64 - 1), sampler={"top_k": 7, "greedy": True})
    store.replace(presets=(SamplerPresetSetting("qwen3_tts", "Calm", {"temperature": 0.5}),))
    store.save()
    again = SettingsStore(tmp_path / "config")
    assert again.settings == store.settings
    assert again.settings.request.sampler == {"top_k": 7, "greedy": True}
    assert again.notice == ""


def test_nothing_is_written_unless_something_has_changed(tmp_path):
    SettingsStore(tmp_path / "config").save()
    assert not (tmp_path / "config").exists()


def test_damage_to_one_section_leaves_the_others(tmp_path):
    write(tmp_path, {"version": VERSION, "sound": {"volume": "loud"}, "window": {"theme": "dark"}})
    store = SettingsStore(tmp_path)
    assert store.settings.sound == Settings().sound
    assert store.settings.window.theme == "dark"
    assert "sound" in store.notice


@pytest.mark.parametrize("plain", [{"version": VERSION + 1, "window": {}}, {"window": {}}, [1, 2]])
def test_settings_of_a_later_version_are_kept_aside(tmp_path, plain):
    write(tmp_path, plain)
    store = SettingsStore(tmp_path)
    assert store.settings == Settings()
    assert "settings.kept.json" in store.notice
    assert json.loads((tmp_path / "settings.kept.json").read_text()) == plain
    store.change("sound", volume=0.5)
    store.save()
    assert SettingsStore(tmp_path).notice == ""


def test_the_ini_file_of_the_first_version_is_taken_over(tmp_path):
    state = QByteArray(b"\x00\xff state")
    ini = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    for key, value in {
        "version": 1,
        "geometry": state,
        "layout": "debug",
        "panes": ["waveform", "codes"],
        "takes_shown": False,
        "theme": "dark",
        "model": "small",
        "text": "As I was saying.",
    }.items():
        ini.setValue(key, value)
    ini.sync()
    settings = SettingsStore(tmp_path).settings
    assert settings.window.geometry == encoded(state)
    assert (settings.window.layout, settings.window.theme, settings.window.lists_shown) == ("debug", "dark", False)
    assert settings.window.panes == ("waveform", "codes")
    assert (settings.request.model, settings.request.text) == ("small", "As I was saying.")


def test_resetting_forgets_everything_but_what_the_person_has_named(tmp_path):
    presets = (SamplerPresetSetting("qwen3_tts", "Calm", {"temperature": 0.5}),)
    layouts = (LayoutSetting("My way", ("codes", "waveform"), ("codes",), "", "", "", "take", "alarms", True),)
    store = SettingsStore(tmp_path)
    store.change("window", theme="dark")
    store.change("request", text="Half a sent")
    store.change("sound", volume=0.5)
    store.replace(presets=presets, layouts=layouts)
    store.save()
    store.reset()
    store.save()
    assert SettingsStore(tmp_path).settings == Settings(presets=presets, layouts=layouts)
