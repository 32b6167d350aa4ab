"""Makes torch_files/ in this folder: small checkpoints as PyTorch writes them.

python tests/data/make_torch_files.py     (in an environment with PyTorch)
"""

from __future__ import annotations

from pathlib import Path

import torch

HERE = Path(__file__).resolve().parent / "torch_files"


def main() -> None:
    """Write the files."""
    HERE.mkdir(exist_ok=True)
    values = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4) / 8
    table = {
        "a.weight": values,
        "a.half": values.half(),
        "a.bfloat": values[0].bfloat16(),
        "a.part": values[1],  # a view into the middle of a storage
        "a.flag": torch.tensor([True, False, True]),
        "a.count": torch.tensor(3),  # integers are no weights
    }
    torch.save(table, HERE / "plain.pth")
    wrapped = {name: torch.nn.Parameter(v) if v.is_floating_point() else v for name, v in table.items()}
    torch.save({"state_dict": wrapped, "epoch": 3, "rate": 0.5, "tags": ["x", None]}, HERE / "wrapped.pth")
    torch.save({"a.turned": values[0].T}, HERE / "turned.pth")
    torch.save({"module": torch.nn.Linear(2, 2)}, HERE / "module.pth")


if __name__ == "__main__":
    main()
