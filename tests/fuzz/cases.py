"""One case of each format: make a damaged input from the seed files, and use it as the program would."""

from __future__ import annotations

import functools
import json
import random
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from phonoscope.engine.command_line import command_line
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.describe import describe
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.pairing import find_pair
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.verify import verify
from phonoscope.engine.recipe import Recipe, read_recipe
from phonoscope.engine.request import ModelReference, SynthesisRequest
from phonoscope.engine.voices.files import pack_codes

from tests.fuzz import gguf_mutations
from tests.fuzz.json_mutations import mutate_json
from tests.fuzz.speak import speak
from tests.fuzz.voice_cases import damage, recording_case, voice_file_case

_DATA = Path(__file__).parents[1] / "data"
CHECKPOINTS = {
    "qwen3": _DATA / "qwen3_tiny" / "model",
    "audio8": _DATA / "audio8_ship",
    "echo": _DATA / "echo_tiny",
}

_FOLDER_WEIGHTS = {"model.safetensors": 6, "config.json": 3}
_TRANSCRIPTS = (*[b"the old voice"] * 4, b"", b"\xff", b"x" * 100_000, b"\0<|im_end|>\n")

Case = Callable[[random.Random, Path, Path], None]
"""Takes the case's random numbers, the folder of seed files, and an empty folder to work in."""


def make_seeds(folder: Path) -> None:
    """Write the well-formed files that the cases start from."""
    for name, checkpoint in CHECKPOINTS.items():
        for type_name in ("f32", "q8_0"):
            (folder / f"{name}-{type_name}").mkdir()
            convert(checkpoint, folder / f"{name}-{type_name}" / "model.gguf", QuantisationPolicy(type_name))
        (folder / f"{name}-single").mkdir()
        convert(checkpoint, folder / f"{name}-single" / "model.gguf", QuantisationPolicy("f16"), single=True)


def gguf_case(rng: random.Random, seeds: Path, work: Path) -> None:
    """Damage the model, the codec, or a file that holds both; then find, check, describe and speak."""
    files = sorted((seeds / f"{rng.choice(list(CHECKPOINTS))}-{rng.choice(('f32', 'q8_0', 'single'))}").iterdir())
    damaged = rng.choice(files)
    for file in files:
        if file != damaged:
            (work / file.name).symlink_to(file)
    data, where = _gguf_seed(damaged)
    (work / damaged.name).write_bytes(gguf_mutations.mutate(rng, data, where))
    use_model(find_pair(work / "model.gguf"))


def folder_case(rng: random.Random, seeds: Path, work: Path) -> None:
    """Damage a published folder; convert it, then use what comes out."""
    del seeds
    folder = work / "folder"
    shutil.copytree(CHECKPOINTS[rng.choice(list(CHECKPOINTS))], folder, ignore=shutil.ignore_patterns("*.npz"))
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    target = rng.choices(
        files, [6 if p.suffix == ".safetensors" else 3 if p.name == "config.json" else 1 for p in files]
    )[0]
    if rng.random() < 0.05:
        target.unlink()
    elif rng.random() < 0.05:
        target.write_bytes(target.read_bytes()[: rng.randrange(target.stat().st_size)])
    elif target.suffix == ".safetensors":
        _damage_safetensors(rng, target)
    elif target.suffix == ".json":
        target.write_bytes(mutate_json(rng, json.loads(target.read_bytes())))
    else:
        lines = target.read_text().split("\n")
        lines.insert(rng.randrange(len(lines)), rng.choice(("a", "a b c", "zz yy", "Ġ Ġ", "\0 \0", "#version", " ")))
        target.write_text("\n".join(lines))
    report = convert(folder, work / "model.gguf", QuantisationPolicy(rng.choice(("f32", "q8_0"))))
    use_model(ModelPair(report.model, report.codec))


def request_case(rng: random.Random, seeds: Path, work: Path) -> None:
    """Damage a request; what is accepted must come back from its own JSON unchanged."""
    del seeds, work
    request = SynthesisRequest.from_json(mutate_json(rng, json.loads(_request().to_json())))
    if SynthesisRequest.from_json(request.to_json()) != request:
        raise AssertionError("an accepted request does not survive its own JSON")
    command_line(request)


def voice_case(rng: random.Random, seeds: Path, work: Path) -> None:
    """Damage a voice file and its transcript; what is accepted must serve as a voice."""
    suffix = rng.choice((".spk", ".npy", ".rvq"))
    path = work / f"voice{suffix}"
    codes = np.random.default_rng(rng.randrange(2**32)).integers(0, 64, (9, 16), dtype=np.int32)
    vector = np.linspace(-1, 1, 64, dtype=np.float32)
    if suffix == ".spk":
        path.write_bytes(vector.tobytes())
    elif suffix == ".rvq":
        path.write_bytes(pack_codes(codes, 64))
    else:
        np.save(path, rng.choice((codes, vector)))
    data = bytearray(path.read_bytes())
    damage(rng, data)
    path.write_bytes(data)
    path.with_suffix(".txt").write_bytes(rng.choice(_TRANSCRIPTS))
    speak(ModelPair(seeds / "qwen3-f32" / "model.gguf", seeds / "qwen3-f32" / "model-tokenizer.gguf"), path)


def recipe_case(rng: random.Random, seeds: Path, work: Path) -> None:
    """Damage a recipe; what is accepted must be written again as it was read."""
    del seeds
    path = work / "recipe.json"
    Recipe(_request(), "0" * 64, "f" * 64).write(path)
    path.write_bytes(mutate_json(rng, json.loads(path.read_bytes())))
    recipe = read_recipe(path)
    recipe.write(path)
    if read_recipe(path) != recipe:
        raise AssertionError("an accepted recipe does not survive its own JSON")


CASES: Mapping[str, Case] = {
    "gguf": gguf_case,
    "folder": folder_case,
    "request": request_case,
    "recipe": recipe_case,
    "voice": voice_case,
    "voice-file": voice_file_case,
    "recording": recording_case,
}


def use_model(pair: ModelPair) -> None:
    """Do everything that the program does with a model."""
    for path in dict.fromkeys((pair.model, pair.codec)):
        verify(path)
    describe(pair)
    speak(pair)


def _damage_safetensors(rng: random.Random, path: Path) -> None:
    data = path.read_bytes()
    n_header = int.from_bytes(data[:8], "little")
    header, payload = data[8 : 8 + n_header], bytearray(data[8 + n_header :])
    action = rng.randrange(4)
    if action < 2:
        header = mutate_json(rng, json.loads(header))
        header += b" " * (-len(header) % 8)
        n_header = len(header)
    elif action == 2:
        n_header = rng.choice((0, n_header + 1, n_header - 1, 2**31, 2**63, 2**64 - 1))
    else:
        for _ in range(rng.choice((1, 100))):
            at = rng.randrange(0, len(payload) - 4) // 4 * 4
            payload[at : at + 4] = rng.choice((b"\xc0\x7f\xc0\x7f", b"\x7f\x7f\x7f\x7f", rng.randbytes(4)))
    path.write_bytes(n_header.to_bytes(8, "little") + header + payload)


@functools.cache
def _gguf_seed(path: Path) -> tuple[bytes, gguf_mutations.Layout]:
    data = path.read_bytes()
    return data, gguf_mutations.layout(data)


@functools.cache
def _request() -> SynthesisRequest:
    return SynthesisRequest(text="the old voice", model=ModelReference("tiny"), sampler={"top_k": 5}, max_frames=9)
