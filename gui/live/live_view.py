"""All panes of a take above each other, and the timer that lets them draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from phonoscope.engine.families import family
from phonoscope.engine.families.declaration import FamilyDeclaration, TapGroupDeclaration
from phonoscope.engine.pictures.magnitudes import prompt_rows
from phonoscope.engine.takes.text_position import text_position
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.codes_pane import CodesPane
from phonoscope.gui.live.curve_pane import CurvePane, entropy_curves, probability_curves
from phonoscope.gui.live.growth_pane import GrowthPane
from phonoscope.gui.live.magnitude_pane import MagnitudePane
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.pane_scroll import PaneScroll
from phonoscope.gui.live.pane_stack import PaneStack
from phonoscope.gui.live.pinned_pane import PinnedPane
from phonoscope.gui.live.positions_pane import PositionsPane
from phonoscope.gui.live.previews_pane import PreviewsPane
from phonoscope.gui.live.progress_strip import ProgressStrip
from phonoscope.gui.live.rows_pane import RowsPane
from phonoscope.gui.live.spectrogram_pane import SpectrogramPane
from phonoscope.gui.live.step_pane import StepPane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.live.timing_pane import TimingPane
from phonoscope.gui.live.waveform_pane import WaveformPane
from phonoscope.gui.theme import Theme
from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

_PANES_AT_ONCE = 2  # while the engine needs the processor as well
_CONTEXT_FRAMES = 12  # about a second before and behind


class LiveView(QWidget):
    """The panes of one take. Call `refresh` regularly while the take is being made.

    ``readout`` is a label for the window's status bar: what there is to read off where the mouse points.

    Parameters
    ----------
    declaration
        Whose tap groups have panes.
    theme
        The first colours.
    """

    family_changed = Signal()

    def __init__(self, declaration: FamilyDeclaration, theme: Theme) -> None:
        super().__init__()
        self.axis = TimeAxis(self)
        self.take: TakeView | None = None
        first, others = self.tr("first code"), self.tr("mean of the others")
        nats = " " + self.tr("nats")
        self.family = ""
        self._pictures: dict[str, Pane] = {}  # of the family's tap groups
        self._arrangements: dict[str, tuple[Sequence[str], Sequence[str], QByteArray]] = {}  # of the panes, by family
        self.progress = ProgressStrip()
        self._waveform = WaveformPane(self.axis, theme)
        self._timing = TimingPane(self.axis, theme)
        self.previews = PreviewsPane(self.axis, theme)
        self.pinned = PinnedPane(self.axis, theme)
        self._reference: TakeView | None = None
        self._turn = 0  # which of the panes were drawn last
        self._theme = theme
        self.stack = PaneStack(
            {
                "waveform": self._waveform,
                "previews": self.previews,
                "spectrogram": SpectrogramPane(self.axis, theme),
                "codes": CodesPane(self.axis, theme),
                "pinned": self.pinned,
                "entropy": CurvePane(self.tr("Entropy"), entropy_curves(first, others), nats, 4.0, self.axis, theme),
                "probability": CurvePane(
                    self.tr("Probability"), probability_curves(first, others), "", 1.0, self.axis, theme
                ),
                "timing": self._timing,
            }
        )
        self.scroller = PaneScroll(self.stack)
        self.panes: Mapping[str, Pane] = self.stack.panes
        self.readout = QLabel()
        self.readout.setObjectName("muted")
        self.readout.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.readout.setContentsMargins(8, 0, 8, 0)
        # However much there is to read off, the window must not grow.
        self.readout.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.progress)
        layout.addWidget(self.scroller, 1)
        self.axis.hover_changed.connect(self._read_off)
        self.stack.arranged.connect(self._read_again)
        self.set_family(declaration)
        self._read_off(-1.0)

    @property
    def groups(self) -> Mapping[str, MagnitudePane]:
        """The heat maps by tap group."""
        return {name: pane for name, pane in self.panes.items() if isinstance(pane, MagnitudePane)}

    def set_family(self, declaration: FamilyDeclaration) -> None:
        """Have a heat map for each tap group of another family; those that both have stay."""
        if declaration.name == self.family:
            return
        if self._pictures:
            stack = self.stack
            self._arrangements[self.family] = stack.order, tuple(stack.chosen_panes()), stack.saveState()
        self.family = declaration.name
        self.pinned.set_pins(())
        for name in self._pictures:
            self.stack.remove(name)
        order = list(self.stack.order)
        self._pictures = {}
        for group in declaration.tap_groups:
            self._pictures |= self._pictures_of(group)
        for name, pane in self._pictures.items():
            pane.setVisible(False)
            self.stack.add(name, pane)
        for heat_map in list(self.groups.values())[:1]:
            heat_map.reads_while_hidden = True  # the others would leave no room for what is shown
        at = order.index("pinned")
        self.stack.set_order([*order[:at], *self._pictures, *order[at:]])
        self._timing.set_stages(declaration.stages)
        if declaration.name in self._arrangements:
            self.stack.restore(*self._arrangements[declaration.name])
            self.stack.set_pane_visible("pinned", False)  # nothing is
        else:
            self.family_changed.emit()

    def forget_arrangements(self) -> None:
        """Lay the panes of every family out anew when it is shown: another layout was chosen."""
        self._arrangements.clear()

    def _pictures_of(self, group: TapGroupDeclaration) -> dict[str, Pane]:
        """Return the panes of a tap group: along the sound or its steps, and what else its declaration names."""
        first, *others = group.pictures
        panes: dict[str, Pane] = {}
        if group.by_frame:
            heat_map = MagnitudePane(group, self.axis, self._theme)
            heat_map.pin_toggled.connect(self._pin)
            heat_map.set_reference(self._reference)
            panes[first] = heat_map
        elif first == group.name:
            panes[first] = StepPane(group, self.axis, self._theme)
        else:
            others = [first]
        for name in others:
            panes[name] = (PositionsPane if group.by_frame else GrowthPane)(group, self.axis, self._theme)
        for pane in panes.values():
            if isinstance(pane, RowsPane):
                pane.read_off.connect(self._show_read_off)
        return panes

    def set_reference(self, take: TakeView | None) -> None:
        """Let heat maps show the change against another take."""
        self._reference = take
        for pane in self.groups.values():
            pane.set_reference(take)

    def set_take(self, take: TakeView | None, expected_s: float = 0.0) -> None:
        """Show another take, of which about ``expected_s`` of sound are expected."""
        if take is not None:
            self.set_family(family(take.request.family))
        self.take = take
        self.stack.end_peek()
        self.axis.set_playhead(0.0)
        self.axis.set_loop(None)
        self.axis.begin(expected_s)
        self._follow()
        for pane in self.panes.values():
            pane.set_take(take)
        if self.shows_previews is self.previews.isHidden():
            self.stack.show_beside("previews", "waveform") if self.shows_previews else self.previews.hide()
        self.refresh()
        self._read_off(self.axis.hover_s)

    @property
    def shows_previews(self) -> bool:
        """Whether the take has previews, or will."""
        return self.take is not None and self.take.request.makes_previews

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        for pane in self.panes.values():
            pane.set_theme(theme)

    def refresh(self, *, sparing: bool = False) -> None:
        """Draw what came since the last call.

        Parameters
        ----------
        sparing
            Draw a few panes only, and the others at the next calls: what is drawn at once costs the less, and
            something moves all the same.
        """
        self.progress.refresh(self.take)
        if self.take is None:
            return
        self._follow()
        panes = [pane for pane in self.panes.values() if not pane.isHidden()]
        n_turns = -(-len(panes) // _PANES_AT_ONCE) if sparing else 1
        self._turn = (self._turn + 1) % max(1, n_turns)
        drawn = [pane.refresh() for pane in panes[self._turn :: max(1, n_turns)]]
        if any(drawn) and self.axis.hover_s >= 0:
            self._read_off(self.axis.hover_s)

    def _follow(self) -> None:
        """Let the axis be as long as the take."""
        take = self.take
        if take is None:
            self.axis.set_duration(0.0, finished=False)
            return
        made_s = take.duration_s or prompt_rows(take) * take.frame_s
        duration_s = max(made_s, self.previews.duration_s)  # a preview may be longer than what it became
        self.axis.set_duration(duration_s, finished=take.finished)

    def show_underruns(self, times_s: Sequence[float]) -> None:
        """Mark where sound was missing."""
        self._waveform.underrun_marks.show(times_s)

    def show_place(self, frame: int, n_frames: int, group: str, layer: int) -> None:
        """Zoom to frames with some context, mark a layer and read it off; ``group`` is empty for the sound alone."""
        if self.take is None:
            return
        frame_s = self.take.frame_s
        self.axis.show((frame - _CONTEXT_FRAMES) * frame_s, (frame + n_frames + _CONTEXT_FRAMES) * frame_s)
        self.axis.set_playhead(frame * frame_s)
        self._unmark()
        self.axis.set_hover(-1.0)  # wherever the mouse is
        if group in self.groups:
            self.groups[group].layer_mark.show(layer)
            self.groups[group].pointed_row = layer
        if group in self.panes:
            self._peek(group)
        else:
            self.stack.end_peek()
        self.axis.set_hover((frame + 0.5) * frame_s)

    def show_row(self, group: str, layer: int, row: int) -> bool:
        """Mark a layer in a row of a tap group that belongs to no frame, in the picture of all rows, and read it off.

        Return whether there is such a picture. Of a take without frames it is the heat map.
        """
        for name, pane in self.panes.items():
            if isinstance(pane, StepPane) and pane.group.name == group and self.take is not None:
                if pane.group.by_frame and prompt_rows(self.take):
                    self.show_place(row, 1, group, layer)
                    return True
                self._unmark()
                pane.layer_mark.show(layer, row)
                self._peek(name)
                self._show_read_off(pane.at(row + 0.5, layer + 0.5))
                return True
        return False

    def _unmark(self) -> None:
        for pane in self.panes.values():
            if isinstance(pane, MagnitudePane | StepPane):
                pane.layer_mark.show(None)

    def _peek(self, name: str) -> None:
        """Show a pane until another one is looked at, and scroll to it."""
        self.stack.peek(name)
        self.scroller.reveal(self.panes[name])

    def reveal(self, name: str) -> None:
        """Show a pane if it is hidden, and scroll to it."""
        self.stack.set_pane_visible(name, True)
        self.scroller.reveal(self.panes[name])

    def set_pins(self, pins: Iterable[tuple[str, int]]) -> None:
        """Draw layers of tap groups as curves; groups that there are not are left out."""
        groups = self.groups
        self.pinned.set_pins(tuple((groups[name].group, layer) for name, layer in pins if name in groups))
        for name, heat_map in groups.items():
            heat_map.show_pins({at for group, at in self.pinned.pins if group.name == name})

    def _pin(self, layer: int, pinned: bool) -> None:
        pane = self.sender()
        assert isinstance(pane, MagnitudePane)
        changed = (pane.group.name, layer)
        others = [pin for group, at in self.pinned.pins if (pin := (group.name, at)) != changed]
        self.set_pins([*others, changed] if pinned else others)
        self.stack.set_pane_visible("pinned", bool(self.pinned.pins))

    def _read_again(self) -> None:
        """Read off what the panes say that are shown now."""
        self._read_off(self.axis.hover_s)

    def _show_read_off(self, text: str) -> None:
        if text:
            self.readout.setText(text)
        else:
            self._read_off(self.axis.hover_s)

    def _read_off(self, time_s: float) -> None:
        take = self.take
        if take is not None and time_s >= 0 and (n_rows := prompt_rows(take)):
            row = min(int(time_s / take.frame_s), n_rows - 1)
            shown = [pane for pane in self.panes.values() if pane.draws_prompt and not pane.isHidden()]
            parts = [self.tr("position {row} of the prompt").format(row=row), *(pane.describe(row) for pane in shown)]
            self.readout.setText("   ·   ".join(parts))
            return
        if time_s < 0 or take is None or not take.n_frames:
            self.readout.setText(
                self.tr(
                    "Point at the take to read it off, click to play from there, "
                    "drag with Shift to repeat a part, scroll to zoom"
                )
            )
            return
        frame = int(time_s / take.frame_s)
        parts = [filled("{:.3f} s", time_s), self.tr("frame {frame}").format(frame=frame)]
        if frame < take.n_frames:
            if (place := text_position(take, frame)) is not None and place.word:
                parts.append(self.tr("about “{word}”").format(word=place.word))
            parts += self.stack.describe(frame)
        self.readout.setText("   ·   ".join(parts))
