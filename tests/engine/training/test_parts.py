"""The parts of the model and of the data, each by itself."""

import gzip
import json
import random
import re

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from phonoscope.engine.training import (  # noqa: E402
    corpus,
    english_phonemes,
    held_out,
    layers,
    rows,
    sentences,
    short_sentences,
    tokens,
    utterances,
)
from phonoscope.engine.training.codec import Codec  # noqa: E402
from phonoscope.engine.training.dims import FIRST_SPEAKER_OFFSET, SIZES, TOY_CODEC, TOY_VOICE, CodecIds  # noqa: E402
from phonoscope.engine.training.discriminators import PERIODS, SPECTRA, Discriminators  # noqa: E402
from phonoscope.engine.training.losses import (  # noqa: E402
    SpectralLoss,
    discriminator_loss,
    generator_losses,
    mel_filterbank,
)
from phonoscope.engine.training.quantizer import ResidualQuantizer  # noqa: E402
from phonoscope.engine.training.shards import FRAME, AudioPool, Speaker, load_index  # noqa: E402
from phonoscope.engine.training.speaker import SpeakerEncoder, SpeakerMel  # noqa: E402
from phonoscope.engine.training.styles import speaker_vectors  # noqa: E402
from phonoscope.engine.training.talker import Talker  # noqa: E402
from phonoscope.engine.training.teacher_weights import module_path, pack, unpack  # noqa: E402


def test_tokens_are_bytes_and_assistant_is_one():
    ids, where = tokens.encode("an assistant, yes")
    assert ids[:3] == [ord("a"), ord("n"), ord(" ")]
    assert ids[3] == tokens.ASSISTANT
    assert len(where) == len("an assistant, yes")
    assert where[3:12] == [3] * 9
    ids, where = tokens.encode("là-bas")
    assert ids == list("là-bas".encode()) and where == [0, 1, 3, 4, 5, 6]
    assert len(tokens.vocabulary()) == 256 + len(tokens.MERGES)


def test_tokens_match_the_published_kind_of_tokenizer():
    tokenizers = pytest.importorskip("tokenizers")
    plain = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=tokens.vocabulary(), merges=list(tokens.MERGES)))
    plain.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    for text in ("Hello, world!", "assist the assistants", "It's a ssass glass.", "Où dort l'âne, là-bas ?"):
        assert plain.encode(text).ids == tokens.encode(text)[0]


def test_sentences_cover_the_words_and_spell_numbers():
    words = ["lamp", "green", "walked", "Lima", "slowly", "singing", "horses"]
    made = " ".join(sentences.pseudo_sentences(words, {"green": "JJ"}, random.Random(0))).lower()
    assert all(w.lower() in made for w in words)
    rng = random.Random(1)
    for _ in range(300):
        assert not re.search(r"\d", sentences.template_sentence(rng))


def test_short_sentences_are_short_and_full_of_names():
    rng = random.Random(2)
    made = [short_sentences.name_sentence(["Ada"], ["Quill"], ["Ulm"], rng) for _ in range(200)]
    assert all(any(name in text for name in ("Ada", "Quill", "Ulm")) for text in made)
    short = [short_sentences.short_sentence(rng) for _ in range(300)]
    assert all(len(text.split()) <= 9 and not re.search(r"\d", text) for text in short)
    prose = ["Well, said the old man, who goes there?", "It was a very long sentence without any cut at all."]
    assert short_sentences.clauses(prose) == ["Well.", "Said the old man.", "Who goes there?"]


def test_names_are_read_from_lists(tmp_path):
    path = tmp_path / "names.txt"
    path.write_text("SMITH 1.006 1\nO'NEIL 0.1\n\njones\n", encoding="utf-8")
    assert corpus.read_names([path]) == ["Smith", "Jones"]


def test_a_corpus_needs_neither_books_nor_names(tmp_path, monkeypatch):
    tables = {
        "lexicon_us_gold": dict.fromkeys(["lamp", "green", "yes", "Lima"]),
        "tagger": {"tagdict": {"green": "JJ"}},
    }
    for name, table in tables.items():
        (tmp_path / f"{name}.json.gz").write_bytes(gzip.compress(json.dumps(table).encode()))
    monkeypatch.setattr(english_phonemes, "_assets", lambda: tmp_path)
    texts = corpus.gather(None, [], 0.01, 7)
    assert {kind for kind, _ in texts} == {"pseudo", "phrase", "word"}
    assert not {text.lower().strip(" .!?") for _, text in texts} & {"yes", "hello"}


