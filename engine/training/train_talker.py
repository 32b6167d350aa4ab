"""Step 6: train the talker and the code predictor on the codes, time-boxed.

Compiles while the codes are still being made, averages the weights and writes to ``talker.pt`` those averages that did
best on held-out speech, so that a training that is too long for its data does no harm. Stopped before its time, the
same command goes on from ``talker_state.pt``.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from phonoscope.engine.training import rows, tokens
from phonoscope.engine.training.checkpoints import TimeBox, add_times, save
from phonoscope.engine.training.dims import LANGUAGES, SIZES, CodecIds
from phonoscope.engine.training.rows import Material, PackedRows
from phonoscope.engine.training.shards import load_index, load_speakers
from phonoscope.engine.training.styles import speaker_vectors
from phonoscope.engine.training.talker import Talker
from phonoscope.engine.training.talker_loss import Losses, TalkerLoss
from phonoscope.engine.training.utterances import load as load_corpus
from torch import Tensor, nn

PREDICTOR_WEIGHT = 0.3
HELD_OUT = 800  # utterances
Parameters = dict[str, Tensor]


def noise_rows(batch: int, length: int, device: torch.device) -> Tensor:
    """Make a batch of the usual shape to compile on."""
    out = torch.full((batch, rows.FIELDS, length), rows.NONE, dtype=torch.int32, device=device)
    half = length // 2
    out[:, rows.TEXT] = 70
    out[:, rows.POSITION] = torch.arange(length, device=device)
    out[:, rows.SEGMENT] = torch.arange(length, device=device) // 200
    out[:, rows.FRAME, half:] = 5
    out[:, rows.LABEL, half:-1] = torch.arange(length - half - 1, device=device)
    out[:, rows.LABEL, -1] = rows.END
    out[:, rows.GUIDE, half:] = 9
    out[:, rows.SPEAKER, 7] = 1
    return out


def load_material(data: list[Path], corpora: list[Path], ids: CodecIds) -> Material:
    """Read annotations and texts of the rendered speech."""
    texts, languages = [], []
    for utterance in load_corpus(*corpora):
        letters, where = tokens.encode(utterance.text)
        texts.append((np.array(letters, np.int32), np.array(where, np.int32)))
        languages.append(utterance.language)
    index = load_index(*data)
    return Material(index.meta, index.offsets, index.characters, texts, languages, ids)


class Trainer:
    """Optimises a `Talker`.

    Parameters
    ----------
    model : Talker
        The model.
    loss : TalkerLoss
        Its losses.
    """

    def __init__(self, model: Talker, loss: TalkerLoss) -> None:
        self.model, self.loss = model, loss
        self.on_gpu = next(model.parameters()).is_cuda
        matrices = [p for p in model.parameters() if p.dim() == 2]
        vectors = [p for p in model.parameters() if p.dim() != 2]
        self.optimiser = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": 0.05}, {"params": vectors, "weight_decay": 0.0}],
            lr=1e-3, betas=(0.9, 0.96), fused=self.on_gpu,
        )  # fmt: skip
        self.average = self._weights()
        self.best, self.best_loss = self.average, math.inf
        self.steps = 0

    def _weights(self) -> Parameters:
        return {k: v.detach().clone() for k, v in self.model.state_dict().items()}

    def autocast(self) -> torch.autocast:
        """Give the precision context."""
        return torch.autocast("cuda" if self.on_gpu else "cpu", torch.bfloat16, enabled=self.on_gpu)

    def step(self, batch: Tensor, rate: float, guide: float) -> Losses:
        """Do one step."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        with self.autocast():
            losses = self.loss(batch, True)
            total = losses.talker + PREDICTOR_WEIGHT * losses.predictor.sum()
            total = total + guide * losses.guide
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        if torch.isfinite(norm):
            self.optimiser.step()
            self.steps += 1
        if self.steps % 4 == 0:
            decay = min(0.993, 1 - 1 / (self.steps / 4 + 8))
            state = self.model.state_dict()
            keys = list(self.average)
            torch._foreach_lerp_([self.average[k] for k in keys], [state[k] for k in keys], 1 - decay)
        return losses

    def state(self, share: float) -> dict[str, Any]:
        """Give all that going on needs."""
        return {
            "model": self.model.state_dict(),
            "average": self.average,
            "best": self.best,
            "best_loss": self.best_loss,
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "share": share,
        }

    def go_on(self, state: dict[str, Any]) -> None:
        """Take over what `state` gave."""
        self.model.load_state_dict(state["model"])
        self.average, self.best, self.best_loss = (state[k] for k in ("average", "best", "best_loss"))
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]

    @torch.no_grad()
    def check(self, held: dict[str, Tensor]) -> dict[str, Losses]:
        """Give the held-out losses of the averaged weights by language, and keep these weights if they are the best."""
        present = self._weights()
        self.model.load_state_dict(self.average)
        self.model.eval()
        with self.autocast():
            losses = {language: self.loss(batch, False) for language, batch in held.items()}
        self.model.train()
        total = sum(float(v.talker + PREDICTOR_WEIGHT * v.predictor.sum()) for v in losses.values())
        if total < self.best_loss:
            self.best, self.best_loss = self._weights(), total
        self.model.load_state_dict(present)
        return losses


def described(checked: dict[str, Losses]) -> str:
    """Write held-out losses out for the log."""
    return " | ".join(
        f"{language}: talker {float(v.talker):.3f} accuracy {float(v.accuracy):.3f} end {float(v.end):.3f}"
        f" guide {float(v.guide):.3f} predictor {float(v.predictor.mean()):.3f}"
        for language, v in checked.items()
    )


