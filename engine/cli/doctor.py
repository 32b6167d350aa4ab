"""``phonoscope doctor``: what works on this machine."""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import os
import platform
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from phonoscope.engine.cli.output import print_json, print_table
from phonoscope.engine.cli.workbench import find_display
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.store import cache_path, list_models, store_path
from phonoscope.engine.request import BACKENDS
from phonoscope.engine.voices.bundled import bundled_voices
from rich.text import Text


class Verdict(StrEnum):
    """How a finding is to be taken; only a failure makes the exit code 1."""

    GOOD = "ok"
    MISSING = "missing"
    FAILED = "failed"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    subject: str
    verdict: Verdict
    detail: str


def add_doctor_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the ``doctor`` command."""
    parser = subparsers.add_parser("doctor", help="say what works on this machine")
    parser.add_argument("--json", action="store_true", help="print the findings as one JSON object")
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    findings = examine()
    if args.json:
        print_json({"findings": findings})
    else:
        colours = {Verdict.GOOD: "green", Verdict.MISSING: "yellow", Verdict.FAILED: "red"}
        print_table([(Text(f.verdict, style=colours[f.verdict]), f.subject, f.detail) for f in findings])
    return 1 if any(f.verdict is Verdict.FAILED for f in findings) else 0


def examine() -> list[Finding]:
    """Look at everything that speaking and drawing need; never raises."""
    checks: Iterable[tuple[str, Callable[[], str]]] = (
        ("phonoscope", _phonoscope),
        ("native engine", _native_engine),
        ("processor", _processor),
        ("memory", _memory),
        ("disk", _disk),
    )
    optional: Iterable[tuple[str, Callable[[], str]]] = (
        ("sound device", _sound_device),
        ("sound files", _sound_files),
        ("display", _display),
        ("models", _models),
        ("voices", _voices),
    )
    found = [_look(subject, check, Verdict.FAILED) for subject, check in checks]
    return found + [_look(subject, check, Verdict.MISSING) for subject, check in optional]


def _look(subject: str, check: Callable[[], str], otherwise: Verdict) -> Finding:
    try:
        return Finding(subject, Verdict.GOOD, check())
    except PhonoscopeError as error:
        return Finding(subject, otherwise, str(error))
    except Exception as error:  # whatever is broken is the finding
        return Finding(subject, otherwise, f"{type(error).__name__}: {error}")


def _phonoscope() -> str:
    return f"{importlib.metadata.version('phonoscope')} on Python {platform.python_version()}, {platform.platform()}"


def _native_engine() -> str:
    importlib.import_module("phonoscope._native")
    return f"loads; ggml {importlib.metadata.version('libggml-python')}; backends: {', '.join(BACKENDS)}"


def _processor() -> str:
    return f"{platform.machine()}, {available_cores()} of {os.cpu_count()} threads usable"


def _memory() -> str:
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    available = available_memory_bytes()
    return f"{total / 2**30:.1f} GiB" + ("" if available is None else f", {available / 2**30:.1f} GiB of it available")


def available_memory_bytes(table: Path = Path("/proc/meminfo")) -> int | None:
    """Return how much memory programs can still have, what only keeps files at hand included; None where nobody says.

    Parameters
    ----------
    table
        Where Linux says it, in kibibytes (proc_meminfo(5)).
    """
    try:
        found = re.search(r"^MemAvailable:\s*(\d+) kB$", table.read_text("ascii"), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None


def _disk() -> str:
    places = []
    for what, path in (("store", store_path()), ("cache", cache_path())):
        there = next(p for p in (path, *path.parents) if p.exists())
        if not (there.is_dir() and os.access(there, os.W_OK)):
            raise PhonoscopeError(f"{path}: the {what} of models cannot be written", "permit writing there")
        places.append(f"{what} {path} ({shutil.disk_usage(there).free / 2**30:.1f} GiB free)")
    return ", ".join(places)


def _sound_device() -> str:
    try:
        sounddevice = importlib.import_module("sounddevice")
        device = sounddevice.query_devices(kind="output")
    except OSError as error:
        raise PhonoscopeError("PortAudio is not installed", "install it to play sound; files work without") from error
    except Exception as error:  # PortAudioError, which cannot be named where the import fails
        raise PhonoscopeError("no output device", "connect one to play sound; files work without") from error
    return f"{device['name']}, {device['default_samplerate']:.0f} Hz"


def _sound_files() -> str:
    soundfile = importlib.import_module("soundfile")
    known = soundfile.available_formats()
    wanted = ("WAV", "FLAC", "OGG", "MP3")
    lacking = [name for name in wanted if name not in known]
    if lacking:
        raise PhonoscopeError(f"libsndfile lacks {', '.join(lacking)}", "install soundfile from PyPI")
    return f"{', '.join(wanted)}; libsndfile {soundfile.__libsndfile_version__}"


def _display() -> str:
    importlib.import_module("PySide6.QtWidgets")
    qt = importlib.metadata.version("PySide6-Essentials")
    return ", ".join(filter(None, (find_display(), f"Qt {qt}")))


def _models() -> str:
    models = list_models()
    if not models:
        raise PhonoscopeError(f"the store {store_path()} is empty", "give a file with --model, or fetch one")
    return ", ".join(model.name for model in models)


def _voices() -> str:
    voices = bundled_voices()
    if not voices:
        raise PhonoscopeError("no voices are bundled", "give a voice file with --voice")
    return f"{len(voices)} bundled: {', '.join(list(voices)[:5])}{', ...' if len(voices) > 5 else ''}"
