import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices.files import MAX_VOICE_FILE_BYTES, code_bits, load_voice, pack_codes, unpack_codes
from phonoscope.engine.voices.voice import CodesVoice, LatentsVoice, SpeakerVoice, XVectorVoice

VECTOR = np.linspace(-1, 1, 64, dtype=np.float32)
CODES = np.random.default_rng(7).integers(0, 2048, (9, 16))


def load(path: Path, **more: Any) -> Any:
    return load_voice(path, n_codebooks=16, codebook_size=2048, **more)


def npy_bytes(values: Any, **more: Any) -> bytes:
    out = io.BytesIO()
    np.save(out, values, **more)
    return out.getvalue()


def test_a_table_of_numbers_is_latents(tmp_path):
    values = np.random.default_rng(0).standard_normal((8, 80))
    np.save(tmp_path / "a.npy", values)
    voice = load(tmp_path / "a.npy")
    assert isinstance(voice, LatentsVoice)
    assert voice.values == pytest.approx(values, abs=1e-6)


# ------------------------------------------------------------------------------------------------- x-vectors


@pytest.mark.parametrize("suffix", [".spk", ".f32", ".raw", ".bin", ".SPK"])
def test_raw_float32(tmp_path, suffix):
    path = tmp_path / f"heart{suffix}"
    path.write_bytes(VECTOR.astype("<f4").tobytes())
    voice = load(path)
    assert isinstance(voice, XVectorVoice)
    assert np.array_equal(voice.values, VECTOR)
    assert voice.name == str(path)
    voice.check_width(64)
    with pytest.raises(ValueError, match="read-only"):
        voice.values[0] = 3


@pytest.mark.parametrize("values", [VECTOR, VECTOR.astype(np.float64), VECTOR[None], VECTOR.astype(">f4")])
def test_npy_vector(tmp_path, values):
    path = tmp_path / "heart.npy"
    np.save(path, values)
    assert np.array_equal(load(path).values, VECTOR)


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.spk", b"", "0 bytes are no float32 x-vector"),
        ("a.spk", b"abc", "3 bytes are no float32 x-vector"),
        ("a.spk", np.array([1, np.nan, np.inf], "<f4").tobytes(), "2 of 3 values of the x-vector are not finite"),
        ("a.spk", np.array([1, -3e38], "<f4").tobytes(), "1 of 2 values .* larger than any voice's"),
        ("a.spk", np.zeros(64, "<f4").tobytes(), "all zero"),
        ("a.spk", b"\x00" * (MAX_VOICE_FILE_BYTES + 4), "larger than any voice"),
        ("a.npy", npy_bytes(np.full(64, np.nan)), "64 of 64 values"),
        ("a.npy", npy_bytes(np.full(64, 1e300)), "not finite"),
        ("a.npy", npy_bytes(np.full((3, 4), np.inf)), "latents that are not finite"),
        ("a.npy", npy_bytes(np.ones((2, 2, 2))), "neither an x-vector nor a table of codes"),
        ("a.npy", npy_bytes(np.array(["text"])), "neither an x-vector nor a table of codes"),
        ("a.npy", npy_bytes(np.array([{}], object), allow_pickle=True), "no readable .npy file"),
        ("a.npy", npy_bytes(VECTOR)[:-4], "no readable .npy file"),
        ("a.npy", b"\x93NUMPY\x01\x00", "no readable .npy file"),
        ("a.npy", b"", "no readable .npy file"),
        ("a.wav", b"RIFF", ".wav is no kind of voice file; make a voice of a recording with phonoscope voices extract"),
        ("a", b"RIFF", "a file without suffix is no kind of voice file"),
    ],
)
def test_damaged_and_foreign_files(tmp_path, name, data, problem):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(VoiceError, match=problem) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert caught.value.next_step


def test_a_header_that_asks_for_too_much_memory(tmp_path):
    path = tmp_path / "huge.npy"
    header = npy_bytes(VECTOR).replace(b"(64,), ", b"(9999999999999999,), ").replace(b" " * 15 + b"\n", b"\n")
    assert len(header) < len(npy_bytes(VECTOR)) + 1
    path.write_bytes(header)
    with pytest.raises(VoiceError, match=r"no readable \.npy file"):
        load(path)


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(VoiceError, match="No such file"):
        load(tmp_path / "nobody.spk")
    (tmp_path / "folder.spk").mkdir()
    os.mkfifo(tmp_path / "pipe.spk")
    for name in ("folder.spk", "pipe.spk"):
        with pytest.raises(VoiceError, match=f"{name}: is no file; check the name"):
            load(tmp_path / name)


