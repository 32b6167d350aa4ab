"""A take: speech in the making, watched while it grows, and what is known of it once it is done.

Arrays are views of what the native engine has published so far. They never change, later reads only return longer
ones; reading costs nothing and never waits for the engine.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.audio.sound import InFrames
from phonoscope.engine.errors import AlarmError, PhonoscopeError
from phonoscope.engine.native_messages import native_message
from phonoscope.engine.preview import Previews
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take_figures import FrameColumn, StopReason, TakeFigures, figures_of_frames
from phonoscope.engine.take_progress import ExpectedWork, StageProgress, TakeClock

STEPPING_STAGE = 1
"""Of the stages that a family declares, the one that makes the steps of a model that denoises."""
_POLL_S = 0.01  # how often `Take.chunks` looks for new sound


@dataclass(frozen=True)
class KeptState:
    """A whole state of one layer at one step, float32 ``[width]``; of a codec's layer all rows of a frame in turn."""

    group: str
    layer: int
    step: int
    values: NDArray[np.float32]


class Take(InFrames):
    """Speech in the making; made by `Engine.speak`.

    Parameters
    ----------
    request
        What is being spoken, complete with the hashes of model and voice.
    native
        The native synthesis.
    sample_rate_hz, hop_samples
        Rate of the sound, and its samples in a frame.
    work
        How long it computes, as far as that can be told before it begins; None where nobody can.
    """

    def __init__(
        self,
        request: SynthesisRequest,
        native: _native.Synthesis,
        *,
        sample_rate_hz: int,
        hop_samples: int,
        work: ExpectedWork | None = None,
    ) -> None:
        self.request = request
        self.sample_rate_hz = sample_rate_hz
        self.hop_samples = hop_samples
        self._work = work
        self._clock = None if work is None else TakeClock(work)
        self._native = native
        self._feeder: threading.Thread | None = None
        self._feeder_error: PhonoscopeError | None = None

    @property
    def audio(self) -> NDArray[np.float32]:
        """Sound so far, float32 ``[samples]`` in -1..1."""
        return self._native.audio[: self.n_frames * self.hop_samples]

    @property
    def codes(self) -> NDArray[np.int32]:
        """Codes so far, int32 ``[frames, codebooks]``; -1 in the pause between two segments."""
        return self._native.codes[: self.n_frames]

    @property
    def draws(self) -> NDArray[np.float32]:
        """Entropy in nats and probability of every drawn code, float32 ``[frames, codebooks, 2]``."""
        return self._native.draws[: self.n_frames]

    @property
    def frames(self) -> NDArray[np.float64]:
        """When and how each frame was made, float64 ``[frames, 8]``; `FrameColumn` names the columns."""
        return self._native.frames

    @property
    def taps(self) -> Mapping[str, NDArray[np.float32]]:
        """Magnitudes by tap group, float32 ``[rows, layers, 3]``: rms, absmax, count of non-finite values."""
        return self._native.taps

    @property
    def steps(self) -> NDArray[np.float64]:
        """Steps of a model that denoises, float64 ``[steps, 5]``; `StepColumn` names the columns."""
        return self._native.steps

    @property
    def previews(self) -> Previews:
        """What the speech would have been after some of the steps, where the request asked for it."""
        rows, samples = self._native.previews
        return Previews(rows, samples.reshape(-1))

    @property
    def latents(self) -> NDArray[np.float32]:
        """Latents so far, float32 ``[frames, width]``, of one segment; no rows with several, or of models without."""
        latents = self._native.latents
        spoken_at_once = bool((self._native.frames[:, FrameColumn.SEGMENT] == 0).all())
        return latents[: self.n_frames] if spoken_at_once and not self.request.retries else latents[:0]

    @property
    def kept_states(self) -> list[KeptState]:
        """Whole states that the request asked to keep, by group, step and layer."""
        return [KeptState(*state) for state in self._native.kept_states()]

    @property
    def segments(self) -> Sequence[_native.SegmentResult]:
        """Finished segments of the text, in order."""
        return self._native.segments

    @property
    def n_frames(self) -> int:
        """Frames so far."""
        return len(self._native.frames)

    @property
    def n_samples(self) -> int:
        """Samples so far."""
        return self.n_frames * self.hop_samples

    @property
    def duration_s(self) -> float:
        """Length of the sound so far."""
        return self.n_samples / self.sample_rate_hz

    @property
    def elapsed_s(self) -> float:
        """Time since the take began; the time it took once it is finished."""
        return self._native.seconds

    @property
    def ttfa_s(self) -> float | None:
        """Time to first audio, or None as long as there is none."""
        frames = self._native.frames
        return float(frames[0, FrameColumn.PUBLISHED_MS]) / 1000 if len(frames) else None

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""
        return self._native.finished

    @property
    def stop_reason(self) -> StopReason:
        """Why it ended, or a segment of it that did not end by itself; ``none`` while it goes on."""
        return StopReason(self._native.stop_reason)

    @property
    def alarm(self) -> _native.Alarm | None:
        """The first state that was not finite, if there was one: stage, layer, step and operation."""
        return self._native.alarm

    @property
    def first_silent_frame(self) -> int | None:
        """Where the first silence begins because of which speech was stopped, or None."""
        return next((s.first_silent_frame for s in self.segments if s.first_silent_frame >= 0), None)

    @property
    def figures(self) -> TakeFigures:
        """What is measured of the take so far."""
        return figures_of_frames(
            self._native.frames,
            self.request.family,
            duration_s=self.duration_s,
            elapsed_s=self.elapsed_s,
            prefill_ms=float(sum(segment.prefill_ms for segment in self.segments)),
            stop_reason=self.stop_reason,
        )

    def chunks(self, waiting: Callable[[], None] = lambda: None) -> Iterator[NDArray[np.float32]]:
        """Yield the sound as it becomes ready, float32 ``[samples]`` each, until the take is finished.

        ``waiting`` is called again and again while there is none.
        """
        n_given = 0
        while True:
            finished = self.finished  # before looking for sound: what came until then is given out below
            audio = self.audio
            if len(audio) > n_given:
                yield audio[n_given:]
                n_given = len(audio)
            elif finished:
                return
            else:
                waiting()
                self._native.wait(_POLL_S)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until the take is finished, at most ``timeout_s``; return whether it is."""
        if timeout_s is not None:
            return self._native.wait(timeout_s)
        while not self._native.wait(1.0):  # in steps, so that Ctrl-C is heard
            pass
        return True

    def cancel(self) -> None:
        """Stop within one frame or step; a normal end that keeps what there is."""
        self._native.cancel()

    def pause(self) -> None:
        """Hold the take before its next frame or step; what is being computed is finished first."""
        self._native.pause(True)

    def resume(self) -> None:
        """Go on after `pause`."""
        self._native.pause(False)

    @property
    def paused(self) -> bool:
        """Whether the take is held."""
        return self._native.paused

    @property
    def expected_s(self) -> float | None:
        """About how long it computes, as estimated before it began; None where nobody can tell."""
        return None if self._work is None else self._work.total_s

    @property
    def progress(self) -> float | None:
        """Share of the time for all stages that has passed, 0 to 1; None where its end is not known."""
        if self._clock is None:
            return None
        done_s, left_s = self._clock.look(self._stages, self.elapsed_s, held=self.paused)
        return done_s / (done_s + left_s) if done_s + left_s > 0 else 0.0

    @property
    def remaining_s(self) -> float | None:
        """About how long all stages still compute, by their pace so far, at first as expected; None if nobody knows.

        Pauses do not count.
        """
        if self._clock is None:
            return None
        _, left_s = self._clock.look(self._stages, self.elapsed_s, held=self.paused)
        return left_s

    @property
    def stage(self) -> int | None:
        """Which of the stages that the family declares is at work, from 0; None where it is not known or all are done.

        Stages may run beside each other: it is the first of those that are not done.
        """
        return next((i for i, stage in enumerate(self._stages) if stage.done < stage.total), None)

    @property
    def _stages(self) -> list[StageProgress]:
        return [StageProgress(*stage) for stage in self._native.progress]

    def check(self) -> None:
        """Raise what went wrong.

        Raises
        ------
        AlarmError
            When the take was stopped by a state that was not finite.
        PhonoscopeError
            When text that arrived late could not be spoken, or the engine failed.
        """
        if self._feeder_error is not None:
            raise self._feeder_error
        if (alarm := self.alarm) is not None:
            raise AlarmError(
                "a value is not finite ({stage} layer {layer}, step {step}, {operation})",
                "check the model with phonoscope models verify",
                stage=alarm.stage,
                layer=alarm.layer,
                step=alarm.step,
                operation=alarm.operation,
            )
        if self.stop_reason is StopReason.FAILED:
            raise PhonoscopeError(native_message(self._native.error))

    def feed(self, feeder: threading.Thread) -> None:
        """Start the thread that pushes the text as it arrives, and keep it with the take."""
        self._feeder = feeder
        feeder.start()

    def close(self) -> None:
        """Cancel, wait for the end, and give the thread that reads late text a second to notice."""
        self.cancel()
        self.wait()
        if self._feeder is not None:
            self._feeder.join(1.0)

    def fail(self, error: PhonoscopeError) -> None:
        """Stop because text could not be laid out; `check` raises ``error``."""
        self._feeder_error = error
        self.cancel()
