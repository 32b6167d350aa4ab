"""A listener for training: how likely a Whisper model finds that a recording says a text.

It reads the weights as `faster-whisper` takes them (CTranslate2's ``model.bin``, ``tokenizer.json`` beside it). Its
features are those of `faster-whisper`, which fills 30 s with zeros behind the sound.
"""

from __future__ import annotations

import importlib
import math
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from phonoscope.engine.training.losses import mel_filterbank
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

RATE, WINDOW, HOP, MELS, FRAMES = 16000, 400, 160, 80, 3000
TAPS = 24  # of the resampling filter to each side, samples at 24 kHz
ENGLISH = 51864  # tokens of the models that know English alone
_TYPES = {0: "<f4", 4: "<f2"}


def read_weights(path: Path) -> dict[str, Tensor]:
    """Read the variables of a CTranslate2 model, version 6, as f32.

    Raises
    ------
    ValueError
        The file is of another version, ends too early, or holds weights that are neither f16 nor f32.
    """
    data = memoryview(path.read_bytes())
    at = 0

    def take(form: str) -> tuple[Any, ...]:
        nonlocal at
        size = struct.calcsize("<" + form)
        if at + size > len(data):
            raise ValueError(f"{path} ends too early")
        at += size
        return struct.unpack_from("<" + form, data, at - size)

    def name() -> str:
        (size,) = take("H")
        (text,) = take(f"{size}s")
        return str(text.rstrip(b"\0").decode())

    (version,) = take("I")
    if version != 6:
        raise ValueError(f"{path} is of version {version} of CTranslate2's format; only 6 is read")
    name()
    take("I")
    out = {}
    for _ in range(take("I")[0]):
        key = name()
        shape = take(f"{take('B')[0]}I")
        kind, size = take("BI")
        (raw,) = take(f"{size}s")
        if key.endswith("weight") and kind not in _TYPES:
            raise ValueError(f"{path} holds weights that are neither f16 nor f32")
        if shape and kind in _TYPES:
            if size != math.prod(shape) * np.dtype(_TYPES[kind]).itemsize:
                raise ValueError(f"{path}: {key} has another size than its shape")
            out[key] = torch.from_numpy(np.frombuffer(raw, _TYPES[kind]).reshape(shape).astype(np.float32))
    return out


def _norm(stored: dict[str, Tensor], theirs: str, mine: str) -> dict[str, Tensor]:
    return {f"{mine}.weight": stored[f"{theirs}/gamma"], f"{mine}.bias": stored[f"{theirs}/beta"]}


def _projections(stored: dict[str, Tensor], theirs: str, mine: str, names: str) -> dict[str, Tensor]:
    """Part a fused projection into those of queries, keys and values; keys have no bias."""
    out = {}
    weights = stored[f"{theirs}/weight"].chunk(len(names))
    biases = stored[f"{theirs}/bias"].chunk(len(names))
    for name, weight, bias in zip(names, weights, biases, strict=True):
        out[f"{mine}.{name}_proj.weight"] = weight
        if name != "k":
            out[f"{mine}.{name}_proj.bias"] = bias
    return out


def published(stored: dict[str, Tensor], layers: int) -> dict[str, Tensor]:
    """Give the weights under their published names."""
    out = {
        "encoder.embed_positions.weight": stored["encoder/position_encodings/encodings"],
        "decoder.embed_positions.weight": stored["decoder/position_encodings/encodings"],
        "decoder.embed_tokens.weight": stored["decoder/embeddings/weight"],
    }
    for side in ("encoder", "decoder"):
        out |= _norm(stored, f"{side}/layer_norm", f"{side}.layer_norm")
        for i in range(layers):
            theirs, mine = f"{side}/layer_{i}", f"{side}.layers.{i}"
            blocks: list[tuple[str, str, tuple[str, ...]]] = [("self_attention", "self_attn", ("qkv", "o"))]
            if side == "decoder":
                blocks.append(("attention", "encoder_attn", ("q", "kv", "o")))
            for block, own, parts in blocks:
                out |= _norm(stored, f"{theirs}/{block}/layer_norm", f"{mine}.{own}_layer_norm")
                for j, names in enumerate(parts):
                    out |= _projections(stored, f"{theirs}/{block}/linear_{j}", f"{mine}.{own}", names)
            out |= _norm(stored, f"{theirs}/ffn/layer_norm", f"{mine}.final_layer_norm")
            for j, linear in enumerate(("fc1", "fc2")):
                for kind in ("weight", "bias"):
                    out[f"{mine}.{linear}.{kind}"] = stored[f"{theirs}/ffn/linear_{j}/{kind}"]
    for i in (1, 2):
        for kind in ("weight", "bias"):
            out[f"encoder.conv{i}.{kind}"] = stored[f"encoder/conv{i}/{kind}"]
    return {key.replace(".o_proj.", ".out_proj."): value for key, value in out.items()}


class Heard(NamedTuple):
    """What a listener makes of recordings.

    Attributes
    ----------
    likely : Tensor
        Log probability of every token of the texts, the end left out [N, tokens]; 0 behind the last.
    letters : Tensor
        1 where a token holds letters, else 0 [N, tokens].
    """

    likely: Tensor
    letters: Tensor

    def text(self) -> Tensor:
        """Give the log probability of each text [N]."""
        return self.likely.sum(1)

    def word_piece(self) -> Tensor:
        """Give the mean log probability of the tokens of each text that hold letters [N]."""
        return (self.likely * self.letters).sum(1) / self.letters.sum(1).clamp(min=1)