@torch.no_grad()
def test_discriminators_see_as_many_real_clips_as_made_ones():
    judge = Discriminators(2)
    real, made = torch.randn(4, 4800), torch.randn(4, 4800)
    maps = judge(real, made)
    assert [len(score) for score, _ in maps] == [8] * len(PERIODS) + [4] * len(SPECTRA)
    assert float(discriminator_loss(maps)) > 0
    swapped = judge(made, real)
    assert float(generator_losses(maps)[0]) == pytest.approx(
        float(torch.stack([(1 - s.chunk(2)[0]).square().mean() for s, _ in swapped]).mean()), rel=1e-4
    )


def test_books_are_cut_into_plain_sentences():
    body = "It was late--very late.  He read _three_ books!\n\nCHAPTER II\n\nIn 1812 it rained.\n"
    text = f"*** START ***\n\n{body}*** END ***"
    assert corpus.book_sentences(text) == ["It was late, very late.", "He read three books!"]


def test_no_held_out_sentence_is_empty_and_there_are_enough():
    table = held_out.held_out()
    everything = [s for group in table.values() for s in group]
    assert len(everything) == len(set(everything)) >= 100
    assert all(len(s.split()) >= 55 for s in table["long"])
    assert all(len(s.split()) == 1 for s in table["word"])


def test_module_paths():
    assert module_path("/encoder/F0.0/conv1/Conv_quant") == "predictor.F0.0.conv1"
    assert module_path("/encoder/text_encoder/cnn.0/cnn.0.0/Conv_quant") == "text_encoder.cnn.0.0"
    assert module_path("/decoder/decoder/generator/ups.0/ConvTranspose") == "decoder.generator.ups.0"


def test_weights_survive_packing():
    rng = np.random.default_rng(0)
    kept = {
        "q": (rng.integers(-100, 100, (6, 4)).astype(np.int8), np.full((6, 1), 0.5, np.float32)),
        "f": (rng.standard_normal(5).astype(np.float32), None),
        "levels": (rng.choice(np.linspace(-1, 1, 9), (80, 80)).astype(np.float32), None),
    }
    found = unpack(pack(kept))
    np.testing.assert_array_equal(found["q"], kept["q"][0] * 0.5)
    for name in ("f", "levels"):
        np.testing.assert_allclose(found[name], kept[name][0], rtol=1e-6)


def test_codec_is_causal_and_both_layouts_agree():
    codec = Codec(TOY_CODEC).eval()
    wave = torch.randn(1, 1, 6 * FRAME) * 0.1
    with torch.no_grad():
        codes = codec.encode(wave)
        whole = codec.decode(codes)
        assert codes.shape == (1, TOY_CODEC.quantizers, 6)
        torch.testing.assert_close(codec.encode(wave[..., : 4 * FRAME]), codes[..., :4])
        torch.testing.assert_close(codec.decode(codes[..., :4]), whole[..., : 4 * FRAME], atol=1e-5, rtol=0)
        layers.use_channels_last(True)
        try:
            torch.testing.assert_close(codec.decode(codes), whole, atol=1e-5, rtol=0)
        finally:
            layers.use_channels_last(False)


@pytest.mark.parametrize("size", sorted(SIZES))
def test_initial_codec_keeps_the_level_of_the_signal(size):
    codec = Codec(SIZES[size][0]).eval()
    with torch.no_grad():
        embedding = codec.encoder(torch.randn(1, 1, 8 * FRAME) * 0.1)
        made = codec.decoder(codec.first.bypass(embedding)[0])
    assert 0.1 < float(embedding.std()) < 10
    assert 0.01 < float(made.std()) < 1


def test_quantizer_fits_clusters_and_freezes_when_told():
    quantizer = ResidualQuantizer(2, 4, 4, 4, 8)
    centres = torch.randn(8, 4) * 4
    points = centres[torch.randint(8, (400,))] + 0.01 * torch.randn(400, 4)
    quantizer.fit(points)
    x = points.t()[None].requires_grad_()
    before = quantizer.books[0].embed.clone()
    done = quantizer(x)
    assert float(done.commitment) < 0.05 * float(points.var())
    assert not done.vectors.requires_grad
    torch.testing.assert_close(quantizer.books[0].embed, before)
    assert quantizer(x, train=True).vectors.requires_grad
    torch.testing.assert_close(quantizer.lookup(done.codes), done.output)


def test_mel_bank_and_spectral_loss():
    bank = mel_filterbank(1024, 128)
    assert bank.shape == (128, 513)
    assert bool((bank >= 0).all())
    peaks = bank.argmax(1)
    assert bool((peaks[1:] >= peaks[:-1]).all())
    loss = SpectralLoss()
    wave = torch.randn(2, 9600) * 0.1
    assert float(loss(wave, wave)) == 0
    assert float(loss(wave * 0.5, wave)) > 0.3


