import shlex

from phonoscope.engine.command_line import command_line
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import ModelReference, SynthesisRequest, VoiceReference


def test_command_line_of_a_request():
    request = SynthesisRequest(
        "Hello.",
        ModelReference("voice.gguf"),
        voice=VoiceReference(VoiceKind.SPEAKER, "ryan"),
        seed=7,
        sampler={"top_k": 20, "greedy": True},
    )
    words = shlex.split(command_line(request))
    assert words[:3] == ["phonoscope", "say", "--model=voice.gguf"]
    assert words[-1] == "Hello."
    assert {"--voice=ryan", "--seed=7", "--top-k=20", "--greedy", "--no-predictor-greedy"} <= set(words)


def test_text_that_looks_like_an_option_is_kept_apart_from_them():
    words = shlex.split(command_line(SynthesisRequest("-o Hello.", ModelReference("voice.gguf"))))
    assert words[-2:] == ["--", "-o Hello."]
    assert "--" not in shlex.split(command_line(SynthesisRequest("Hello.", ModelReference("voice.gguf"))))
