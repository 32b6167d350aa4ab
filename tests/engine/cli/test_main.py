import argparse
import importlib.metadata
import importlib.util

import pytest
from phonoscope import _native
from phonoscope.engine.cli import main as cli
from phonoscope.engine.cli import workbench
from phonoscope.engine.errors import PhonoscopeError


def test_version(phonoscope_program):
    done = phonoscope_program("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"phonoscope {importlib.metadata.version('phonoscope')}\n"


def test_without_a_window_it_says_so(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(PhonoscopeError, match="the workbench window is not part of this version"):
        workbench.open_workbench(argparse.Namespace())


def test_a_window_that_cannot_be_imported(monkeypatch):
    def refuse(name: str) -> None:
        raise ImportError("libEGL.so.1: cannot open shared object file")

    monkeypatch.setattr(importlib, "import_module", refuse)
    with pytest.raises(PhonoscopeError, match=r"the window cannot open: libEGL\.so\.1: cannot open .*; install it"):
        workbench.open_workbench(argparse.Namespace())


def test_wrong_arguments_are_one_line_and_exit_2(phonoscope):
    for arguments in (
        ["sing"],
        ["models"],
        ["models", "info"],
        ["doctor", "--colour"],
        ["parity", "a", "b", "--type=q9"],
    ):
        done = phonoscope(*arguments)
        assert done.returncode == 2, arguments
        assert done.stdout == ""
        assert done.stderr.startswith("phonoscope")
        assert done.stderr.count("\n") == 1, done.stderr
        assert "--help" in done.stderr


def test_help_lists_every_command(phonoscope):
    done = phonoscope("--help")
    assert done.returncode == 0
    for command in ("models", "doctor"):
        assert f"    {command} " in done.stdout


def test_a_declared_error_is_one_line_and_exit_2(phonoscope_program, tmp_path):
    done = phonoscope_program("models", "info", tmp_path / "no\nsuch.gguf")
    assert done.returncode == 2
    assert done.stderr.startswith(f"phonoscope: {tmp_path}/no such.gguf: is no file")
    assert done.stderr.count("\n") == 1


def test_every_kind_of_failure_has_its_exit_code(monkeypatch, capsys):
    def fail(error: BaseException) -> tuple[int, str]:
        def run(_: object) -> int:
            raise error

        monkeypatch.setattr(workbench, "open_workbench", run)
        code = cli.main([])
        return code, capsys.readouterr().err

    assert fail(KeyboardInterrupt()) == (130, "phonoscope: interrupted\n")
    assert fail(MemoryError())[0] == 2
    advice = "check that it can be read and written, and that there is space"
    full = f"No space left on device; {advice}\n"
    assert fail(OSError(28, "No space left on device", "out")) == (2, f"phonoscope: out: {full}")
    assert fail(OSError(28, "No space left on device")) == (2, f"phonoscope: standard output: {full}")
    assert fail(_native.Error("a.gguf: cut short")) == (2, "phonoscope: a.gguf: cut short\n")
    code, said = fail(RuntimeError("odd\nthing"))
    assert code == 70
    assert said.startswith("phonoscope: internal error: RuntimeError: odd thing; run it again with PHONOSCOPE_DEBUG=1")
    monkeypatch.setenv("PHONOSCOPE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        fail(RuntimeError("odd"))
