import signal

import pytest
from phonoscope.engine.cli.interrupt import Interruptible


def test_nothing_happens():
    with Interruptible(lambda: pytest.fail("nobody asked")) as interrupt:
        pass
    assert (interrupt.signal, interrupt.exit_code) == (None, 0)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_first_signal_cancels_and_the_second_interrupts(number, code):
    before = signal.getsignal(number)
    calls: list[str] = []
    with pytest.raises(KeyboardInterrupt), Interruptible(lambda: calls.append("cancel")) as interrupt:
        signal.raise_signal(number)
        assert calls == ["cancel"]
        signal.raise_signal(number)
    assert calls == ["cancel"]
    assert interrupt.exit_code == code
    assert signal.getsignal(number) is before
