# ruff: noqa: RUF001
import random
import re
import shutil

import numpy as np
import pytest
from phonoscope.engine.training import french_corpus, french_phonemes, french_sentences, held_out, utterances


def test_phonemes_speak_the_letters_that_spell_them():
    letters = "tout le monde"
    spelled = french_phonemes.align("tulmˈɔ̃d", letters)
    assert "".join(letters[i] for i in spelled) == "tolmoond"
    letters = "l'eau du chien"
    spelled = french_phonemes.align("lˈo dy ʃjˈɛ̃", letters)
    assert spelled == sorted(spelled)
    assert letters[spelled[0]] == "l" and letters[spelled[4]] == "d"
    assert letters[spelled[-1]] == "n"
    assert french_phonemes.align("", "h") == []


def test_a_phoneme_is_aligned_even_where_no_letter_spells_it():
    assert french_phonemes.align("ʃʃʃ", "o") == [0, 0, 0]


def test_clauses_hold_the_whole_text():
    text = 'Eh bien, dit-elle : "oui" (non) !'
    assert "".join(french_phonemes.clauses_of(text)) == text


def test_every_clause_gets_its_own_phonemes(monkeypatch):
    heard = {"oui": "wˈi", "non": "nˈɔ̃", "eau": "ˈo"}
    monkeypatch.setattr(french_phonemes, "espeak", lambda clauses: [heard[c.strip()] for c in clauses])
    signs = ' ,."wionɔˈ\u0303'
    ids = {p: n for n, p in enumerate(signs, 1)}
    monkeypatch.setattr(french_phonemes, "phoneme_ids", lambda: ids)
    first, empty, second = french_phonemes.read_french(["oui, non.", "...", "eau."])
    assert [signs[i - 1] for i in first.phonemes] == list("wˈi, nˈɔ\u0303.")
    assert first.characters.tolist() == [0, 2, 2, 3, 4, 5, 6, 6, 7, 8]
    assert second is not None and len(second.phonemes) == 3
    assert empty is not None and len(empty.phonemes) == 3
    assert french_phonemes.read_french(["oui, non."], most=3) == [None]
    (quoted,) = french_phonemes.read_french(['oui "oui" non.'])
    assert "".join(signs[i - 1] for i in quoted.phonemes) == 'wˈi "wˈi" nˈɔ\u0303.'


def test_words_taken_for_another_language_are_read_again_or_left_out(monkeypatch):
    heard = {"le dos": "lə (en)dˈɒs(fr)", "le dau": "lə dˈo", "whist": "(en)wˈɪst(fr)", "joue": "ʒˈu"}
    monkeypatch.setattr(french_phonemes, "espeak", lambda clauses: [heard[c.strip()] for c in clauses])
    assert french_phonemes.hear(["le dos", "whist", "jouent"]) == ["lə dˈo", None, "ʒˈu"]
    assert french_phonemes.hear([]) == []
    monkeypatch.setattr(french_phonemes, "phoneme_ids", lambda: {p: n for n, p in enumerate(" ,ləˈdoʒu", 1)})
    kept, dropped = french_phonemes.read_french(["le dos, jouent", "jouent, whist"])
    assert kept is not None and kept.characters.tolist()[3:6] == [3, 4, 4]
    assert dropped is None


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_gives_one_line_a_clause():
    lines = french_phonemes.espeak(["tout le monde", " les amis", "Bonjour", "l'été"])
    assert len(lines) == 4
    assert "-" not in "".join(lines)
    assert "z" in lines[1]


def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(RuntimeError, match="espeak-ng"):
        french_phonemes.espeak(["oui"])


def test_books_become_plain_sentences():
    book = """*** START

— Vous savez,
dit-elle, il n’a rien voulu. « Quelle idée ! » s'écria Louis XIV en 1680.

L'œuvre était là... Elle brillait. . . ; il rit.

Mais M. Dupont… cria : « Adjugé ! Et MM. Durand
se turent — enfin.
*** END
Rien d'autre."""
    assert french_corpus.book_sentences(book) == [
        "Vous savez, dit-elle, il n'a rien voulu.",
        "L'œuvre était là...",
        "Elle brillait...; il rit.",
        "Mais M. Dupont... cria: Adjugé!",
        "Et MM. Durand se turent, enfin.",
    ]


