"""Previews of a take as sound files, each written as soon as it is made."""

from __future__ import annotations

from pathlib import Path

from phonoscope.engine.audio.files import audio_file
from phonoscope.engine.errors import OutputError, RequestError
from phonoscope.engine.families import family
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take import Take


class PreviewFiles:
    """Writes ``step-N.wav`` into a folder for the preview after each step N; nothing without a folder.

    Parameters
    ----------
    folder
        Where to; it is made when it does not exist. None for nowhere.
    request
        What is spoken.
    marks_synthetic
        Whether the files say that a program spoke.

    Raises
    ------
    RequestError
        When the request makes no previews.
    OutputError
        When the folder cannot be made; also from `write`, when a file cannot be written.
    """

    def __init__(self, folder: Path | None, request: SynthesisRequest, *, marks_synthetic: bool) -> None:
        self._folder = folder
        self._licence = family(request.family).licence
        self._marks_synthetic = marks_synthetic
        self._n_written = 0
        if folder is None:
            return
        if not request.makes_previews:
            raise RequestError("--previews: this request makes none", "say how often with --preview-steps N")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{folder}: cannot be made ({error.strerror})", "give another folder") from error

    def write(self, take: Take) -> None:
        """Write the previews that came since the last call."""
        if self._folder is None:
            return
        for preview in take.previews[self._n_written :]:
            path = self._folder / f"step-{preview.step + 1:03d}.wav"
            with audio_file(
                path, take.sample_rate_hz, marks_synthetic=self._marks_synthetic, licence=self._licence
            ) as sink:
                sink.write(preview.samples)
            self._n_written += 1
