"""Qwen3-TTS and its encoders against what its golden recorder writes, from the rows of the prompt to the waveform.

Stages that depend on drawn codes are fed the recorded ones, so that each is judged on its own; free-running greedy
codes are compared as well where the weights are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.families.qwen3_tts.file_info import Qwen3ModelInfo, read_model_info
from phonoscope.engine.families.qwen3_tts.parity_encoders import codec_encoder_stages, speaker_stages
from phonoscope.engine.families.qwen3_tts.prompt import PromptLayout, PromptParts, lay_out
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.native_messages import native_message
from phonoscope.engine.parity.comparison import StageResult, Tolerance, compare, compare_exact
from phonoscope.engine.parity.golden_file import Golden, check_dimensions, require
from phonoscope.engine.parity.precision import Precision, precision_of

_GREEDY_CASE = "icl_stream_textlong"
_PENALTY = 1.05
_REQUIRED = ("ids_text", "xvec", "greedy_codes", "talker/step_hidden", "talker/step_inputs", "dec/codes", "dec/wav")
_ROWS_AT_ONCE = 32
_TAIL_COLUMNS = 48
_LONG_FRAMES = slice(299, 303)  # of a long decoding, where chunks of 300 would meet
_SAMPLER = Tolerance(0.9999999, 1e-6)


@dataclass(frozen=True)
class PromptCase:
    """One recorded prompt layout: which voice, language and text layout the reference was asked for."""

    streaming: bool
    language: str
    speaker: str | None = None
    xvector: bool = False
    ref_codes: str | None = None
    instruct: bool = False


CASES: Mapping[str, PromptCase] = {
    "xvec_stream": PromptCase(True, "english", xvector=True),
    "xvec_nonstream": PromptCase(False, "auto", xvector=True),
    "icl_stream_textlong": PromptCase(True, "english", xvector=True, ref_codes="ref_codes"),
    "icl_stream_codeslong": PromptCase(True, "english", xvector=True, ref_codes="ref_codes_long"),
    "icl_nonstream": PromptCase(False, "german", xvector=True, ref_codes="ref_codes"),
    "custom_nonstream": PromptCase(False, "english", speaker="vivian", instruct=True),
    "custom_dialect": PromptCase(False, "auto", speaker="eric"),
    "custom_stream": PromptCase(True, "chinese", speaker="serena"),
    "design_nonstream": PromptCase(False, "french", instruct=True),
    "plain_nonstream": PromptCase(False, "auto"),
}


def stages(pair: ModelPair, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    """Yield every stage that the golden file records, in the order in which data flows.

    Parameters
    ----------
    pair
        Files of the model.
    golden
        Arrays by name, of a model with the same dimensions.
    n_threads
        Threads that compute.

    Raises
    ------
    ModelError
        When a file is damaged or the golden file belongs to a model of other dimensions.
    """
    require(golden, _REQUIRED)
    with native_errors():
        talker_file = _native.GgufFile(pair.model)
        info = read_model_info(talker_file)
        _check_dimensions(pair.model, info, golden)
        precision = precision_of(talker_file, "talker.")
        predictor = precision_of(talker_file, "code_pred.")
        probe = _native.Qwen3Probe(pair.model, n_threads)
        prompts = dict(_layouts(info, golden))
        yield from _prompt_stages(probe, info, golden, prompts, precision)
        yield from _talker_stages(probe, golden, precision)
        yield from _predictor_stages(probe, golden, predictor)
        yield from _sampler_stages(info, golden)
        if precision.exact and predictor.exact:
            yield from _free_running(pair, info, golden, prompts, precision, n_threads)
        yield from _codec_stages(pair.codec, golden, n_threads)
        yield from speaker_stages(pair.model, golden, n_threads)
        yield from codec_encoder_stages(pair.codec, golden, n_threads)


def _check_dimensions(path: Path, info: Qwen3ModelInfo, golden: Golden) -> None:
    recorded = {
        "width": golden["xvec"].shape[-1],
        "codec vocabulary": golden["sampler/logits"].shape[-1],
        "codebooks": golden["greedy_codes"].shape[-1],
    }
    ours = {"width": info.width, "codec vocabulary": info.codec_vocab, "codebooks": info.n_codebooks}
    check_dimensions(path, ours, recorded)


def _layouts(info: Qwen3ModelInfo, golden: Golden) -> Iterator[tuple[str, PromptLayout]]:
    body = golden["ids_text"][3:-5].tolist()  # the turn's opening and its closing ids are not part of the text
    for name, case in CASES.items():
        if f"prefill/{name}" not in golden or (case.speaker and case.speaker not in info.speakers):
            continue
        parts = PromptParts(
            text_ids=body,
            language=case.language,
            speaker=case.speaker,
            has_speaker_vector=case.xvector,
            ref_text_ids=golden["ids_ref"][3:-2].tolist() if case.ref_codes else (),
            n_ref_frames=len(golden[case.ref_codes]) if case.ref_codes else 0,
            instruct_ids=golden["ids_instruct"].tolist() if case.instruct else (),
            streaming=case.streaming,
        )
        yield name, lay_out(info, parts)


def _native_layout(info: Qwen3ModelInfo, golden: Golden, name: str, layout: PromptLayout) -> _native.PromptLayout:
    ref_codes = CASES[name].ref_codes
    codes = np.ascontiguousarray(golden[ref_codes] if ref_codes else [], np.int32)
    return layout.to_native(info, np.asarray(golden["xvec"], np.float32), codes)


def _prompt_stages(
    probe: _native.Qwen3Probe,
    info: Qwen3ModelInfo,
    golden: Golden,
    prompts: Mapping[str, PromptLayout],
    precision: Precision,
) -> Iterator[StageResult]:
    for name, layout in prompts.items():
        prefill, trailing = probe.embed_prompt(_native_layout(info, golden, name, layout))
        yield compare(f"prefill/{name}", prefill, golden[f"prefill/{name}"], precision.embedding)
        # The last row of ours is the padding that follows the text.
        yield compare(f"trailing/{name}", trailing[:-1], golden[f"trailing/{name}"], precision.embedding)
        if name == _GREEDY_CASE:
            steps = len(golden["greedy_codes"])
            text = np.stack([trailing[min(step, len(trailing) - 1)] for step in range(steps)])
            codes = np.ascontiguousarray(golden["greedy_codes"], np.int32)
            inputs = np.stack([probe.embed_frame(frame) for frame in codes]) + text
            yield compare("talker/step_inputs", inputs, golden["talker/step_inputs"], precision.embedding)


def _talker_stages(probe: _native.Qwen3Probe, golden: Golden, precision: Precision) -> Iterator[StageResult]:
    rows = np.ascontiguousarray(golden[f"prefill/{_GREEDY_CASE}"], np.float32)
    probe.reset()
    parts = [probe.run_talker(rows[at : at + _ROWS_AT_ONCE]) for at in range(0, len(rows), _ROWS_AT_ONCE)]
    layers = np.concatenate([part["layers"] for part in parts], axis=1)
    final = np.concatenate([part["final"] for part in parts])
    for layer, reference in enumerate(golden.get("talker/prefill_layers", ())):
        yield compare(f"talker/prefill_layers.{layer}", layers[layer], reference, precision.hidden)
    if "talker/prefill_final" in golden:
        yield compare("talker/prefill_final", final, golden["talker/prefill_final"], precision.hidden)
    yield compare(
        "talker/prefill_logits_last", parts[-1]["logits"], golden["talker/prefill_logits_last"], precision.logits
    )
    hidden = [np.concatenate([layers[:, -1], final[-1:]])]
    logits = [parts[-1]["logits"]]
    for row in np.ascontiguousarray(golden["talker/step_inputs"], np.float32):
        step = probe.run_talker(row[None])
        hidden.append(np.concatenate([step["layers"][:, 0], step["final"]]))
        logits.append(step["logits"])
    ours, reference = np.stack(hidden), golden["talker/step_hidden"]
    for layer in range(reference.shape[1]):
        name = f"{layer}" if layer + 1 < reference.shape[1] else "final"
        yield compare(f"talker/step_hidden.{name}", ours[:, layer], reference[:, layer], precision.hidden)
    yield compare("talker/step_logits", np.stack(logits), golden["talker/step_logits"], precision.logits)


def _predictor_stages(probe: _native.Qwen3Probe, golden: Golden, precision: Precision) -> Iterator[StageResult]:
    """Every pass from the recorded state of the talker and the recorded codes before it."""
    greedy = _native.Qwen3SamplerSettings(do_sample=False)
    states = np.ascontiguousarray(golden["talker/step_hidden"][:, -1], np.float32)
    codes = np.ascontiguousarray(golden["greedy_codes"], np.int32)
    chosen = []
    for frame, (state, recorded) in enumerate(zip(states, codes, strict=False)):
        logits = probe.run_predictor(state, int(recorded[0]), greedy, forced=recorded[1:])["logits"]
        if frame < len(golden["predictor/logits"]):
            yield compare(f"predictor/logits.{frame}", logits, golden["predictor/logits"][frame], precision.logits)
        chosen.append(logits.argmax(axis=1))
    yield compare_exact("predictor/greedy_codes", np.stack(chosen), codes[:, 1:], precision.different_codes)


def _sampler_stages(info: Qwen3ModelInfo, golden: Golden) -> Iterator[StageResult]:
    history = np.ascontiguousarray(golden["sampler/history"], np.int32)
    logits = np.ascontiguousarray(golden["sampler/logits"], np.float32)
    for name, top_p in (("sampler/probs_k50", 1.0), ("sampler/probs_k50_p80", 0.8)):
        settings = _native.Qwen3SamplerSettings(top_p=top_p, repetition_penalty=_PENALTY, min_new_tokens=2)
        probabilities = _native.qwen3_distribution(logits, history, settings, info.ids.codec_eos, info.first_suppressed)
        yield compare(name, probabilities, golden[name], _SAMPLER)


def _free_running(
    pair: ModelPair,
    info: Qwen3ModelInfo,
    golden: Golden,
    prompts: Mapping[str, PromptLayout],
    precision: Precision,
    n_threads: int,
) -> Iterator[StageResult]:
    """Codes and sound of whole greedy takes, nothing fed from the record."""
    model = _native.Qwen3Model(pair.model, pair.codec, n_threads)
    layout = _native_layout(info, golden, _GREEDY_CASE, prompts[_GREEDY_CASE])
    codes, _ = _greedy_take(model, info, layout, len(golden["greedy_codes"]))
    yield compare_exact("greedy_codes", codes, golden["greedy_codes"])
    if "e2e/wav" in golden and "spk/xvector" in golden:
        cloned = {**golden, "xvec": golden["spk/xvector"], "ref_codes": golden["enc/codes"]}
        layout = _native_layout(info, cloned, _GREEDY_CASE, dict(_layouts(info, cloned))[_GREEDY_CASE])
        n_frames = len(golden["e2e/wav"]) // model.hop_samples
        _, audio = _greedy_take(model, info, layout, n_frames)
        yield compare("e2e/wav", audio, golden["e2e/wav"], precision.waveform)


def _greedy_take(
    model: _native.Qwen3Model, info: Qwen3ModelInfo, layout: _native.PromptLayout, n_frames: int
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    take = _native.Qwen3Synthesis(
        model,
        _native.TakeSettings(seed=0, capacity_frames=n_frames + 1),
        talker=_native.Qwen3SamplerSettings(do_sample=False, repetition_penalty=_PENALTY, min_new_tokens=2),
        predictor=_native.Qwen3SamplerSettings(do_sample=False),
        eos=info.ids.codec_eos,
        first_suppressed=info.first_suppressed,
    )
    take.push(layout, n_frames)
    take.close()
    while not take.wait(1.0):
        pass
    if take.error:
        raise ModelError(native_message(take.error))
    return take.codes.copy(), take.audio.copy()


def _codec_stages(path: Path, golden: Golden, n_threads: int) -> Iterator[StageResult]:
    precision = precision_of(_native.GgufFile(path))
    decoder = _native.CodecDecoder(path, n_threads)
    recorded = decoder.decode_stages(np.ascontiguousarray(golden["dec/codes"], np.int32))
    recorded["pre_transformer"] = recorded.pop("transformer").T
    for name in ("quantized", "pre_conv", "pre_transformer", "up0", "up1"):
        if f"dec/{name}" in golden:
            yield compare(f"dec/{name}", recorded[name], golden[f"dec/{name}"], precision.codec)
    for block in range(sum(name.startswith("dec/block") for name in golden)):
        name = f"block{block}"
        tail = recorded[name][:, -_TAIL_COLUMNS:]
        yield compare(f"dec/{name}_tail", tail, golden[f"dec/{name}_tail"], precision.codec)
    decoder.reset()
    audio = decoder.decode(np.ascontiguousarray(golden["dec/codes"], np.int32))
    yield compare("dec/wav", audio, golden["dec/wav"], precision.waveform)
    if "dec/long_codes" in golden:
        codes = np.ascontiguousarray(golden["dec/long_codes"], np.int32)
        hop = len(audio) // len(golden["dec/codes"])
        decoder.reset()
        window = decoder.decode(codes)[_LONG_FRAMES.start * hop : _LONG_FRAMES.stop * hop]
        yield compare("dec/long_onepass", window, golden["dec/long_onepass"], precision.waveform)
