import pickle

import pytest
from phonoscope import _native
from phonoscope.engine import errors


def test_message_is_one_line_with_the_next_step():
    error = errors.VoiceError("a.spk:\n\tholds NaN\x1b[31m", "extract it\nagain")
    assert str(error) == "a.spk: holds NaN [31m; extract it again"
    assert (error.cause, error.next_step) == ("a.spk: holds NaN [31m", "extract it again")


def test_survives_pickling_between_processes():
    error = pickle.loads(pickle.dumps(errors.OutputError("out.wav: no space left", "free some space")))
    assert isinstance(error, errors.OutputError)
    assert error.next_step == "free some space"


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (_native.ModelFileError, errors.ModelError),
        (_native.ArgumentError, errors.RequestError),
        (_native.Error, errors.PhonoscopeError),
    ],
)
def test_native_errors_become_declared_ones(raised, expected):
    with pytest.raises(expected, match="cut short") as caught, errors.native_errors():
        raise raised("x.gguf: cut short")
    assert type(caught.value) is expected


def test_a_missing_model_file_is_a_model_error(tmp_path):
    with pytest.raises(errors.ModelError, match=r"nothing\.gguf"), errors.native_errors():
        _native.GgufFile(tmp_path / "nothing.gguf")
