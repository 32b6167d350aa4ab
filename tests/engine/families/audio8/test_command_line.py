"""Audio8 on the command line: say, render, models info and verify."""

import json

from phonoscope.engine.cli.main import main

from .conftest import TEXT


def test_the_command_line_speaks_and_describes(audio8_tiny, voice, tmp_path, capsys):
    out, recipe = tmp_path / "out.wav", tmp_path / "recipe.json"
    model = str(audio8_tiny.model)
    arguments = ["say", TEXT, "--model", model, "--voice", str(voice), "--max-frames", "6", "-o", str(out)]
    assert main([*arguments, "--seed", "3", "--rescue-window", "4", "--recipe", str(recipe), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["request"]["family"] == "audio8"
    assert {"slow_ms", "fast_ms", "codec_ms"} <= figures.keys()
    assert main(["render", str(recipe), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["same_audio"]
    assert main([*arguments, "--penalty-window", "3"]) == 2
    assert "unknown sampler setting 'penalty_window'" in capsys.readouterr().err
    assert main(["models", "info", model, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["kind"], facts["n_codebooks"], facts["hop_samples"]) == ("hybrid", 10, 2048)
    assert main(["models", "verify", model, "--json"]) == 0
    assert all(report["ok"] and not report["unused"] for report in json.loads(capsys.readouterr().out))
