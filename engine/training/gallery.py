"""A dozen sentences that show the voice, in both languages, as sound files and as a table for the README.

``python -m phonoscope.engine.training.gallery`` writes ``resources/gallery``. One build of the
engine always gives the same sounds; another may round differently and draw others: listen before they are committed.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
import soundfile
from phonoscope.engine.synthesis import Engine

FOLDER = Path(__file__).parents[2] / "resources" / "gallery"


class Piece(NamedTuple):
    """What is spoken, by whom, with which seed."""

    name: str
    voice: str
    seed: int
    text: str


PIECES = (
    Piece("welcome", "af_heart", 3, "Hello! I am a small voice, and everything I know fits into forty megabytes."),
    Piece("last_train", "bm_george", 3, "The last train leaves at 11:45 pm, so please hurry."),
    Piece("lighthouse", "af_bella", 4, "What a magnificent view! You can see the lighthouse from here."),
    Piece("recipe", "af_kore", 1, "Add 250 g of flour, three eggs and a pinch of salt, then stir until it is smooth."),
    Piece("question", "am_michael", 2, "Would you rather walk along the river, or take the bus into town?"),
    Piece("rare_words", "bf_emma", 2, "A kaleidoscope of butterflies fluttered above the rhododendrons."),
    Piece("storm", "am_fenrir", 2, "The storm had passed, and nothing moved on the water except the moonlight."),
    Piece("price", "af_sky", 1, "The blue jacket costs $89.99, but today you get 25% off."),
    Piece("names", "bm_daniel", 4, "Charlotte and her brother took the train from Amsterdam to Barcelona."),
    Piece("bonjour", "ff_siwis", 1, "Bonjour ! Je suis une petite voix, et j'habite dans votre ordinateur."),
    Piece("quai", "fm_onyx", 1, "Le train de 8 h 15 arrive dans cinq minutes, voie numéro deux."),
    Piece("goodbye", "af_alloy", 2, "Thank you for listening. Goodbye, and good night!"),
)


def table(pieces: tuple[Piece, ...], folder: str) -> str:
    """Lay the pieces out as a Markdown table."""
    rows = [f"| {p.text} | `{p.voice}` | [listen]({folder}/{p.name}.ogg) |" for p in pieces]
    return "\n".join(["| sentence | voice | |", "|---|---|---|", *rows])


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="phonoscope-voice")
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with Engine.load(args.model, threads=args.threads) as engine:
        for piece in PIECES:
            take = engine.speak(engine.request(piece.text, voice=piece.voice, seed=piece.seed))
            take.wait()
            take.check()
            audio = np.array(take.audio, np.float32)
            soundfile.write(args.out / f"{piece.name}.ogg", audio, take.sample_rate_hz, format="OGG", subtype="VORBIS")
    print(table(PIECES, "resources/gallery"))


if __name__ == "__main__":
    main()
