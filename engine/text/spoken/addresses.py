"""Addresses of the network, files and names in code, as somebody would dictate them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from phonoscope.engine.text.spoken.rules import Rule, letters, rule

_PART = re.compile(r"[A-Za-z]+|\d+|.", re.DOTALL)


def address_rules(signs: Mapping[str, str], words: Collection[str], hashtag: str) -> tuple[Rule, ...]:
    """Return the rules of a language.

    Parameters
    ----------
    signs
        Its names of the signs in addresses.
    words
        Endings of two letters that it says as a word; all others are spelled.
    hashtag
        What it calls a mark for a subject.
    """

    def dictated(match: re.Match[str]) -> str:
        address = re.sub(r"^(?:https?|ftp|file|mailto):/{0,2}", "", match[0]).rstrip("/")
        parts = []
        for part in _PART.findall(address):
            if part in signs:
                parts.append(signs[part])
            elif part.isalnum() or len(part) > 1:
                parts.append(part)
        if len(parts) > 1 and parts[-2] == signs["."] and len(parts[-1]) == 2 and parts[-1].lower() not in words:
            parts[-1] = letters(parts[-1])
        return " ".join(parts)

    def digits_apart(match: re.Match[str]) -> str:
        return f" {signs['.']} ".join(match[0].split("."))

    return (
        rule(r"(?<![\w.])(?:https?|ftp|file)://[^\s<>\"()]*[\w/]|\bwww\.[^\s<>\"()]*[\w/]", dictated),
        rule(r"(?<![\w.+-])(?:mailto:)?[\w.+-]++@(?:[\w-]++\.)+[A-Za-z]{2,}", dictated),
        rule(
            r"(?<![\w.@-])(?:[a-z0-9-]++\.)+(?:com|org|net|edu|gov|io|ai|dev|app|uk|de|fr|info)"
            r"(?:/[\w./?=&%#-]*[\w/])?(?!\w)",
            dictated,
        ),
        rule(r"(?<![^\s\"'(])(?:~|\.{1,2})?/[\w.-]*[A-Za-z][\w./-]*\w|(?<![\w])[A-Z]:\\[\w\\. -]*\w", dictated),
        rule(r"(?<![\w.])(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\w.]\w)", digits_apart),
        rule(r"(?<=[\w).][\w)])\.(?=[a-z_])", f" {signs['.']} "),
        rule(r"(?<!\w)@(?=\w)", f"{signs['@']} "),
        rule(r"(?<!\w)#(?=[A-Za-z_])", f"{hashtag} "),
    )  # fmt: skip
