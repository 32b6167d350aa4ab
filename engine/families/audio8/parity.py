"""Audio8 against the arrays that its golden recorder writes, from the prompt's columns to the codes of a frame.

Stages that depend on drawn codes are fed the recorded ones, so that each is judged on its own; free-running greedy
codes are compared as well where the weights are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import native_errors
from phonoscope.engine.families.audio8.file_info import Audio8ModelInfo, read_model_info
from phonoscope.engine.parity.comparison import StageResult, Tolerance, compare, compare_exact
from phonoscope.engine.parity.golden_file import Golden, check_dimensions, require
from phonoscope.engine.parity.precision import Precision, precision_of

_REQUIRED = ("prompt.columns", "slow.layer_out", "slow.final_hidden", "slow.logits", "fast.codes", "fast.logits")
_GREEDY = _native.Audio8SamplerSettings(do_sample=False)
_ROWS_AT_ONCE = 64
_RECURRENT = Tolerance(0.99999, 1e-4, relative=True)  # chunked against step by step, whatever the weights are
_SCORES = Tolerance(0.9999999, 1e-5, relative=True)
_IMPOSSIBLE = -1e30
_EDGE = 1e-9
_RESCUE_WINDOW = 10  # frames, as the recorder sets it


def model_stages(path: Path, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    """Yield every stage of slow model, fast model and sampler that the golden file records.

    Parameters
    ----------
    path
        The model's file.
    golden
        Arrays by name, of a model with the same dimensions.
    n_threads
        Threads that compute.

    Raises
    ------
    ModelError
        When the file is damaged or the golden file belongs to a model of other dimensions.
    """
    require(golden, _REQUIRED)
    with native_errors():
        file = _native.GgufFile(path)
        info = read_model_info(file)
        _check_dimensions(path, info, golden)
        precision = precision_of(file)
        probe = _native.Audio8Probe(path, n_threads)
        columns = _all_columns(info, golden)
        yield from _embedding_stages(probe, golden, columns, precision)
        steps = _run_step_by_step(probe, columns)
        yield from _slow_stages(info, golden, steps, precision)
        yield from _prefill_stages(probe, columns, steps, len(golden["prompt.columns"][0]))
        yield from _fast_stages(probe, golden, precision)
        if precision.exact:
            codes = _free_running(probe, info, golden)
            yield compare_exact("fast.codes (free running)", codes, golden["fast.codes"].astype(np.int32))
    yield from _sampler_stages(golden)


def _check_dimensions(path: Path, info: Audio8ModelInfo, golden: Golden) -> None:
    recorded = {
        "width": golden["slow.final_hidden"].shape[-1],
        "codebooks": golden["fast.codes"].shape[-1],
        "codebook size": golden["fast.logits"].shape[-1],
        "layers": golden["slow.layer_out"].shape[1],
    }
    ours = {
        "width": info.width,
        "codebooks": info.n_codebooks,
        "codebook size": info.codebook_size,
        "layers": info.n_slow_layers,
    }
    check_dimensions(path, ours, recorded)


def _all_columns(info: Audio8ModelInfo, golden: Golden) -> NDArray[np.int32]:
    """Return the prompt and the recorded frames as one table of columns, ``[columns, codebooks + 1]``."""
    frames = golden["fast.codes"]
    generated = np.concatenate([frames[:, :1] + info.semantic_begin, frames], axis=1)
    return np.ascontiguousarray(np.concatenate([golden["prompt.columns"].T, generated]), np.int32)


def _embedding_stages(
    probe: _native.Audio8Probe, golden: Golden, columns: NDArray[np.int32], precision: Precision
) -> Iterator[StageResult]:
    if "embed.scaled" in golden:
        yield compare("embed.scaled", probe.embed(columns), golden["embed.scaled"], precision.embedding)


class _Steps:
    """What the slow model made of every column, one after another."""

    def __init__(self) -> None:
        self.rows: dict[str, list[NDArray[Any]]] = {}
        self.states: list[dict[str, NDArray[Any]]] = []

    def stacked(self, name: str) -> NDArray[Any]:
        return np.stack(self.rows[name])


def _run_step_by_step(probe: _native.Audio8Probe, columns: NDArray[np.int32]) -> _Steps:
    steps = _Steps()
    probe.reset()
    for column in columns:
        out = probe.run_slow(column[np.newaxis])
        for name, value in out.items():
            row = value[:, 0] if value.ndim == 3 else value[0] if value.ndim == 2 else value
            steps.rows.setdefault(name, []).append(row)
        steps.states.append(probe.slow_state())
    return steps


def _slow_stages(info: Audio8ModelInfo, golden: Golden, steps: _Steps, precision: Precision) -> Iterator[StageResult]:
    named = {
        "layers": ("slow.layer_out", precision.hidden),
        "mixer": ("slow.mamba_branch", precision.mixer),
        "attention": ("slow.attn_branch", precision.hidden),
    }
    for ours, (recorded, tolerance) in named.items():
        for layer in range(info.n_slow_layers if recorded in golden else 0):
            reference = golden[recorded][:, layer]
            yield compare(f"{recorded}.{layer}", steps.stacked(ours)[:, layer], reference, tolerance)
    yield compare("slow.final_hidden", steps.stacked("final"), golden["slow.final_hidden"], precision.hidden)
    yield compare("slow.logits", steps.stacked("logits"), _scores(info, golden["slow.logits"]), precision.logits)
    yield from _state_stages(golden, steps, precision)


def _scores(info: Audio8ModelInfo, logits: NDArray[Any]) -> NDArray[Any]:
    """Return the scores that are ever drawn; the tied head of the larger size scores its whole vocabulary."""
    if logits.shape[-1] != info.vocab_size:
        return logits
    codes = logits[:, info.semantic_begin : info.semantic_begin + info.codebook_size]
    return np.concatenate([codes, logits[:, info.eos : info.eos + 1]], axis=1)


def _state_stages(golden: Golden, steps: _Steps, precision: Precision) -> Iterator[StageResult]:
    if "slow.conv_state" in golden:
        windows = np.stack([state["windows"] for state in steps.states]).swapaxes(-1, -2)
        for layer in range(windows.shape[1]):
            reference = golden["slow.conv_state"][:, layer]
            yield compare(f"slow.conv_state.{layer}", windows[:, layer], reference, precision.hidden)
    if "slow.ssm_state" in golden:
        ssm = np.stack([steps.states[at]["ssm"] for at in golden["slow.ssm_state_steps"]])
        for layer in range(ssm.shape[1]):
            reference = golden["slow.ssm_state"][:, layer]
            yield compare(f"slow.ssm_state.{layer}", ssm[:, layer], reference, precision.mixer)
    for name, recorded in (("keys", "slow.key_cache"), ("values", "slow.value_cache")):
        if recorded in golden and name in steps.states[-1]:
            ours, reference = steps.states[-1][name], golden[recorded]
            if reference.shape != ours.shape:  # some records place positions before heads
                reference = reference.swapaxes(1, 2)
            for layer in range(len(ours)):
                yield compare(f"{recorded}.{layer}", ours[layer], reference[layer], precision.hidden)


def _prefill_stages(
    probe: _native.Audio8Probe, columns: NDArray[np.int32], steps: _Steps, n_prompt: int
) -> Iterator[StageResult]:
    """Compare the prompt in as few pieces as there can be with column by column, and resume a snapshot of it."""
    probe.reset()
    parts = [
        probe.run_slow(columns[at : min(at + _ROWS_AT_ONCE, n_prompt)]) for at in range(0, n_prompt, _ROWS_AT_ONCE)
    ]
    final = np.concatenate([part["final"] for part in parts])
    yield compare("prefill.final_hidden", final, steps.stacked("final")[:n_prompt], _RECURRENT)
    probe.take_snapshot()
    for name, value in probe.slow_state().items():
        yield compare(f"prefill.{name}", value, steps.states[n_prompt - 1][name], _RECURRENT)
    for column in columns[n_prompt:]:
        probe.run_slow(column[np.newaxis])
    probe.restore_snapshot()
    resumed = probe.run_slow(columns[n_prompt : n_prompt + 1])
    yield compare("snapshot.logits", resumed["logits"], steps.rows["logits"][n_prompt], _RECURRENT)


def _fast_stages(probe: _native.Audio8Probe, golden: Golden, precision: Precision) -> Iterator[StageResult]:
    """Every pass from the recorded state of the slow model and the recorded codes before it."""
    n_prompt = golden["prompt.columns"].shape[1]
    states = np.ascontiguousarray(golden["slow.final_hidden"][n_prompt - 1 :], np.float32)
    codes = np.ascontiguousarray(golden["fast.codes"], np.int32)
    frames = [
        probe.run_fast(state, int(recorded[0]), _GREEDY, forced=recorded[1:])
        for state, recorded in zip(states, codes, strict=False)
    ]
    logits = np.stack([frame["logits"] for frame in frames])
    yield compare("fast.logits", logits, golden["fast.logits"][:, 1:], precision.logits)
    if "fast.hidden" in golden:
        hidden = np.stack([frame["layers"][-1] for frame in frames])
        yield compare("fast.hidden", hidden[:, 1:], golden["fast.hidden"][:, 1:], precision.hidden)
    for name, recorded in (("keys", "fast.frame0_keys"), ("values", "fast.frame0_values")):
        if recorded in golden:
            yield compare(recorded, frames[0][name].swapaxes(1, 2), golden[recorded], precision.hidden)
    yield compare_exact("fast.codes", logits.argmax(axis=2).astype(np.int32), codes[:, 1:], precision.different_codes)


def _free_running(probe: _native.Audio8Probe, info: Audio8ModelInfo, golden: Golden) -> NDArray[np.int32]:
    """Return the codes of a greedy take that never ends, as the recorder made it; nothing is fed from the record."""
    probe.reset()
    out = probe.run_slow(np.ascontiguousarray(golden["prompt.columns"].T, np.int32))
    frames = []
    for _ in golden["fast.codes"]:
        first = int(out["logits"][: info.codebook_size].argmax())
        frame = np.append(np.int32(first), probe.run_fast(out["final"][-1], first, _GREEDY)["codes"])
        frames.append(frame)
        out = probe.run_slow(np.append(np.int32(first + info.semantic_begin), frame)[np.newaxis])
    return np.stack(frames)


def _at_the_edge(scores: NDArray[Any], top_p: float) -> NDArray[np.bool_]:
    """Return which candidates make the sum of probabilities ``top_p`` to within rounding: they may stay or go."""
    order = np.argsort(-scores, kind="stable")
    p = np.exp(scores[order].astype(np.float64) - scores.max())
    edge = np.zeros(len(scores), np.bool_)
    edge[order] = np.abs(np.cumsum(p / p.sum()) - top_p) < _EDGE
    return edge


def _sampler_stages(golden: Golden) -> Iterator[StageResult]:
    if "sampler.params" in golden:
        picks = []
        for i, (top_k, top_p, temperature) in enumerate(golden["sampler.params"]):
            settings = _native.Audio8SamplerSettings(temperature=temperature, top_k=int(top_k), top_p=top_p)
            scores, uniforms = golden["sampler.logits"][i], golden["sampler.uniform"][i]
            ours = _native.audio8_filter(scores, settings)
            reference = golden["sampler.scaled_scores"][i]
            kept, clear = reference > _IMPOSSIBLE, ~_at_the_edge(scores, top_p)
            candidates = np.isfinite(ours).astype(int)
            yield compare_exact(f"sampler.candidates.{i}", candidates[clear], kept.astype(int)[clear])
            both = kept & clear
            yield compare(f"sampler.scaled_scores.{i}", ours[both], reference[both], _SCORES)
            picks.append(_native.audio8_choose(scores, settings, uniforms))
        yield compare_exact("sampler.pick", np.asarray(picks), golden["sampler.pick"])
    if "ras.normal" in golden:
        normal, high = (np.ascontiguousarray(golden[f"ras.{name}"], np.int32) for name in ("normal", "high"))
        eos = golden["sampler.logits"].shape[-1] - 1
        yield compare_exact(
            "ras.out_list_window",
            _native.audio8_rescue(normal, high, eos, _RESCUE_WINDOW),
            golden["ras.out_list_window"],
        )
