"""The bench of models that denoise, on the tiny model: every kind of step is there and the sums are right."""

import pytest
from phonoscope.engine.bench.steps import run_steps
from phonoscope.engine.errors import RequestError
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.synthesis import Engine


@pytest.fixture(scope="module")
def engine(data, tmp_path_factory):
    report = convert(data / "echo_tiny", tmp_path_factory.mktemp("echo") / "echo.gguf", QuantisationPolicy("f32"))
    with Engine.load(report.model, codec=report.codec, threads=1) as loaded:
        yield loaded


def test_guided_and_plain_steps_are_measured(engine):
    done: list[int] = []
    report = run_steps(engine, n_frames=32, n_rounds=2, progress=done.append)
    assert done == [1, 2]
    assert list(report.steps) == [1, 3]
    plain, guided = report.steps[1], report.steps[3]
    assert guided.flop == 3 * plain.flop
    assert plain.flop_per_s == pytest.approx(plain.flop / plain.seconds)
    # Twenty of forty steps are guided; encoders and codec come on top.
    denoising_s = 20 * guided.seconds + 20 * plain.seconds
    assert report.projected_s == pytest.approx(denoising_s + report.encoders_s + 32 * report.codec_s_per_frame)
    assert report.peak_memory_bytes > report.model_bytes


def test_numbers_must_make_sense(engine):
    with pytest.raises(RequestError, match="at least 1"):
        run_steps(engine, n_frames=32, n_rounds=0)
