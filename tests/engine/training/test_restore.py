"""What is exported under the published names comes back as the training knew it."""

import pytest

torch = pytest.importorskip("torch")

from phonoscope.engine.families.qwen3_tts.tensor_names import translate  # noqa: E402
from phonoscope.engine.training.codec import Codec  # noqa: E402
from phonoscope.engine.training.dims import TOY_CODEC, TOY_VOICE  # noqa: E402
from phonoscope.engine.training.export import codec_parameters  # noqa: E402
from phonoscope.engine.training.restore import restore  # noqa: E402
from phonoscope.engine.training.talker import Talker  # noqa: E402


def stored_names(parameters):
    found = {name: translate(name) for name in parameters}
    return {found[name].gguf: value for name, value in parameters.items() if found[name] is not None}


def test_codec_comes_back():
    state = Codec(TOY_CODEC).state_dict()
    stored = stored_names(codec_parameters(state))
    torch.manual_seed(1)
    again = restore(stored, Codec(TOY_CODEC).state_dict())
    for name, value in state.items():
        if not name.startswith("head.") and not name.endswith((".usage", ".total")):
            torch.testing.assert_close(again[name], value, msg=name)


def test_talker_comes_back():
    state = Talker(TOY_CODEC, TOY_VOICE).state_dict()
    stored = stored_names({f"talker.{k}": v for k, v in state.items()})
    again = restore(stored, Talker(TOY_CODEC, TOY_VOICE).state_dict(), "talker.")
    for name, value in state.items():
        torch.testing.assert_close(again[name], value, msg=name)
