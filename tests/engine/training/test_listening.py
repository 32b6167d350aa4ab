"""Learning from a listener: drawing in batches, a Whisper model, and the two steps that need them."""

import struct
import sys
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from phonoscope.engine.training import clarify, hear, listener, refine  # noqa: E402
from phonoscope.engine.training.codec import Codec  # noqa: E402
from phonoscope.engine.training.dims import TOY_CODEC, TOY_VOICE  # noqa: E402
from phonoscope.engine.training.draw import Drawer, Drawn  # noqa: E402
from phonoscope.engine.training.listener import Listener, published, read_weights  # noqa: E402
from phonoscope.engine.training.policy import choices  # noqa: E402
from phonoscope.engine.training.prompts import Prompts  # noqa: E402
from phonoscope.engine.training.sample import Sampling, Speech  # noqa: E402
from phonoscope.engine.training.talker import Talker  # noqa: E402
from tokenizers import Tokenizer, models, pre_tokenizers  # noqa: E402

TEXTS = ["One.", "A boat, far away!"]
WORDS = ["<unk>", "<|startoftranscript|>", "<|notimestamps|>", "one", "boat", "a", ".", "!"]


@pytest.fixture
def talker():
    return Talker(TOY_CODEC, TOY_VOICE).eval()


def prompts_of(talker, width=None):
    vectors = 0.1 * torch.randn(len(TEXTS), TOY_VOICE.talker.hidden, generator=torch.Generator().manual_seed(3))
    return Prompts.of(TEXTS, ["english", None], vectors, talker.ids, width)


def test_almost_no_temperature_draws_what_the_model_finds_likeliest(talker):
    """The drawing is compared with one utterance at a time, which computes everything anew."""
    prompts = prompts_of(talker, 60)
    drawn = Drawer(talker, 4, 60, 7, 1e-6)(prompts, 2)
    assert drawn.codes.shape == (4, 7, TOY_CODEC.quantizers)
    assert torch.equal(drawn.codes[0], drawn.codes[1])
    speech = Speech(talker, Codec(TOY_CODEC))
    greedy = Sampling(temperature=0.0, penalty=1.0, predictor_temperature=0.0)
    for row, (text, language) in enumerate(zip(TEXTS, ("english", None), strict=True)):
        codes, _ = speech.codes(text, prompts.vectors[row], greedy, language)
        said = int(drawn.frames[2 * row])
        assert torch.equal(drawn.codes[2 * row, :said], codes[:said])


def test_the_end_is_drawn_like_any_code_after_two_frames(talker):
    with torch.no_grad():  # the end as often as every code
        talker.codec_head.weight.zero_()
    prompts = prompts_of(talker)
    drawn = Drawer(talker, 400, prompts.text.shape[1], 60, 1.0)(prompts, 200)
    assert int(drawn.frames[drawn.ended].min()) >= 2
    assert bool((drawn.frames[~drawn.ended] == 60).all())
    expected = (1 - 1 / (TOY_CODEC.codebook_size + 1)) ** 58
    assert abs(float((~drawn.ended).float().mean()) - expected) < 0.08


def test_choices_are_what_was_drawn_and_what_stands_before_a_prompt_does_not_matter(talker):
    drawn = Drawer(talker, 2, 60, 5, 0.8)(prompts_of(talker, 60), 1)
    near, far = (choices(talker, prompts_of(talker, width), drawn, 0.8) for width in (None, 60))
    for a, b in zip(near, far, strict=True):
        assert torch.equal(a.chosen, b.chosen)
        assert torch.allclose(a.likely, b.likely, atol=1e-5)
        assert float(a.divergence(b.likely).detach().abs().max()) < 1e-5
    first, rest = near
    assert len(rest.row) == int(drawn.frames.sum())
    assert len(first.row) == int(drawn.frames.sum()) + int(drawn.ended.sum())
    assert int((first.chosen == TOY_CODEC.codebook_size).sum()) == int(drawn.ended.sum())
    assert rest.chosen.tolist() == [
        row[1:] for one, n in zip(drawn.codes.tolist(), drawn.frames, strict=True) for row in one[:n]
    ]
    by_hand = rest.likely.gather(2, rest.chosen[..., None]).sum((1, 2))
    assert torch.allclose(rest.chosen_likely(), by_hand)


def ct2_variable(name, values):
    kind = {np.dtype("<f2"): 4, np.dtype("<f4"): 0, np.dtype("i1"): 1}[values.dtype]
    head = struct.pack("<H", len(name) + 1) + name.encode() + b"\0" + struct.pack("<B", values.ndim)
    return head + struct.pack(f"<{values.ndim}IBI", *values.shape, kind, values.nbytes) + values.tobytes()


