"""The teacher reads the held-out sentences: what the model is measured against (`evaluate --reference`).

Voices take turns exactly as in `evaluate`, so both speak the same sentence with the same voice; French is read by the
French ones.
"""

from __future__ import annotations

import argparse
import random
import wave
from pathlib import Path

import numpy as np
import torch
from phonoscope.engine.text.spoken import LANGUAGES, spoken
from phonoscope.engine.training.english_phonemes import read_english
from phonoscope.engine.training.french_phonemes import read_french
from phonoscope.engine.training.held_out import held_out
from phonoscope.engine.training.render import Job, Renderer, batches
from phonoscope.engine.training.shards import Speaker
from phonoscope.engine.training.teacher import Teacher
from phonoscope.engine.training.teacher_weights import unpack

RATE_HZ = 24000
MOST_PHONEMES = 500


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teacher", type=Path, required=True, help="folder of step 2")
    parser.add_argument("--out", type=Path, required=True, help="folder for VOICE_KIND_NUMBER_ROUND.wav")
    parser.add_argument("--rounds", type=int, default=1, help="how often the list is read, each time by other voices")
    parser.add_argument("--language", default="english", choices=LANGUAGES)
    parser.add_argument("--limit", type=int, help="sentences of each kind at most")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    weights = unpack((args.teacher / "teacher.xz").read_bytes())
    teacher = Teacher({k: torch.from_numpy(v).to(device) for k, v in weights.items()})
    styles = dict(np.load(args.teacher / "voices.npz"))
    known = [Speaker(n, n, 1.0) for n in sorted(styles)]
    voices = [speaker for speaker in known if speaker.french == (args.language == "french")]
    renderer = Renderer(teacher, styles, voices)
    names: list[str] = []
    jobs: list[Job] = []
    for turn in range(args.rounds):
        for kind, texts in held_out(args.language).items():
            for number, text in enumerate(texts[: args.limit]):
                speaker = len(names) % len(voices)
                names.append(f"{voices[speaker].first}_{kind}_{number}_{turn}")
                words = spoken(text, args.language)
                if voices[speaker].french:
                    (reading,) = read_french([words], MOST_PHONEMES)
                else:
                    reading = read_english(words, voices[speaker].british, MOST_PHONEMES)
                if reading is not None:
                    jobs.append(Job(len(names) - 1, speaker, reading))
    for group in batches(jobs, 120.0, len(jobs), random.Random(0)):
        made = renderer.render(group)
        pieces = made.pcm.cpu().split(made.frames.tolist())
        for job, piece in zip(group, pieces, strict=True):
            with wave.open(str(args.out / f"{names[job.text]}.wav"), "wb") as file:
                file.setparams((1, 2, RATE_HZ, 0, "NONE", "not compressed"))
                file.writeframes(piece.flatten().numpy().astype("<i2").tobytes())
    print(f"{len(jobs)} recordings")


if __name__ == "__main__":
    main()
