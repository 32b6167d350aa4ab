"""Step 4: train the codec, time-boxed, on shards that may still be growing.

Schedule by share of the time: reconstruction without quantization (a few hundred steps), k-means,
reconstruction with it, then the discriminators; at ``--freeze`` the encoder and the codebooks
become final (``encoder.pt`` appears, so that codes can be made) and the decoder goes on alone.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import torch
from phonoscope.engine.training.checkpoints import TimeBox, add_times, restore_moments, save
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.codec_step import PHASES, CodecStep, Phase, StepSizes
from phonoscope.engine.training.dims import SIZES
from phonoscope.engine.training.layers import fuse_snake, use_channels_last
from phonoscope.engine.training.shards import AudioPool


def rate_at(share: float, step: int, peak: float, decay_from: float = 0.5) -> float:
    """Learning rate: warm-up, constant, cosine to 3 %."""
    warm = min(1.0, (step + 1) / 300)
    late = max(0.0, (share - decay_from) / (1 - decay_from))
    return peak * warm * max(0.03, 0.5 * (1 + math.cos(math.pi * min(1.0, late))))


class Schedule:
    """Which phase a moment belongs to.

    Parameters
    ----------
    adversarial, freeze : float
        Shares of the time at which the discriminators start and the encoder stops.
    continuous : int
        Steps without quantization at the start.
    """

    def __init__(self, adversarial: float, freeze: float, continuous: int) -> None:
        self.adversarial, self.freeze, self.continuous = adversarial, freeze, continuous

    def phase(self, share: float, step: int) -> Phase:
        """Give the phase."""
        if step < self.continuous:
            return "continuous"
        if share >= self.freeze:
            return "frozen"
        return "adversarial" if share >= self.adversarial else "quantized"


def train(
    trainer: CodecStep, schedule: Schedule, box: TimeBox, args: argparse.Namespace, state: dict[str, Any]
) -> None:
    """Run the schedule."""
    out: Path = args.out
    pool = trainer.pool
    last_log = last_save = time.time()
    step = last_step = int(state.get("step", 0))
    fitted, frozen = bool(state.get("fitted")), bool(state.get("frozen"))

    def keep(share: float) -> None:
        save(out / "codec.pt", trainer.averaged())
        save(out / "discriminators.pt", trainer.discriminators.state_dict())
        save(
            out / "codec_state.pt",
            {
                "codec": trainer.codec.state_dict(),
                "average": trainer.average,
                "discriminators": trainer.discriminators.state_dict(),
                "recogniser": trainer.recogniser.state_dict(),
                "optimisers": [o.state_dict() for o in trainer.optimisers],
                "step": step,
                "share": share,
                "fitted": fitted,
                "frozen": frozen,
            },
        )

    while not box.over and step < args.max_steps:
        share = box.share
        phase = schedule.phase(share, step)
        if phase != "continuous" and not fitted:
            trainer.start_codebooks()
            fitted = True
        if phase == "frozen" and not frozen:
            trainer.freeze()
            save(out / "encoder.pt", trainer.averaged())
            frozen = True
            print(f"encoder frozen at step {step}", flush=True)
        trainer.set_rate(rate_at(share, step, args.rate, args.decay_from))
        trainer.adversarial_weight.fill_(min(1.0, max(0.0, (share - schedule.adversarial) / 0.05)))
        figures = trainer.run(phase)
        step += 1
        if step % 25 == 0:
            pool.refresh()
        if step % args.log_every == 0:
            text = " ".join(f"{k} {float(v):.3f}" for k, v in figures.items())
            pace = 1000 * (time.time() - last_log) / (step - last_step)
            last_log, last_step = time.time(), step
            hours = pool.used * 0.08 / 3600
            print(f"{step} {share:.3f} {phase} {pace:.1f} ms {hours:.1f} h {text}", flush=True)
        if time.time() - last_save > args.save_every:
            keep(share)
            last_save = time.time()
    if done := box.share >= 1 or step >= args.max_steps:
        if not frozen:
            trainer.freeze()
            save(out / "encoder.pt", trainer.averaged())
            frozen = True
        (out / "codec_done").touch()
    keep(box.share)
    print(f"{'done' if done else 'paused'}, {step} steps", flush=True)


def resume(trainer: CodecStep, out: Path) -> dict[str, Any]:
    """Load the state that an earlier sitting left in the folder, if there is one, in place."""
    path = out / "codec_state.pt"
    if not path.exists():
        return {}
    state: dict[str, Any] = torch.load(path, map_location=trainer.device)
    with torch.no_grad():
        for mine, key in (
            (trainer.codec.state_dict(), "codec"),
            (trainer.discriminators.state_dict(), "discriminators"),
            (trainer.recogniser.state_dict(), "recogniser"),
            (trainer.average, "average"),
        ):
            for name, value in mine.items():
                value.copy_(state[key][name])
        for optimiser, moments in zip(trainer.optimisers, state["optimisers"], strict=True):
            restore_moments(optimiser, moments)
    return state


def start_from(trainer: CodecStep, folder: Path) -> bool:
    """Load the averaged codec and, if there, the discriminators of an earlier run; say whether the codebooks fitted.

    Codebooks of another number or size do not: they are made anew, on an encoder that knows its work already.
    """
    with torch.no_grad():
        state = torch.load(folder / "codec.pt", map_location=trainer.device)
        books = [k for k in trainer.codec.state_dict() if k.startswith(("first.layers.", "rest.layers."))]
        fitted = all(k in state and state[k].shape == trainer.average[k].shape for k in books)
        for name, value in trainer.codec.state_dict().items():
            if fitted or name not in books:
                value.copy_(state[name])
                trainer.average[name].copy_(state[name])
        path = folder / "discriminators.pt"
        if path.exists():
            state = torch.load(path, map_location=trainer.device)
            for name, value in trainer.discriminators.state_dict().items():
                value.copy_(state[name])
    return fitted


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", default="small")
    add_times(parser, 1200)
    parser.add_argument("--adversarial", type=float, default=0.25, help="share of the time before the discriminators")
    parser.add_argument("--freeze", type=float, default=0.6, help="share of the time before the encoder is final")
    parser.add_argument("--continuous", type=int, default=400, help="steps before the codebooks, without --init")
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--decay-from", type=float, default=0.5, help="share of the time")
    parser.add_argument("--init", type=Path, help="folder with codec.pt and discriminators.pt")
    parser.add_argument("--decoder-only", action="store_true", help="encoder and codes are final")
    parser.add_argument("--clips", type=int, default=StepSizes.clips)
    parser.add_argument("--frames", type=int, default=StepSizes.frames)
    parser.add_argument("--windows", type=int, default=StepSizes.windows)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--hours", type=float, default=150, help="audio to use at most, 0.17 GB of memory an hour")
    parser.add_argument("--wait-hours", type=float, default=0.5, help="audio to wait for")
    parser.add_argument("--max-steps", type=int, default=10**9)
    parser.add_argument("--log-every", type=int, default=200)
    parser.add_argument("--compile", type=int, default=0, choices=(0, 1, 2))
    parser.add_argument("--graphs", action="store_true")
    parser.add_argument("--channels-last", action="store_true")
    args = parser.parse_args()
    began = time.time()
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    use_channels_last(args.channels_last)
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device.type == "cuda" and not args.compile:
        fuse_snake()
    pool = AudioPool(args.data, int(args.hours * 45000), int(args.hours * 1500) + 1000, device)
    codec = Codec(SIZES[args.size][0]).to(device)
    sizes = StepSizes(args.clips, args.frames, args.windows)
    trainer = CodecStep(codec, pool, sizes, args.width, args.compile, args.graphs)
    if trainer.graphs:
        pool.audio[:20000].random_(-3000, 3000)
        pool.frames.fill_(100)
        pool.offsets.zero_()
        pool.count.fill_(100)
        trainer.prepare(("frozen",) if args.decoder_only else PHASES[1:] if args.init else PHASES)
        pool.audio[:20000].zero_()
        print(f"[{time.time() - began:.1f}] prepared", flush=True)
    while pool.used * 0.08 < args.wait_hours * 3600 and not (args.data / "rendered").exists():
        if not pool.refresh():
            time.sleep(0.2)
    while pool.refresh():
        pass
    state = resume(trainer, args.out)
    if not state and args.init:
        state = {"fitted": start_from(trainer, args.init), "frozen": args.decoder_only}
        args.continuous = 0
        if args.decoder_only and not state["fitted"]:
            raise SystemExit(
                f"the codebooks of {args.init} do not fit --size {args.size}: train without --decoder-only"
            )
    if args.decoder_only:
        args.continuous, args.adversarial, args.freeze = 0, -1.0, -1.0
    box = TimeBox(args.seconds, args.until, float(state.get("share", 0.0)), args.pause)
    train(trainer, Schedule(args.adversarial, args.freeze, args.continuous), box, args, state)


if __name__ == "__main__":
    main()
