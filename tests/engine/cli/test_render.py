import json

import pytest
import soundfile

TEXT = "the old voice speaks slowly to the fox, hello world."


@pytest.fixture
def recipe(phonoscope, qwen3_tiny, tmp_path):
    path = tmp_path / "take.json"
    done = phonoscope("say", TEXT, f"--model={qwen3_tiny.talker}", "--max-frames=5", "--json", "--recipe", path)
    assert done.returncode == 0, done.stderr
    return path


def change(path, edit):
    plain = json.loads(path.read_text("utf-8"))
    edit(plain)
    path.write_text(json.dumps(plain), "utf-8")


def test_a_take_is_made_again_bit_for_bit(phonoscope, recipe, tmp_path):
    done = phonoscope("render", recipe, "--threads=1", "-o", tmp_path / "again.wav")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{recipe}: the same, bit for bit\n"
    assert soundfile.info(tmp_path / "again.wav").frames == 5 * 1920


def test_the_recipe_names_the_model_by_its_content(recipe):
    model = json.loads(recipe.read_text("utf-8"))["request"]["model"]
    assert len(model["sha256"]) == len(model["codec_sha256"]) == 64


@pytest.mark.parametrize(
    ("edit", "verdict"),
    [
        (lambda r: r["request"].update(seed=1), "the take differs"),
        (lambda r: r["result"].update(audio_sha256="0" * 64), "the codes are the same, the sound differs"),
    ],
)
def test_a_take_that_differs(phonoscope, recipe, tmp_path, edit, verdict):
    change(recipe, edit)
    done = phonoscope("render", recipe, "-o", tmp_path / "again.wav")
    assert (done.returncode, done.stdout) == (1, f"{recipe}: {verdict}\n")
    told = json.loads(phonoscope("render", recipe, "--json").stdout)
    assert told["same_audio"] is False
    assert told["same_codes"] is (verdict != "the take differs")


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda r: r["request"]["model"].update(name="nothing"), "nothing: is no file"),
        (lambda r: r["request"]["model"].update(sha256="0" * 64), "is not the one of this take; give it with --model"),
        (lambda r: r["request"].update(colour="red"), "unknown key 'colour'"),
        (lambda r: r["request"]["voice"].update(kind="xvector", source="none.spk"), "none.spk: No such file"),
        (lambda r: r["request"]["sampler"].update(temperature=0), "temperature is 0, out of range"),
    ],
)
def test_recipes_that_cannot_be_made(phonoscope, recipe, tmp_path, edit, problem):
    change(recipe, edit)
    done = phonoscope("render", recipe, "-o", tmp_path / "again.wav")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert problem in done.stderr
    assert list(tmp_path.iterdir()) == [recipe]


def test_a_recipe_that_is_none(phonoscope, tmp_path):
    for arguments in ([tmp_path / "none.json"], [__file__], ["/dev/null"]):
        done = phonoscope("render", *arguments, "--json")
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1


def test_a_voice_file_that_changed(phonoscope, qwen3_tiny, tmp_path):
    voice = tmp_path / "ada.spk"
    voice.write_bytes(qwen3_tiny.golden["xvec"].astype("<f4").tobytes())
    recipe = tmp_path / "take.json"
    common = [f"--model={qwen3_tiny.talker}", "--max-frames=2", "--json"]
    assert phonoscope("say", "Hi.", *common, "--voice", voice, "--recipe", recipe).returncode == 0
    assert phonoscope("render", recipe, "--json").returncode == 0
    voice.write_bytes((2 * qwen3_tiny.golden["xvec"]).astype("<f4").tobytes())
    done = phonoscope("render", recipe, "--json")
    assert done.returncode == 2
    assert f"{voice}: the voice has changed since the request was made" in done.stderr
