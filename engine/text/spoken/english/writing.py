"""How English writes numbers, and how its sentences begin."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.rules import full_stop

# A number as written: separators between thousands, a decimal point. It never begins inside of another number, and
# what it has taken it does not give back, so that a text of digits alone is read in linear time.
NUMBER = r"(?<![\d.])(?:\d{1,3}(?:,\d{3})++(?!\d)|\d++)(?:\.\d++)?"
# The same, or a fraction: "1/2", "1 1/2".
QUANTITY = rf"(?:(?<![\d./])(?:\d{{1,9}}+ )?\d{{1,9}}+/\d{{1,9}}+(?![\d/])|{NUMBER})"

_OPENERS = (
    "The|A|An|This|That|These|Those|There|Here|It|He|She|We|They|You|I|My|His|Her|Its|Our|Their|Your|But|And|Or|So|In|"
    "On|At|As|If|When|While|After|Before|For|From|With|To|Then|Now|No|Not|Yes|What|Who|Why|How|Where|Is|Are|Was|Were|"
    "Do|Does|Did|Can|Could|Will|Would|Please|Some|Many|Most|All|Each|Every|One"
)
stop_after = full_stop(re.compile(rf"[\"')\]]*(?:\s*\Z|\s+[\"'(]?(?:{_OPENERS})\b)"))
