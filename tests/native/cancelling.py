"""What every codec decoder does when it is cancelled."""

import threading

import numpy as np


def assert_cancel_ends_a_decode(decoder, codes):
    """Cancel a decode in work: it ends without sound, and after a reset the decoder makes the same as before."""
    expected = decoder.decode(codes)
    decoder.reset()
    endless = np.tile(codes, (2000, 1))
    result = []
    worker = threading.Thread(target=lambda: result.append(decoder.decode(endless)))
    worker.start()
    decoder.cancel()
    worker.join()
    assert result[0].size == 0
    decoder.reset()
    assert decoder.decode(codes).tobytes() == expected.tobytes()
