"""All panes of a take above each other, and the timer that lets them draw."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.codes_pane import CodesPane
from phonoscope.gui.live.curve_pane import CurvePane, entropy_curves, probability_curves
from phonoscope.gui.live.magnitude_pane import MagnitudePane
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.pane_stack import PaneStack
from phonoscope.gui.live.spectrogram_pane import SpectrogramPane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.live.timing_pane import TimingPane
from phonoscope.gui.live.waveform_pane import WaveformPane
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

_CONTEXT_FRAMES = 12  # about a second before and behind


class LiveView(QWidget):
    """The panes of one take. Call `refresh` regularly while the take is being made.

    ``readout`` is a label for the window's status bar: what there is to read off where the mouse points.

    Parameters
    ----------
    family
        Whose tap groups have panes.
    theme
        The first colours.
    """

    def __init__(self, family: FamilyDeclaration, theme: Theme) -> None:
        super().__init__()
        self.axis = TimeAxis(self)
        self.take: TakeView | None = None
        first, others = self.tr("first code"), self.tr("mean of the others")
        nats = " " + self.tr("nats")
        self._waveform = WaveformPane(self.axis, theme)
        self.panes: dict[str, Pane] = {
            "waveform": self._waveform,
            "spectrogram": SpectrogramPane(self.axis, theme),
            "codes": CodesPane(self.axis, theme),
            **{group.name: MagnitudePane(group, self.axis, theme) for group in family.tap_groups},
            "entropy": CurvePane(self.tr("Entropy"), entropy_curves(first, others), nats, 4.0, self.axis, theme),
            "probability": CurvePane(
                self.tr("Probability"), probability_curves(first, others), "", 1.0, self.axis, theme
            ),
            "timing": TimingPane(self.axis, theme),
        }
        self.stack = PaneStack(self.panes)
        self.readout = QLabel()
        self.readout.setObjectName("muted")
        self.readout.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.readout.setContentsMargins(8, 0, 8, 0)
        # However much there is to read off, the window must not grow.
        self.readout.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.stack, 1)
        self.axis.hover_changed.connect(self._read_off)
        self._read_off(-1.0)

    def set_take(self, take: TakeView | None) -> None:
        """Show another take."""
        self.take = take
        self.axis.set_playhead(0.0)
        self.axis.set_loop(None)
        self.axis.set_duration(0.0, finished=False)
        for pane in self.panes.values():
            pane.set_take(take)
        self.axis.show_everything()
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        for pane in self.panes.values():
            pane.set_theme(theme)

    def refresh(self) -> None:
        """Draw what came since the last call."""
        if self.take is None:
            return
        self.axis.set_duration(self.take.duration_s, finished=self.take.finished)
        drawn = [pane.refresh() for pane in self.panes.values()]
        if any(drawn) and self.axis.hover_s >= 0:
            self._read_off(self.axis.hover_s)

    def show_underruns(self, times_s: Sequence[float]) -> None:
        """Mark where sound was missing."""
        self._waveform.underrun_marks.show(times_s)

    def show_place(self, frame: int, n_frames: int, group: str, layer: int) -> None:
        """Zoom to frames with some context, and mark a layer; ``group`` is empty for the sound alone."""
        if self.take is None:
            return
        frame_s = self.take.hop_samples / self.take.sample_rate_hz
        self.axis.show((frame - _CONTEXT_FRAMES) * frame_s, (frame + n_frames + _CONTEXT_FRAMES) * frame_s)
        self.axis.set_playhead(frame * frame_s)
        for name, pane in self.panes.items():
            if isinstance(pane, MagnitudePane):
                pane.mark(layer if name == group else None)
        if group in self.panes and self.panes[group].isHidden():
            self.stack.set_pane_visible(group, True)

    def _read_off(self, time_s: float) -> None:
        take = self.take
        if time_s < 0 or take is None or not take.n_frames:
            self.readout.setText(
                self.tr(
                    "Point at the take to read it off, click to play from there, "
                    "drag with Shift to repeat a part, scroll to zoom"
                )
            )
            return
        frame = int(time_s * take.sample_rate_hz / take.hop_samples)
        parts = [f"{time_s:.3f} s", self.tr("frame {frame}").format(frame=frame)]
        if frame < take.n_frames:
            parts += self.stack.describe(frame)
        self.readout.setText("   ·   ".join(parts))
