from dataclasses import replace

import pytest
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families import family
from phonoscope.engine.request import MAX_SEED, ModelReference, SynthesisRequest
from phonoscope.engine.sweep.plan import SweepPlan, parse_values
from phonoscope.engine.synthesis import Engine

BASE = SynthesisRequest("Try this.", ModelReference("small.gguf"), seed=7, max_frames=4)
FIELDS = {field.name: field for field in family("qwen3_tts").sampler}


def test_every_combination_comes_once_and_models_stay_together():
    plan = SweepPlan(BASE, models=("a.gguf", "b.gguf"), voices=("anna", "bert"), settings={"top_k": (5, 50)}, n_seeds=3)
    items = plan.items()
    assert len(items) == plan.n_items == 24
    assert len({(i.model, i.voice, i.settings["top_k"], i.seed) for i in items}) == 24
    assert [item.model for item in items] == ["a.gguf"] * 12 + ["b.gguf"] * 12
    assert [item.seed for item in items[:4]] == [7, 8, 9, 7]
    assert plan.label(items[0]) == "a · anna · top_k 5 · seed 7"
    assert plan.label(items[0], {"seed": "graine", "top_k": "Top-k"}) == "a · anna · Top-k 5 · graine 7"


def test_storage_types_are_tried_beside_models():
    plan = SweepPlan(BASE, models=("b.gguf",), n_seeds=2, quantisations=("q8_0", "q4_K"))
    items = plan.items()
    assert len(items) == plan.n_items == 6
    tried = [("b.gguf", ""), ("small.gguf", "q8_0"), ("small.gguf", "q4_K")]
    assert [(item.model, item.quantisation) for item in items[::2]] == tried
    assert [plan.label(item) for item in items[1::2]] == ["b · seed 8", "q8_0 · seed 8", "q4_K · seed 8"]


def test_what_is_not_varied_is_left_out_of_the_label():
    plan = SweepPlan(BASE, settings={"temperature": (0.5, 0.9), "top_k": (5,)})
    assert [plan.label(item) for item in plan.items()] == ["temperature 0.5", "temperature 0.9"]
    assert plan.items()[0].settings == {"temperature": 0.5, "top_k": 5}
    assert SweepPlan(BASE).label(SweepPlan(BASE).items()[0]) == "seed 7"


def test_seeds_go_on_from_the_largest_with_the_smallest():
    last = SweepPlan(replace(BASE, seed=MAX_SEED), n_seeds=2).items()
    assert [item.seed for item in last] == [MAX_SEED, 0]


@pytest.mark.parametrize("changes", [{"n_seeds": 501}, {"n_seeds": 0}, {"n_seeds": 100, "voices": tuple("abcdef")}])
def test_too_many_combinations_are_refused(changes):
    with pytest.raises(RequestError, match="500"):
        SweepPlan(BASE, **changes)


def test_requests_take_everything_else_from_the_base(qwen3_tiny):
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        base = replace(
            engine.request("Try this.", seed=7, sampler={"temperature": 0.4}), max_frames=4, language="auto", retries=2
        )
        plan = SweepPlan(base, settings={"top_k": (5, 50)}, n_seeds=2)
        requests = [plan.request(engine, item) for item in plan.items()]
    assert requests[1] == replace(base, seed=8, sampler={**base.sampler, "top_k": 5})


@pytest.mark.parametrize(
    ("name", "text", "values"),
    [
        ("temperature", "0.7, 0.9 0.7", (0.7, 0.9)),
        ("temperature", "0.5:0.9:0.2", (0.5, 0.7, 0.9)),
        ("top_k", "1;50 10:12:1", (1, 50, 10, 11, 12)),
        ("greedy", "on, off", (True, False)),
        ("top_p", "", ()),
    ],
)
def test_values_are_written_as_a_list_or_a_range(name, text, values):
    parsed = parse_values(text, FIELDS[name])
    assert parsed == values
    assert [type(value) for value in parsed] == [type(value) for value in values]


@pytest.mark.parametrize(
    ("name", "text"),
    [("temperature", "warm"), ("temperature", "9"), ("top_k", "1.5"), ("top_p", "1:0.5:0.1"), ("top_p", "0:1:0")],
)
def test_values_that_do_not_fit_are_named(name, text):
    with pytest.raises(RequestError, match=name):
        parse_values(text, FIELDS[name])
