"""What the evaluation measures, on sounds whose answer is known."""

import json
from argparse import Namespace
from dataclasses import replace

import numpy as np
import pytest
import soundfile
from phonoscope.engine.training import evaluate, judges, likeness

RATE = 24000


def tone(seconds, lead=0.0, fade=0.05):
    wave = np.sin(2 * np.pi * 220 * np.arange(int(seconds * RATE)) / RATE).astype(np.float32)
    if fade:
        wave[-int(fade * RATE) :] *= np.linspace(1, 0, int(fade * RATE), dtype=np.float32)
    return np.concatenate([np.zeros(int(lead * RATE), np.float32), wave])


def test_word_errors_count_wrong_missing_and_superfluous_words():
    assert judges.word_errors(["a", "b", "c"], ["a", "x", "c", "d"]) == 2
    assert judges.word_errors(["a", "b"], []) == 2
    assert judges.word_errors([], ["a"]) == 1
    assert judges.normalised("It's 12 degrees - and half-past two!") == judges.normalised(
        "its twelve degrees, half past 2"
    )


def test_spelling_is_no_error_but_another_word_is():
    british = "The neighbours catalogued the archaeologist's grey theatre, practised and organised at 6:45 pm."
    american = "The neighbors cataloged the archeologists gray theater, practiced and organized at 6.45 p.m."
    assert judges.normalised(british) == judges.normalised(american)
    assert judges.one_spelling("color") == judges.one_spelling("colour") != judges.one_spelling("collar")


def test_silence_and_clicks():
    leading, silent = judges.silence(tone(1.0, lead=0.2), RATE)
    assert leading == pytest.approx(0.2, abs=0.011)
    assert silent == pytest.approx(0.2 / 1.2, abs=0.03)
    assert judges.silence(np.zeros(0, np.float32), RATE) == (0.0, 1.0)
    assert not judges.ends_in_click(tone(0.5), RATE)
    assert judges.ends_in_click(tone(0.501, fade=0), RATE)


def test_an_utterance_is_too_long_beyond_twice_what_the_text_needs():
    text = "A perfectly ordinary sentence."
    usual = judges.expected_seconds(text)
    made = [judges.measure("v", "plain", 0, 0, text, tone(f * usual), RATE, True) for f in (1.9, 2.1)]
    assert [row.too_long for row in made] == [False, True]


def test_summary_counts_what_was_heard_only():
    row = judges.measure("a", "word", 0, 0, "Hello.", tone(0.6), RATE, True)
    heard = replace(row, heard="Hollow.", errors=1, words=1, quality=3.0)
    right = replace(row, voice="b", heard="Hello.", errors=0, words=1, quality=4.0, rtf=0.2, ended=False)
    figures = evaluate.summary([row, heard, right])
    assert (figures["n"], figures["heard"], figures["wer_percent"], figures["all_right_percent"]) == (3, 2, 50.0, 50.0)
    assert (figures["distillmos"], figures["rtf_median"], figures["ended_percent"]) == (3.5, 0.2, 66.7)
    found = evaluate.groups("model", [row, heard, right])
    assert list(found) == ["model", "model word", "model a", "model b"]
    assert "66.7" in evaluate.table(found)


def test_references_are_read_by_name(tmp_path):
    for name in ("af_heart_word_0_0", "af_heart_word_0_1", "af_heart_word_99_0", "stray"):
        soundfile.write(tmp_path / f"{name}.wav", tone(0.4), RATE)
    kept = []
    args = Namespace(reference=tmp_path, reference_rounds=1, kinds=None, limit=None)
    rows = list(evaluate.recorded(args, None, lambda row, audio, rate: kept.append(len(audio) / rate)))
    assert [(r.voice, r.kind, r.number, r.round) for r in rows] == [("af_heart", "word", 0, 0)]
    assert kept == [pytest.approx(0.4)]


def test_the_native_engine_is_measured_without_judges(tmp_path, monkeypatch, capsys):
    out = tmp_path / "report.json"
    monkeypatch.setattr(
        "sys.argv",
        [
            "evaluate",
            "--kinds",
            "word",
            "--limit",
            "2",
            "--threads",
            "1",
            "--set",
            "temperature=0.5",
            "--out",
            str(out),
        ],
    )
    evaluate.main()
    report = json.loads(out.read_text())
    assert report["summary"]["model"]["n"] == 2
    assert len({row["voice"] for row in report["model utterances"]}) == 2
    assert report["summary"]["model"]["ended_percent"] == 100.0
    assert "too long" in capsys.readouterr().out


class ByPitch:
    """Hears who it is from the share of power above 300 Hz."""

    def vector(self, clips):
        audio = np.concatenate([a for a, _ in clips]).astype(np.float64)
        power = np.square(np.abs(np.fft.rfft(audio)))
        high = power[int(300 * len(audio) / RATE) :].sum() / power.sum()
        return np.array([np.cos(high), np.sin(high)])


def sounds(share):
    steps = np.arange(RATE // 2) / RATE
    wave = (1 - share) * np.sin(2 * np.pi * 200 * steps) + share * np.sin(2 * np.pi * 800 * steps)
    return [(wave.astype(np.float32), RATE)] * 2


def test_voices_are_told_apart_and_blends_lie_between():
    clips = {"low": sounds(0.0), "high": sounds(1.0)}
    found = likeness.told_apart(clips, ByPitch())
    assert found["pairs"] == 1
    assert found["pairs_not_told_apart"] == []
    assert found["same"] > found["different"]
    assert likeness.told_apart(clips | {"low twin": sounds(0.0)}, ByPitch())["pairs_not_told_apart"] == ["low low twin"]
    between = likeness.blends_between(clips, lambda a, b: sounds(0.5), 5, ByPitch())
    assert (between["pairs"], between["between_percent"]) == (1, 100.0)
    outside = likeness.blends_between(clips | {"mid": sounds(0.5)}, lambda a, b: sounds(1.0), 5, ByPitch())
    assert "low mid" in outside["outside"]


def test_extraction_needs_enough_speech():
    clips = {"a": [(np.ones(8, np.float32), 4)], "b": [(np.ones(4, np.float32), 4)]}
    stored = {"a": np.array([1.0, 0.0], np.float32), "b": np.array([1.0, 0.0], np.float32)}
    found = likeness.extracted(clips, lambda audio: np.array([3.0, 4.0], np.float32), stored, 2.0)
    assert found["cosine"] == {"a": 0.6}