def split(count: int, seed: int = 5) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Split utterances into training and held-out ones."""
    order = np.random.default_rng(seed).permutation(count)
    held = min(HELD_OUT, count // 4)
    return order[held:], order[:held]


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders of step 3")
    parser.add_argument("--codes", type=Path, nargs="+", required=True, help="codes of each; waited for")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="those of step 3, in its order")
    for name in ("teacher", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--size", default="small")
    add_times(parser, 400)
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--length", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warm", type=int, default=200, help="steps of warm-up")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--max-steps", type=int, default=10**9)
    parser.add_argument("--log-every", type=int, default=200)
    parser.add_argument("--init", type=Path, help="talker.pt to start from; what other codes need starts anew")
    parser.add_argument("--compile", action="store_true")
    args = parser.parse_args()
    began = time.time()
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    codec_dims, voice_dims = SIZES[args.size]
    model = Talker(codec_dims, voice_dims, args.dropout).to(device)
    if args.init:
        own = model.state_dict()
        stored = torch.load(args.init, map_location=device)
        fitting = {k: v for k, v in stored.items() if k in own and v.shape == own[k].shape}
        lost = model.load_state_dict(fitting, strict=False).missing_keys
        for name, p in model.named_parameters():
            if name in lost and "embedding" in name:
                p.data.mul_(0.25)
    dummy = torch.zeros(args.length, codec_dims.quantizers, dtype=torch.int16, device=device)
    vectors = torch.zeros(4, voice_dims.talker.hidden, device=device)
    loss = TalkerLoss(model, dummy, vectors, args.share, args.compile)
    trainer = Trainer(model, loss)
    if args.compile:
        before = {k: v.clone() for k, v in model.state_dict().items()}
        for _ in range(3):
            trainer.step(noise_rows(args.batch, args.length, device), 0.0, 0.3)
        torch.cuda.synchronize()
        mark = time.time()
        for _ in range(5):
            trainer.step(noise_rows(args.batch, args.length, device), 0.0, 0.3)
        torch.cuda.synchronize()
        pace = 200 * (time.time() - mark)
        print(f"[{time.time() - began:.1f}] compiled, {pace:.1f} ms a step", flush=True)
        model.load_state_dict(before)
        trainer = Trainer(model, loss)
    while not all((folder / "rendered").exists() for folder in args.data):
        time.sleep(0.5)
    material = load_material(args.data, args.corpus, model.ids)
    speakers = load_speakers(args.data[0] / "speakers.json")
    styles = dict(np.load(args.teacher / "voices.npz"))
    table = speaker_vectors(speakers, styles, voice_dims.talker.hidden)
    loss.speakers = torch.from_numpy(table).to(device)
    train_rows, held_rows = split(len(material.meta))
    loader = torch.utils.data.DataLoader(
        PackedRows(material, train_rows, args.batch, args.length), batch_size=None,
        num_workers=args.workers, prefetch_factor=8 if args.workers else None,
        pin_memory=device.type == "cuda",
    )  # fmt: skip
    stream = iter(loader)
    held = {
        language: next(iter(PackedRows(material, own, min(args.batch, 12), args.length, seed=9))).to(device)
        for language in LANGUAGES
        if len(own := held_rows[[material.language(u) == language for u in held_rows.tolist()]])
    }
    print(f"[{time.time() - began:.1f}] {len(material.meta)} utterances", flush=True)
    while not all(path.exists() for path in args.codes):
        time.sleep(0.2)
    codes = torch.cat([torch.from_numpy(np.load(path)) for path in args.codes]).to(device)
    if len(codes) != len(material.characters):
        raise SystemExit(f"{len(codes)} frames of codes for {len(material.characters)} frames of speech")
    loss.codes = torch.cat([codes, torch.zeros_like(codes[:1])])
    state_path = args.out / "talker_state.pt"
    done = 0.0
    if state_path.exists():
        state = torch.load(state_path, map_location=device)
        trainer.go_on(state)
        done = state["share"]
    print(f"{trainer.steps} steps before | held out {described(trainer.check(held))}", flush=True)
    last = last_save = time.time()
    box, last_step = TimeBox(args.seconds, args.until, done, args.pause), trainer.steps

    def keep(share: float) -> None:
        save(args.out / "talker.pt", trainer.best)
        save(state_path, trainer.state(share))

    while not box.over and trainer.steps < args.max_steps:
        share = box.share
        warm = min(1.0, (trainer.steps + 1) / args.warm)
        rate = args.rate * warm * max(0.02, 0.5 * (1 + math.cos(math.pi * share)))
        guide = 0.3 if share < 0.5 else 0.1 if share < 0.75 else 0.03
        losses = trainer.step(next(stream).to(device, non_blocking=True), rate, guide)
        if trainer.steps % args.log_every == 0:
            checked = described(trainer.check(held))
            pace = 1000 * (time.time() - last) / (trainer.steps - last_step)
            last, last_step = time.time(), trainer.steps
            print(
                f"{trainer.steps} {share:.2f} {pace:.0f} ms talker {float(losses.talker.detach()):.3f}"
                f" predictor {float(losses.predictor.detach().mean()):.3f}"
                f" guide {float(losses.guide.detach()):.3f} | held out {checked}",
                flush=True,
            )
        if time.time() - last_save > args.save_every:
            keep(share)
            last_save = time.time()
    trainer.check(held)
    keep(box.share)
    if done := box.share >= 1 or trainer.steps >= args.max_steps:
        (args.out / "talker_done").touch()
    print(f"{'done' if done else 'paused'}, {trainer.steps} steps", flush=True)


if __name__ == "__main__":
    main()
