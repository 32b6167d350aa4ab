import threading

import pytest
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.store import file_hash
from phonoscope.engine.recipe import audio_digest, read_recipe
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.keeping import TakeKeeper
from phonoscope.engine.takes.store import TakeStore


class SlowHashes(Engine):
    """An engine whose files are hashed when the test says so."""

    def __init__(self, engine):
        # No model of its own.
        self.engine = engine
        self.go_on = threading.Event()

    def hash_files(self, stop=None):
        while not self.go_on.wait(0.001):
            if stop.is_set():
                raise ModelError("stopped")
        return self.engine.model_reference


@pytest.fixture
def store(tmp_path):
    return TakeStore(tmp_path / "takes")


def recipe(store, take_id):
    return read_recipe(store.root / take_id / "recipe.json")


def test_a_take_that_ends_before_the_hashes_are_known_gets_them_later(store, engine, spoken):
    slow = SlowHashes(engine)
    keeper = TakeKeeper(slow, store)
    early = store.record(spoken)
    assert keeper.finish(early, spoken).stop_reason == spoken.stop_reason.value
    assert recipe(store, early.id).request.model.sha256 == ""
    slow.go_on.set()
    keeper._thread.join()
    late = store.record(spoken)
    keeper.finish(late, spoken)
    keeper.close()
    for take_id in (early.id, late.id):
        assert recipe(store, take_id).request.model == engine.model_reference
        assert recipe(store, take_id).audio_sha256 == audio_digest(spoken.audio)


def test_closing_waits_for_no_hash(store, engine, spoken):
    keeper = TakeKeeper(SlowHashes(engine), store)
    early = store.record(spoken)
    keeper.finish(early, spoken)
    keeper.close()
    assert recipe(store, early.id).request.model.sha256 == ""


def test_hashing_a_file_can_be_stopped(tmp_path):
    (tmp_path / "large").write_bytes(bytes(10))
    stop = threading.Event()
    stop.set()
    with pytest.raises(ModelError, match="stopped"):
        file_hash(tmp_path / "large", remember=False, stop=stop)