def test_clauses_are_short_and_keep_their_abbreviations():
    sentences = ['Alors M. Dupont sortit, suivi de "tous"; il ne dit rien à personne de tout ce jour-là, mais il rit!']
    assert french_corpus.clauses(sentences) == ["Alors M. Dupont sortit.", "Mais il rit!"]


def test_prose_is_spelled_out_as_it_will_be_when_it_is_spoken(tmp_path):
    book = tmp_path / "book.txt"
    book.write_text("Le soir venu, M. Dupont et Mme Durand rentrèrent enfin chez eux.", encoding="utf-8")
    prose = [text for kind, text in french_corpus.gather([book], 0.001, 3) if kind == "prose"]
    assert prose == ["Le soir venu, Monsieur Dupont et Madame Durand rentrèrent enfin chez eux."]


def test_only_a_single_full_stop_is_dropped_from_a_text():
    rng = random.Random(0)
    made = {utterances.with_variants("prose", "Il rit...", rng).lower() for _ in range(300)}
    assert made == {"il rit..."}
    assert {utterances.with_variants("word", "Il.", rng).lower() for _ in range(50)} == {"il", "il."}


def test_templates_agree_with_their_nouns():
    rng = random.Random(2)
    made = " ".join(french_sentences.template_sentence(rng) for _ in range(5000))
    nouns = "|".join([*french_sentences.MASCULINE, *french_sentences.FEMININE])
    feminine = "|".join(french_sentences.FEMININE)
    vowel = f"[{french_sentences.VOWELS}]"
    assert not re.search(rf"\b(?:le|la|ce|du|de la) (?={vowel})(?:{nouns})\b", made)
    assert not re.search(rf"\b(?:le|un|ce|cet|du) (?:{feminine})\b", made)
    assert not re.search(r"\bde (?:le\b|[AEIOUÉ][a-z])|\bd'[bcdfgjklmnpqrstvwxz]", made)


def test_templates_are_plain_and_varied():
    rng = random.Random(1)
    made = [french_sentences.template_sentence(rng) for _ in range(2000)]
    assert len(set(made)) > 1500
    assert all(french_corpus._PLAIN.fullmatch(t) for t in made), [
        t for t in made if not french_corpus._PLAIN.fullmatch(t)
    ]


def test_french_texts_hold_no_held_out_sentence(tmp_path):
    held = [s for group in held_out.held_out("french").values() for s in group]
    assert len(held) >= 60
    book = tmp_path / "book.txt"
    book.write_text("\n\n".join(held), encoding="utf-8")
    texts = {t.lower().strip(" .!?") for _, t in french_corpus.gather([book], 0.001, 3)}
    assert not texts & {s.lower().strip(" .!?") for s in held}


def test_french_is_read_by_the_french_voice_and_its_blends(tmp_path):
    pytest.importorskip("torch")
    from phonoscope.engine.training import render
    from phonoscope.engine.training.shards import Speaker

    reading = utterances.Reading(np.arange(4, dtype=np.uint8), np.arange(4, dtype=np.int16))
    texts = [utterances.Utterance("prose", "Oui.", None, None, reading)] * 200
    utterances.save(tmp_path / "en.xz", [utterances.Utterance("prose", "Yes.", reading, None)])
    utterances.save(tmp_path / "fr.xz", texts[:1])
    assert [u.language for u in utterances.load(tmp_path / "en.xz", tmp_path / "fr.xz")] == ["english", "french"]
    names = ["af_sky", "am_adam", "bf_lily", "ff_siwis"]
    speakers = render.make_speakers(names, 0, random.Random(0))
    assert speakers[: len(names)] == [Speaker(n, n, 1.0) for n in names]
    jobs = render.plan(texts, speakers, len(names), random.Random(0))
    assert {job.speaker for job in jobs} == set(range(3, len(speakers)))
    assert {speakers[job.speaker].second for job in jobs} == set(names)
    jobs = render.plan(
        [utterances.Utterance("prose", "Yes.", reading, None)] * 50, speakers, len(names), random.Random(0)
    )
    assert {job.speaker for job in jobs} == {0, 1}
