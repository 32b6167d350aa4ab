"""Step 7: train the speaker encoder to give the language model's speaker vectors from audio.

Stopped before its time, the same command goes on from ``speaker_state.pt``.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from phonoscope.engine.training.checkpoints import TimeBox, add_times, save
from phonoscope.engine.training.dims import SIZES
from phonoscope.engine.training.shards import AudioPool, load_speakers
from phonoscope.engine.training.speaker import SpeakerEncoder, SpeakerMel
from phonoscope.engine.training.styles import SCALE, speaker_vectors
from torch import Tensor, nn
from torch.nn import functional

HELD = 1500


def crop(pool: AudioPool, pick: Tensor, frames: int) -> Tensor:
    """Give audio [B, n] of random windows of utterances, wrapping around short ones."""
    count = pool.frames[pick]
    start = (torch.rand(len(pick), device=pool.device) * (count - frames + 1).clamp(min=1)).long()
    steps = (start[:, None] + torch.arange(frames, device=pool.device)) % count[:, None]
    return pool.samples(pool.offsets[pick][:, None] + steps)


@torch.no_grad()
def report(model: SpeakerEncoder, mel: SpeakerMel, pool: AudioPool, target: Tensor, first: int) -> str:
    """Compare held-out clips of about 5 s with the vectors of their speakers."""
    model.eval()
    pick = torch.arange(first, pool.utterances, device=pool.device)
    made = torch.cat([model(mel(crop(pool, p, 60))) for p in pick.split(256)])
    wanted = target[pool.speakers[pick]]
    cosine = functional.cosine_similarity(made, wanted, dim=1)
    near = (functional.normalize(made) @ functional.normalize(target).t()).argmax(1) == pool.speakers[pick]
    model.train()
    return (
        f"held-out cosine {float(cosine.mean()):.3f}, least 1 % {float(cosine.quantile(0.01)):.3f},"
        f" nearest right {float(near.float().mean()):.3f} of {len(pick)}"
    )


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "teacher", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--size", default="small")
    add_times(parser, 150)
    parser.add_argument("--batch", type=int, default=192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--hours", type=float, default=40, help="audio to use at most, 0.17 GB of memory an hour")
    parser.add_argument("--log-every", type=int, default=500)
    args = parser.parse_args()
    began = time.time()
    torch.manual_seed(2)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dims = SIZES[args.size][1]
    pool = AudioPool(args.data, int(args.hours * 45000), int(args.hours * 1500) + 1000, device)
    while pool.refresh():
        pass
    speakers = load_speakers(args.data / "speakers.json")
    styles = dict(np.load(args.teacher / "voices.npz"))
    vectors = speaker_vectors(speakers, styles, dims.talker.hidden) / SCALE
    target = torch.from_numpy(vectors).to(device)
    model = SpeakerEncoder(dims).to(device)
    mel = SpeakerMel().to(device)
    classes = nn.Linear(dims.talker.hidden, len(target)).to(device)
    weights = [*model.parameters(), *classes.parameters()]
    optimiser = torch.optim.AdamW(weights, args.rate, weight_decay=1e-2)
    first = pool.utterances - min(HELD, pool.utterances // 4)
    print(f"[{time.time() - began:.1f}] {pool.used * 0.08 / 3600:.1f} h", flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    state_path = args.out / "speaker_state.pt"
    done, step, last_save = 0.0, 0, time.time()
    if state_path.exists():
        state = torch.load(state_path, map_location=device)
        model.load_state_dict(state["model"])
        classes.load_state_dict(state["classes"])
        optimiser.load_state_dict(state["optimiser"])
        done, step = state["share"], state["step"]
    box = TimeBox(args.seconds, args.until, done, args.pause)

    def keep(share: float) -> None:
        parts = {"model": model, "classes": classes, "optimiser": optimiser}
        state = {name: part.state_dict() for name, part in parts.items()}
        save(state_path, state | {"step": step, "share": share})

    while not box.over:
        share = box.share
        warm = min(1.0, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = args.rate * warm * max(0.02, 0.5 * (1 + math.cos(math.pi * share)))
        pick = (torch.rand(args.batch, device=device) * first).long()
        frames = int(torch.randint(14, 76, ()))
        x = mel(crop(pool, pick, frames))
        x = x + 0.5 * torch.randn(len(x), 1, 1, device=device)
        if step % 2:
            floor = torch.rand(len(x), 1, 1, device=device) * 6 - 11.5
            x = torch.maximum(x, floor + 0.3 * torch.randn_like(x))
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            made = model(x)
        made = made.float()
        wanted = pool.speakers[pick]
        loss = functional.mse_loss(made, target[wanted]) - functional.cosine_similarity(made, target[wanted]).mean()
        logits = classes(functional.dropout(made, 0.2))
        loss = loss + 0.3 * functional.cross_entropy(logits, wanted, label_smoothing=0.05)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 2.0)
        optimiser.step()
        step += 1
        if step % args.log_every == 0:
            print(step, f"loss {float(loss.detach()):.3f}", report(model, mel, pool, target, first), flush=True)
        if time.time() - last_save > args.save_every:
            keep(share)
            last_save = time.time()
    keep(box.share)
    if box.share < 1:
        print(f"paused, {step} steps", flush=True)
        return
    print("end", step, report(model, mel, pool, target, first), flush=True)
    with torch.no_grad():
        model.fc.weight.mul_(SCALE)
        assert model.fc.bias is not None
        model.fc.bias.mul_(SCALE)
    save(args.out / "speaker.pt", model.state_dict())


if __name__ == "__main__":
    main()
