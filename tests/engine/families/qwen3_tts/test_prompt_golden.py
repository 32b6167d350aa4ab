"""Prompts against those that the reference implementation made, gathered from the tiny weights."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from phonoscope._native import GgufFile
from phonoscope.engine.families.qwen3_tts.prompt import (
    PromptLayout,
    PromptParts,
    PromptWriter,
    lay_out,
)

TEXT = "the old voice speaks slowly to the fox, hello world."
REF_TEXT = "the quick brown fox"
INSTRUCT = "speaks slowly in the morning"
MIXED = "Don't use YouTube on an iPhone.\n\nHello  world 2025"

# The recorded cases: language, speaker, reference codes, with an instruction, streaming text.
CASES = {
    "xvec_stream": ("english", None, None, False, True),
    "xvec_nonstream": ("auto", None, None, False, False),
    "icl_stream_textlong": ("english", None, "ref_codes", False, True),
    "icl_stream_codeslong": ("english", None, "ref_codes_long", False, True),
    "icl_nonstream": ("german", None, "ref_codes", False, False),
    "custom_nonstream": ("english", "Vivian", None, True, False),
    "custom_dialect": ("Auto", "eric", None, False, False),
    "custom_stream": ("chinese", "serena", None, False, True),
    "design_nonstream": ("french", None, None, True, False),
    "plain_nonstream": ("auto", None, None, False, False),
}


# ------------------------------------------------------------------------------------------ ids of the tokenizer


def test_recorded_ids(writer, golden, ids):
    encode = writer.tokenizer.encode
    header = [ids.im_start, ids.assistant, ids.newline]
    assert golden["ids_text"].tolist() == [*header, *encode(TEXT), ids.im_end, ids.newline, *header]
    assert golden["ids_ref"].tolist() == [*header, *encode(REF_TEXT), ids.im_end, ids.newline]
    assert golden["ids_instruct"].tolist() == writer.instruct_ids(INSTRUCT)
    assert golden["ids_mixed"].tolist() == encode(MIXED)
    assert writer.tokenizer.decode(golden["ids_mixed"].tolist()) == MIXED


# ------------------------------------------------------------------------------------------ recorded embeddings


class Embeddings:
    """T, C and Q of the prompt's definition in numpy."""

    def __init__(self, talker: Path, n_codebooks: int) -> None:
        file = GgufFile(talker)
        shapes = {t.name: [n for n in reversed(t.ne) if n > 1] for t in file.tensors}

        def tensor(name: str) -> NDArray[np.float32]:
            return np.frombuffer(file.tensor_bytes(name), np.float32).reshape(shapes[name])

        self.text_table = tensor("talker.text_embd.weight")
        self.projection = [tensor(f"talker.text_proj.{n}.{p}") for n in ("fc1", "fc2") for p in ("weight", "bias")]
        self.codec_table = tensor("talker.codec_embd.weight")
        self.code_tables = [tensor(f"code_pred.codec_embd.{g}.weight") for g in range(n_codebooks - 1)]

    def text(self, ids: NDArray[np.int32]) -> NDArray[np.float32]:
        w1, b1, w2, b2 = self.projection
        hidden = self.text_table[ids] @ w1.T + b1
        projected: NDArray[np.float32] = hidden / (1 + np.exp(-hidden)) @ w2.T + b2
        return projected

    def reference(self, codes: NDArray[np.int32]) -> NDArray[np.float32]:
        frames = self.codec_table[codes[:, 0]]
        for g, table in enumerate(self.code_tables, start=1):
            frames = frames + table[codes[:, g]]
        return frames

    def prefill(
        self, layout: PromptLayout, vector: NDArray[np.float32], codes: NDArray[np.int32] | None
    ) -> NDArray[np.float32]:
        out = np.zeros((layout.n_rows, self.codec_table.shape[1]), np.float32)
        with_text, with_codec, with_frame = (c >= 0 for c in (layout.text_ids, layout.codec_ids, layout.ref_frames))
        out[with_text] += self.text(layout.text_ids[with_text])
        out[with_codec] += self.codec_table[layout.codec_ids[with_codec]]
        if codes is not None:
            out[with_frame] += self.reference(codes)[layout.ref_frames[with_frame]]
        out[layout.speaker_rows == 1] += vector
        return out


@pytest.fixture(scope="module")
def embeddings(model, info):
    return Embeddings(model.talker, info.n_codebooks)


def parts_of(case: str, writer: PromptWriter, golden: Mapping[str, NDArray[Any]]) -> PromptParts:
    language, speaker, codes, with_instruct, streaming = CASES[case]
    return PromptParts(
        text_ids=writer.tokenizer.encode(TEXT),
        language=language,
        speaker=speaker,
        has_speaker_vector=case.startswith(("icl", "xvec")),
        ref_text_ids=writer.tokenizer.encode(REF_TEXT) if codes else (),
        n_ref_frames=len(golden[codes]) if codes else 0,
        instruct_ids=writer.instruct_ids(INSTRUCT) if with_instruct else (),
        streaming=streaming,
    )


@pytest.mark.parametrize("case", CASES)
def test_recorded_prefill_and_trailing(case, writer, golden, info, embeddings):
    layout = lay_out(info, parts_of(case, writer, golden))
    codes = golden[CASES[case][2]] if CASES[case][2] else None
    prefill, trailing = golden[f"prefill/{case}"], golden[f"trailing/{case}"]
    assert layout.n_rows == len(prefill)
    assert len(layout.trailing_text_ids) == len(trailing)
    assert np.abs(embeddings.prefill(layout, golden["xvec"], codes) - prefill).max() <= 1e-5
    assert np.abs(embeddings.text(layout.trailing_text_ids) - trailing).max() <= 1e-5


def test_every_recorded_case_is_checked(golden):
    assert {f"prefill/{c}" for c in CASES} == {n for n in golden if n.startswith("prefill/")}
