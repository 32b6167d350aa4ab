"""What the parts of the window tell each other; the window connects what they tell the window itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phonoscope.gui.main_window import MainWindow


def connect_parts(window: MainWindow) -> None:
    """Connect the signals of the window's parts with each other."""
    window.panel.speak_requested.connect(window.speaking.speak)
    window.panel.stop_requested.connect(window.speaking.stop)
    window.panel.engine_card.load_requested.connect(window.host.load)
    window.panel.engine_card.eject_requested.connect(window.host.eject)
    window.panel.engine_card.browse_requested.connect(window.files.open_model)
    window.panel.voice_picker.add_requested.connect(window.files.open_voice)
    window.host.loaded_again.connect(window.panel.show_error)
    window.host.converting.connect(window.panel.engine_card.show_conversion)
    window.host.started.connect(window.pictures.start)
    window.host.started.connect(window.shown.begin)
    window.host.kept.connect(window.shown.keep)
    window.takes.take_chosen.connect(window.shown.choose)
    window.voices.files_dropped.connect(window.files.use_for_library)
    window.playback.started.connect(window.pictures.start)
    window.takes.changes.retrying.noticed.connect(window.panel.show_error)
    window.take_commands.continued.connect(window.panel.continue_take)
    window.sweep.take_chosen.connect(window.shown.choose)
    window.sweep.take_opened.connect(window.shown.play)
    window.alarms.chosen.connect(window.statusBar().clearMessage)  # which would cover what is read off of it
    window.alarms.chosen.connect(window.inspection.show_alarm)
    window.compare.playing_started.connect(window.pictures.start)
    window.compare.compared.connect(window.playback.changed)  # there is something else to play now
    window.views.currentChanged.connect(window.playback.changed)
    window.compare.described.connect(window.live.readout.setText)
    window.voices.voice_chosen.connect(window.panel.voice_picker.show_voice)
    window.voices.speak_requested.connect(window.speaking.speak)
    window.voices.commands.previews.play_requested.connect(window.playback.play_sound)
    window.voices.commands.previews.speak_requested.connect(window.speaking.speak_request)
    window.voices.judge.judged.connect(window.transport.show_likeness)
    window.voices.judge.kept.connect(window.shown.keep)
