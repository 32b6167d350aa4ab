import pytest
from phonoscope.gui.language.install import install_language


@pytest.fixture
def in_french(qapp):
    assert install_language(qapp, "fr") == "fr"
    yield
    install_language(qapp, "en")
