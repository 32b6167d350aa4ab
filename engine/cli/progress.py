"""How far a take or a conversion is, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from phonoscope.engine.families import family
from phonoscope.engine.models.convert import ConversionProgress
from phonoscope.engine.take import STEPPING_STAGE, Take
from phonoscope.engine.text.estimate import LETTERS_PER_S
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn


class TakeProgress:
    """One bar over the whole text with the length of the sound so far, the real-time factor and the first sound.

    Nothing is drawn where standard error is no terminal.

    Parameters
    ----------
    n_letters
        Length of the text, by which the bar's end is estimated.
    quiet
        Draw nothing in any case.
    """

    def __init__(self, n_letters: int, quiet: bool = False) -> None:
        columns = TextColumn("{task.description}"), BarColumn(bar_width=30), TextColumn("{task.fields[figures]}")
        self._bar = Progress(
            *columns, console=Console(stderr=True), transient=True, disable=quiet or not sys.stderr.isatty()
        )
        self._expected_s = max(1.0, n_letters / LETTERS_PER_S)
        self._task = self._bar.add_task("speaking", total=1.0, figures="")

    def show(self, take: Take) -> None:
        """Draw how far ``take`` is: by its own account where it has one, else by the length of the sound."""
        audio_s, elapsed_s = take.duration_s, take.elapsed_s
        progress = take.progress
        # Never full before the end: the estimate may be short.
        done = min(0.98, audio_s / self._expected_s) if progress is None else progress
        figures = [f"{audio_s:.1f} s" if audio_s or progress is not None else "reading the text"]
        if take.stage is not None:
            figures.append(_doing(take))
        if take.remaining_s is not None:
            figures.append(f"about {take.remaining_s:.0f} s left")
        if audio_s:
            figures.append(f"RTF {elapsed_s / audio_s:.2f}")
        if take.ttfa_s is not None:
            figures.append(f"first sound {take.ttfa_s * 1000:.0f} ms")
        self._bar.update(self._task, completed=done, figures="   ".join(figures))

    def __enter__(self) -> TakeProgress:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()


def _doing(take: Take) -> str:
    """Return which stage is at work, and which step of the one that makes steps."""
    stages = family(take.request.family).stages
    name = stages[take.stage or 0]
    return f"{name}, step {len(take.steps)}" if take.stage == STEPPING_STAGE else name


@contextmanager
def conversion_bar(quiet: bool) -> Iterator[Callable[[ConversionProgress], None]]:
    """Show a bar on standard error while something is converted; nothing when nothing is."""
    columns = TextColumn("converting"), BarColumn(), DownloadColumn(), TimeRemainingColumn()
    with Progress(
        *columns, console=Console(stderr=True), transient=True, disable=quiet or not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("converting", total=None, visible=False)
        yield lambda p: bar.update(task, completed=p.done_bytes, total=p.total_bytes, visible=True)