def ct2_names(state, layers):
    """Give the weights of a published state as CTranslate2 names and fuses them."""
    out = {
        "encoder/position_encodings/encodings": state["encoder.embed_positions.weight"],
        "decoder/position_encodings/encodings": state["decoder.embed_positions.weight"],
        "decoder/embeddings/weight": state["decoder.embed_tokens.weight"],
    }

    def norm(mine, theirs):
        out[f"{theirs}/gamma"], out[f"{theirs}/beta"] = state[f"{mine}.weight"], state[f"{mine}.bias"]

    def linear(mine, theirs, names):
        out[f"{theirs}/weight"] = torch.cat([state[f"{mine}{n}.weight"] for n in names])
        zero = torch.zeros(len(state[f"{mine}{names[0]}.weight"]))
        out[f"{theirs}/bias"] = torch.cat([state.get(f"{mine}{n}.bias", zero) for n in names])

    for side in ("encoder", "decoder"):
        norm(f"{side}.layer_norm", f"{side}/layer_norm")
        for i in range(layers):
            mine, theirs = f"{side}.layers.{i}.", f"{side}/layer_{i}/"
            norm(mine + "self_attn_layer_norm", theirs + "self_attention/layer_norm")
            linear(mine + "self_attn.", theirs + "self_attention/linear_0", ["q_proj", "k_proj", "v_proj"])
            linear(mine + "self_attn.", theirs + "self_attention/linear_1", ["out_proj"])
            if side == "decoder":
                norm(mine + "encoder_attn_layer_norm", theirs + "attention/layer_norm")
                linear(mine + "encoder_attn.", theirs + "attention/linear_0", ["q_proj"])
                linear(mine + "encoder_attn.", theirs + "attention/linear_1", ["k_proj", "v_proj"])
                linear(mine + "encoder_attn.", theirs + "attention/linear_2", ["out_proj"])
            norm(mine + "final_layer_norm", theirs + "ffn/layer_norm")
            linear(mine, theirs + "ffn/linear_0", ["fc1"])
            linear(mine, theirs + "ffn/linear_1", ["fc2"])
    for i in (1, 2):
        for kind in ("weight", "bias"):
            out[f"encoder/conv{i}/{kind}"] = state[f"encoder.conv{i}.{kind}"]
    return out


@pytest.fixture
def whisper():
    config = transformers.WhisperConfig(
        vocab_size=len(WORDS), num_mel_bins=80, d_model=64, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=1, decoder_attention_heads=1, encoder_ffn_dim=32, decoder_ffn_dim=32,
        max_source_positions=1500, max_target_positions=448, pad_token_id=0, bos_token_id=0,
        eos_token_id=0, decoder_start_token_id=0,
    )  # fmt: skip
    model = transformers.WhisperModel(config).eval()
    with torch.no_grad():  # at the start such a model hears nothing
        for p in model.parameters():
            p.mul_(12.0 if p.dim() > 1 else 1.0)
    return model


@pytest.fixture
def listener_folder(tmp_path, whisper):
    folder = tmp_path / "listener"
    folder.mkdir()
    state = {k: v.detach().half() for k, v in whisper.state_dict().items()}
    rows = [ct2_variable(k, v.half().numpy()) for k, v in ct2_names(state, 1).items()]
    head = struct.pack("<I", 6) + struct.pack("<H", 12) + b"WhisperSpec\0" + struct.pack("<II", 3, len(rows))
    (folder / "model.bin").write_bytes(head + b"".join(rows) + struct.pack("<I", 0))
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def test_a_listeners_weights_come_back_as_published(listener_folder, whisper):
    got = published(read_weights(listener_folder / "model.bin"), 1)
    want = whisper.state_dict()
    assert set(got) == set(want)
    assert all(torch.equal(got[k], want[k].half().float()) for k in want)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-200], "ends too early"),
        (lambda data: struct.pack("<I", 5) + data[4:], "version 5"),
        (lambda data: b"", "ends too early"),
    ],
)
def test_other_files_are_refused(listener_folder, change, message):
    path = listener_folder / "model.bin"
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(ValueError, match=message):
        read_weights(path)


