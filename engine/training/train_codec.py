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
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.codec_step import PHASES, CodecStep, Phase, StepSizes
from phonoscope.engine.training.dims import SIZES
from phonoscope.engine.training.layers import fuse_snake, use_channels_last
from phonoscope.engine.training.shards import AudioPool


def save(path: Path, value: Any) -> None:
    """Write a checkpoint whole or not at all."""
    partial = path.with_suffix(".part")
    torch.save(value, partial)
    partial.replace(path)


def moment(text: str) -> float:
    """Give an epoch second that is written out or stands in a file (which may appear after the command line)."""
    return float(text if text.replace(".", "", 1).isdigit() else Path(text).read_text(encoding="utf-8"))


def rate_at(share: float, step: int, peak: float, decay_from: float = 0.5) -> float:
    """Learning rate: warm-up, constant, cosine to 3 %."""
    warm = min(1.0, (step + 1) / 300)
    late = max(0.0, (share - decay_from) / (1 - decay_from))
    return peak * warm * max(0.03, 0.5 * (1 + math.cos(math.pi * min(1.0, late))))


class Schedule:
    """Which phase a moment belongs to.

    Parameters
    ----------
    seconds : float
        Length of the training.
    adversarial, freeze : float
        Shares of it at which the discriminators start and the encoder stops.
    continuous : int
        Steps without quantization at the start.
    """

    def __init__(self, seconds: float, adversarial: float, freeze: float, continuous: int) -> None:
        self.seconds, self.adversarial, self.freeze = seconds, adversarial, freeze
        self.continuous = continuous

    def phase(self, share: float, step: int) -> Phase:
        """Give the phase."""
        if step < self.continuous:
            return "continuous"
        if share >= self.freeze:
            return "frozen"
        return "adversarial" if share >= self.adversarial else "quantized"


def train(trainer: CodecStep, schedule: Schedule, args: argparse.Namespace, state: dict[str, Any]) -> None:
    """Run the schedule."""
    out: Path = args.out
    pool, codec = trainer.pool, trainer.codec
    started = last_log = last_save = time.time()
    step = last_step = int(state.get("step", 0))
    offset = float(state.get("share", 0.0))
    fitted, frozen = bool(state.get("fitted")), bool(state.get("frozen"))
    while True:
        now = time.time()
        share = offset + (now - started) / schedule.seconds
        if share >= 1 or step >= args.max_steps:
            break
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
        if now - last_save > args.save_every:
            save(out / "codec.pt", trainer.averaged())
            save(out / "discriminators.pt", trainer.discriminators.state_dict())
            last_save = now
    save(out / "codec.pt", trainer.averaged())
    save(out / "discriminators.pt", trainer.discriminators.state_dict())
    save(
        out / "codec_state.pt",
        {
            "codec": codec.state_dict(),
            "discriminators": trainer.discriminators.state_dict(),
            "optimisers": [o.state_dict() for o in trainer.optimisers],
            "step": step,
            "fitted": fitted,
            "frozen": frozen,
        },
    )
    (out / "codec_done").touch()
    print(f"done, {step} steps", flush=True)


def resume(trainer: CodecStep, out: Path) -> dict[str, Any]:
    """Load an earlier state of the same folder, if there is one."""
    path = out / "codec_state.pt"
    if not path.exists():
        return {}
    state: dict[str, Any] = torch.load(path, map_location=trainer.device, weights_only=False)
    with torch.no_grad():
        for module, key in ((trainer.codec, "codec"), (trainer.discriminators, "discriminators")):
            for name, value in module.state_dict().items():
                value.copy_(state[key][name])
        average = torch.load(out / "codec.pt", map_location=trainer.device)
        for name, value in trainer.average.items():
            value.copy_(average[name])
    return state


def start_from(trainer: CodecStep, folder: Path) -> None:
    """Load the averaged codec and, if there, the discriminators of an earlier run."""
    with torch.no_grad():
        state = torch.load(folder / "codec.pt", map_location=trainer.device)
        for name, value in trainer.codec.state_dict().items():
            value.copy_(state[name])
            trainer.average[name].copy_(state[name])
        path = folder / "discriminators.pt"
        if path.exists():
            state = torch.load(path, map_location=trainer.device)
            for name, value in trainer.discriminators.state_dict().items():
                value.copy_(state[name])


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", default="small")
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--until", help="epoch second at which to stop, or a file that holds it when training starts")
    parser.add_argument("--adversarial", type=float, default=0.25)
    parser.add_argument("--freeze", type=float, default=0.6)
    parser.add_argument("--continuous", type=int, default=400)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--decay-from", type=float, default=0.5, help="share of the time")
    parser.add_argument("--init", type=Path, help="folder with codec.pt and discriminators.pt")
    parser.add_argument("--decoder-only", action="store_true", help="encoder and codes are final")
    parser.add_argument("--clips", type=int, default=StepSizes.clips)
    parser.add_argument("--frames", type=int, default=StepSizes.frames)
    parser.add_argument("--windows", type=int, default=StepSizes.windows)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--hours", type=float, default=150, help="audio to make room for")
    parser.add_argument("--wait-hours", type=float, default=0.5, help="audio to wait for")
    parser.add_argument("--max-steps", type=int, default=10**9)
    parser.add_argument("--log-every", type=int, default=200)
    parser.add_argument("--save-every", type=float, default=120)
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
        trainer.prepare(("frozen",) if args.decoder_only else PHASES)
        pool.audio[:20000].zero_()
        print(f"[{time.time() - began:.1f}] prepared", flush=True)
    while pool.used * 0.08 < args.wait_hours * 3600 and not (args.data / "rendered").exists():
        if not pool.refresh():
            time.sleep(0.2)
    while pool.refresh():
        pass
    state = resume(trainer, args.out)
    if not state and args.init:
        start_from(trainer, args.init)
        state = {"fitted": True, "frozen": args.decoder_only}
    if args.decoder_only:
        args.continuous, args.adversarial, args.freeze = 0, -1.0, -1.0
    seconds = moment(args.until) - time.time() if args.until else args.seconds
    schedule = Schedule(seconds, args.adversarial, args.freeze, args.continuous)
    train(trainer, schedule, args, state)


if __name__ == "__main__":
    main()
