"""Changes a library of voices again and again until somebody kills it, saying before every change what it will do.

    python library_changer.py ROOT FOLDER_OF_SPK_FILES

For every seed on standard input a process is forked that begins with its id. Each line after it is JSON: the change,
and the library, as a list of (name, hash of the numbers, whether binned), before it and after it. "ended" and its exit
code follow once it is dead.
"""

from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path

import numpy as np
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.importing import import_voice
from phonoscope.engine.voices.store import VoiceStore
from phonoscope.engine.voices.voice import content_hash

State = set[tuple[str, str, bool]]


def state_of(store: VoiceStore) -> State:
    """Return what the library holds."""
    return {(e.name, e.content, e.binned) for binned in (False, True) for e in store.entries(binned=binned)}


class Changer:
    """Draws changes; each method returns the library that it will lead to and the function that does it."""

    def __init__(self, store: VoiceStore, files: Path, seed: int) -> None:
        self._store = store
        self._files = sorted(files.glob("*.spk"))
        self._random = random.Random(seed)
        self._number = seed * 10_000

    def change_once(self) -> None:
        """Say what comes, and do it."""
        store, before = self._store, state_of(self._store)
        entries, binned = store.entries(), store.entries(binned=True)
        has_room = len(entries) + len(binned) < 12
        kinds = ["import", "import"] * has_room + ["duplicate"] * (has_room and bool(entries))
        kinds += ["rename", "preview", "bin"] * bool(entries) + ["restore", "empty"] * bool(binned)
        kind = self._random.choice(kinds)
        entry = (
            self._random.choice(binned if kind == "restore" else entries) if kind not in ("import", "empty") else None
        )
        name = self._new_name()
        if kind == "import":
            stored = import_voice(self._random.choice(self._files), n_codebooks=16, codebook_size=64, name=name)
            self._say(kind, before, before | {(name, content_hash(stored.voice), False)})
            store.add(stored)
        elif kind == "empty":
            self._say(kind, before, {row for row in before if not row[2]})
            store.empty_bin()
        else:
            assert entry is not None
            self._change_entry(kind, entry, before, name)

    def _change_entry(self, kind: str, entry: VoiceEntry, before: State, name: str) -> None:
        store, old = self._store, (entry.name, entry.content, entry.binned)
        if kind == "rename":
            self._say(kind, before, before - {old} | {(name, entry.content, False)})
            store.update([entry.id], name=name)
        elif kind == "preview":
            self._say(kind, before, before)
            store.set_preview(entry, np.arange(self._random.randrange(24_000), dtype=np.int16), 24_000)
        elif kind == "duplicate" and f"{entry.name} copy" not in {row[0] for row in before}:
            self._say(kind, before, before | {(f"{entry.name} copy", entry.content, False)})
            store.duplicate(entry)
        elif kind == "bin":
            self._say(kind, before, before - {old} | {(entry.name, entry.content, True)})
            store.bin([entry.id])
        elif kind == "restore":
            self._say(kind, before, before - {old} | {(entry.name, entry.content, False)})
            store.restore([entry.id])

    def _new_name(self) -> str:
        self._number += 1
        return f"voice {self._number}"

    @staticmethod
    def _say(kind: str, before: State, after: State) -> None:
        line = json.dumps({"change": kind, "before": sorted(before), "after": sorted(after)})
        os.write(1, f"{line}\n".encode())  # in one piece, whatever happens


def main() -> None:
    """Change the library, each time until the process that does it is killed."""
    for seed in sys.stdin:
        pid = os.fork()
        if not pid:
            os.write(1, f"{os.getpid()}\n".encode())
            changer = Changer(VoiceStore(Path(sys.argv[1])), Path(sys.argv[2]), int(seed))
            while True:
                changer.change_once()
        _, status = os.waitpid(pid, 0)
        print("ended", os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
