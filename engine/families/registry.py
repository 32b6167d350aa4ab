"""All families, and which of them a file or a checkpoint belongs to."""

from __future__ import annotations

from pathlib import Path

from phonoscope._native import GgufFile
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.audio8.family import Audio8Family
from phonoscope.engine.families.echo_tts.family import EchoFamily
from phonoscope.engine.families.model_family import ModelFamily
from phonoscope.engine.families.qwen3_tts.family import Qwen3Family
from phonoscope.engine.models.checkpoint import list_tensors

REGISTRY: tuple[ModelFamily, ...] = (Qwen3Family(), Audio8Family(), EchoFamily())


def family_of(model: GgufFile) -> ModelFamily:
    """Return the family whose model a GGUF file holds.

    Raises
    ------
    ModelError
        When it holds none.
    """
    for family in REGISTRY:
        if family.holds_model(model):
            return family
    raise ModelError(
        "{path}: holds no model of a known family", "give a model of {titles}", path=model.path, titles=_titles()
    )


def holds_model(file: GgufFile) -> bool:
    """Whether a file holds the model of some family."""
    return any(family.holds_model(file) for family in REGISTRY)


def families_of_codec(file: GgufFile) -> list[ModelFamily]:
    """Return the families whose codec a GGUF file holds; several may share one."""
    return [family for family in REGISTRY if family.holds_codec(file)]


def family_of_folder(folder: Path) -> ModelFamily:
    """Return the family that a published checkpoint belongs to.

    Raises
    ------
    ModelError
        When it belongs to none, or a file in it is damaged so that none can tell.
    """
    for family in REGISTRY:
        if family.claims_folder(folder):
            return family
    for path in sorted(folder.glob("*.safetensors")):
        next(list_tensors(path), None)  # a damaged one may be why no family knows the folder
    raise ModelError(
        "{folder}: is no checkpoint of a known family",
        "give a complete folder of {titles}",
        folder=folder,
        titles=_titles(),
    )


def is_checkpoint(folder: Path) -> bool:
    """Whether a folder, or a file that packs one, is a published checkpoint of some family."""
    return any(family.claims_folder(folder) for family in REGISTRY)


def _titles() -> str:
    return ", ".join(family.declaration.title for family in REGISTRY)
