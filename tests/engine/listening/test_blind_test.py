import json

import pytest
from phonoscope.engine.errors import RequestError
from phonoscope.engine.listening.blind_test import BlindTest, Question, read_blind_test


def answered(test, rule):
    while (trial := test.current) is not None:
        test = test.answer(rule(trial))
    return test


def test_who_hears_the_difference_is_believed():
    result = answered(BlindTest.start(Question.ABX, "a", "b", 8), lambda trial: trial.hidden_is_a).result()
    assert (result.n_hits, result.n_trials, result.complete) == (8, 8, True)
    assert result.p_value == pytest.approx(1 / 256)
    assert result.interval[0] > 0.6


def test_always_saying_a_gains_nothing():
    hits = [
        answered(BlindTest.start(Question.ABX, "a", "b", 50, seed), lambda _: True).result().n_hits
        for seed in range(40)
    ]
    assert 0.45 < sum(hits) / (40 * 50) < 0.55


def test_a_preference_counts_answers_for_a_whichever_came_first():
    test = BlindTest.start(Question.PREFERENCE, "a", "b", 10, seed=3)
    assert {trial.hidden_is_a for trial in test.trials} == {True, False}
    result = answered(test, lambda _: False).result()
    assert (result.n_hits, result.p_value) == (0, pytest.approx(2 / 1024))


def test_a_test_that_is_broken_off_says_so():
    test = BlindTest.start(Question.ABX, "a", "b", 8).answer(True)
    assert test.n_answered == 1
    assert not test.result().complete


def test_it_is_read_as_it_was_written_after_every_answer(tmp_path):
    test = BlindTest.start(Question.ABX, "one", "two", 5)
    for _ in range(3):
        test = test.answer(True)
        path = test.save(tmp_path / "listening")
    assert read_blind_test(path) == test
    assert [path] == list(path.parent.iterdir())


@pytest.mark.parametrize("n_trials", [0, 201])
def test_a_number_of_trials_that_makes_no_sense_is_refused(n_trials):
    with pytest.raises(RequestError, match="1 to 200"):
        BlindTest.start(Question.ABX, "a", "b", n_trials)


@pytest.mark.parametrize(
    "damage",
    [
        lambda plain: plain.update(version=9),
        lambda plain: plain.update(trials=[]),
        lambda plain: plain.update(question="guess"),
        lambda plain: plain["trials"].insert(0, {"hidden_is_a": True, "answer_is_a": None}),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, damage):
    path = BlindTest.start(Question.ABX, "a", "b", 2).answer(True).save(tmp_path)
    plain = json.loads(path.read_text())
    damage(plain)
    path.write_text(json.dumps(plain))
    with pytest.raises(RequestError, match=path.name[:8]):
        read_blind_test(path)
