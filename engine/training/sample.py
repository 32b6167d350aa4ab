"""Speak with the training-side model: plain torch, one utterance, the published sampling chain.

This is for looking at a model in training and for comparison; the native engine is what speaks.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from phonoscope.engine.training import tokens
from phonoscope.engine.training.codec import Codec
from phonoscope.engine.training.dims import LANGUAGES, SAMPLE_RATE, SIZES
from phonoscope.engine.training.prompts import Prompts
from phonoscope.engine.training.shards import Speaker
from phonoscope.engine.training.styles import speaker_vectors
from phonoscope.engine.training.talker import Cache, Talker
from torch import Tensor

MINIMUM = 2  # frames before the end may come


@dataclass(frozen=True)
class Sampling:
    """Sampler settings; the predictor shares temperature and top-k."""

    temperature: float = 0.9
    top_k: int = 50
    penalty: float = 1.05
    predictor_temperature: float = 0.9
    seed: int = 0


def pick(logits: Tensor, temperature: float, top_k: int, generator: torch.Generator) -> Tensor:
    """Draw one id from logits [V]."""
    if temperature <= 0:
        return logits.argmax()
    scaled = logits / temperature
    least = scaled.topk(min(top_k, len(scaled))).values[-1]
    scaled = scaled.masked_fill(scaled < least, -torch.inf)
    return torch.multinomial(scaled.softmax(0), 1, generator=generator)[0]


def most_frames(text: str) -> int:
    """Give how long an utterance may become."""
    return 30 + 2 * len(text)


class Speech:
    """A talker and a codec, ready to speak.

    Parameters
    ----------
    talker : Talker
        The language model.
    codec : Codec
        The codec.
    """

    def __init__(self, talker: Talker, codec: Codec) -> None:
        self.talker, self.codec = talker.eval(), codec.eval()

    def prompt(self, text: str, vector: Tensor, language: str | None) -> Tensor:
        """Give the embedded non-streaming prompt [1, T, hidden]."""
        return Prompts.of([text], [language], vector[None], self.talker.ids).embedded(self.talker)

    @torch.no_grad()
    def codes(
        self, text: str, vector: Tensor, sampling: Sampling, language: str | None = "english"
    ) -> tuple[Tensor, bool]:
        """Give the codes [T, quantizers] of a text and whether the model ended by itself."""
        m, draw = self.talker, torch.Generator().manual_seed(sampling.seed)
        predictor, size = m.code_predictor, m.codec_dims.codebook_size
        x = self.prompt(text, vector, language)
        limit = most_frames(text)
        cos, sin = m.tables(x.shape[1] + limit, x.device)
        short = m.predictor_tables(x.device)
        pad = m.text(torch.tensor([tokens.TTS_PAD]))
        caches: list[Cache] = [[] for _ in m.model.layers]
        seen = torch.zeros(m.codec_head.out_features, dtype=torch.bool)
        out: list[Tensor] = []
        position = 0
        while len(out) < limit:
            here = slice(position, position + x.shape[1])
            position += x.shape[1]
            for layer, cache in zip(m.model.layers, caches, strict=True):
                x = layer(x, cos[here], sin[here], None, cache)[0]
            state = m.model.norm(x[:, -1])
            logits = m.codec_head(state)[0]
            penalised = torch.where(logits < 0, logits * sampling.penalty, logits / sampling.penalty)
            logits = torch.where(seen, penalised, logits)
            end = logits[m.ids["eos"]].clone()
            logits[size:] = -torch.inf
            if len(out) >= MINIMUM:
                logits[m.ids["eos"]] = end
            first = pick(logits, sampling.temperature, sampling.top_k, draw)
            if int(first) == m.ids["eos"]:
                return torch.stack(out), True
            seen[first] = True
            frame, inputs = [first], [state, m.codec(first)[None]]
            for g, head in enumerate(predictor.lm_head, 1):
                y = predictor.run(torch.stack(inputs, 1), *(t[None, : len(inputs)] for t in short))
                code = pick(head(y[0, -1]), sampling.predictor_temperature, sampling.top_k, draw)
                frame.append(code)
                inputs.append(predictor.table(g)(code)[None])
            out.append(torch.stack(frame))
            x = (m.frame(out[-1]) + pad)[:, None]
        return torch.stack(out), False

    @torch.no_grad()
    def say(self, text: str, vector: Tensor, sampling: Sampling, language: str = "english") -> tuple[np.ndarray, bool]:
        """Give the audio of a text and whether the model ended by itself."""
        codes, ended = self.codes(text, vector, sampling, language)
        return self.codec.decode(codes.t()[None])[0, 0].numpy(), ended


def load(folder: Path, size: str = "small") -> Speech:
    """Load ``talker.pt`` and ``codec.pt`` of a folder."""
    codec_dims, voice_dims = SIZES[size]
    talker, codec = Talker(codec_dims, voice_dims), Codec(codec_dims)
    for load_state, name in ((talker.load_state_dict, "talker.pt"), (codec.load_state_dict, "codec.pt")):
        state = torch.load(folder / name, map_location="cpu")
        load_state({k: v.float() if v.is_floating_point() else v for k, v in state.items()})
    return Speech(talker, codec)


def main() -> None:
    """Command line."""
    import soundfile

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("text")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--voice", default="af_heart")
    parser.add_argument("--out", type=Path, default=Path("out.wav"))
    parser.add_argument("--language", default="english", choices=LANGUAGES)
    parser.add_argument("--temperature", type=float, default=0.9)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    speech = load(args.models)
    styles = dict(np.load(args.teacher / "voices.npz"))
    table = speaker_vectors([Speaker(args.voice, args.voice, 1.0)], styles, speech.talker.dims.talker.hidden)
    sampling = Sampling(args.temperature, predictor_temperature=args.temperature, seed=args.seed)
    wave, ended = speech.say(args.text, torch.from_numpy(table[0]), sampling, args.language)
    soundfile.write(args.out, wave, SAMPLE_RATE)
    print(f"{len(wave) / SAMPLE_RATE:.2f} s, {'ended' if ended else 'cut off'}")


if __name__ == "__main__":
    main()
