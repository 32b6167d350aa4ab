"""Every step of the training at toy size: commands, files, going on from files.

A step looks three or four times how late it is, each time a second later (`counted_seconds`).
"""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from phonoscope.engine.training import (  # noqa: E402
    codes,
    export,
    sample,
    train_codec,
    train_speaker,
    train_talker,
)
from phonoscope.engine.training.dims import SIZES, TOY_CODEC, TOY_VOICE  # noqa: E402
from phonoscope.engine.training.shards import load_index  # noqa: E402
from phonoscope.engine.training.talker import Talker  # noqa: E402
from phonoscope.engine.training.talker_loss import Losses  # noqa: E402

pytestmark = pytest.mark.usefixtures("counted_seconds")


def run(module, monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["step", *(str(a) for a in arguments)])
    module.main()


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    return tmp_path_factory.mktemp("models")


CODEC = (
    "--size toy --seconds 20 --clips 2 --frames 16 --windows 2 --width 2 --hours 0.1 --wait-hours 0.0001 "
    "--continuous 2 --adversarial 0.5 --freeze 0.7 --log-every 1"
).split()


def test_codec(models, data_folder, monkeypatch, capsys):
    run(train_codec, monkeypatch, "--data", data_folder, "--out", models, *CODEC)
    assert (models / "codec_done").exists()
    printed = capsys.readouterr().out
    phases = [line.split()[2] for line in printed.splitlines() if " ms " in line]
    assert list(dict.fromkeys(phases)) == ["continuous", "quantized", "adversarial", "frozen"]
    assert "nan" not in printed
    first = torch.load(models / "codec.pt")
    frozen = torch.load(models / "encoder.pt") if (models / "encoder.pt").exists() else first
    kept = [k for k in frozen if k.startswith("encoder.") or ".embed" in k]
    assert all(torch.equal(first[k], frozen[k]) for k in kept)


def test_decoder_only(models, data_folder, monkeypatch, tmp_path):
    arguments = [*CODEC, "--init", models, "--decoder-only", "--decay-from", "0", "--max-steps", "2"]
    run(train_codec, monkeypatch, "--data", data_folder, "--out", tmp_path, *arguments)
    before, after = torch.load(models / "codec.pt"), torch.load(tmp_path / "codec.pt")
    changed = {k.split(".")[0] for k in before if not torch.equal(before[k], after[k])}
    assert "decoder" in changed
    assert "encoder" not in changed
    assert torch.equal(before["first.input_proj.weight"], after["first.input_proj.weight"])


def test_a_codec_training_goes_on_where_it_stopped(data_folder, monkeypatch, tmp_path, capsys):
    arguments = [*CODEC, "--data", data_folder, "--out", tmp_path, "--seconds", "3600", "--max-steps", "3"]
    run(train_codec, monkeypatch, *arguments)
    first = torch.load(tmp_path / "codec_state.pt")
    capsys.readouterr()
    run(train_codec, monkeypatch, *arguments, "--max-steps", "5")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if " ms " in line] == ["4", "5"]
    second = torch.load(tmp_path / "codec_state.pt")
    assert second["step"] == 5
    assert second["share"] > first["share"] > 0
    moments = [s["optimisers"][0]["state"][0]["step"] for s in (first, second)]
    assert moments[1] == moments[0] + 2


def test_another_number_of_codebooks_starts_from_a_trained_encoder(models, data_folder, monkeypatch, tmp_path):
    monkeypatch.setitem(SIZES, "toy5", (replace(TOY_CODEC, quantizers=5), TOY_VOICE))
    arguments = [
        *CODEC,
        "--data",
        data_folder,
        "--out",
        tmp_path,
        "--init",
        models,
        "--size",
        "toy5",
        "--seconds",
        "3600",
    ]
    with pytest.raises(SystemExit, match="codebooks"):
        run(train_codec, monkeypatch, *arguments, "--decoder-only")
    run(train_codec, monkeypatch, *arguments, "--max-steps", "0")
    before, after = torch.load(models / "codec.pt"), torch.load(tmp_path / "codec.pt")
    assert torch.equal(before["encoder.downsample.conv.weight"], after["encoder.downsample.conv.weight"])
    run(train_codec, monkeypatch, *arguments, "--max-steps", "2")
    books = {k for k in torch.load(tmp_path / "codec.pt") if k.endswith(".embed")}
    assert books == {"first.layers.0.embed", *(f"rest.layers.{i}.embed" for i in range(4))}


def test_codes(models, data_folder, monkeypatch):
    out = models / "codes.npy"
    run(
        codes, monkeypatch, "--data", data_folder, "--codec", models / "codec.pt", "--out", out, "--size", "toy",
        "--hours", "0.1",
    )  # fmt: skip
    made = np.load(out)
    assert made.shape == (len(load_index(data_folder).labels), TOY_CODEC.quantizers)
    assert made.min() >= 0
    assert made.max() < TOY_CODEC.codebook_size
    with pytest.raises(SystemExit, match=r"holds more than 0\.001 h of speech: make more room with --hours"):
        run(
            codes, monkeypatch, "--data", data_folder, "--codec", models / "codec.pt", "--out", models / "few.npy",
            "--size", "toy", "--hours", "0.001",
        )  # fmt: skip


