"""What the installed distribution promises, whatever is in it."""

import importlib.metadata
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import phonoscope
import phonoscope.engine
import pytest
from phonoscope import _native

REPOSITORY = Path(__file__).resolve().parent.parent


def engine_modules() -> list[str]:
    """Every module of the engine but those for training, which need more than the program does."""
    found = pkgutil.walk_packages(phonoscope.engine.__path__, "phonoscope.engine.")
    return [module.name for module in found if ".training" not in module.name and not module.name.endswith("__main__")]


def test_version_is_the_one_in_pyproject() -> None:
    declared = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]["version"]
    assert phonoscope.engine.__version__ == declared == importlib.metadata.version("phonoscope")


def test_engine_imports_no_qt_and_no_training_libraries() -> None:
    program = "\n".join(
        [
            "import importlib, sys",
            f"for name in {engine_modules()!r}: importlib.import_module(name)",
            "print(*{name.split('.')[0] for name in sys.modules} & {'PySide6', 'pyqtgraph', 'torch'})",
        ]
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_tests_see_one_copy_of_the_package() -> None:
    with pytest.raises(ModuleNotFoundError):
        __import__("engine")
    assert not {"engine", "gui"} & sys.modules.keys()


def test_stub_of_native_module_names_everything_public() -> None:
    stubs = [folder / "_native.pyi" for folder in map(Path, phonoscope.__path__) if (folder / "_native.pyi").exists()]
    assert len(stubs) == 1
    declared = set(re.findall(r"^(?:class|def) (\w+)|^(\w+)\s*[:=]", stubs[0].read_text(), re.M))
    names = {name for pair in declared for name in pair if name}
    assert names >= {name for name in dir(_native) if not name.startswith("_")}
