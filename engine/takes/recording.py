"""A take on its way to the disk."""

from __future__ import annotations

from dataclasses import replace

from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.folder import TakeWriter
from phonoscope.engine.takes.index import TakeIndex
from phonoscope.engine.takes.summary import TakeSummary, summarise
from phonoscope.engine.takes.view import TakeView


class TakeRecording:
    """Keeps a take that is being made; see `TakeStore.record`. Call `append` every few seconds, then `finish`.

    Parameters
    ----------
    index
        Where it is listed.
    writer
        Writes its folder.
    take
        The take.
    created
        When that was, in UTC, ISO 8601.
    """

    def __init__(self, index: TakeIndex, writer: TakeWriter, take: TakeView, created: str) -> None:
        self.id = writer.folder.name
        self._index = index
        self._writer = writer
        self._take = take
        self._created = created

    def summary(self) -> TakeSummary:
        """Return the take's row of the index as it is now: unfinished, even if it has ended, until all is written."""
        return replace(summarise(self._take, self.id, self._created), stop_reason=StopReason.NONE.value)

    def append(self) -> None:
        """Write what came since the last call."""
        self._writer.append()
        self._index.list_soon([self.summary()])

    def finish(self, request: SynthesisRequest) -> TakeSummary:
        """Write the rest and return the row of the index; ``request`` is complete with the hashes of the model."""
        result = self._writer.finish(request)
        summary = summarise(self._take, self.id, self._created, result.n_alarms)
        self._index.list_soon([summary])
        return summary
