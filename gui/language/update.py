"""``python -m phonoscope.gui.language.update``: brings the translations up to date with the source, in a checkout.

New texts appear in resources/translations/*.ts, where they wait for a translation; the .qm files, which the window
reads, are made from them.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from phonoscope.engine.native_messages import FORMS, HINTS, PHRASES
from phonoscope.gui.language import declared, said
from phonoscope.gui.language.engine_templates import engine_templates
from phonoscope.gui.language.install import LANGUAGES

_SOURCES = Path("gui")
_ENGINE = Path("engine")


def collect(folder: Path, language: str) -> Path:
    """Bring the .ts file of a language in ``folder`` up to date and return it."""
    path = folder / f"phonoscope_{language}.ts"
    with tempfile.TemporaryDirectory() as temporary:
        engine = Path(temporary) / "engine.py"  # what the engine says, as lupdate finds it
        messages = [*engine_templates(_ENGINE, _SOURCES), *FORMS, *HINTS, *PHRASES]
        texts = {declared.CONTEXT: declared.declared_texts(), said.CONTEXT: messages}
        lines = [f"translate({context!r}, {text!r})" for context in texts for text in texts[context]]
        engine.write_text("\n".join(lines), "utf-8")
        sources = [*sorted(_SOURCES.rglob("*.py")), engine]
        # English needs nothing but its plurals.
        options = ["-silent", "-no-obsolete", "-locations", "none", *(["-pluralonly"] if language == "en" else [])]
        _run("pyside6-lupdate", *options, *map(str, sources), "-ts", str(path))
    return path


def compile_translation(path: Path) -> Path:
    """Make the .qm file beside a .ts file and return it."""
    made = path.with_suffix(".qm")
    with tempfile.TemporaryDirectory() as temporary:
        typeset = Path(temporary) / path.name
        tree = ElementTree.parse(path)
        for translation in tree.iter("translation"):
            for form in (translation, *translation.iter("numerusform")):
                form.text = unbroken(form.text or "")
        tree.write(typeset, "utf-8")
        _run("pyside6-lrelease", "-silent", str(typeset), "-qm", str(made))
    return made


def unbroken(text: str) -> str:
    """Return a text whose signs begin no line: French has spaces before some of them, which translators just type."""
    return re.sub(r" (?=[:;!?»]|%(?!n))|(?<=«) ", "\N{NO-BREAK SPACE}", text)


def main() -> int:
    """Do it for all languages."""
    folder = Path("resources") / "translations"
    for language in LANGUAGES:
        compile_translation(collect(folder, language))
    return 0


def _run(program: str, *arguments: str) -> None:
    subprocess.run([str(Path(sys.executable).parent / program), *arguments], check=True)


if __name__ == "__main__":
    sys.exit(main())
