"""Echo-TTS against what its golden recorder writes, from byte ids to the latents of whole and blockwise runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from phonoscope import _native
from phonoscope.engine.codecs.dac.file_info import is_dac
from phonoscope.engine.errors import native_errors
from phonoscope.engine.families.echo_tts.codec_parity import batch_entry, codec_stages, latent_stages
from phonoscope.engine.families.echo_tts.input_parity import NOISE, noise_stages, text_stages
from phonoscope.engine.families.echo_tts.tensor_shapes import continues
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.parity.comparison import StageResult, Tolerance, compare, compare_exact
from phonoscope.engine.parity.golden_file import BFLOAT16, Golden, check_dimensions, require
from phonoscope.engine.parity.precision import precision_of

_REQUIRED = ("text/ids", "spk/latent", "dit/x", "dit/t", "dit/v")
_LANES = [(True, True), (False, True), (True, False)]


@dataclass(frozen=True)
class _Tolerances:
    """By how exact the weights are: networks are compared state by state, trajectories at their end.

    Keys are states as well, but for the outlier that the last blocks have in one channel: it holds half of all energy
    and more, so that the cosine is that of a few values, one a position, and scatters. With weights in 8 bits, the
    1 - cosine of the keys of six patches is 5.3e-4 where that of all other channels is 2.3e-4, as that of the values;
    in another model 1.2e-4 where it is 3.8e-4. At the released dimensions all are 1.5e-4 to 2.5e-4.
    """

    network: Tolerance
    trajectory: Tolerance
    keys: Tolerance


_STATES = Tolerance(0.99999, 1e-4, relative=True)
_EXACT = _Tolerances(_STATES, Tolerance(0.9999, 5e-4, relative=True), _STATES)
# Of references in bfloat16, which guidance takes away from the exact run: to a cosine of 0.905 to 0.913 with the
# released weights, as others measured, but to 0.9985 at worst with random ones of a few channels. A second run of the
# reference that rounds its sums in another way tells how far: from the exact run the first is 0.6 to 0.95 times as far.
_BFLOAT16 = _Tolerances(Tolerance(0.999, None), Tolerance(0.9, None), Tolerance(0.999, None))
_SECOND_RUNS = 2.0  # times as far as the second run is away from the first is allowed
_KEYS_SCATTER = 2.0
_PARTS = ("text_encoder.", "speaker_encoder.", "blocks.")
_TRAJECTORY_COSINE = {"f16": 0.9999, "bf16": 0.99, "q8_0": 0.95}
"""Guidance amplifies what rounding the weights changes, by up to the sum of its scales at every step."""


def stages(pair: ModelPair, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    """Yield every stage of the transformer that the golden file records, in the order in which data flows.

    Parameters
    ----------
    pair
        Files of the model.
    golden
        Arrays by name, of a model with the same dimensions. What it records of blocks (``blk/``) is left out for a
        model that was converted without the latent encoder and makes whole windows only.
    n_threads
        Threads that compute.

    Raises
    ------
    ModelError
        When a file is damaged or the golden file belongs to a model of other dimensions.
    """
    require(golden, _REQUIRED)
    with native_errors():
        file = _native.GgufFile(pair.model)
        _check_dimensions(pair.model, file, golden)
        if not continues(file):
            golden = {name: values for name, values in golden.items() if not name.startswith("blk/")}
        bfloat16 = bool(golden.get(BFLOAT16, False))
        tolerances = _BFLOAT16 if bfloat16 else _tolerances(file)
        probe = _native.EchoProbe(pair.model, n_threads)
        yield from text_stages(golden)
        yield from noise_stages(golden)
        yield from _encoder_stages(probe, golden, tolerances)
        yield from _denoiser_stages(probe, golden, tolerances)
        yield from _block_stages(probe, golden, tolerances)
        yield from _sampler_stages(probe, golden, tolerances)
        components = probe.components()
        yield from latent_stages(components, golden)
        if pair.codec != pair.model or is_dac(file):
            yield from codec_stages(pair, components, golden, n_threads)


def _check_dimensions(path: Path, file: _native.GgufFile, golden: Golden) -> None:
    recorded = {"latent_length": golden["dit/x"].shape[-1]}
    if "text/encoder_out" in golden:
        recorded["text.embedding_length"] = golden["text/encoder_out"].shape[-1]
    if "dit/block_out" in golden:
        recorded["block_count"], _, recorded["embedding_length"] = golden["dit/block_out"].shape
    check_dimensions(path, {name: file.get(f"echo-tts.{name}") for name in recorded}, recorded)


def _tolerances(file: _native.GgufFile) -> _Tolerances:
    """Return what is allowed, by the part whose weights are coarsest: small models have rows that no block fits."""
    precision = min((precision_of(file, part) for part in _PARTS), key=lambda p: (p.exact, p.hidden.cosine))
    if precision.exact:
        return _EXACT
    keys = Tolerance(1.0 - _KEYS_SCATTER * (1.0 - precision.hidden.cosine), None)
    return _Tolerances(precision.hidden, Tolerance(_TRAJECTORY_COSINE.get(precision.name, 0.5), None), keys)


def _timestep(golden: Golden) -> float:
    """Return the timestep of the recorded evaluation as its reference saw it."""
    t = float(golden["dit/t"].ravel()[0])
    return _native.round_to_bf16(t) if golden.get(BFLOAT16, False) else t


def _encoder_stages(probe: _native.EchoProbe, golden: Golden, tolerances: _Tolerances) -> Iterator[StageResult]:
    ids = np.ascontiguousarray(golden["text/ids"].ravel(), np.int32)
    text, speaker = probe.encode_text(ids), probe.encode_speaker(batch_entry(golden["spk/latent"]))
    recorded = {
        "text/encoder_out": text["states"],
        "text/encoder_out_normed": text["normed"],
        "spk/in_proj_div6": speaker["input"],
        "spk/encoder_out": speaker["states"],
        "spk/encoder_out_normed": speaker["normed"],
    }
    for name, ours in recorded.items():
        if name in golden:
            yield compare(name, ours, batch_entry(golden[name]), tolerances.network)
    probe.set_text(ids)
    probe.set_speaker(batch_entry(golden["spk/latent"]))
    for source in ("text", "speaker"):
        yield from _key_stages(golden, f"kv/{source}", lambda layer, s=source: probe.keys(s, layer), tolerances)


def _key_stages(golden: Golden, prefix: str, keys: Any, tolerances: _Tolerances) -> Iterator[StageResult]:
    found = (re.fullmatch(re.escape(prefix) + r"/(\d+)/k", name) for name in golden)
    for layer in sorted(int(match[1]) for match in found if match):
        for part, ours in zip("kv", keys(layer), strict=True):
            reference = golden[f"{prefix}/{layer}/{part}"]
            flat = reference[0].reshape(reference.shape[1], -1)
            tolerance = tolerances.keys if part == "k" else tolerances.network
            yield compare(f"{prefix}/{layer}/{part}", ours, flat, tolerance)


def _denoiser_stages(probe: _native.EchoProbe, golden: Golden, tolerances: _Tolerances) -> Iterator[StageResult]:
    x, t = batch_entry(golden["dit/x"]), _timestep(golden)
    run = probe.denoise(x, t, _LANES)
    if "dit/timestep_embedding" in golden:
        reference = golden["dit/timestep_embedding"].ravel()
        yield compare("dit/timestep_embedding", _native.embed_timestep(t, len(reference)), reference, NOISE)
    if "dit/cond_embed" in golden:
        yield compare("dit/cond_embed", run["cond"], golden["dit/cond_embed"].ravel(), tolerances.network)
    inside = probe.first_block(x, t)
    if "dit/in_proj" in golden:
        yield compare("dit/in_proj", inside["in_proj"], batch_entry(golden["dit/in_proj"]), tolerances.network)
    for name in (name for name in golden if name.startswith("dit/block0/")):
        reference = golden[name][0].reshape(len(golden[name][0]), -1)
        yield compare(name, inside[name.rsplit("/", 1)[1]], reference, tolerances.network)
    for layer, reference in enumerate(golden.get("dit/block_out", ())):
        yield compare(f"dit/block_out.{layer}", run["blocks"][layer], reference, tolerances.network)
    yield compare("dit/v", run["v"][0], batch_entry(golden["dit/v"]), tolerances.network)
    if "dit/v_lanes" in golden:
        for lane, name in enumerate(("conditional", "without_text", "without_speaker")):
            yield compare(f"dit/v_lanes.{name}", run["v"][lane], golden["dit/v_lanes"][lane], tolerances.network)


def _block_stages(probe: _native.EchoProbe, golden: Golden, tolerances: _Tolerances) -> Iterator[StageResult]:
    """Compare what comes before a block: its encoder, its keys, and one evaluation behind it."""
    if "blk/prefix_buffer" not in golden:
        return
    buffer = batch_entry(golden["blk/prefix_buffer"])
    encoded = probe.encode_prefix(buffer)["states"]
    yield compare("blk/latent_encoder_out", encoded, batch_entry(golden["blk/latent_encoder_out"]), tolerances.network)
    yield from _key_stages(
        golden, "blk/kv_latent", lambda layer: probe.keys("latent", layer, prefix=buffer), tolerances
    )
    n_frames = golden["blk/v"].shape[1]
    x, t = batch_entry(golden["dit/x"])[:n_frames], _timestep(golden)
    run = probe.denoise(x, t, _LANES[:1], prefix=buffer[: len(buffer) - n_frames])
    for layer, reference in enumerate(golden["blk/block_out"]):
        yield compare(f"blk/block_out.{layer}", run["blocks"][layer], reference, tolerances.network)
    yield compare("blk/v", run["v"][0], batch_entry(golden["blk/v"]), tolerances.network)


def _sampler_stages(probe: _native.EchoProbe, golden: Golden, tolerances: _Tolerances) -> Iterator[StageResult]:
    if "samp/t_schedule_40" in golden:
        schedule = _native.timestep_schedule(40)
        yield compare("samp/t_schedule_40", schedule, golden["samp/t_schedule_40"], Tolerance(0.9999999, 1e-7))
        rounded = np.array([_native.round_to_bf16(float(t)) for t in schedule], np.float32)
        yield compare("samp/t_schedule_40_bf16", rounded, golden["samp/t_schedule_40_bf16"], Tolerance(1 - 1e-12, 0.0))
    if "samp/noise" in golden:
        yield from _whole_runs(probe, golden, tolerances)
    if "blk/out" in golden:
        noise = np.concatenate([batch_entry(golden[f"blk/noise{i}"]) for i in range(2)])
        sizes = [golden[f"blk/noise{i}"].shape[1] for i in range(2)]
        # As the recorder's own block by block sampler is set.
        settings = _native.EchoSamplerSettings(
            n_steps=6,
            text_guidance=3.0,
            speaker_guidance=5.0,
            truncation=0.8,
            round_timesteps=bool(golden.get(BFLOAT16, False)),
        )
        for name, before in (("blk/out", None), ("blk/out_continued", batch_entry(golden["blk/continuation"]))):
            run = probe.generate(noise, sizes, settings, continuation=before)
            yield compare(name, run["latents"], batch_entry(golden[name]), tolerances.trajectory)


def _whole_runs(probe: _native.EchoProbe, golden: Golden, tolerances: _Tolerances) -> Iterator[StageResult]:
    noise = batch_entry(golden["samp/noise"])
    drawn = _native.draw_noise(_native.NoiseKind.torch_cpu, 7, [noise.size])
    yield compare("samp/noise", drawn, noise.ravel(), NOISE)
    rounds = {"round_timesteps": True} if golden.get(BFLOAT16, False) else {}
    variants = {name: v | rounds for name, v in json.loads(golden["samp/variants_json"].tobytes()).items()}
    for name, recorded in variants.items():
        run = probe.generate(noise, [len(noise)], sampler_settings(recorded))
        yield compare_exact(f"samp/{name}/lanes", run["lanes"], golden[f"samp/{name}/lanes"])
        per_step = golden.get(f"samp/{name}/x_per_step")
        if per_step is not None:
            ours = np.full((len(per_step), *noise.shape), np.nan, np.float32)
            made = run["states"].reshape(-1, *noise.shape)[: len(ours)]
            ours[: len(made)] = made  # a run ends at the step whose states are not finite
            for step in range(1, len(per_step)):
                yield compare(f"samp/{name}/x.{step}", ours[step - 1], per_step[step], tolerances.trajectory)
        reference, again = batch_entry(golden[f"samp/{name}/out"]), golden.get(f"samp/{name}/out_again")
        tolerance = tolerances.trajectory
        if again is not None and rounds:
            apart = 1.0 - compare(name, batch_entry(again), reference, tolerance).cosine
            tolerance = Tolerance(max(tolerance.cosine, 1.0 - _SECOND_RUNS * apart), None)
        yield compare(f"samp/{name}/out", run["latents"], reference, tolerance)
    if "samp/no_speaker/out" in golden:
        probe.set_speaker(np.zeros((0, noise.shape[1]), np.float32))
        settings = sampler_settings({**variants["base"], "truncation_factor": 0.8})
        run = probe.generate(noise, [len(noise)], settings)
        yield compare(
            "samp/no_speaker/out", run["latents"], batch_entry(golden["samp/no_speaker/out"]), tolerances.trajectory
        )
        probe.set_speaker(batch_entry(golden["spk/latent"]))


def sampler_settings(reference: Mapping[str, Any]) -> _native.EchoSamplerSettings:
    """Return our settings for those of the reference's sampler, by its parameter names; None means off there.

    ``round_timesteps`` stands for a reference in bfloat16.
    """

    def given(name: str, otherwise: float) -> float:
        value = reference.get(name)
        return otherwise if value is None else float(value)

    rescales = reference.get("rescale_k") is not None and reference.get("rescale_sigma") is not None
    return _native.EchoSamplerSettings(
        n_steps=int(reference["num_steps"]),
        text_guidance=given("cfg_scale_text", 0.0),
        speaker_guidance=given("cfg_scale_speaker", 0.0),
        guidance_min_t=given("cfg_min_t", 0.0),
        guidance_max_t=given("cfg_max_t", 1.0),
        truncation=given("truncation_factor", 1.0),
        rescale_k=given("rescale_k", 1.0) if rescales else 1.0,
        rescale_sigma=given("rescale_sigma", 3.0) if rescales else 3.0,
        speaker_scale=given("speaker_kv_scale", 1.0),
        speaker_scale_layers=int(given("speaker_kv_max_layers", 1 << 20)),
        speaker_scale_min_t=given("speaker_kv_min_t", 0.0),
        round_timesteps=bool(reference.get("round_timesteps", False)),
    )
