"""Takes as files for others: sound in the usual formats, or one archive with everything that is known of them."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import soundfile
from phonoscope.engine.audio.files import AUDIO_SUFFIXES, audio_file, describe_sound
from phonoscope.engine.errors import OutputError, PhonoscopeError, RequestError
from phonoscope.engine.families import family
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.takes.folder import LATENTS, StoredTake
from phonoscope.engine.takes.likeness_file import LIKENESS
from phonoscope.engine.takes.naming import file_stems
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.engine.takes.underruns_file import UNDERRUNS
from phonoscope.engine.voices.bundled import bundled_voices

BUNDLE_SUFFIX = ".zip"
EXPORT_SUFFIXES = (*AUDIO_SUFFIXES, BUNDLE_SUFFIX)
_BUNDLE_STEM = "takes"
_DESCRIPTIONS = (
    "recipe.json",
    "request.json",
    "result.json",
    "layout.json",
    LIKENESS,
    UNDERRUNS,
    "LICENCE.txt",
    LATENTS,
)
_BLOCK_SAMPLES = 1 << 20

Progress = Callable[[int, int], bool]


def _go_on(_: int, __: int) -> bool:
    return True


def planned_files(takes: Sequence[TakeSummary], folder: Path, pattern: str, suffix: str) -> list[Path]:
    """Return the files that `export_takes` writes: those that are there already get neighbours with numbers.

    Raises
    ------
    RequestError
        When the pattern or the suffix does not fit.
    """
    if suffix not in EXPORT_SUFFIXES:
        raise RequestError(
            "{suffix} is no format of export",
            "use one of {suffixes}",
            suffix=suffix,
            suffixes=", ".join(EXPORT_SUFFIXES),
        )

    def is_taken(stem: str) -> bool:
        return os.path.lexists(folder / f"{stem}{suffix}")

    stems = file_stems(takes, pattern, is_taken)
    if suffix == BUNDLE_SUFFIX and len(takes) > 1:
        stems = file_stems(takes[:1], _BUNDLE_STEM, is_taken)
    return [folder / f"{stem}{suffix}" for stem in stems]


def export_takes(
    store: TakeStore,
    takes: Sequence[TakeSummary],
    folder: Path,
    pattern: str,
    suffix: str,
    progress: Progress = _go_on,
    *,
    marks_synthetic: bool = True,
) -> list[Path]:
    """Write takes to files and return them.

    Every file appears whole or not at all, and none that is there already is replaced.

    Parameters
    ----------
    store
        Where the takes are.
    takes
        Which ones.
    folder
        Where to; made when it does not exist.
    pattern
        Of the names; see `phonoscope.engine.takes.naming`.
    suffix
        A sound format of `AUDIO_SUFFIXES`, or `BUNDLE_SUFFIX` for one archive with a folder for each take: recipe,
        sound as float32 WAV, previews, codes, draws, times of the frames, magnitudes of the layers, likeness to the
        voice, where sound was missing, and the voice.
    progress
        Told how many takes are done, and of how many, before each and at the end; returns whether to go on.
    marks_synthetic
        Whether sound files say in their metadata that a program spoke.

    Raises
    ------
    RequestError
        As `planned_files`.
    PhonoscopeError
        When a take is gone or damaged.
    OutputError
        When a file cannot be written. Sound files of the takes before stay.
    """
    files = planned_files(takes, folder, pattern, suffix)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            "{folder}: cannot be made ({error})", "give another folder", folder=folder, error=error.strerror
        ) from error
    if suffix == BUNDLE_SUFFIX:
        return _write_bundle(store, takes, files, file_stems(takes, pattern), progress, marks_synthetic=marks_synthetic)
    written: list[Path] = []
    for done, (summary, path) in enumerate(zip(takes, files, strict=True)):
        if not progress(done, len(takes)):
            return written
        export_sound(store.read(summary.id), path, marks_synthetic=marks_synthetic)
        written.append(path)
    progress(len(takes), len(takes))
    return written


def export_sound(take: StoredTake, path: Path, *, marks_synthetic: bool = True) -> None:
    """Write the sound of a take to ``path``, whose suffix chooses the format; see `export_takes`.

    Raises
    ------
    PhonoscopeError
        When there is no sound in it.
    RequestError, OutputError
        As `phonoscope.engine.audio.files.audio_file`.
    """
    if not take.n_frames:
        raise PhonoscopeError(
            "{file}: the take has no sound", "choose another take, or export a bundle", file=path.name
        )
    licence = family(take.request.family).licence
    with audio_file(path, take.sample_rate_hz, marks_synthetic=marks_synthetic, licence=licence) as sink:
        for at in range(0, len(take.audio), _BLOCK_SAMPLES):
            sink.write(np.asarray(take.audio[at : at + _BLOCK_SAMPLES]))


def _write_bundle(
    store: TakeStore,
    takes: Sequence[TakeSummary],
    files: list[Path],
    stems: list[str],
    progress: Progress,
    *,
    marks_synthetic: bool,
) -> list[Path]:
    if not files:
        return []
    with replacing(files[0]) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for done, (summary, stem) in enumerate(zip(takes, stems, strict=True)):
            if not progress(done, len(takes)):
                raise OutputError("{path}: the export was stopped", path=files[0])
            _add_take(archive, store.read(summary.id), summary, stem, marks_synthetic=marks_synthetic)
    progress(len(takes), len(takes))
    return files


def _add_take(
    archive: zipfile.ZipFile, take: StoredTake, summary: TakeSummary, stem: str, *, marks_synthetic: bool
) -> None:
    for name in _DESCRIPTIONS:
        if (take.folder / name).is_file():
            archive.write(take.folder / name, f"{stem}/{name}")
    said = {"rating": summary.rating, "tags": summary.tags, "notes": summary.notes, "alarm": summary.alarm}
    archive.writestr(f"{stem}/notes.json", json.dumps(said, ensure_ascii=False, indent=1) + "\n")
    sounds = {"audio": take.audio} | {f"previews/step-{p.step + 1:03d}": p.samples for p in take.previews}
    for name, samples in sounds.items():
        sound = io.BytesIO()
        with soundfile.SoundFile(sound, "w", take.sample_rate_hz, 1, "FLOAT", format="WAV") as encoder:
            licence = family(take.request.family).licence
            describe_sound(encoder, marks_synthetic=marks_synthetic, licence=licence)
            encoder.write(samples)
        archive.writestr(f"{stem}/{name}.wav", sound.getvalue())
    for name, array in (("codes", take.codes), ("draws", take.draws), ("frames", take.frames)):
        with archive.open(f"{stem}/{name}.npy", "w", force_zip64=True) as file:
            np.save(file, array, allow_pickle=False)
    with archive.open(f"{stem}/taps.npz", "w", force_zip64=True) as file:
        np.savez(file, **dict(take.taps))  # type: ignore[arg-type] # groups are not called allow_pickle
    source = take.request.voice.source
    voice = bundled_voices().get(source, Path(source))
    if take.request.voice.sha256 and voice.is_file():
        archive.write(voice, f"{stem}/voice{voice.suffix.lower()}")
