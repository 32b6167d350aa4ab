"""Checkpoints of PyTorch are read without running anything that they contain."""

import io
import os
import pickle
import zipfile

import numpy as np
import pytest
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.torch_file import list_torch_tensors

VALUES = np.arange(24, dtype=np.float32).reshape(2, 3, 4) / 8
EXPECTED = {
    "a.weight": VALUES,
    "a.half": VALUES,
    "a.bfloat": VALUES[0],
    "a.part": VALUES[1],
    "a.flag": np.array([1, 0, 1], np.float32),
}


@pytest.mark.parametrize("name", ["plain.pth", "wrapped.pth"])
def test_values_are_those_that_were_saved(data, name):
    read = {
        tensor.name: np.concatenate(list(tensor.rows())).reshape(tensor.shape)
        for tensor in list_torch_tensors(data / "torch_files" / name)
    }
    assert read.keys() == EXPECTED.keys()
    for tensor, values in EXPECTED.items():
        np.testing.assert_array_equal(read[tensor], values, err_msg=tensor)


@pytest.mark.parametrize(
    ("name", "problem"),
    [("turned.pth", "a.turned do not lie in it one by one"), ("module.pth", "describes more than tensors")],
)
def test_anything_but_plain_tensors_is_refused(data, name, problem):
    with pytest.raises(ModelError, match=problem):
        list(list_torch_tensors(data / "torch_files" / name))


def archive(path, description, **entries):
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("x/data.pkl", description)
        for name, values in entries.items():
            file.writestr(f"x/data/{name}", values)
    return path


class Attack:
    def __init__(self, target):
        self.target = target

    def __reduce__(self):
        return os.mkdir, (str(self.target),)


@pytest.mark.parametrize("protocol", [2, 4])
def test_a_program_in_the_description_is_not_run(tmp_path, protocol):
    target = tmp_path / "made"
    path = archive(tmp_path / "attack.pth", pickle.dumps({"w": Attack(target)}, protocol))
    with pytest.raises(ModelError, match="describes more than tensors"):
        list(list_torch_tensors(path))
    assert not target.exists()


def with_replaced(source, target, find, replacement):
    """Copy an archive with other bytes in its description."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename.endswith("data.pkl"):
                assert find in content
                content = content.replace(find, replacement)
            new.writestr(info.filename, content)
    return target


def test_a_tensor_beyond_its_values_is_refused(data, tmp_path):
    three = pickle.dumps((2, 3, 4), 2)[2:-3]  # the shape of a.weight, as integers
    path = with_replaced(data / "torch_files" / "plain.pth", tmp_path / "x.pth", three, three.replace(b"\x04", b"\x40"))
    with pytest.raises(ModelError, match=r"larger than its values|do not lie in it one by one"):
        list(list_torch_tensors(path))


@pytest.mark.parametrize("cut", [10, 300, 900])
def test_damaged_files_are_refused_in_one_line(data, tmp_path, cut):
    path = tmp_path / "cut.pth"
    path.write_bytes((data / "torch_files" / "plain.pth").read_bytes()[:-cut])
    with pytest.raises(ModelError) as caught:
        list(list_torch_tensors(path))
    assert str(path) in caught.value.cause
    assert "\n" not in caught.value.cause


@pytest.mark.parametrize(
    "description", [b"", b"\x80\x02", b"\x80\x02}q\x00X\xff\xff\xff\x00a.", b"\x80\x02h\x05.", b"junk"]
)
def test_damaged_descriptions_are_refused(tmp_path, description):
    with pytest.raises(ModelError, match=r"damaged|cut short|describes more"):
        list(list_torch_tensors(archive(tmp_path / "x.pth", description)))


def test_a_compressed_entry_is_refused(data, tmp_path):
    path = tmp_path / "x.pth"
    with zipfile.ZipFile(data / "torch_files" / "plain.pth") as old, zipfile.ZipFile(path, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, old.read(info), zipfile.ZIP_DEFLATED)
    with pytest.raises(ModelError, match="do not lie in it one by one"):
        list(list_torch_tensors(path))


def test_names_that_are_no_text_are_refused(data, tmp_path):
    path = tmp_path / "x.pth"
    path.write_bytes((data / "torch_files" / "plain.pth").read_bytes().replace(b"/data.pkl", b"/d\xc5ta.pkl"))
    with pytest.raises(ModelError, match=r"no checkpoint of PyTorch|no readable description"):
        list(list_torch_tensors(path))


def test_a_file_that_is_no_archive_is_refused(tmp_path):
    path = tmp_path / "old.pth"
    with io.BytesIO() as buffer:
        pickle.dump({"w": 1}, buffer)
        path.write_bytes(buffer.getvalue())
    with pytest.raises(ModelError, match="no checkpoint of PyTorch"):
        list(list_torch_tensors(path))
