"""Everything that can be wrong with what is given: one line that says what and what to do, nothing half-written."""

import os
import subprocess
import sys

import numpy as np
import pytest
from phonoscope._native import GgufFile
from phonoscope.engine.voices.files import pack_codes

TEXT = "the old voice speaks slowly to the fox, hello world."


@pytest.fixture(scope="module")
def bad(qwen3_tiny, tmp_path_factory):
    """Files that are wrong in one way each."""
    folder = tmp_path_factory.mktemp("bad")
    talker, codec = qwen3_tiny.talker.read_bytes(), qwen3_tiny.codec.read_bytes()
    (folder / "narrow.spk").write_bytes(np.ones(63, "<f4").tobytes())
    (folder / "nan.spk").write_bytes(np.array([np.nan] * 64, "<f4").tobytes())
    (folder / "cut.rvq").write_bytes(b"\x00" * 13)
    (folder / "codes.rvq").write_bytes(pack_codes(np.zeros((3, 16), np.int32), 64))
    for name, data in (("cut", talker[: len(talker) // 2]), ("stub", talker[:100]), ("empty", b"")):
        (folder / name).mkdir()
        (folder / name / "talker.gguf").write_bytes(data)
        (folder / name / "talker-codec.gguf").write_bytes(codec)
    key = b"qwen3-tts-tokenizer.decoder.num_quantizers"
    place = codec.index(key) + len(key) + 4
    assert codec[place : place + 4] == (16).to_bytes(4, "little")
    (folder / "other-codec.gguf").write_bytes(codec[:place] + (15).to_bytes(4, "little") + codec[place + 4 :])
    (folder / "cut-codec.gguf").write_bytes(codec[:-1000])
    return folder


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["", "-o", "out.wav"], "the text is blank; write something to speak"),
        ([" \n ", "-o", "out.wav"], "the text is blank"),
        (["\x01\x02", "-o", "out.wav"], "the text is blank"),
        (["x" * 100_000, "-o", "out.wav"], "the text has 100000 characters; at most 50000 are taken; split it"),
        (
            ["Hi.", "-o", "out.wav", "--language", "klingon"],
            "this model does not speak 'klingon'; choose one of auto, chinese",
        ),
        (
            ["Hi.", "-o", "out.wav", "--voice", "{bad}/narrow.spk"],
            "narrow.spk: the x-vector has 63 values but the model",
        ),
        (
            ["Hi.", "-o", "out.wav", "--voice", "{bad}/nan.spk"],
            "nan.spk: 64 of 64 values of the x-vector are not finite",
        ),
        (["Hi.", "-o", "out.wav", "--voice", "{bad}/cut.rvq", "--transcript", "x"], "cut.rvq: 13 bytes are no whole"),
        (["Hi.", "-o", "out.wav", "--voice", "{bad}/codes.rvq"], "codes.rvq: codes need a transcript; write what they"),
        (["Hi.", "-o", "out.wav", "--voice", "{bad}/none.spk"], "none.spk: No such file or directory; check the name"),
        (["Hi.", "-o", "out.wav", "--voice", "nobody"], "unknown voice 'nobody'; known by name: "),
        (["Hi.", "-o", "out.wav", "--codec", "{bad}/other-codec.gguf"], "other-codec.gguf: does not belong to talker"),
        (["Hi.", "-o", "out.wav", "--codec", "{bad}/cut-codec.gguf"], "cut-codec.gguf: "),
        (["Hi.", "-o", "out.wav", "--codec", "{bad}/none.gguf"], "none.gguf"),
        (["Hi.", "-o", "out.wav", "--model", "{bad}/cut/talker.gguf"], "talker.gguf: "),
        (["Hi.", "-o", "out.wav", "--model", "{bad}/stub/talker.gguf"], "talker.gguf: "),
        (["Hi.", "-o", "out.wav", "--model", "{bad}/empty/talker.gguf"], "talker.gguf: "),
        (["Hi.", "-o", "out.wav", "--model", "nothing"], "nothing: is no file, no folder and no name in the store"),
        (["Hi.", "-o", "/proc/none/out.wav"], "the folder /proc/none does not exist; make it first"),
        (["Hi.", "-o", "/proc/out.wav"], "/proc/out.wav: cannot be written"),
        (["Hi.", "-o", "out.txt"], "out.txt: .txt is no sound format; end the name in .wav"),
        (["Hi.", "-o", "."], "no sound format"),
        (
            ["Hi.", "-o", "out.wav", "--temperature", "99"],
            "temperature is 99.0, out of range; use a number from 0.01 to 5",
        ),
        (["Hi.", "-o", "out.wav", "--temperature", "nan"], "temperature is nan, out of range"),
        (["Hi.", "-o", "out.wav", "--top-p", "0"], "top_p is 0.0, out of range"),
        (["Hi.", "-o", "out.wav", "--top-k", "1.5"], "argument --top-k: invalid int value: '1.5'"),
        (["Hi.", "-o", "out.wav", "--seed", "-1"], "seed is -1, out of range"),
        (["Hi.", "-o", "out.wav", "--threads", "0"], "threads is 0, out of range; use 1 to 64"),
        (["Hi.", "-o", "out.wav", "--backend", "cuda"], "unknown backend 'cuda'; the backends are cpu"),
        (["Hi.", "-o", "out.wav", "--instruct", "softly"], "this model does not follow instructions"),
        (["Hi.", "-o", "-", "--json"], "--json and -o - both write to standard output"),
        (["Hi.", "-o", "out.wav", "--tap-layers", "ears.9", "--taps", "full"], "'ears.9' is in no tap group"),
        (["Hi.", "-o", "out.wav", "--taps-file", "t.txt"], "t.txt: arrays are written as .npz; end the name in .npz"),
        (["Hi.", "-o", "out.wav", "--taps-file", "none/t.npz"], "none/t.npz: the folder none does not exist"),
        (["Hi.", "there.", "-o", "out.wav"], "unrecognized arguments: there."),
        (["-o", "out.wav"], "give one text to speak"),
        (["Hi.", "-o", "out.wav", "--recipe", "none/take.json"], "none/take.json: the folder none does not exist"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(phonoscope, qwen3_tiny, bad, tmp_path, arguments, problem):
    given = [a.format(bad=bad) if "{bad}" in a else a for a in arguments]
    model = [] if "--model" in given else [f"--model={qwen3_tiny.talker}"]
    done = phonoscope("say", "--max-frames=4", *model, *given, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("phonoscope")
    assert done.stderr.count("\n") == 1, done.stderr
    assert problem in done.stderr
    assert list(tmp_path.iterdir()) == []


LIMITED = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); del sys.argv[0]; "


@pytest.mark.parametrize("name", ["out.wav", "out.flac", "out.ogg", "out.mp3"])
def test_no_disk_space(qwen3_tiny, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"older")
    program = LIMITED + "runpy.run_module('phonoscope.engine.cli.main', run_name='__main__')"
    words = ["main", "say", f"--model={qwen3_tiny.talker}", "--max-frames=100", "--min-new-tokens=100", "-o", str(path)]
    done = subprocess.run([sys.executable, "-c", program, *words, TEXT], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert (
        done.stderr
        == f"phonoscope: {path}: cannot be written (File too large); free some space or give another folder\n"
    )
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_unwritable_folder(phonoscope, qwen3_tiny, tmp_path):
    tmp_path.chmod(0o500)
    done = phonoscope("say", f"--model={qwen3_tiny.talker}", TEXT, "-o", tmp_path / "out.wav")
    assert done.returncode == 2
    assert "give a writable folder" in done.stderr


def test_a_model_whose_states_stop_being_finite(phonoscope, qwen3_tiny, tmp_path):
    data = bytearray(qwen3_tiny.talker.read_bytes())
    weights = bytes(GgufFile(qwen3_tiny.talker).tensor_bytes("talker.blk.1.ffn_down.weight")[:64])
    place = bytes(data).index(weights)
    data[place : place + 4] = np.float32(np.nan).tobytes()
    poisoned = tmp_path / "poisoned.gguf"
    poisoned.write_bytes(data)
    model = [f"--model={poisoned}", f"--codec={qwen3_tiny.codec}"]
    done = phonoscope("say", *model, TEXT, "-o", tmp_path / "out.wav")
    assert done.returncode == 1
    assert done.stderr == (
        "phonoscope: a value is not finite (talker layer 1, step 0, feed-forward); "
        "check the model with phonoscope models verify\n"
    )
    assert list(tmp_path.iterdir()) == [poisoned]
