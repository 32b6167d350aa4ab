import contextlib
import io
import json
import signal
import subprocess
import sys
import threading
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray
from phonoscope.engine.cli.main import main
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.engine.voices.files import pack_codes

RATE, HOP = 24_000, 1920
TEXT = "the old voice speaks slowly to the fox, hello world."


@pytest.fixture
def say(phonoscope, qwen3_tiny):
    def run(*arguments: object, text_to_say: str = TEXT, **more: Any) -> Any:
        return phonoscope(
            "say", f"--model={qwen3_tiny.talker}", "--max-frames=6", *arguments, "--", text_to_say, **more
        )

    return run


def figures(done: subprocess.CompletedProcess[Any]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def samples_of(wav: bytes) -> Any:
    with wave.open(io.BytesIO(wav)) as read:
        assert (read.getframerate(), read.getnchannels(), read.getsampwidth()) == (RATE, 1, 2)
        return np.frombuffer(read.readframes(1 << 30), "<i2")


# ------------------------------------------------------------------------------------------------- sound comes out


def test_lines_of_a_cast_are_spoken_by_their_voices_and_made_again(say, phonoscope, qwen3_tiny, tmp_path):
    for sign, name in ((1, "anna"), (-1, "bob")):
        (sign * qwen3_tiny.golden["xvec"]).astype("<f4").tofile(tmp_path / f"{name}.spk")
    arguments = ["--json", f"--voice={tmp_path / 'anna.spk'}", f"--recipe={tmp_path / 'play.json'}"]
    script = "The fox speaks.\n[bob] So do I."
    alone = figures(say(*arguments, text_to_say=script))
    together = figures(say(*arguments, f"--cast={tmp_path / 'bob.spk'}", text_to_say=script))
    assert alone["codes_sha256"] != together["codes_sha256"]
    assert phonoscope("render", tmp_path / "play.json", "--json").returncode == 0
    refused = say("--cast=nobody")
    assert refused.returncode == 2
    assert "nobody" in refused.stderr


@pytest.mark.parametrize("name", ["out.wav", "out.flac", "out.ogg", "out.mp3"])
def test_into_a_file(say, tmp_path, name):
    done = say("-o", tmp_path / name)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith(f"{tmp_path / name}: 0.48 s, made in ")
    assert done.stderr.count("\n") == 1
    sound = soundfile.info(tmp_path / name)
    assert sound.samplerate == RATE
    assert name == "out.mp3" or sound.frames == 6 * HOP
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_likeness_to_the_voice_that_was_asked_for(say, tmp_path):
    voice = tmp_path / "anna.spk"
    voice.write_bytes(np.random.default_rng(1).standard_normal(64).astype("<f4").tobytes())
    likeness = figures(say("--json", f"--voice={voice}", "--max-frames=9", "--min-new-tokens=9"))["likeness"]
    assert -1 <= likeness["similarity"] <= 1
    assert likeness["drift"] == pytest.approx([likeness["similarity"]], abs=1e-6)  # shorter than one window
    assert figures(say("--json"))["likeness"] is None


def test_figures_as_json(say, qwen3_tiny):
    said = figures(say("--json", "--seed=7", "--top-k=9", "--predictor-greedy"))
    assert (said["n_frames"], said["n_samples"], said["duration_s"]) == (6, 6 * HOP, 0.48)
    assert said["rtf"] == pytest.approx(said["elapsed_s"] / 0.48)
    assert said["stop_reason"] == "max_frames"
    assert 0 < said["ttfa_ms"] <= 1000 * said["elapsed_s"]
    assert said["text_as_read"] == [said["request"]["text"]]
    assert said["request"]["seed"] == 7
    assert said["request"]["sampler"]["top_k"] == 9
    assert said["request"]["sampler"]["predictor_greedy"] is True
    assert said["request"]["model"]["name"] == str(qwen3_tiny.talker)


def test_nothing_that_must_not_changes_a_bit(say, tmp_path):
    digests = {
        figures(say("--json", *flags))["audio_sha256"]
        for flags in (
            ["--threads=1"],
            ["--threads=2", "--chunk-frames=1"],
            ["--chunk-frames=8", "--taps=off"],
            ["--taps=full", "--tap-layers=talker.0", "-o", tmp_path / "a.wav"],
        )
    }
    assert len(digests) == 1
    assert figures(say("--json", "--seed=1"))["audio_sha256"] not in digests


def test_into_a_pipe(say, tmp_path):
    whole = say("-o", "-", text=False)
    streamed = say("-o", "-", "--stream", text=False)
    say("-o", tmp_path / "a.wav")
    assert whole.returncode == streamed.returncode == 0
    assert len(samples_of(whole.stdout)) == 6 * HOP
    assert streamed.stdout[:4] == b"RIFF"
    assert streamed.stdout[4:8] == b"\xff\xff\xff\xff"
    assert np.array_equal(samples_of(whole.stdout), samples_of(streamed.stdout))
    in_file = soundfile.read(tmp_path / "a.wav", dtype="int16")[0]
    assert np.array_equal(samples_of(whole.stdout), in_file)
    assert whole.stderr.count(b"\n") == 1


def test_text_from_standard_input_and_file(say, phonoscope, qwen3_tiny, tmp_path):
    (tmp_path / "a.txt").write_text(TEXT + "\n", "utf-8")
    common = ["say", f"--model={qwen3_tiny.talker}", "--max-frames=6", "--json"]
    expected = figures(say("--json"))["audio_sha256"]
    assert figures(phonoscope(*common, "-", input=TEXT))["audio_sha256"] == expected
    assert figures(phonoscope(*common, "--file", tmp_path / "a.txt"))["audio_sha256"] == expected


def test_arriving_text_goes_into_a_file_without_a_loudspeaker(phonoscope, qwen3_tiny, tmp_path):
    command = ["say", f"--model={qwen3_tiny.talker}", "--max-frames=6", "--json", "-"]
    expected = figures(phonoscope(*command, input=TEXT))["audio_sha256"]
    program = [sys.executable, "-m", "phonoscope.engine.cli.main", *command, "--stream", "-o", str(tmp_path / "a.wav")]
    said = figures(subprocess.run(program, input=TEXT, capture_output=True, text=True, timeout=300, check=False))
    assert said["audio_sha256"] == expected
    assert soundfile.info(tmp_path / "a.wav").frames == said["n_samples"]


def test_text_that_is_not_utf_8_is_refused(say):
    done = say("-o", "a.wav", text_to_say=b"bad \xff".decode("utf-8", "surrogateescape"))
    assert done.returncode == 2
    assert done.stderr == "phonoscope: the text is not UTF-8; check the encoding of the terminal or script\n"


def saying_piece_by_piece(model, *options):
    """Start ``phonoscope say`` with text from its input and sound to its output, as it comes."""
    command = [sys.executable, "-m", "phonoscope.engine.cli.main", "say", f"--model={model.talker}"]
    command += ["--stream", "-", "-o", "-", *map(str, options)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_text_is_spoken_while_it_arrives(phonoscope, qwen3_tiny, tmp_path):
    recipe = tmp_path / "take.json"
    sentences = [
        "The fox is slow, ",
        "and old. ",
        "Dr. Fox sp",
        "eaks.\r",
        "\nThe dog listens to him, ",
        "does he? Yes!",
    ]
    with saying_piece_by_piece(qwen3_tiny, "--recipe", recipe, "--max-frames=4", "--segments=8:60") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for sentence in sentences[:3]:
            process.stdin.write(sentence.encode())
            process.stdin.flush()
        first = process.stdout.read(44 + 2 * HOP)  # comes although the text has not ended
        for sentence in sentences[3:]:
            process.stdin.write(sentence.encode())
        process.stdin.close()
        rest = process.stdout.read()
        assert process.stderr is not None
        said = process.stderr.read()
    assert process.returncode == 0, said
    streamed = samples_of(first + rest)
    text = "".join(sentences).replace("\r\n", "\n")
    assert json.loads(recipe.read_text("utf-8"))["request"]["text"] == text
    again = phonoscope("render", recipe, "-o", tmp_path / "again.wav")
    assert again.stdout == f"{recipe}: the same, bit for bit\n"
    assert np.array_equal(soundfile.read(tmp_path / "again.wav", dtype="int16")[0], streamed)


def test_ctrl_c_while_waiting_for_text(qwen3_tiny):
    with saying_piece_by_piece(qwen3_tiny, "--max-frames=4", "--segments=1:60") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"The fox. And so ")
        process.stdin.flush()
        process.stdout.read(44 + 2 * HOP)
        process.send_signal(signal.SIGINT)
        process.wait()
        assert process.stderr is not None
        said = process.stderr.read()
    assert process.returncode == 130, said
    assert said.count(b"\n") == 1


def test_long_text_is_spoken_in_segments(say):
    said = figures(say("--json", "--segments=20:40", text_to_say="The fox is here. " * 5))
    assert len(said["segments"]) > 2
    assert [s["first_frame"] for s in said["segments"]] == sorted(s["first_frame"] for s in said["segments"])
    assert said["n_frames"] >= sum(s["n_frames"] for s in said["segments"])


@pytest.mark.parametrize("text", ["\U0001f600", "\U0001f468\u200d\U0001f469 ok", "bell\x07 and \x1b[31mred", "--seed"])
def test_unusual_text_is_spoken(say, text):
    assert 1 <= figures(say("--json", text_to_say=text))["n_frames"] <= 6


def test_a_checkpoint_folder_is_converted_and_spoken_with(phonoscope, qwen3_tiny):
    done = phonoscope("say", f"--model={qwen3_tiny.folder}", "--max-frames=3", "--json", TEXT)
    assert figures(done)["n_frames"] == 3
    assert done.stderr == ""


def test_every_kind_of_voice(say, qwen3_tiny, tmp_path):
    golden = qwen3_tiny.golden
    (tmp_path / "ada.spk").write_bytes(golden["xvec"].astype("<f4").tobytes())
    np.save(tmp_path / "ada.npy", golden["xvec"])
    (tmp_path / "fox.rvq").write_bytes(pack_codes(golden["ref_codes"], 64))
    digests = [
        figures(say("--json", *flags))["audio_sha256"]
        for flags in (
            ["--voice", tmp_path / "ada.spk"],
            ["--voice", tmp_path / "ada.npy"],
            ["--voice", tmp_path / "fox.rvq", "--transcript", "the quick brown fox"],
            ["--voice", "Vivian"],
            [],
        )
    ]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 4


# ------------------------------------------------------------------------------------------------------------ aloud


def test_no_sound_device_is_told_before_the_work(qwen3_tiny, monkeypatch, capsys):
    def refuse(rate_hz: int) -> None:
        raise AudioDeviceError("no sound device plays", "write the sound to a file")

    monkeypatch.setattr("phonoscope.engine.cli.say.open_output_device", refuse)
    monkeypatch.setattr("phonoscope.engine.synthesis.Engine.speak", lambda *_: pytest.fail("it worked for nothing"))
    assert main(["say", f"--model={qwen3_tiny.talker}", "Hi."]) == 2
    assert capsys.readouterr().err == "phonoscope: no sound device plays; write the sound to a file\n"


@pytest.mark.parametrize("flags", [[], ["--stream"]])
def test_without_a_file_it_is_played(qwen3_tiny, monkeypatch, flags):
    played: list[int] = []

    class Loudspeaker(contextlib.nullcontext[Any]):
        def __init__(self, rate_hz: int) -> None:
            super().__init__(self)

        def write(self, samples: NDArray[np.float32]) -> None:
            played.append(len(samples))

    monkeypatch.setattr("phonoscope.engine.cli.say.Loudspeaker", Loudspeaker)
    monkeypatch.setattr("phonoscope.engine.cli.say.open_output_device", lambda rate_hz: io.BytesIO())
    assert main(["say", f"--model={qwen3_tiny.talker}", "--max-frames=40", "--min-new-tokens=50", *flags, TEXT]) == 0
    assert sum(played) == 40 * HOP
    assert (len(played) == 1) == (not flags)


# ----------------------------------------------------------------------------------------------------- interruption


def endless(qwen3_tiny: Any, *more: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "phonoscope.engine.cli.main", "say", f"--model={qwen3_tiny.talker}", 50 * TEXT]
    command += ["--no-watchdog", "--min-new-tokens=1000", "--max-frames=100000", *map(str, more)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def until_it_writes(folder: Path, process: subprocess.Popen[bytes]) -> None:
    pause = threading.Event()
    while process.poll() is None and not any(p.stat().st_size > 10_000 for p in folder.iterdir()):
        pause.wait(0.005)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_keeps_what_there_is(qwen3_tiny, tmp_path, number, code):
    path = tmp_path / "out.wav"
    with endless(qwen3_tiny, "-o", path) as process:
        until_it_writes(tmp_path, process)
        process.send_signal(number)
        _, said = process.communicate()
    assert process.returncode == code, said
    assert said.count(b"\n") == 1
    assert b"interrupted" in said
    assert list(tmp_path.iterdir()) == [path]
    info = soundfile.info(path)
    assert info.frames >= HOP
    assert info.frames % HOP == 0


def test_ctrl_c_in_a_pipe_ends_the_stream(qwen3_tiny):
    with endless(qwen3_tiny, "-o", "-", "--stream") as process:
        assert process.stdout is not None
        assert len(process.stdout.read(10_000)) == 10_000
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert said.count(b"\n") == 1


def test_a_reader_that_goes_away_ends_it(qwen3_tiny):
    with endless(qwen3_tiny, "-o", "-", "--stream") as process:
        assert process.stdout is not None
        process.stdout.read(10_000)
        process.stdout.close()
        assert process.wait() == 141
        assert process.stderr is not None
        assert process.stderr.read() == b""
