import json

import numpy as np

from ...altered_weights import with_weights

TEXT = "the old voice speaks slowly to the fox, hello world."


def test_what_was_recorded_is_written_as_arrays(phonoscope, qwen3_tiny, tmp_path):
    kept = ["--taps=full", "--tap-layers=talker.1,codec_blocks.2", "--tap-steps=2:3", f"--taps-file={tmp_path}/t.npz"]
    done = phonoscope("say", f"--model={qwen3_tiny.talker}", "--max-frames=6", "--json", *kept, TEXT)
    assert done.returncode == 0, done.stderr
    n_frames = json.loads(done.stdout)["n_frames"]
    with np.load(tmp_path / "t.npz", allow_pickle=False) as file:
        arrays = dict(file)
    assert arrays["codes"].shape == (n_frames, 16)
    assert arrays["draws"].shape == (n_frames, 16, 2)
    assert arrays["frames"].shape == (n_frames, 8)
    assert {name for name in arrays if name.startswith("states/")} == {"states/talker.1", "states/codec_blocks.2"}
    for name in ("talker.1", "codec_blocks.2"):
        group, layer = name.split(".")
        states, steps = arrays[f"states/{name}"], arrays[f"steps/{name}"]
        np.testing.assert_array_equal(steps, [2, 3, 4])
        np.testing.assert_array_equal(np.abs(states).max(axis=1), arrays[f"taps/{group}"][steps, int(layer), 1])


def test_what_led_to_an_alarm_is_written(phonoscope, qwen3_tiny, tmp_path):
    talker = with_weights(qwen3_tiny.talker, "talker.blk.1.ffn_down.weight", np.nan, tmp_path / "poisoned.gguf")
    model = [f"--model={talker}", f"--codec={qwen3_tiny.codec}"]
    done = phonoscope("say", *model, "-o", tmp_path / "out.wav", f"--taps-file={tmp_path}/t.npz", TEXT)
    assert done.returncode == 1
    assert "talker layer 1" in done.stderr
    assert not (tmp_path / "out.wav").exists()
    with np.load(tmp_path / "t.npz", allow_pickle=False) as file:
        n_nonfinite = file["taps/talker"][:, :, 2]
    assert (n_nonfinite[:, 0] == 0).all()
    assert (n_nonfinite[:, 1] > 0).any()