class Listener:
    """Judges recordings.

    Parameters
    ----------
    folder : Path
        ``model.bin`` and ``tokenizer.json`` of an English-only Whisper model.
    device : torch.device
        Where to judge.
    """

    def __init__(self, folder: Path, device: torch.device) -> None:
        library: Any = importlib.import_module("transformers")
        stored = read_weights(folder / "model.bin")
        layers = sum(key.startswith("encoder/layer_") and key.endswith("ffn/linear_0/weight") for key in stored)
        try:
            weights = published(stored, layers)
            inner = len(stored["encoder/layer_0/ffn/linear_0/weight"])
        except KeyError as error:
            raise ValueError(f"{folder / 'model.bin'} is not of a Whisper model: it lacks {error}") from None
        vocabulary, width = weights["decoder.embed_tokens.weight"].shape
        heads = width // 64
        unused = dict.fromkeys(("pad_token_id", "bos_token_id", "eos_token_id", "decoder_start_token_id"), 0)
        config = library.WhisperConfig(
            vocab_size=vocabulary, num_mel_bins=MELS, d_model=width, encoder_layers=layers, decoder_layers=layers,
            encoder_attention_heads=heads, decoder_attention_heads=heads, encoder_ffn_dim=inner, decoder_ffn_dim=inner,
            max_source_positions=FRAMES // 2, max_target_positions=448,
            **unused,
        )  # fmt: skip
        self.model = library.WhisperModel(config)
        self.model.load_state_dict(weights)
        self.model = self.model.to(device).eval().requires_grad_(False)
        self.on_gpu = device.type == "cuda"
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.start = [self.tokenizer.token_to_id(name) for name in ("<|startoftranscript|>", "<|notimestamps|>")]
        if None in self.start or vocabulary > ENGLISH:
            raise ValueError(f"{folder / 'tokenizer.json'} is not of an English Whisper model")
        self.filters = mel_filterbank(WINDOW, MELS, RATE).to(device)
        self.window = torch.hann_window(WINDOW, device=device)
        self.resampler = _resampler().to(device)

    def features(self, wave: Tensor, samples: Tensor) -> Tensor:
        """Give the log mel spectra [N, 80, 3000] of recordings [N, n] at 24 kHz, each `samples` long."""
        wave = wave * (torch.arange(wave.shape[1], device=wave.device) < samples[:, None])
        low = functional.conv1d(functional.pad(wave, (TAPS, TAPS + 3))[:, None], self.resampler, stride=3)
        low = functional.pad(low.transpose(1, 2).flatten(1), (0, HOP))
        spectrum = torch.stft(low, WINDOW, HOP, window=self.window, return_complex=True)[..., :-1]
        mel = (self.filters @ spectrum.abs().square()).clamp(min=1e-10).log10()
        length = torch.ceil(samples * (RATE / 24000) / HOP)
        inside = (torch.arange(mel.shape[2], device=mel.device) < length[:, None])[:, None]
        loudest = mel.masked_fill(~inside, -10).amax((1, 2), keepdim=True)
        scaled = (torch.maximum(mel, loudest - 8) + 4) / 4 * inside
        return functional.pad(scaled, (0, FRAMES - scaled.shape[2]))

    def __call__(self, wave: Tensor, samples: Tensor, texts: Sequence[str]) -> Heard:
        """Judge recordings; the gradient goes through to the sound.

        Parameters
        ----------
        wave : Tensor
            Recordings [N, n] at 24 kHz, at most 30 s.
        samples : Tensor
            Length of each [N].
        texts : Sequence of str
            As one would write them.
        """
        said = [" " + text for text in texts]
        spoken = self.tokenizer.encode_batch(said, add_special_tokens=False)
        width = len(self.start) + max(len(encoding.ids) for encoding in spoken)
        table = torch.zeros(3, len(spoken), width, dtype=torch.long)
        for row, (text, encoding) in enumerate(zip(said, spoken, strict=True)):
            here = slice(len(self.start), len(self.start) + len(encoding.ids))
            table[0, row, : here.stop] = torch.tensor(self.start + encoding.ids)
            table[1, row, here] = 1
            parts = (text[first:last] for first, last in encoding.offsets)
            table[2, row, here] = torch.tensor([any(c.isalpha() for c in part) for part in parts]).long()
        table = table.to(wave.device)
        ids, (target, present, letters) = table[0], table[:, :, len(self.start) :]
        features = self.features(wave.float(), samples)
        with torch.autocast("cuda" if self.on_gpu else "cpu", torch.bfloat16, enabled=self.on_gpu):
            states = self.model(input_features=features, decoder_input_ids=ids[:, :-1])
            hidden = states.last_hidden_state[:, len(self.start) - 1 :]
            logits = hidden @ self.model.decoder.embed_tokens.weight.t()
        likely = -functional.cross_entropy(logits.float().transpose(1, 2), target, reduction="none")
        return Heard(likely * present, letters)


def _resampler() -> Tensor:
    """Give the filters [2, 1, taps] from 24 to 16 kHz: two outputs for every three inputs."""
    at = 3.0 * torch.arange(2)[:, None] - 2.0 * torch.arange(-TAPS, TAPS + 4)  # in samples of 48 kHz
    window = torch.special.i0(8 * (1 - (at / (2 * TAPS + 8)).square()).clamp(min=0).sqrt())  # Kaiser's
    taps = torch.sinc(0.95 * RATE / 48000 * at) * window
    return (taps / taps.sum(1, keepdim=True))[:, None]