def test_other_weights_are_refused(tmp_path):
    path = tmp_path / "model.bin"
    head = struct.pack("<I", 6) + struct.pack("<H", 2) + b"W\0" + struct.pack("<II", 3, 1)
    path.write_bytes(head + ct2_variable("decoder/embeddings/weight", np.zeros((4, 4), np.int8)))
    with pytest.raises(ValueError, match="neither f16 nor f32"):
        read_weights(path)
    whole = ct2_variable("some/weight", np.zeros((4, 4), np.float32))
    path.write_bytes(head + whole.replace(struct.pack("<II", 4, 4), struct.pack("<II", 4, 5)))
    with pytest.raises(ValueError, match="some/weight has another size"):
        read_weights(path)


def test_other_models_are_refused(listener_folder, monkeypatch):
    monkeypatch.setattr(listener, "ENGLISH", len(WORDS) - 1)
    with pytest.raises(ValueError, match="not of an English Whisper model"):
        Listener(listener_folder, torch.device("cpu"))
    path = listener_folder / "model.bin"
    path.write_bytes(path.read_bytes().replace(b"encoder/layer_norm/gamma", b"encoder/layer_norm/gemma"))
    with pytest.raises(ValueError, match="lacks 'encoder/layer_norm/gamma'"):
        Listener(listener_folder, torch.device("cpu"))


def test_only_what_holds_letters_counts_as_a_piece_of_a_word(listener_folder):
    pieces = [*WORDS, "\u0120", *'\u0120a,\u0120"'.split(","), '"', "b"]
    tokenizer = Tokenizer(
        models.BPE({p: i for i, p in enumerate(dict.fromkeys(pieces))}, [("\u0120", "a"), ("\u0120", '"')])
    )
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    hears = Listener(listener_folder, torch.device("cpu"))
    hears.tokenizer = tokenizer
    hears.model.decoder.embed_tokens = torch.nn.Embedding(len(pieces), 64)
    heard = hears(torch.zeros(1, 4800), torch.tensor([4800]), ['a "b"'])
    assert heard.letters.tolist() == [[1, 0, 1, 0]]


def test_a_listener_hears_only_what_belongs_to_a_recording(listener_folder):
    hears = Listener(listener_folder, torch.device("cpu"))
    wave = 0.1 * torch.randn(2, 24000)
    wave[1, :12000] = wave[0, :12000]
    samples = torch.tensor([12000, 12000])
    features = hears.features(wave, samples)
    assert features.shape == (2, 80, 3000)
    assert torch.equal(features[0], features[1])
    assert bool((features[:, :, 50:] == 0).all())
    alone = hears(wave[:1], samples[:1], ["one boat."])
    both = hears(wave, samples, ["one boat.", "a"])
    assert torch.allclose(alone.text(), both.text()[:1], atol=1e-5)
    assert bool((both.text() < 0).all())
    assert both.letters.tolist() == [[1, 1, 0], [1, 0, 0]]
    assert torch.allclose(alone.word_piece(), alone.likely[:, :2].mean(1))


def test_resampling_keeps_a_tone(listener_folder):
    hears = Listener(listener_folder, torch.device("cpu"))
    time = torch.arange(24000) / 24000
    for hertz in (300, 7000):
        features = hears.features(0.5 * torch.sin(2 * torch.pi * hertz * time)[None], torch.tensor([24000]))
        loudest = int(features[0, :, 20:80].mean(1).argmax())
        assert abs(40 * int(hears.filters[loudest].argmax()) - hertz) < 200
    above = torch.cat([hears.resampler[i, 0, :, None] for i in range(2)], 1)
    pairs = [0.5 * torch.sin(2 * torch.pi * 9500 * time)[i : i + len(above)] @ above for i in range(0, 300, 3)]
    assert float(torch.stack(pairs).abs().max()) < 0.5e-3  # 60 dB below


def counts_a_code(drawn, texts):
    """Hear only how often code 5 comes first."""
    return (drawn.codes[..., 0] == 5).float().mean(1)


def batch_of(talker, language):
    return hear.Batch(TEXTS, [language] * len(TEXTS), prompts_of(talker))


FEW = hear.Shape(1, 30, 4, len(TEXTS))


def test_what_is_rewarded_becomes_likelier(talker):
    refiner = refine.Refiner(talker, counts_a_code, 32, 1.0, 0.01)
    rewards = [refiner.step(batch_of(talker, "english"), FEW, 3e-3)["reward"] for _ in range(25)]
    assert np.mean(rewards[-3:]) > 3 * np.mean(rewards[:3])
    assert refiner.check(batch_of(talker, "english"), FEW) == refiner.check(batch_of(talker, "english"), FEW)


