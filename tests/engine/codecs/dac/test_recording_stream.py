"""Recordings through the codec's encoder in pieces: as at once, with fresh starts, and ended early."""

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.codecs.dac import recording_stream
from phonoscope.engine.codecs.dac.conversion import CodecSettings, plan_codec
from phonoscope.engine.codecs.dac.recording_stream import RecordingStream
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.convert import write_file
from phonoscope.engine.models.quantisation import QuantisationPolicy

HOP = 2048


@pytest.fixture(scope="module")
def codec(data, tmp_path_factory):
    source = data / "dac_tiny" / "codec.safetensors"
    path = tmp_path_factory.mktemp("dac") / "codec.gguf"
    write_file(path, plan_codec(source, CodecSettings.beside("test", source), QuantisationPolicy("f32")))
    return path


@pytest.fixture
def stream(codec, monkeypatch):
    monkeypatch.setattr(recording_stream, "_PIECE_FRAMES", 3)
    return RecordingStream(codec, 1)


@pytest.fixture(scope="module")
def recording(data):
    with np.load(data / "dac_tiny" / "golden.npz") as golden:
        return np.resize(golden["enc.audio"], 30 * HOP - 300)


def joined(pieces):
    codes, latents = zip(*pieces, strict=True)
    return np.concatenate(codes), np.concatenate(latents)


def test_pieces_are_those_of_the_whole(codec, stream, recording):
    expected = _native.DacEncoder(codec, 1).encode(recording)
    pieces = list(stream.encode(recording))
    assert max(len(codes) for codes, _ in pieces) <= 8  # nothing is kept back to be returned at the end
    for ours, whole in zip(joined(pieces), expected, strict=True):
        assert ours.tobytes() == whole.tobytes()


def test_a_stretch_starts_anew(codec, stream, recording):
    whole = _native.DacEncoder(codec, 1)
    expected = joined([whole.encode(recording[at : at + 10 * HOP]) for at in range(0, len(recording), 10 * HOP)])
    for ours, theirs in zip(joined(stream.encode(recording, restart_frames=10)), expected, strict=True):
        assert ours.tobytes() == theirs.tobytes()


def test_an_encoding_is_ended_and_the_next_one_begins(codec, stream, recording):
    pieces = stream.encode(recording)
    next(pieces)
    stream.cancel()
    with pytest.raises(PhonoscopeError, match="stopped"):
        list(pieces)
    expected, _ = _native.DacEncoder(codec, 1).encode(recording)
    np.testing.assert_array_equal(joined(stream.encode(recording))[0], expected)


def test_nothing_to_be_ended(codec):
    RecordingStream(codec, 1).cancel()
