"""Steps 3 to 8 with one command, on one GPU, for as long as it is there.

``python -m phonoscope.engine.training.sitting --work DIR --corpus corpus.xz --teacher teacher --seconds 1700`` does
what fits into the time and stops with checkpoints; run again, in another week on another machine with the same folder,
it goes on until ``DIR/voice.gguf`` is there. ``--init voice.gguf`` starts from a voice that exists: its encoder,
decoder and language model go on learning, and what another ``--size`` changes (codebooks, their heads) starts anew.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from phonoscope.engine.training.dims import LANGUAGES, SIZES

LEAST_SECONDS = 20  # less is not worth the start of a step
_TOY = {
    "render": "--batch-seconds 8",
    "train_codec": "--clips 2 --frames 16 --windows 2 --width 2 --continuous 1 --hours 0.1 --wait-hours 0 "
    "--save-every 5",
    "codes": "--hours 0.1",
    "train_talker": "--batch 2 --length 256 --workers 0 --warm 2 --save-every 5",
    "train_speaker": "--batch 4 --hours 0.1 --save-every 5",
}
_FAST = {"train_codec": "--graphs --channels-last", "train_talker": "--compile --share 0.75", "render": "--compile"}


Arguments = list[object]


class Step(NamedTuple):
    """One command, what it leaves when it is done, and whether it can stop half-done."""

    module: str
    arguments: Arguments
    result: Path
    pauses: bool = False

    def command(self, extra: dict[str, str], pause: float) -> list[str]:
        """Give the command line."""
        command = [sys.executable, "-m", f"phonoscope.engine.{self.module}", *map(str, self.arguments)]
        command += extra.get(self.module.rpartition(".")[2], "").split()
        return command + (["--pause", f"{pause:.0f}"] if self.pauses else [])


def steps(args: argparse.Namespace) -> Iterator[Step]:
    """Give the steps in their order."""
    work: Path = args.work
    data, models, hf = (work / name for name in ("data", "models", "hf"))
    size: Arguments = ["--size", args.size]
    speech: Arguments = ["--data", data, "--teacher", args.teacher, "--out", models, *size]
    if args.init:
        discriminators: Arguments = ["--discriminators", args.discriminators] if args.discriminators else []
        start: Arguments = [args.init, *discriminators, "--out", models, "--size", args.init_size]
        yield Step("training.restore", start, models / "codec.pt")
    yield Step(
        "training.render",
        ["--teacher", args.teacher, "--corpus", *args.corpus, "--out", data, "--hours", args.hours, "--seconds", "inf"],
        data / "rendered",
        pauses=True,
    )
    room = str(args.hours + 1)
    codec: Arguments = ["--data", data, "--out", models, *size, "--seconds", args.codec_seconds, "--hours", room]
    yield Step(
        "training.train_codec",
        [*codec, *(["--init", models, "--adversarial", "0.15"] if args.init else [])],
        models / "codec_done",
        pauses=True,
    )
    codes = work / "codes.npy"
    arguments: Arguments = ["--data", data, "--codec", models / "codec.pt", "--out", codes, *size, "--hours", room]
    yield Step("training.codes", arguments, codes)
    yield Step(
        "training.train_talker",
        [
            *speech, "--corpus", *args.corpus, "--codes", codes, "--seconds", args.talker_seconds,
            *(["--init", models / "talker.pt"] if args.init else []),
        ],
        models / "talker_done",
        pauses=True,
    )  # fmt: skip
    arguments = [*speech, "--seconds", args.speaker_seconds]
    yield Step("training.train_speaker", arguments, models / "speaker.pt", pauses=True)
    exported: Arguments = ["--models", models, "--teacher", args.teacher, "--out", hf, *size]
    exported += ["--languages", *args.languages]
    yield Step("training.export", exported, hf / "config.json")
    converted: Arguments = [
        "models",
        "convert",
        hf,
        work / "voice.gguf",
        "--type",
        "q8_0",
        "--codec-type",
        "q8_0",
        "--single",
    ]
    yield Step("cli.main", converted, work / "voice.gguf")


def run(args: argparse.Namespace) -> bool:
    """Do what fits into the time; say whether everything is made."""
    until = time.time() + args.seconds
    extra = _TOY if args.size == "toy" else {} if args.plain else _FAST
    (args.work / "models").mkdir(parents=True, exist_ok=True)
    for step in steps(args):
        if step.result.exists():
            continue
        if time.time() + LEAST_SECONDS > until:
            break
        print(f"{step.module}: {until - time.time():.0f} s left", flush=True)
        subprocess.run(step.command(extra, until), check=True)
        if not step.result.exists():
            break
    return (args.work / "voice.gguf").exists()


def main() -> None:
    """Command line of a sitting."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder of everything made")
    parser.add_argument("--corpus", type=Path, nargs="+", required=True, help="one or more of step 1")
    parser.add_argument("--teacher", type=Path, required=True, help="folder of step 2")
    parser.add_argument("--seconds", type=float, default=1700, help="of this sitting")
    parser.add_argument("--size", default="small", choices=SIZES)
    parser.add_argument("--languages", nargs="+", default=["english"], choices=LANGUAGES, help="those of the corpus")
    parser.add_argument("--init", type=Path, help="voice model to start from")
    parser.add_argument("--init-size", default="small", choices=SIZES, help="its size")
    parser.add_argument("--discriminators", type=Path, help="safetensors file that belongs to it")
    parser.add_argument("--hours", type=float, default=240, help="speech to render")
    parser.add_argument("--codec-seconds", type=float, default=2700, help="training of the codec in all")
    parser.add_argument("--talker-seconds", type=float, default=1800, help="training of the language model in all")
    parser.add_argument("--speaker-seconds", type=float, default=150, help="training of the speaker encoder in all")
    parser.add_argument("--plain", action="store_true", help="neither compile nor capture graphs")
    args = parser.parse_args()
    try:
        complete = run(args)
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(error.cmd)}\nended with {error.returncode}: the lines above say why") from None
    print(f"{args.work / 'voice.gguf'} is there" if complete else "paused: the same command goes on")


if __name__ == "__main__":
    main()