def test_what_nobody_judged_stays_where_it_is(talker):
    before = {k: v.clone() for k, v in talker.state_dict().items()}
    refine.Refiner(talker, counts_a_code, 4, 1.0, tether=0.0).step(batch_of(talker, "french"), FEW, 3e-3)
    after = talker.state_dict()
    assert all(torch.equal(before[k], after[k]) for k in before)


def test_the_tether_pulls_back(talker):
    refiner = refine.Refiner(talker, counts_a_code, 8, 1.0, tether=1.0)
    with torch.no_grad():
        for p in talker.parameters():
            p += 0.05 * torch.randn_like(p)
    moved = [refiner.step(batch_of(talker, "french"), FEW, 1e-3)["moved"] for _ in range(25)]
    assert np.mean(moved[-3:]) < 0.5 * np.mean(moved[:3])


def test_advantages_compare_within_a_group():
    rewards = torch.tensor([-1.0, -3.0, -20.0, -20.0, 0.0, -1.0])
    got = refine.advantages(rewards, torch.tensor([True, True, False]))
    assert got[0] == -got[1] > 0
    assert got[2:].tolist() == [0, 0, 0, 0]


def test_a_judge_gives_each_utterance_what_its_own_sound_earns(talker, listener_folder):
    drawn = Drawer(talker, 4, prompts_of(talker).text.shape[1], 6, 1.0)(prompts_of(talker), 2)
    drawn = Drawn(drawn.codes, torch.tensor([4, 2, 3, 1]), torch.tensor([True, True, True, False]))
    judge = refine.Judge(Codec(TOY_CODEC), Listener(listener_folder, torch.device("cpu")))
    judge.chunk = 3
    texts = ["one", "one", "boat", "boat"]
    together = judge(drawn, texts)
    for i in range(4):
        own = Drawn(drawn.codes[i : i + 1], drawn.frames[i : i + 1], drawn.ended[i : i + 1])
        assert torch.allclose(judge(own, texts[i : i + 1]), together[i], atol=1e-4)


def said_by(talker, english=(True, True)):
    prompts = prompts_of(talker)
    drawn = Drawer(talker, 2, prompts.text.shape[1], 6, 1.0)(prompts, 1)
    return clarify.Said(drawn.codes.transpose(1, 2), drawn.frames, ["one", "boat"], torch.tensor(english))


def test_what_a_listener_hears_becomes_clearer(talker, listener_folder, monkeypatch):
    said = said_by(talker)
    clarifier = clarify.Clarifier(Codec(TOY_CODEC), Listener(listener_folder, torch.device("cpu")), anchor=0.0)
    monkeypatch.setattr(clarify, "disguised", lambda wave, samples: (wave, samples))
    before = clarifier.check(said)
    moved = [clarifier.step(said, 3e-3)["distance"] for _ in range(12)]
    assert moved[0] == 0
    assert moved[-1] > 0
    assert clarifier.check(said) > before


def test_an_anchor_holds_and_leaves_encoder_and_codes_alone(talker, listener_folder):
    said = said_by(talker)
    codec = Codec(TOY_CODEC)
    start = {k: v.clone() for k, v in codec.state_dict().items()}
    moved = []
    for anchor in (0.0, 100.0):
        codec.load_state_dict(start)
        clarifier = clarify.Clarifier(codec, Listener(listener_folder, torch.device("cpu")), anchor)
        moved.append([clarifier.step(said, 1e-3)["distance"] for _ in range(12)][-1])
    assert moved[1] < 0.7 * moved[0]
    changed = {k for k, v in codec.state_dict().items() if not torch.equal(v, start[k])}
    assert changed
    assert all(k.startswith("decoder.") for k in changed)


def test_a_language_that_the_listener_does_not_know_is_only_anchored(talker, listener_folder):
    codec = Codec(TOY_CODEC)
    start = {k: v.clone() for k, v in codec.state_dict().items()}
    clarifier = clarify.Clarifier(codec, Listener(listener_folder, torch.device("cpu")), 5.0)
    figures = clarifier.step(said_by(talker, (False, False)), 1e-3)
    assert figures["heard"] == 0
    assert all(torch.allclose(v, start[k], atol=1e-6) for k, v in codec.state_dict().items())


