"""Two takes of the tiny model, kept in the window's store."""

import pytest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.store import TakeStore


def keep(store: TakeStore, engine: Engine, text: str, seed: int, **settings) -> str:
    take = engine.speak(engine.request(text, seed=seed, max_frames=12, **settings))
    recording = store.record(take)
    take.wait()
    return recording.finish(engine.recipe_request(take)).id


@pytest.fixture
def two_takes(store, qwen3_tiny) -> tuple[str, str]:
    """The same text with two seeds."""
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        return keep(store, engine, "Tell us apart.", 1), keep(store, engine, "Tell us apart.", 2)


@pytest.fixture
def endless_sound(window, device, monkeypatch) -> None:
    """What plays goes on until it is stopped, however slow the test: the device takes nothing before."""
    monkeypatch.setattr(device, "write", lambda _: window.player._halt.wait())
