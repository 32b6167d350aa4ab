"""The full check finds every kind of damage that opening a file does not show."""

from pathlib import Path

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.verify import verify


def patched(source: Path, out: Path, name: str, data: bytes) -> Path:
    """Copy a file with the first bytes of one tensor replaced."""
    content = bytearray(source.read_bytes())
    whole = _native.GgufFile(source).tensor_bytes(name).tobytes()
    at = content.find(whole)
    assert at > 0
    assert content.count(whole) == 1
    content[at : at + len(data)] = data
    out.write_bytes(content)
    return out


def renamed(source: Path, out: Path, old: str, new: str) -> Path:
    """Copy a file with a name replaced by another of the same length."""
    assert len(old) == len(new)
    out.write_bytes(source.read_bytes().replace(old.encode(), new.encode()))
    return out


@pytest.mark.parametrize("part", ["talker", "codec"])
def test_converted_files_are_sound(qwen3_tiny, qwen3_tiny06, part):
    for model in (qwen3_tiny, qwen3_tiny06):
        report = verify(getattr(model, part))
        assert report.ok
        assert report.unused == ()


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_values_that_are_no_numbers_are_counted(qwen3_tiny, tmp_path, value):
    bad = np.full(3, value, np.float32).tobytes()
    report = verify(patched(qwen3_tiny.talker, tmp_path / "t.gguf", "talker.blk.1.attn_q.weight", bad))
    assert [(p.tensor, p.problem) for p in report.problems] == [
        ("talker.blk.1.attn_q.weight", "holds 3 values that are not finite numbers")
    ]


def test_quantised_scales_are_checked_as_well(qwen3_tiny, tmp_path):
    talker = convert(qwen3_tiny.folder, tmp_path / "q8.gguf", QuantisationPolicy("q8_0")).model
    bad = np.full(1, np.inf, np.float16).tobytes()  # the scale of the first block of 32
    report = verify(patched(talker, tmp_path / "t.gguf", "talker.blk.1.attn_q.weight", bad))
    assert [p.tensor for p in report.problems] == ["talker.blk.1.attn_q.weight"]


def test_missing_and_unused_tensors_are_named(qwen3_tiny, tmp_path):
    path = renamed(qwen3_tiny.talker, tmp_path / "t.gguf", "talker.blk.1.attn_q.weight", "talker.blk.9.attn_q.weight")
    report = verify(path)
    assert [(p.tensor, p.problem) for p in report.problems] == [("talker.blk.1.attn_q.weight", "is missing")]
    assert report.unused == ("talker.blk.9.attn_q.weight",)


def test_a_file_without_a_model_is_refused(qwen3_tiny, tmp_path):
    path = renamed(qwen3_tiny.talker, tmp_path / "t.gguf", "talker.codec_head.weight", "talker.codec_hood.weight")
    with pytest.raises(ModelError, match="holds neither"):
        verify(path)


def test_progress_counts_tensors(qwen3_tiny):
    steps = []
    n = verify(qwen3_tiny.codec, lambda done, total: steps.append((done, total))).n_tensors
    assert steps == [(i, n) for i in range(1, n + 1)]