@given(st.binary(max_size=300), st.integers(0, 200))
def test_any_bytes_after_an_npy_magic_are_read_or_refused(tmp_path_factory, data, cut):
    path = tmp_path_factory.getbasetemp() / "any.npy"
    whole = npy_bytes(VECTOR)
    path.write_bytes(whole[:cut] + data + whole[cut + len(data) :])
    try:
        voice = load(path, transcript="something")
    except VoiceError as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(voice, CodesVoice) or np.isfinite(voice.values).all()


# ----------------------------------------------------------------------------------------------------- codes


def test_eleven_bits_least_significant_first_codebook_by_codebook():
    codes = np.zeros((2, 16), np.int32)
    codes[0, 0], codes[1, 0], codes[0, 1] = 0b10000000011, 0b00000000001, 0b1
    packed = pack_codes(codes, 2048)
    assert len(packed) == 44
    # bits 0-10: frame 0 of codebook 0; bits 11-21: frame 1 of it; bit 22: frame 0 of codebook 1
    assert packed[:3] == bytes([0b00000011, 0b00001100, 0b01000000])
    assert not any(packed[3:])
    assert np.array_equal(unpack_codes(packed, 16, 2048), codes)


@given(st.integers(1, 40), st.integers(8, 32), st.sampled_from([2, 3, 64, 1000, 1024, 2048, 4096]), st.integers(0, 99))
def test_packing_is_lossless(n_frames, n_codebooks, codebook_size, seed):
    codes = np.random.default_rng(seed).integers(0, codebook_size, (n_frames, n_codebooks))
    packed = pack_codes(codes, codebook_size)
    assert len(packed) == -(-n_frames * n_codebooks * code_bits(codebook_size) // 8)
    assert np.array_equal(unpack_codes(packed, n_codebooks, codebook_size), codes)


@given(st.binary(max_size=200))
def test_any_bytes_are_frames_or_refused(data):
    try:
        codes = unpack_codes(data, 16, 2048)
    except VoiceError:
        assert len(data) % 22 or not data
    else:
        assert codes.shape == (len(data) // 22, 16)
        assert codes.min() >= 0
        assert codes.max() < 2048


def test_rvq_with_its_transcript_and_vector(tmp_path):
    path = tmp_path / "fox.rvq"
    path.write_bytes(pack_codes(CODES, 2048))
    with pytest.raises(VoiceError, match=r"codes need a transcript; write what they say to .*fox\.txt"):
        load(path)
    assert load(path, transcript="the fox").xvector is None
    (tmp_path / "fox.txt").write_text("\ufeffthe quick brown fox\n", "utf-8")
    (tmp_path / "fox.spk").write_bytes(VECTOR.tobytes())
    voice = load(path)
    assert np.array_equal(voice.codes, CODES)
    assert voice.transcript == "the quick brown fox\n"
    assert np.array_equal(voice.xvector.values, VECTOR)
    voice.check_codebooks(16, 2048)
    (tmp_path / "fox.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(VoiceError, match="transcript is not UTF-8"):
        load(path)


def test_codes_as_npy(tmp_path):
    path = tmp_path / "fox.npy"
    np.save(path, CODES)
    assert np.array_equal(load(path, transcript="the fox").codes, CODES)


@pytest.mark.parametrize(
    ("codes", "transcript", "problem"),
    [
        (CODES[0], "x", "a table of integers"),
        (CODES[:0], "x", "a table of integers"),
        (CODES - 2048, "x", "must not be negative"),
        (CODES + 2**40, "x", "must not be negative"),
        (np.zeros((1501, 16), int), "x", "at most 1500 are taken; cut the recording"),
        (CODES, " \n", "need the transcript"),
    ],
)
def test_codes_that_make_no_sense(codes, transcript, problem):
    with pytest.raises(VoiceError, match=problem):
        CodesVoice(codes, transcript)


def test_cut_off_codes(tmp_path):
    path = tmp_path / "fox.rvq"
    path.write_bytes(pack_codes(CODES, 2048)[:-1])
    with pytest.raises(VoiceError, match="no whole number of frames of 16 codes of 11 bits; the file is cut short"):
        load(path, transcript="x")


def test_named_speakers_compare_by_name():
    assert SpeakerVoice("ryan") == SpeakerVoice("ryan") != SpeakerVoice("eric")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file(tmp_path):
    path = tmp_path / "secret.spk"
    path.write_bytes(VECTOR.tobytes())
    path.chmod(0)
    with pytest.raises(VoiceError, match="Permission denied"):
        load(path)
