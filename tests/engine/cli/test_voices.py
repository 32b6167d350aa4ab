"""``phonoscope voices``: everything that people do with voices, and every mistake in one line."""

import json

import numpy as np
import pytest
import soundfile
from phonoscope.engine.cli.main import main
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy


@pytest.fixture(autouse=True)
def own_library(tmp_path, monkeypatch):
    for kind in ("DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))


@pytest.fixture(scope="module")
def model(tmp_path_factory, data):
    return convert(
        data / "qwen3_tiny" / "model", tmp_path_factory.mktemp("m") / "tiny.gguf", QuantisationPolicy("f32")
    ).model


@pytest.fixture
def clip(tmp_path):
    t = np.arange(2 * 44_100) / 44_100
    path = tmp_path / "my clip.wav"
    soundfile.write(path, 0.2 * np.sin(2 * np.pi * 150 * t) * (np.sin(20 * t) > -0.5), 44_100)
    return path


@pytest.fixture
def run(capsys):
    def run(*arguments, code=0):
        assert main(["voices", *map(str, arguments)]) == code
        return capsys.readouterr().out

    return run


@pytest.fixture
def ask(run):
    return lambda *arguments, code=0: json.loads(run(*arguments, "--json", code=code))


@pytest.fixture
def refuse(capsys):
    def refuse(*arguments):
        assert main(["voices", *map(str, arguments)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        last = err.splitlines()[-1]
        assert last.startswith("phonoscope: ")
        assert "Traceback" not in err
        return last

    return refuse


def spk(path, seed):
    path.write_bytes(np.random.default_rng(seed).standard_normal(64).astype("<f4").tobytes())
    return path


def test_from_recordings_to_a_blend_and_back(ask, run, model, clip, tmp_path):
    made = ask("extract", clip, "--model", model, "--tags", "female, low", "--consent", "own", "--language", "german")
    assert (made["name"], made["width"], made["tags"], made["consent"]) == ("my clip", 64, ["female", "low"], "own")
    assert made["clips"][0]["duration_s"] == pytest.approx(2)
    imported = ask("import", spk(tmp_path / "ben.spk", 1), spk(tmp_path / "carl.spk", 2))
    assert [voice["name"] for voice in imported] == ["ben", "carl"]
    ask("blend", "my clip=0.5", "ben=0.5", "--name", "half", "--folder", "Mixed")
    assert ask("remake", "half")["same"]
    assert ask("remake", "my clip")["same"]
    shown = ask("show", "half", "--values")
    assert {near["name"] for near in shown["nearest"]} == {"my clip", "ben", "carl"}
    assert len(shown["values"]) == 64
    assert shown["recipe"]["operation"] == "blend"
    out = tmp_path / "half.spk"
    assert run("export", "half", out) == f"{out}\n"
    assert np.array_equal(np.fromfile(out, "<f4"), np.float32(shown["values"]))
    assert ask("add", "ben - carl + half", "-o", tmp_path / "sum.npy")["written"] == [str(tmp_path / "sum.npy")]
    assert np.load(tmp_path / "sum.npy").shape == (64,)
    ask("random", "--width", "64", "--seed", "3", "--name", "somebody")
    assert ask("remake", "somebody")["same"]
    assert [voice["name"] for voice in ask("similar", "ben", "-n", "2")] != []
    assert np.diag(ask("matrix", "ben", "carl", "half")["cosines"]) == pytest.approx(1)
    assert ask("list", "--folder", "Mixed")[0]["name"] == "half"
    assert "half" in run("show", "half")


def test_codes_go_out_and_come_back(ask, model, clip, tmp_path):
    ask("extract", clip, "--model", model, "--transcript", "Hello there.", "--name", "codes")
    written = ask("export", "codes", tmp_path / "x.rvq")["written"]
    assert [path.rpartition(".")[2] for path in written] == ["rvq", "txt", "spk"]
    (back,) = ask("import", *written, "--model", model)  # transcript and x-vector belong to the codes
    assert back["content"] == ask("show", "codes")["content"]


def test_recordings_are_imported_like_voice_files(ask, model, clip):
    assert ask("import", clip, "--model", model)[0]["kind"] == "xvector"


def test_editing_and_second_thoughts(ask, run, tmp_path):
    ask("import", spk(tmp_path / "ben.spk", 1))
    ask("edit", "ben", "--name", "Benedikt", "--tags", "male,old", "--folder", "A/B", "--notes", "so so")
    assert ask("list", "OLD", "bene")[0]["name"] == "Benedikt"
    assert ask("list", "--tag", "young") == []
    assert run("undo") == "undone: rename ben\n"
    assert run("redo") == "done again: rename ben\n"
    ask("duplicate", "Benedikt")
    ask("bin", "Benedikt", "Benedikt copy")
    assert {voice["name"] for voice in ask("list", "--binned")} == {"Benedikt", "Benedikt copy"}
    ask("restore", "Benedikt copy")
    assert ask("empty-bin") == {"removed": 1}
    assert [voice["name"] for voice in ask("list", "--folder", "A")] == ["Benedikt copy"]


def test_bundled_voices_are_there_and_stay_as_they_are(ask, refuse):
    assert ask("list", "--tag", "british")[0]["folder"] == "Built in"
    assert "comes with Phonoscope" in refuse("bin", "af_heart")
    assert ask("duplicate", "af_heart")["name"] == "af_heart copy"
    ask("edit", "af_heart copy", "--tags", "mine")


def test_previews_teach_directions(ask, run, model, tmp_path):
    for i, name in enumerate(("anna", "ben", "carl", "dora")):
        ask("import", spk(tmp_path / f"{name}.spk", i))
    assert set(ask("preview", "--all", "--model", model, "--threads", "1", "--text", "one two three four")) == {
        "anna",
        "ben",
        "carl",
        "dora",
    }
    assert ask("show", "anna")["preview_rate_hz"] == 24_000
    moved = ask("shift", "anna", "brightness", "1.5")
    assert moved["name"] == "anna brightness 1.5"
    assert ask("remake", "anna brightness 1.5")["same"]
    assert run("shift", "anna", "brightness", "-1", "--name", "darker") == "darker is in the library\n"


def test_packed_codes_are_read_by_the_codec_of_the_model_that_is_named(ask, clip, tmp_path):
    made = ask("extract", clip, "--transcript", "hello", "--name", "own")
    ask("export", "own", tmp_path / "own.rvq")
    (back,) = ask("import", tmp_path / "own.rvq", "--model", "phonoscope-voice")
    assert back["content"] == made["content"]


def test_likeness_of_a_recording(ask, run, model, clip):
    ask("extract", clip, "--model", model, "--name", "me")
    found = ask("likeness", clip, "me", "--model", model)
    assert found["similarity"] == pytest.approx(1, abs=1e-4)
    assert "cosine 1.000 to me" in run("likeness", clip, "me", "--model", model)


def test_consent_is_asked_for(model, clip, tmp_path, capsys):
    main(["voices", "extract", str(clip), "--model", str(model)])
    assert "only with that person's consent" in capsys.readouterr().err
    main(["voices", "extract", str(clip), "--model", str(model), "--consent", "own", "--name", "me"])
    main(["voices", "export", "me", str(tmp_path / "me.safetensors")])
    main(["voices", "import", str(tmp_path / "me.safetensors")])  # says itself by what right it is used
    assert "person's consent" not in capsys.readouterr().err
    main(["voices", "import", str(spk(tmp_path / "ben.spk", 1))])
    assert "only with that person's consent" in capsys.readouterr().err


def test_mistakes(refuse, tmp_path, clip, model):
    assert "there is no voice 'nobody' in the library; phonoscope voices list shows all" in refuse("show", "nobody")
    assert "is no part of a blend" in refuse("blend", "af_heart")
    assert "no such file" in refuse("extract", tmp_path / "none.wav", "--model", model).lower()
    assert "no kind of voice file" in refuse("export", "af_heart", tmp_path / "x.doc")
    assert "has no reference codes" in refuse("export", "af_heart", tmp_path / "x.rvq")
    assert "cannot be the name" in refuse("blend", "af_heart=1", "--name", "a/b")
    assert "cannot be a folder" in refuse("blend", "af_heart=1", "--folder", "..")
    assert "comes with Phonoscope" in refuse("edit", "af_heart", "--notes", "x")
    assert "there is nothing from" in refuse("extract", clip, "--model", model, "--from", "9")
    assert "float32 x-vector" in refuse("import", _cut(tmp_path / "cut.spk"))
    assert "at least 3" in refuse("random", "--width", "77")


def _cut(path):
    path.write_bytes(b"abc")
    return path


def test_voices_of_different_models_do_not_mix(refuse, tmp_path, capsys):
    assert main(["voices", "import", str(spk(tmp_path / "ben.spk", 1))]) == 0
    capsys.readouterr()
    assert "different sizes" in refuse("matrix", "af_heart", "ben")
    assert "different sizes" in refuse("blend", "af_heart=1", "ben=1")
