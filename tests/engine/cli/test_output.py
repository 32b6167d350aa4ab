"""What commands print: for people, and for programs behind a pipe."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from phonoscope.engine.cli.output import print_json, print_table

ROWS = [("[anna]", "a long name " * 20), ("ben", "[/] 3")]


def test_cells_reach_other_programs_whole(capsys):
    print_table(ROWS, ("name", "notes"))
    assert [line.split("\t") for line in capsys.readouterr().out.splitlines()] == [["name", "notes"], *map(list, ROWS)]


@pytest.mark.parametrize("headings", [(), ("name", "notes")])
def test_people_see_what_cells_hold_between_brackets(capsys, monkeypatch, headings):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_table(ROWS, headings)
    shown = capsys.readouterr().out
    assert "[anna]" in shown
    assert "[/] 3" in shown
    assert ("notes" in shown) is bool(headings)


@dataclass(frozen=True)
class Report:
    path: Path
    costs: dict[int, float]


def test_json_holds_null_for_what_is_no_finite_number(capsys):
    print_json([Report(Path("a.wav"), {1: 0.5, 3: float("nan")}), float("inf")])
    assert json.loads(capsys.readouterr().out) == [{"path": "a.wav", "costs": {"1": 0.5, "3": None}}, None]