def test_talker(models, data_folder, corpus_file, teacher_folder, monkeypatch, capsys):
    run(
        train_talker, monkeypatch, "--data", data_folder, "--corpus", corpus_file, "--teacher", teacher_folder,
        "--codes", models / "codes.npy", "--out", models, "--size", "toy", "--seconds", "60", "--max-steps", "12",
        "--batch", "2", "--length", "256", "--workers", "0", "--log-every", "4", "--warm", "2",
    )  # fmt: skip
    lines = [line for line in capsys.readouterr().out.splitlines() if "held out" in line]
    losses = [float(line.split("english: talker ")[1].split()[0]) for line in lines]
    assert losses[-1] < losses[0]
    assert all("| french: talker " in line for line in lines)


def test_the_weights_that_did_best_on_held_out_speech_are_kept():
    model = Talker(TOY_CODEC, TOY_VOICE)
    name, weight = next(iter(model.named_parameters()))

    def loss(batch, train):
        size = weight.abs().mean()
        return Losses(size, size[None], size, size, size)

    trainer = train_talker.Trainer(model, loss)
    held = {"english": torch.zeros(1), "french": torch.zeros(1)}
    for value in (3.0, 1.0, 2.0):
        trainer.average[name].fill_(value)
        assert float(trainer.check(held)["french"].talker) == value
    assert float(trainer.best[name].mean()) == 1.0
    assert float(weight.detach().abs().mean()) not in (1.0, 2.0, 3.0)


def test_a_talker_training_goes_on_where_it_stopped(
    models, data_folder, corpus_file, teacher_folder, monkeypatch, tmp_path
):
    def train(steps):
        run(
            train_talker, monkeypatch, "--data", data_folder, "--corpus", corpus_file, "--teacher", teacher_folder,
            "--codes", models / "codes.npy", "--out", tmp_path, "--size", "toy", "--seconds", "60", "--max-steps",
            steps, "--batch", "2", "--length", "256", "--workers", "0", "--save-every", "0",
        )  # fmt: skip
        return torch.load(tmp_path / "talker_state.pt")

    first, second = train(3), train(5)
    assert (first["steps"], second["steps"]) == (3, 5)
    assert 0 < first["share"] < second["share"] < 1
    assert second["optimiser"]["state"][0]["step"] == 5


def test_talker_joins_folders_and_stops_at_a_moment_written_later(
    models, data_folder, corpus_file, teacher_folder, monkeypatch, tmp_path
):
    (tmp_path / "until").write_text("20")
    codes_path = models / "codes.npy"
    run(
        train_talker, monkeypatch, "--data", data_folder, data_folder, "--corpus", corpus_file, "--teacher",
        teacher_folder, "--codes", codes_path, codes_path, "--out", tmp_path, "--size", "toy", "--until",
        tmp_path / "until", "--batch", "2", "--length", "256", "--workers", "0",
    )  # fmt: skip
    assert (tmp_path / "talker.pt").exists()
    with pytest.raises(SystemExit, match="frames of codes"):
        run(
            train_talker, monkeypatch, "--data", data_folder, data_folder, "--corpus", corpus_file, "--teacher",
            teacher_folder, "--codes", codes_path, "--out", tmp_path, "--size", "toy", "--workers", "0",
        )  # fmt: skip


def test_speaker(models, data_folder, teacher_folder, monkeypatch):
    run(
        train_speaker, monkeypatch, "--data", data_folder, "--teacher", teacher_folder, "--out", models, "--size",
        "toy", "--seconds", "20", "--batch", "4", "--hours", "0.1",
    )  # fmt: skip
    assert (models / "speaker.pt").exists()
    state = torch.load(models / "speaker_state.pt")
    assert state["share"] == 1.0
    run(
        train_speaker, monkeypatch, "--data", data_folder, "--teacher", teacher_folder, "--out", models, "--size",
        "toy", "--seconds", "20", "--batch", "4", "--hours", "0.1",
    )  # fmt: skip
    assert torch.load(models / "speaker_state.pt")["step"] == state["step"]


def test_speaking_and_export(models, teacher_folder, monkeypatch, tmp_path):
    speech = sample.load(models, "toy")
    vector = torch.zeros(speech.talker.dims.talker.hidden)
    made, _ = speech.codes("Hi.", vector, sample.Sampling(seed=1))
    again, _ = speech.codes("Hi.", vector, sample.Sampling(seed=1))
    assert torch.equal(made, again)
    assert made.shape[1] == TOY_CODEC.quantizers
    run(
        export, monkeypatch, "--models", models, "--teacher", teacher_folder, "--out", tmp_path, "--size", "toy",
        "--languages", "english", "french",
    )  # fmt: skip
    config = json.loads((tmp_path / "config.json").read_text())["talker_config"]
    first = TOY_CODEC.codebook_size
    assert config["codec_language_id"] == {"english": first + 2, "french": first + 13}
    assert config["num_code_groups"] == TOY_CODEC.quantizers
    assert config["vocab_size"] == TOY_CODEC.codebook_size + 1024
    assert len(list((tmp_path / "voices").glob("*.spk"))) == 28
