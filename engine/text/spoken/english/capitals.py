"""Words in capitals, and words that only letter by letter can be said."""

from __future__ import annotations

import re

_SHOUTED = re.compile(r"\b[A-Z][A-Z']+\b")
_SPELLED = frozenset(
    (
        "USA US UK UN EU TV AI DIY FAQ USB API URL CIA FBI UFO IQ ID ATM GPA CEO CFO CTO HIV AM PM USD EUR CAD AUD INR"
    ).split()
)
_SOUNDS = "h?m+|s+h+|p?s+t+|b+r+|g+r+|t+s+k+|p+f+t+|z+|nth"  # "hmm", "shh", "psst", "brr", "tsk", "zzz"
_UNPRONOUNCEABLE = re.compile(rf"(?<![\w'])(?!(?:{_SOUNDS})\b)[b-df-hj-np-tv-xz]{{2,5}}\b(?!')")


def lower_shouts(text: str) -> str:
    """Return ``text`` in small letters where it holds no other; abbreviations stay as they are.

    Models read capitals letter by letter where they take them for an abbreviation.
    """
    if re.search("[a-z]", text) or len(_SHOUTED.findall(text)) < 3:
        return text
    return _SHOUTED.sub(lambda m: m[0] if m[0] in _SPELLED or not re.search("[AEIOUY]", m[0]) else m[0].lower(), text)


def spell_unpronounceable(text: str) -> str:
    """Return ``text`` with words without a vowel spelled: "html", "btw"."""
    return _UNPRONOUNCEABLE.sub(lambda m: " ".join(m[0]), text)
