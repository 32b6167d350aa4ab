"""What the signs of addresses are called in French."""

from __future__ import annotations

from phonoscope.engine.text.spoken.addresses import address_rules

_SIGNS = {
    "@": "arobase",
    ".": "point",
    "/": "barre oblique",
    "\\": "barre inverse",
    ":": "deux-points",
    "-": "tiret",
    "_": "tiret bas",
    "+": "plus",
    "~": "tilde",
    "?": "point d'interrogation",
    "&": "et",
    "=": "égale",
    "#": "dièse",
    "%": "pour cent",
}

RULES = address_rules(_SIGNS, frozenset(("me", "tu", "eu")), "mot-dièse")
