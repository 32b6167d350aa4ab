"""What the installed distribution promises, whatever is in it."""

import importlib.metadata
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

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


@pytest.mark.parametrize("module", [_native, _native.kernels])
def test_stub_of_native_module_names_everything_public(module: ModuleType) -> None:
    stub = "_native/__init__.pyi" if module is _native else "_native/kernels.pyi"
    [path] = [folder / stub for folder in map(Path, phonoscope.__path__) if (folder / stub).exists()]
    declared = re.findall(r"^(?:class|def) (\w+)|^(\w+)\s*[:=]|^from .* import \w+ as (\w+)", path.read_text(), re.M)
    names = {name for alternatives in declared for name in alternatives if name}
    assert names >= {name for name in dir(module) if not name.startswith("_")}
