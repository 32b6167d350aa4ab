"""``phonoscope models`` through its parser."""

import argparse
import json
import shutil
from pathlib import Path

import pytest
from phonoscope import _native
from phonoscope.engine.cli.models import add_models_parser
from phonoscope.engine.errors import ModelError, OutputError, PhonoscopeError


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def call(*arguments):
        parser = argparse.ArgumentParser()
        add_models_parser(parser.add_subparsers())
        args = parser.parse_args(["models", *map(str, arguments)])
        code = args.run(args)
        captured = capsys.readouterr()
        return code, captured.out

    return call


def test_convert_reports_files_types_and_fallbacks(run, qwen3_tiny, tmp_path):
    code, out = run("convert", qwen3_tiny.folder, tmp_path / "m.gguf", "--type", "q4_K")
    assert code == 0
    assert f"{tmp_path / 'm.gguf'}  " in out
    assert f"{tmp_path / 'm-tokenizer.gguf'}  " in out
    assert "are f16, since their rows do not fit q4_K blocks" in out


def test_convert_json_is_one_object(run, qwen3_tiny, tmp_path):
    _, out = run("convert", qwen3_tiny.folder, tmp_path / "m.gguf", "--single", "--json")
    report = json.loads(out)
    assert report["model"] == report["codec"] == str(tmp_path / "m.gguf")
    assert sum(report["tensors_by_type"].values()) == report["n_tensors"]


def test_info_names_what_the_model_can_do(run, qwen3_tiny):
    _, out = run("info", qwen3_tiny.codec, "--json")
    facts = json.loads(out)
    assert facts["files"] == [str(qwen3_tiny.talker), str(qwen3_tiny.codec)]
    assert (facts["frame_rate_hz"], facts["n_codebooks"], facts["takes_recordings"]) == (12.5, 16, True)
    assert facts["speakers"] == ["eric", "serena", "vivian"]
    _, table = run("info", qwen3_tiny.talker)
    assert "sichuan_dialect" in table


def test_verify_exits_1_on_damage(run, qwen3_tiny, tmp_path):
    assert run("verify", qwen3_tiny.talker)[0] == 0
    damaged = tmp_path / "t.gguf"
    damaged.write_bytes(qwen3_tiny.talker.read_bytes().replace(b"talker.output_norm", b"talker.outbut_norm"))
    code, out = run("verify", damaged)
    assert code == 1
    assert "talker.output_norm.weight is missing" in out
    code, out = run("verify", damaged, "--json")
    assert code == 1
    assert json.loads(out)[0]["unused"] == ["talker.outbut_norm.weight"]


def test_verify_looks_at_the_codec_beside_the_model(run, qwen3_tiny, tmp_path):
    model = shutil.copy(qwen3_tiny.talker, tmp_path / "t.gguf")
    assert run("verify", model)[1].count("sound") == 1
    codec = Path(shutil.copy(qwen3_tiny.codec, tmp_path / "t-tokenizer.gguf"))
    assert run("verify", model)[1].count("sound") == 2
    values = _native.GgufFile(codec).tensor_bytes("tok_dec.dec.2.conv_t.weight").tobytes()
    codec.write_bytes(codec.read_bytes().replace(values, b"\xff" * len(values)))
    code, out = run("verify", model)
    assert code == 1
    assert "tok_dec.dec.2.conv_t.weight holds" in out
    codec.write_bytes(codec.read_bytes()[:5000])
    with pytest.raises(PhonoscopeError, match=r"t-tokenizer\.gguf.*cut short"):
        run("verify", model)


def test_list_shows_what_has_a_name_and_says_how_to_get_more(run):
    out = run("list")[1]
    assert "phonoscope-voice" in out
    assert "phonoscope models fetch" in out
    assert [model["name"] for model in json.loads(run("list", "--json")[1])] == ["phonoscope-voice"]


def test_errors_reach_the_caller(run):
    with pytest.raises(ModelError, match="no name in the store"):
        run("info", "nothing")


def test_an_empty_name_is_no_model(run):
    with pytest.raises(ModelError, match="the name of the model is empty"):
        run("info", "")


def test_convert_takes_names_of_gguf_files_only(run, qwen3_tiny, tmp_path):
    with pytest.raises(OutputError, match=r"m\.txt: does not end in \.gguf"):
        run("convert", qwen3_tiny.folder, tmp_path / "m.txt")
    assert not list(tmp_path.glob("m*"))


def test_a_table_in_a_pipe_is_one_line_each_however_long(run, qwen3_tiny):
    lines = run("info", qwen3_tiny.talker)[1].splitlines()
    cells = dict(line.split("\t") for line in lines)
    assert cells["files"] == f"{qwen3_tiny.talker}, {qwen3_tiny.codec}"
    size = qwen3_tiny.talker.stat().st_size + qwen3_tiny.codec.stat().st_size
    assert cells["bytes"] == f"{size:,}"
    assert all(line == line.rstrip() for line in lines)
