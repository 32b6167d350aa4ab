"""What the evaluation measures, on sounds whose answer is known."""

import json
import shutil
from argparse import Namespace
from dataclasses import replace

import numpy as np
import pytest
import soundfile
from phonoscope.engine.training import evaluate, judges, likeness, report
from phonoscope.engine.voices.bundled import bundled_voices

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


def test_french_words_are_compared_as_they_are_said():
    assert judges.normalised("L'œuvre a 21 pages, à 7h15.", "french") == judges.normalised(
        "L'oeuvre a vingt et une pages à sept heures quinze", "french"
    )
    assert judges.normalised("Été", "french") != judges.normalised("Ete", "french")


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
    figures = report.summary([row, heard, right])
    assert (figures["n"], figures["heard"], figures["wer_percent"], figures["all_right_percent"]) == (3, 2, 50.0, 50.0)
    assert (figures["distillmos"], figures["rtf_median"], figures["ended_percent"]) == (3.5, 0.2, 66.7)
    found = report.groups("model", [row, heard, right])
    assert list(found) == ["model", "model word", "model a", "model b"]
    assert "66.7" in report.table(found)


def test_references_are_read_by_name(tmp_path):
    for name in ("af_heart_word_0_0", "af_heart_word_0_1", "af_heart_word_99_0", "stray"):
        soundfile.write(tmp_path / f"{name}.wav", tone(0.4), RATE)
    args = Namespace(reference=tmp_path, reference_rounds=1, kinds=None, limit=None, language="english")
    (found,) = evaluate.recorded(args)
    assert found.key == ("af_heart", "word", 0, 0)
    row, audio, rate = found.make()
    assert (row.text, row.seconds) == ("Hello.", pytest.approx(0.4))
    assert len(audio) / rate == pytest.approx(0.4)


class Ear:
    """Understands every word."""

    def judge(self, row, audio, rate):
        row.heard, row.errors, row.words, row.quality = row.text, 0, 1, 4.0


def test_a_report_goes_on_where_it_stopped(tmp_path):
    made = []

    def utterance(number):
        def make():
            made.append(number)
            return judges.measure("a", "word", number, 0, "Hello.", tone(0.4), RATE, True), tone(0.4), RATE

        return report.Utterance(("a", "word", number, 0), make)

    def run(count, judge, hear=False, seconds=60.0, settings=None):
        result = report.Report(tmp_path / "report.json", tmp_path / "wavs", settings or {"model": "a"}, seconds)
        clips = result.run("model", map(utterance, range(count)), judge, hear)
        return result, clips.get("a", [])

    result, _ = run(2, None)
    assert made == [0, 1]
    assert result.summaries["model"]["wer_percent"] is None
    result, clips = run(3, Ear())
    assert made == [0, 1, 2]
    assert (result.complete, len(clips), result.summaries["model"]["wer_percent"]) == (True, 3, 0.0)
    assert run(3, Ear())[1] == []
    assert len(run(3, Ear(), hear=True)[1]) == 3
    assert made == [0, 1, 2]
    result, _ = run(4, Ear(), seconds=-1.0)
    assert (result.complete, result.summaries["model"]["n"]) == (False, 3)
    with pytest.raises(SystemExit, match="another model"):
        run(1, None, settings={"model": "b"})


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
    assert 0 < report["load_s"] < 60
    assert report["summary"]["model"]["n"] == 2
    assert len({row["voice"] for row in report["model utterances"]}) == 2
    assert report["summary"]["model"]["ended_percent"] == 100.0
    assert "too long" in capsys.readouterr().out


def test_blends_are_of_the_voices_that_were_given(tmp_path, monkeypatch, capsys):
    files = []
    for name, bundled in (("anna", "af_heart"), ("ben", "am_adam")):
        files.append(str(tmp_path / f"{name}.spk"))
        shutil.copy(bundled_voices()[bundled], files[-1])
    monkeypatch.setattr(likeness, "Listener", ByPitch)
    out = tmp_path / "report.json"
    settings = ["--voices", *files, "--kinds", "plain", "--limit", "2", "--blends", "1", "--out", str(out)]
    monkeypatch.setattr("sys.argv", ["evaluate", *settings])
    evaluate.main()
    assert list(json.loads(out.read_text())["blends"]["cosine"]) == ["anna ben"]


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


def test_blends_lie_between_and_are_heard_once(monkeypatch):
    monkeypatch.setattr(likeness, "Listener", ByPitch)
    clips = {"low": sounds(0.0), "high": sounds(1.0), "mid": sounds(0.5)}
    found = likeness.Blends({})
    pairs = list(found.missing(clips, 3))
    assert sorted(pairs) == [("high", "low"), ("high", "mid"), ("low", "mid")]
    found.hear("high", "low", sounds(0.5))
    found.hear("low", "mid", sounds(1.0))
    figures = found.figures()
    assert (figures["pairs"], figures["between_percent"], figures["outside"]) == (2, 50.0, ["low mid"])
    assert list(likeness.Blends(figures).missing(clips, 3)) == [("high", "mid")]


def test_extraction_needs_enough_speech():
    clips = {"a": [(np.ones(8, np.float32), 4)], "b": [(np.ones(4, np.float32), 4)]}
    stored = {"a": np.array([1.0, 0.0], np.float32), "b": np.array([1.0, 0.0], np.float32)}
    found = likeness.extracted(clips, lambda audio: np.array([3.0, 4.0], np.float32), stored, 2.0)
    assert found["cosine"] == {"a": 0.6}
