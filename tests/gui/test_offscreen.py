import pytest
from phonoscope.gui.offscreen import without_a_screen
from PySide6.QtCore import qInstallMessageHandler, qWarning


@pytest.fixture
def heard():
    """What Qt says to whoever listens already."""
    messages: list[str] = []
    before = qInstallMessageHandler(lambda _, __, message: messages.append(message))
    yield messages
    qInstallMessageHandler(before)


def test_only_what_is_expected_without_a_screen_is_left_out(heard):
    missing = "This plugin does not support propagateSizeHints()"
    with without_a_screen():
        qWarning(missing)
        qWarning("QFont: no such font")
    qWarning(missing)
    assert heard == ["QFont: no such font", missing]


def test_where_nobody_listens_the_rest_goes_to_the_error_output(qapp, capsys):
    before = qInstallMessageHandler(None)
    try:
        with without_a_screen():
            qWarning("QFont: no such font")
    finally:
        qInstallMessageHandler(before)
    assert capsys.readouterr().err == "QFont: no such font\n"
