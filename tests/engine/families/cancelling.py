"""What every encoder of recordings does when it is cancelled."""

import threading

import pytest
from phonoscope.engine.errors import PhonoscopeError


def assert_cancel_ends(encoder, encode, samples):
    """Cancel the encoding of a recording that takes long: it ends without a voice."""
    failures = []

    def work():
        with pytest.raises(PhonoscopeError, match="stopped") as failure:
            encode(samples)
        failures.append(failure.value)

    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive():  # a request that comes before the encoding has begun is not for it
        encoder.cancel()
        worker.join(0.01)
    assert len(failures) == 1
