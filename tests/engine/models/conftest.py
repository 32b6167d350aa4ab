"""A Hugging Face folder that tests may change."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tensors = dict[str, tuple[str, list[int], bytes]]
"""Name -> safetensors type, shape, data."""


class Checkpoint:
    """A copy of the tiny checkpoint, with its files taken apart and put together again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def edit_json(self, name: str, change: Callable[[dict[str, Any]], object]) -> None:
        """Change a JSON file in place."""
        path = self.folder / name
        value = json.loads(path.read_text())
        change(value)
        path.write_text(json.dumps(value))

    def tensors(self, name: str = "model.safetensors") -> Tensors:
        """Read a safetensors file."""
        data = (self.folder / name).read_bytes()
        n = 8 + int.from_bytes(data[:8], "little")
        header = {k: v for k, v in json.loads(data[8:n]).items() if k != "__metadata__"}
        return {
            k: (v["dtype"], v["shape"], data[n + v["data_offsets"][0] : n + v["data_offsets"][1]])
            for k, v in header.items()
        }

    def write_tensors(self, tensors: Tensors, name: str = "model.safetensors") -> None:
        """Write a safetensors file."""
        header, at = {}, 0
        for tensor, (dtype, shape, data) in tensors.items():
            header[tensor] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(data)]}
            at += len(data)
        text = json.dumps(header).encode()
        payload = b"".join(data for _, _, data in tensors.values())
        (self.folder / name).write_bytes(len(text).to_bytes(8, "little") + text + payload)


@pytest.fixture
def checkpoint(qwen3_tiny, tmp_path):
    folder = tmp_path / "checkpoint"
    shutil.copytree(qwen3_tiny.folder, folder)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return Checkpoint(folder)
