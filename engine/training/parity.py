"""Step 9: compare what the native engine says with what the training's own forward pass says.

``python -m phonoscope.engine.training.parity MODEL.gguf`` lets both speak a few short texts greedily, with the weights
of the model widened to 32 bits, in which both compute. Codes must be equal, sound differ by at most `MOST_APART`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from phonoscope.engine.request import WatchdogRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.dims import SIZES
from phonoscope.engine.training.restore import read, restore
from phonoscope.engine.training.sample import Sampling, Speech, most_frames
from phonoscope.engine.training.talker import Talker
from phonoscope.engine.voices.bundled import bundled_voices

TEXTS = {"english": ("Good evening.", "Seven small boats."), "french": ("Bonsoir, mon ami.",)}
VOICES = {"english": ("af_heart", "bm_george"), "french": ("ff_siwis",)}
MOST_APART = 1e-4  # full scale is 1
GREEDY = Sampling(temperature=0.0, predictor_temperature=0.0)


@dataclass(frozen=True)
class Compared:
    """One text, spoken by both.

    Attributes
    ----------
    frames : int
        That the training's forward pass spoke.
    equal_frames : int
        Frames before the first code that differs.
    apart : float
        Largest difference of the sound where all codes are equal, else infinite.
    """

    frames: int
    equal_frames: int
    apart: float

    @property
    def ok(self) -> bool:
        """Whether both said the same."""
        return self.equal_frames == self.frames and self.apart <= MOST_APART


def widen(source: Path, out: Path) -> None:
    """Write a copy of a GGUF file whose weights are all f32."""
    gguf: Any = importlib.import_module("gguf")
    reader = gguf.GGUFReader(source)
    architecture = reader.fields[gguf.Keys.General.ARCHITECTURE].contents()
    writer = gguf.GGUFWriter(out, arch=architecture, endianess=reader.endianess)
    for field in reader.fields.values():
        if field.name != gguf.Keys.General.ARCHITECTURE and not field.name.startswith("GGUF."):
            kind, *inner = field.types
            writer.add_key_value(field.name, field.contents(), kind, sub_type=inner[-1] if inner else None)
    for tensor in reader.tensors:
        shape = [int(n) for n in reversed(tensor.shape)]
        values = gguf.dequantize(tensor.data, tensor.tensor_type).astype(np.float32).reshape(shape)
        writer.add_tensor(tensor.name, np.ascontiguousarray(values))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def load_speech(source: Path, size: str) -> Speech:
    """Give the training's own model with the weights of a GGUF file."""
    stored = read([source])
    codec_dims, voice_dims = SIZES[size]
    talker, codec = Talker(codec_dims, voice_dims), Codec(codec_dims)
    talker.load_state_dict(restore(stored, talker.state_dict(), "talker."))
    codec.load_state_dict(restore(stored, codec.state_dict()))
    return Speech(talker, codec)


def compare(speech: Speech, engine: Engine, text: str, voice: Path, language: str) -> Compared:
    """Let both speak a text.

    Parameters
    ----------
    speech : Speech
        The training's model.
    engine : Engine
        The native one, with the same weights in 32 bits.
    text, language : str
        What to speak.
    voice : Path
        An x-vector, raw f32.
    """
    vector = torch.from_numpy(np.fromfile(voice, "<f4"))
    codes, _ = speech.codes(text, vector, GREEDY, language)
    request = engine.request(
        text,
        voice=voice,
        language=language,
        sampler={"greedy": True, "predictor_greedy": True},
        max_frames=most_frames(text),
        watchdog=WatchdogRequest(enabled=False),
    )
    take = engine.speak(request)
    take.wait()
    take.check()
    with torch.no_grad():
        wave = speech.codec.decode(codes.t()[None])[0, 0].numpy()
    spoken = np.array(take.codes)
    common = min(len(spoken), len(codes))
    differs = (spoken[:common] != codes.numpy()[:common]).any(1)
    equal_frames = int(differs.argmax()) if differs.any() else common
    same = equal_frames == len(spoken) == len(codes)
    return Compared(len(codes), equal_frames, float(np.abs(take.audio - wave).max()) if same else np.inf)


def main() -> None:
    """Command line of the step; exits with 1 where the two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="GGUF file of model and codec")
    parser.add_argument("--size", default="small")
    parser.add_argument("--voices", type=Path, nargs="+", help=".spk files (default: bundled voices)")
    args = parser.parse_args()
    bundled = bundled_voices()
    compared = []
    with tempfile.TemporaryDirectory() as folder:
        wide = Path(folder) / "wide.gguf"
        widen(args.model, wide)
        speech = load_speech(args.model, args.size)
        with Engine.load(str(wide)) as engine:
            for language in (name for name in TEXTS if name in engine.declaration.languages):
                voices = args.voices or [bundled[name] for name in VOICES[language]]
                for i, text in enumerate(TEXTS[language]):
                    voice = voices[i % len(voices)]
                    found = compare(speech, engine, text, voice, language)
                    compared.append(found)
                    print(
                        f"{Path(voice).stem:12} {text:20} {found.equal_frames} of {found.frames} frames equal,"
                        f" sound within {found.apart:.1e}",
                        flush=True,
                    )
    same = sum(found.ok for found in compared)
    print(f"{same} of {len(compared)} texts the same, {sum(found.frames for found in compared)} frames")
    sys.exit(same < len(compared))


if __name__ == "__main__":
    main()
