"""The comparison of two takes: choosing them, their difference, and switching between them by ear."""

from __future__ import annotations

from phonoscope.engine.audio.player import Player
from phonoscope.engine.families import family
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.listening.alignment import align_sounds, align_starts
from phonoscope.engine.listening.pair_player import PairPlayer, Side
from phonoscope.engine.pictures.difference import DifferenceFigures, TakeDifference
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.background import Background
from phonoscope.gui.compare.blind_test_dialog import BlindTestDialog
from phonoscope.gui.compare.figures_text import figures_text
from phonoscope.gui.compare.panes import (
    CodesDifferencePane,
    DifferencePane,
    MagnitudeDifferencePane,
    SpectrumDifferencePane,
    WaveformsPane,
)
from phonoscope.gui.compare.take_pair import TakePair
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.pane_scroll import PaneScroll
from phonoscope.gui.live.pane_stack import PaneStack
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

_SOUNDS, _STARTS = "sounds", "starts"


class CompareView(QWidget):
    """Two takes on the time axis of the first.

    Parameters
    ----------
    store
        Where the takes are kept.
    player
        Plays them.
    theme
        The first colours.
    """

    playing_started = Signal()
    compared = Signal()  # the pictures are there
    described = Signal(str)  # what the mouse points at

    def __init__(self, store: TakeStore, player: Player, theme: Theme) -> None:
        super().__init__()
        self._store = store
        self._player = player
        self.background = Background(self, "phonoscope-compare")
        self.axis = TimeAxis(self)
        self.difference: TakeDifference | None = None
        self.pair: PairPlayer | None = None
        self._blind_test: BlindTestDialog | None = None
        self.takes = TakePair(store)
        self.takes.chosen.connect(self._choose_alignment)
        self.alignment_choice = QComboBox()
        self.alignment_choice.setAccessibleName(self.tr("Alignment"))
        self.alignment_choice.setToolTip(self.tr("Which moments of the two takes are compared with each other"))
        self.alignment_choice.addItem(self.tr("Equal times"), _STARTS)
        self.alignment_choice.addItem(self.tr("Equal sounds"), _SOUNDS)
        self.alignment_choice.currentIndexChanged.connect(self._compare)
        self.level_choice = QCheckBox(self.tr("Equal loudness"))
        self.level_choice.setToolTip(self.tr("Compare the pictures at equal loudness; by ear it is always so"))
        self.level_choice.toggled.connect(self._compare)
        self.hear_buttons = {Side.A: QPushButton(self.tr("Hear A")), Side.B: QPushButton(self.tr("Hear B"))}
        self.hear_buttons[Side.A].clicked.connect(self.hear_a)
        self.hear_buttons[Side.B].clicked.connect(self.hear_b)
        self.blind_button = QPushButton(self.tr("Blind test…"))
        self.blind_button.clicked.connect(self.open_blind_test)
        self.figures = QLabel()
        self.figures.setObjectName("muted")
        self.figures.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.figures.setWordWrap(True)
        self.figures.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.magnitudes = MagnitudeDifferencePane({}, self.axis, theme)
        self.panes: dict[str, DifferencePane] = {
            "waveforms": WaveformsPane(self.axis, theme),
            "spectrum": SpectrumDifferencePane(self.axis, theme),
            "codes": CodesDifferencePane(self.axis, theme),
            "magnitudes": self.magnitudes,
        }
        self.stack = PaneStack(self.panes)
        self._arrange()
        self.axis.seek_requested.connect(self._play_from)
        self.axis.hover_changed.connect(self._describe)
        self._show_state()

    @property
    def playing(self) -> bool:
        """Whether one of the two is being heard."""
        return self.pair is not None and self.pair.playing

    def show_pair(self, take_a: str, take_b: str) -> None:
        """Compare two kept takes."""
        self.takes.choose(take_a, take_b)
        self._choose_alignment()

    def hear_a(self) -> None:
        """Hear A: at once where B is heard, else from the playhead."""
        self._hear(Side.A)

    def hear_b(self) -> None:
        """Hear B."""
        self._hear(Side.B)

    @property
    def is_in_view(self) -> bool:
        """Whether a comparison can be seen."""
        return self.pair is not None and self.isVisible()

    def play_in_view(self) -> None:
        """Play on the take that was heard last."""
        if self.pair is not None:
            self._hear(self.pair.side)

    def stop(self) -> None:
        """End the sound."""
        if self.pair is not None:
            self.pair.stop()
        self._show_state()

    def open_blind_test(self) -> None:
        """Ask whether the two can be told apart, or which is better."""
        if self.pair is not None:
            self.stop()
            dialog = self._blind_test = BlindTestDialog(self.pair, *self.takes.ids, self._store.root, self)
            dialog.playing_started.connect(self.playing_started)
            dialog.finished.connect(self._end_blind_test)
            dialog.open()

    def refresh(self) -> None:
        """Show where the sound is; called while it plays."""
        if self.pair is not None and self.playing:
            self.axis.set_playhead(self.pair.position_a_s)
        if self._blind_test is not None:
            self._blind_test.refresh()
        self._show_state()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        for pane in self.panes.values():
            pane.set_theme(theme)

    def forget(self) -> None:
        """Let go of both takes."""
        self.background.close()
        self._let_go()

    def _let_go(self) -> None:
        self.stop()
        self.pair = self.difference = None
        for pane in self.panes.values():
            pane.set_difference(None)

    def showEvent(self, event: object) -> None:  # noqa: N802 - Qt's name
        """List the takes that there are now."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.takes.reload()

    def _arrange(self) -> None:
        choose, listen = QHBoxLayout(), QHBoxLayout()
        for row in (choose, listen):
            row.setContentsMargins(8, 4, 8, 0)
            row.setSpacing(8)
        choose.addWidget(self.takes, 1)
        choose.addWidget(self.alignment_choice)
        choose.addWidget(self.level_choice)
        for button in (*self.hear_buttons.values(), self.blind_button):
            button.setCheckable(button is not self.blind_button)
            listen.addWidget(button)
        listen.addWidget(self.figures, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(choose)
        layout.addLayout(listen)
        layout.addWidget(PaneScroll(self.stack), 1)
        self.stack.show_panes({"waveforms": 5, "spectrum": 5, "codes": 3, "magnitudes": 4})

    def _choose_alignment(self) -> None:
        """Compare equal times where the takes may be equal throughout, and equal sounds elsewhere."""
        alignment = _STARTS if self.takes.same_seed else _SOUNDS
        self.alignment_choice.setCurrentIndex(self.alignment_choice.findData(alignment))
        self._compare()

    def _compare(self) -> None:
        ids = self.takes.ids
        if not all(ids):
            return
        self._let_go()
        self.figures.setText(self.tr("Comparing…"))
        by_sound = self.alignment_choice.currentData() == _SOUNDS
        level_matched = self.level_choice.isChecked()
        store, player = self._store, self._player

        def compute() -> tuple[PairPlayer, TakeDifference, dict[str, TapGroupDeclaration], DifferenceFigures]:
            a, b = (store.read(take_id) for take_id in ids)
            alignment = (
                align_sounds(a.audio, a.sample_rate_hz, b.audio, b.sample_rate_hz) if by_sound else align_starts()
            )
            difference = TakeDifference(a, b, alignment, level_matched=level_matched)
            declared = family(a.request.family).tap_groups
            groups = {group.name: group for group in declared if group.by_frame and len(a.taps.get(group.name, ()))}
            return PairPlayer(player, a, b, alignment), difference, groups, difference.figures(groups)

        self.background.run(compute, self._show, self._show_failure)

    def _show(self, made: tuple[PairPlayer, TakeDifference, dict[str, TapGroupDeclaration], DifferenceFigures]) -> None:
        self.pair, self.difference, groups, figures = made
        self.magnitudes.set_groups(groups)
        self.axis.set_playhead(0.0)
        self.axis.set_duration(self.difference.a.duration_s, finished=True)
        self.axis.show_everything()
        for pane in self.panes.values():
            pane.set_difference(self.difference)
        self.figures.setText(figures_text(figures, groups))
        self.figures.setToolTip(self.figures.text())
        self._show_state()
        self.compared.emit()

    def _show_failure(self, message: str) -> None:
        self.figures.setText(message)
        self._show_state()

    def _show_state(self) -> None:
        # What is heard in a blind test is nobody's to see.
        playing = self.pair is not None and self.pair.playing and self._blind_test is None
        for side, button in self.hear_buttons.items():
            button.setEnabled(self.pair is not None)
            button.setChecked(playing and self.pair is not None and self.pair.side is side)
        self.blind_button.setEnabled(self.pair is not None)

    def _hear(self, side: Side) -> None:
        if self.pair is None:
            return
        if self.pair.playing and self.pair.side is not side:
            self.pair.switch(side)
        elif self.pair.playing:
            self.pair.stop()
        else:
            at_end = self.difference is not None and self.axis.playhead_s >= self.difference.a.duration_s - 0.01
            self.pair.play(side, 0.0 if at_end else self.axis.playhead_s)
            self.playing_started.emit()
        self._show_state()

    def _end_blind_test(self) -> None:
        self._blind_test = None
        self._show_state()

    def _play_from(self, time_s: float) -> None:
        if self.pair is not None:
            self.axis.set_playhead(time_s)
            self.pair.play(self.pair.side, time_s)
            self.playing_started.emit()

    def _describe(self, time_s: float) -> None:
        if self.difference is None or time_s < 0:
            self.described.emit("")
            return
        frame = int(time_s / self.difference.a.frame_s)
        parts = [filled("A {:.3f} s", time_s), filled("B {:.3f} s", float(self.difference.alignment.to_b(time_s)))]
        if frame < self.difference.a.n_frames:
            parts += [self.tr("frame {frame}").format(frame=frame), *self.stack.describe(frame)]
        self.described.emit("   ·   ".join(parts))