def test_speaker_vectors_blend_linearly(teacher_folder):
    styles = dict(np.load(teacher_folder / "voices.npz"))
    pure = [Speaker(n, n, 1.0) for n in ("af_heart", "am_adam")]
    a, b, middle = speaker_vectors([*pure, Speaker("af_heart", "am_adam", 0.25)], styles, 384)
    np.testing.assert_allclose(middle, 0.25 * a + 0.75 * b, atol=1e-5)
    assert speaker_vectors(pure, styles, 64).shape == (2, 64)
    own = {"anna": styles["af_heart"], "ben": styles["am_adam"]}  # of another teacher
    vectors = speaker_vectors([Speaker(n, n, 1.0) for n in own], own, 384)
    assert np.isfinite(vectors).all()
    assert not np.allclose(vectors[0], vectors[1])


def test_speaker_encoder_gives_one_vector_a_clip():
    mel = SpeakerMel()(torch.randn(2, 24000) * 0.1)
    assert mel.shape == (2, 128, 24000 // 256)
    assert SpeakerEncoder(TOY_VOICE)(mel).shape == (2, TOY_VOICE.talker.hidden)


def test_pool_gives_whole_windows_and_silence_after_the_end(data_folder):
    pool = AudioPool(data_folder, 2000, 200, torch.device("cpu"))
    pool.load_all()
    assert pool.utterances == len(load_index(data_folder).meta) == 40
    pick, index = pool.choose(16, 12)
    short = pool.frames[pick] < 12
    assert bool((index[short] == pool.silent).any())
    assert not bool((index[~short] == pool.silent).any())
    assert pool.samples(index).shape == (16, 12 * FRAME)


def test_prompt_rows_follow_the_published_layout(data_folder, corpus_file):
    index = load_index(data_folder)
    texts = []
    for utterance in utterances.load(corpus_file):
        ids, where = tokens.encode(utterance.text)
        texts.append((np.array(ids, np.int32), np.array(where, np.int32)))
    ids = CodecIds(TOY_CODEC.codebook_size)
    languages = [("english", "french")[n % 2] for n in range(len(texts))]
    material = rows.Material(index.meta, index.offsets, index.characters, texts, languages, ids)
    text, _, frames = index.meta[3]
    tag = languages[text]
    letters = len(texts[text][0])
    made = material.sequence([3], named=True)
    assert made.shape == (rows.FIELDS, 3 + 4 + 2 + letters + 2 + frames)
    assert made[rows.TEXT, :3].tolist() == [tokens.IM_START, tokens.ASSISTANT, tokens.NEWLINE]
    assert made[rows.CODEC, 3:7].tolist() == [ids[n] for n in ("think", "think_bos", tag, "think_eos")]
    assert (made[rows.SPEAKER] >= 0).nonzero()[0].tolist() == [7]
    body = 9
    assert made[rows.TEXT, body : body + letters].tolist() == texts[text][0].tolist()
    assert made[rows.TEXT, body + letters] == tokens.TTS_EOS
    assert made[rows.CODEC, body + letters + 1] == ids["bos"]
    assert made[rows.LABEL, -1] == rows.END
    assert (made[rows.LABEL, body + letters + 1 : -1] == index.offsets[3] + np.arange(frames)).all()
    packed = next(iter(rows.PackedRows(material, np.arange(40), 2, 256)))
    assert packed.shape == (2, rows.FIELDS, 256)
    assert int((packed[:, rows.LABEL] == rows.END).sum()) >= 2


def test_cached_steps_equal_one_pass():
    model = Talker(TOY_CODEC, TOY_VOICE).eval()
    x = torch.randn(1, 7, TOY_VOICE.talker.hidden)
    cos, sin = model.tables(7, x.device)
    with torch.no_grad():
        whole = x
        for layer in model.model.layers:
            whole = layer(whole, cos, sin)[0]
        caches = [[] for _ in model.model.layers]
        steps = []
        for t in range(7):
            h = x[:, t : t + 1]
            for layer, cache in zip(model.model.layers, caches, strict=True):
                h = layer(h, cos[t : t + 1], sin[t : t + 1], None, cache)[0]
            steps.append(h)
    torch.testing.assert_close(torch.cat(steps, 1), whole, atol=1e-5, rtol=1e-5)
    assert model.codec_head.out_features > TOY_CODEC.codebook_size + FIRST_SPEAKER_OFFSET
