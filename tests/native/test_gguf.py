"""GGUF files: what is well formed is read as it is, what lies is refused with one line naming the file."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import gguf
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phonoscope._native import GgufFile, ModelFileError

U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64 = range(13)
PLAIN = {U8: "B", I8: "b", U16: "H", I16: "h", U32: "I", I32: "i", F32: "f", BOOL: "?", U64: "Q", I64: "q", F64: "d"}


def string(text: str | bytes) -> bytes:
    data = text.encode() if isinstance(text, str) else text
    return struct.pack("<Q", len(data)) + data


def key(name: str | bytes, kind: int, payload: bytes) -> bytes:
    return string(name) + struct.pack("<I", kind) + payload


def tensor(name: str | bytes, ne: list[int], kind: int = 0, offset: int = 0) -> bytes:
    return string(name) + struct.pack(f"<I{len(ne)}QIQ", len(ne), *ne, kind, offset)


def gguf_bytes(
    keys: list[bytes], tensors: list[bytes], data: bytes = b"", *, version: int = 3, alignment: int = 32
) -> bytes:
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(keys)) + b"".join(keys) + b"".join(tensors)
    return head + bytes(-len(head) % alignment) + data


def opened(tmp_path: Path, data: bytes) -> GgufFile:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    return GgufFile(path)


def refusal(tmp_path: Path, data: bytes) -> str:
    with pytest.raises(ModelFileError) as caught:
        opened(tmp_path, data)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / 'model.gguf'}: ")
    assert "\n" not in message
    return message.removeprefix(f"{tmp_path / 'model.gguf'}: ")


GOOD = gguf_bytes(
    [
        key("a", U32, struct.pack("<I", 7)),
        key("names", ARRAY, struct.pack("<IQ", STRING, 2) + string("é") + string("")),
    ],
    [tensor("w", [4, 2], 0, 0), tensor("v", [3], 1, 32)],
    bytes(range(32)) + bytes(6),
)


def test_values_and_tensors_come_out_as_they_went_in(tmp_path):
    file = opened(tmp_path, GOOD)
    assert file.metadata == {"a": 7, "names": ["é", ""]}
    assert [(t.name, t.type, t.ne, t.n_bytes) for t in file.tensors] == [
        ("w", "f32", [4, 2, 1, 1], 32),
        ("v", "f16", [3, 1, 1, 1], 6),
    ]
    assert file.tensor_bytes("w").tobytes() == bytes(range(32))
    assert file.get("a") == 7
    assert file.get("b") is None


@given(
    st.dictionaries(
        st.text(st.characters(min_codepoint=33, exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20),
        st.one_of(
            st.booleans(),
            st.text(st.characters(exclude_categories=["Cs"])),
            st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1),
            st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1),
            st.floats(width=32, allow_nan=False),
        ),
    )
)
@settings(max_examples=50)
def test_metadata_written_by_the_reference_library_is_read(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("gguf") / "model.gguf"
    writer = gguf.GGUFWriter(path, "test")
    values.pop("general.architecture", None)
    for name, value in values.items():
        if isinstance(value, bool):
            writer.add_bool(name, value)
        elif isinstance(value, str):
            writer.add_key_value(name, value, gguf.GGUFValueType.STRING)
        elif isinstance(value, float):
            writer.add_float32(name, value)
        else:
            writer.add_array(name, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    assert GgufFile(path).metadata == {"general.architecture": "test", **values}


@pytest.mark.parametrize("kind", PLAIN)
def test_numbers_of_every_type(tmp_path, kind):
    value = True if kind == BOOL else 3
    one = struct.pack("<" + PLAIN[kind], value)
    file = opened(
        tmp_path, gguf_bytes([key("one", kind, one), key("two", ARRAY, struct.pack("<IQ", kind, 2) + one + one)], [])
    )
    assert file.metadata == {"one": value, "two": [value, value]}
    assert type(file.get("one")) is {F32: float, F64: float, BOOL: bool}.get(kind, int)


def test_every_truncation_is_refused(tmp_path):
    for length in range(len(GOOD)):
        refusal(tmp_path, GOOD[:length])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "is empty"),
        (b"\x08\0\0\0{}", "is not a GGUF file"),
        (gguf_bytes([], [], version=1), "has GGUF version 1"),
        (gguf_bytes([], [], version=0x03000000), "has GGUF version 50331648"),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**63, 0), "ends inside a tensor name"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**64 - 1), "ends inside a metadata key"),
        (gguf_bytes([key("k", STRING, struct.pack("<Q", 2**64 - 1))], []), "ends inside a metadata string"),
        (gguf_bytes([key("k", ARRAY, struct.pack("<IQ", STRING, 2**40))], []), "claims 1099511627776 elements"),
        (gguf_bytes([key("k", ARRAY, struct.pack("<IQ", U64, 2**24))], []), "ends inside a metadata value"),
        (gguf_bytes([key("k", ARRAY, struct.pack("<IQ", ARRAY, 1))], []), "has unknown type 9"),
        (gguf_bytes([key("k", 13, bytes(8))], []), "has unknown type 13"),
        (gguf_bytes([key("k", STRING, string(b"\xff"))], []), "is not UTF-8"),
        (gguf_bytes([key("k", STRING, string(b"\xed\xa0\x80"))], []), "is not UTF-8"),
        (gguf_bytes([key("k\n", U8, b"1")], []), "not printable"),
        (gguf_bytes([key("", U8, b"1")], []), "0 bytes long"),
        (gguf_bytes([key("k", U8, b"1")] * 2, []), "key k is listed twice"),
        (gguf_bytes([key("general.alignment", U32, struct.pack("<I", 0))], []), "power of two"),
        (gguf_bytes([key("general.alignment", U32, struct.pack("<I", 4))], []), "power of two"),
        (gguf_bytes([key("general.alignment", U32, struct.pack("<I", 2**31))], []), "power of two"),
        (gguf_bytes([key("general.alignment", ARRAY, struct.pack("<IQ", U32, 0))], []), "power of two"),
        (gguf_bytes([], [tensor("w", [2]), tensor("w", [2], 0, 32)], bytes(64)), "tensor w is listed twice"),
        (gguf_bytes([], [tensor("w" * 256, [2])], bytes(8)), "256 bytes long"),
        (gguf_bytes([], [tensor("w", [])], bytes(8)), "has 0 dimensions"),
        (gguf_bytes([], [tensor("w", [1] * 5)], bytes(8)), "has 5 dimensions"),
        (gguf_bytes([], [tensor("w", [0])], bytes(8)), "impossible dimension 0"),
        (gguf_bytes([], [tensor("w", [2**63])], bytes(8)), "impossible dimension -9223372036854775808"),
        (gguf_bytes([], [tensor("w", [2**32, 2**32])], bytes(8)), "impossible dimension 4294967296"),
        (gguf_bytes([], [tensor("w", [3, 5, 2**40, 2**22])], bytes(8)), "impossible dimension"),
        (gguf_bytes([], [tensor("w", [2], 999)], bytes(8)), "unknown type 999"),
        (gguf_bytes([], [tensor("w", [2], 4)], bytes(8)), "unknown type 4"),
        (gguf_bytes([], [tensor("w", [33], 8)], bytes(99)), "rows of 33 values, not a multiple of 32"),
        (gguf_bytes([], [tensor("w", [3])], bytes(8)), "past the end of the file"),
        (gguf_bytes([], [tensor("w", [2], 0, 2**64 - 32)], bytes(8)), "past the end of the file"),
        (gguf_bytes([], [tensor("w", [2], 0, 8)], bytes(64)), "not aligned"),
        (gguf_bytes([], [tensor("w", [9]), tensor("v", [9], 0, 32)], bytes(68)), "tensors w and v overlap"),
    ],
)
def test_lies_are_refused(tmp_path, data, expected):
    assert expected in refusal(tmp_path, data)


def test_names_by_the_hundred_thousand_are_read_in_linear_time(tmp_path):
    # ggml's reader compares every key with every other: at this size that alone takes minutes.
    n = 200_000
    file = opened(tmp_path, gguf_bytes([key(f"key.{i}", U8, b"\1") for i in range(n)], []))
    assert len(file.metadata) == n


def test_no_regular_file(tmp_path):
    with pytest.raises(ModelFileError, match="not a regular file"):
        GgufFile(tmp_path)
    with pytest.raises(ModelFileError, match="cannot be opened"):
        GgufFile(tmp_path / "none.gguf")


@given(st.data())
@settings(max_examples=300)
def test_any_change_is_refused_or_harmless(tmp_path_factory, data):
    changed = bytearray(GOOD)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed) - 1))
        width = data.draw(st.sampled_from([1, 4, 8]))
        changed[at : at + width] = data.draw(st.binary(min_size=width, max_size=width))
    path = tmp_path_factory.mktemp("gguf") / "model.gguf"
    path.write_bytes(changed)
    try:
        file = GgufFile(path)
    except ModelFileError as error:
        assert "\n" not in str(error).removeprefix(str(path))
    else:
        assert all(len(file.tensor_bytes(t.name)) == t.n_bytes for t in file.tensors)
        assert len(file.metadata) <= 2


def test_bytes_outlive_the_file_object(tmp_path):
    view = opened(tmp_path, GOOD).tensor_bytes("w")
    assert view.tobytes() == bytes(range(32))
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(view)[0] = 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems signal it in other ways")
@pytest.mark.skipif("ASAN_OPTIONS" in os.environ, reason="under AddressSanitizer files are copied, not mapped")
@pytest.mark.parametrize(
    "steps",
    [
        ("file = _native.GgufFile(path)", "sum(file.tensor_bytes(file.tensors[-1].name))"),
        # Rows of codebooks are not read through the mapping.
        (
            "decoder = _native.CodecDecoder(path, 1)",
            "decoder.decode(np.zeros((1, decoder.config['n_quantizers']), np.int32))",
        ),
    ],
    ids=["mapped", "looked up"],
)
def test_a_file_that_is_cut_while_it_is_used_is_explained(qwen3_tiny, tmp_path, steps):
    path = tmp_path / "cut.gguf"
    path.write_bytes(qwen3_tiny.codec.read_bytes())
    begin, go_on = steps
    program = (
        "import os\n"
        "import numpy as np\n"
        "from phonoscope import _native\n"
        f"path = {str(path)!r}\n"
        "_native.explain_cut_files()\n"
        f"{begin}\n"
        "os.truncate(path, 4096)\n"
        f"{go_on}\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("phonoscope: a file was cut shorter while it was in use; ")
    assert done.stderr.count("\n") == 1
