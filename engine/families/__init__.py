"""Model families: one folder each, named as in native/src/models."""

from collections.abc import Mapping

from phonoscope.engine.errors import RequestError
from phonoscope.engine.families import audio8, echo_tts, qwen3_tts
from phonoscope.engine.families.declaration import FamilyDeclaration

FAMILIES: Mapping[str, FamilyDeclaration] = {
    declaration.name: declaration for declaration in (qwen3_tts.DECLARATION, audio8.DECLARATION, echo_tts.DECLARATION)
}


def family(name: str) -> FamilyDeclaration:
    """Return the declaration of the family called ``name``.

    Raises
    ------
    RequestError
        When there is no such family.
    """
    if name not in FAMILIES:
        raise RequestError(
            "unknown model family {name!r}", "the families are {families}", name=name, families=", ".join(FAMILIES)
        )
    return FAMILIES[name]