def test_only_silence_that_became_louder_counts():
    piece = clarify.PIECE
    levels = torch.tensor([[1e-1, 1e-3, 1e-3, 1e-3], [1e-3, 1e-1, 1e-1, 1e-3]]).repeat_interleave(piece, 1)
    before = levels * torch.sin(torch.arange(4 * piece) / 5.0)
    frames = torch.tensor([1, 1])
    assert float(clarify.silence_louder(before, before, frames)) == 0
    assert float(clarify.silence_louder(0.5 * before, before, frames)) == 0
    changed = before.clone()
    changed[0, : 2 * piece] *= 10.0  # a piece of speech and one of silence
    assert float(clarify.silence_louder(changed, before, frames)) == pytest.approx(20 / 5, rel=0.02)
    ended, later = (torch.cat([before, torch.full_like(before, x)], 1) for x in (0.0, 1e-2))
    assert float(clarify.silence_louder(later, ended, frames)) == 0


def test_what_reaches_a_listener_is_late_and_as_long():
    torch.manual_seed(0)
    wave = torch.sin(torch.arange(4000) / 5.0).repeat(3, 1)
    samples = torch.tensor([4000, 2000, 4000])
    sound, length = clarify.disguised(wave, samples)
    late = sound.shape[1] - 4000
    assert 0 <= late < clarify.LATEST
    assert length.tolist() == [4000 + late, 2000 + late, 4000 + late]
    for row in sound:
        match = torch.corrcoef(torch.stack([row[late:], wave[0]]))[0, 1]
        assert float(match) > 0.97


def test_texts_are_judged_as_one_writes_them():
    assert [hear.as_written(t) for t in ("one boat", "Why?", "a,", 'he: "No."')] == [
        "One boat.",
        "Why?",
        "A,",
        'He: "No."',
    ]


@pytest.fixture
def sources(tmp_path, corpus_file, listener_folder, monkeypatch):
    """Give the options that name models, texts, voices and listener, at toy size."""
    voices, folder = tmp_path / "voices", tmp_path / "models"
    voices.mkdir()
    folder.mkdir()
    rng = np.random.default_rng(0)
    for name in ("af_one", "bm_two", "ff_three"):
        (0.1 * rng.standard_normal(TOY_VOICE.talker.hidden)).astype("<f4").tofile(voices / f"{name}.spk")
    torch.save(Talker(TOY_CODEC, TOY_VOICE).state_dict(), folder / "talker.pt")
    torch.save(Codec(TOY_CODEC).state_dict(), folder / "codec.pt")
    monkeypatch.setitem(hear.SHAPES, "toy", {"short": hear.Shape(2, 40, 6, 4), "long": hear.Shape(2, 60, 8, 4)})
    monkeypatch.setattr(hear, "FRENCH_SHARE", 4)
    named = {"models": folder, "corpus": corpus_file, "listener": listener_folder, "voices": voices, "size": "toy"}
    return [str(part) for name, value in named.items() for part in (f"--{name}", value)]


@pytest.mark.parametrize(("step", "made"), [(refine, "talker.pt"), (clarify, "codec.pt")])
def test_the_steps_learn_and_go_on(step, made, tmp_path, sources, monkeypatch, capsys, counted_seconds):
    more = ["--group", "2"] if step is refine else ["--rows", "4"]

    def steps(most):
        out = ["--out", str(tmp_path / "out"), "--warm", "1", "--max-steps", str(most)]
        monkeypatch.setattr(sys, "argv", ["step", *sources, *more, *out])
        step.main()
        return torch.load(next((tmp_path / "out").glob("*_state.pt")))

    first, again = steps(2), steps(2)
    assert capsys.readouterr().out.count("paused, 2 steps") == 2
    for part in ("network", "average"):
        assert all(torch.equal(value, again[part][key]) for key, value in first[part].items())
    for one, other in zip(first["optimiser"]["state"].values(), again["optimiser"]["state"].values(), strict=True):
        assert torch.equal(one["exp_avg"], other["exp_avg"])
    assert steps(4)["steps"] == 4
    before, after = (torch.load(folder / made) for folder in (tmp_path / "models", tmp_path / "out"))
    changed = {k.split(".")[0] for k in before if not torch.equal(before[k], after[k])}
    assert changed
    assert step is refine or changed == {"decoder"}


def test_too_few_texts_are_told(tmp_path, sources, monkeypatch):
    monkeypatch.setitem(hear.SHAPES, "toy", {"short": hear.Shape(2, 3, 6, 4)})
    monkeypatch.setattr(sys, "argv", ["clarify", *sources, "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit, match="are too few: give more corpora"):
        clarify.main()


def test_texts_with_figures_and_shouting_are_left_out(monkeypatch, tmp_path):
    rows = [SimpleNamespace(text=t, language="english") for t in ("One.", "ONE.", "1 boat.", "One.")]
    monkeypatch.setattr(hear, "load_corpus", lambda *paths: rows)
    assert hear.load_texts([tmp_path]) == {"english": ["One."]}
