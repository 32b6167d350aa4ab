"""The bench command on a tiny model: every figure is there and fits the others."""

import json
from typing import Any

import pytest
from phonoscope.engine.cli.main import main


def test_json_holds_every_stage_and_condition(qwen3_tiny06: Any, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bench", str(qwen3_tiny06.talker), "--rounds", "1", "--frames", "8", "--threads", "1", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert set(report["stages"]) == {"talker", "predictor", "codec"}
    assert report["n_frames"] == 8
    assert report["conditions"]["chunks of 4"]["relative"] == 1
    for stage in report["stages"].values():
        assert stage["ms"] > 0
        assert stage["flop_per_s"] == pytest.approx(1000 * stage["flop"] / stage["ms"])
        assert 0 < stage["executed_share"] <= stage["flop_share"]
    assert report["peak_memory_bytes"] > 1e6


def test_table_names_the_ceilings(qwen3_tiny: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", str(qwen3_tiny.talker), "--rounds", "1", "--frames", "8", "--threads", "2"]) == 0
    out = capsys.readouterr().out
    assert "GB/s read" in out
    assert "busy neighbour" in out


@pytest.mark.parametrize(
    ("arguments", "problem"), [(["--frames", "7"], "7 frames are out of range"), (["--rounds", "0"], "0 rounds")]
)
def test_numbers_out_of_range_are_refused(
    arguments: list[str], problem: str, qwen3_tiny: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", str(qwen3_tiny.talker), *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert problem in captured.err
