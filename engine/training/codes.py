"""Step 5: codes of all rendered speech with the frozen encoder."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.dims import SIZES
from phonoscope.engine.training.layers import use_channels_last
from phonoscope.engine.training.shards import AudioPool
from torch import Tensor

BUDGET = 12000


@torch.no_grad()
def encode_all(codec: Codec, pool: AudioPool) -> Tensor:
    """Encode every utterance from its first frame.

    Parameters
    ----------
    codec : Codec
        Model in evaluation mode.
    pool : AudioPool
        The audio.

    Returns
    -------
    Tensor
        Codes [frames, quantizers] as int16.
    """
    shape = pool.used, codec.dims.quantizers
    codes = torch.zeros(shape, dtype=torch.int16, device=pool.device)
    frames = pool.frames[: pool.utterances]
    order = torch.argsort(frames).tolist()
    lengths = frames.tolist()
    start = 0
    while start < len(order):
        stop = start + 1
        while stop < len(order) and (stop - start + 1) * lengths[order[stop]] <= BUDGET:
            stop += 1
        pick = torch.tensor(order[start:stop], device=pool.device)
        size = (lengths[order[stop - 1]] + 7) // 8 * 8
        steps = torch.arange(size, device=pool.device)[None]
        valid = steps < frames[pick][:, None]
        rows = torch.where(valid, pool.offsets[pick][:, None] + steps, pool.silent)
        made = codec.encode(pool.samples(rows)[:, None]).transpose(1, 2)
        codes[rows[valid]] = made[valid].to(torch.int16)
        start = stop
    return codes


def entropy(codes: Tensor, size: int) -> list[float]:
    """Give the entropy of each codebook in bits."""
    out = []
    for column in codes.t():
        share = torch.bincount(column.long(), minlength=size).float() / len(column)
        share = share[share > 0]
        out.append(round(float(-(share * share.log2()).sum()), 2))
    return out


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--codec", type=Path, required=True, help="encoder.pt; waited for")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", default="small")
    parser.add_argument("--hours", type=float, default=150, help="room for speech, 0.17 GB of memory an hour")
    args = parser.parse_args()
    began = time.time()
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    use_channels_last(torch.cuda.is_available())
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    pool = AudioPool(args.data, int(args.hours * 45000), int(args.hours * 1500) + 1000, device)
    pool.load_all((args.data / "rendered").exists)
    if pool.full:
        raise SystemExit(f"{args.data} holds more than {args.hours:g} h of speech: make more room with --hours")
    print(f"[{time.time() - began:.1f}] {pool.used * 0.08 / 3600:.1f} h loaded", flush=True)
    while not args.codec.exists():
        time.sleep(0.2)
    codec = Codec(SIZES[args.size][0]).to(device).eval()
    codec.load_state_dict(torch.load(args.codec, map_location=device))
    codes = encode_all(codec, pool)
    print(f"[{time.time() - began:.1f}] bits {entropy(codes, codec.dims.codebook_size)}", flush=True)
    partial = args.out.with_suffix(".part.npy")
    np.save(partial, codes.cpu().numpy())
    partial.replace(args.out)


if __name__ == "__main__":
    main()
