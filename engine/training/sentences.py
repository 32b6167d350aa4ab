# ruff: noqa: E501
"""Made-up English sentences: a grammar of short templates and pseudo-sentences over a word list.

Real prose alone leaves out most words of the language, and all interface phrases, numbers and
single words.  The two generators here fill that gap deterministically from a seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

from phonoscope.engine.text.spoken.english.numbers import digit_words, number_words, year_words

ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first "
    "twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh "
    "twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
MONTHS = ("January February March April May June July August September October November December").split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
NAMES = (
    "Alice Ben Clara David Emma Frank Grace Henry Isla Jack Kate Liam Maria Noah Olivia Peter "
    "Quinn Rosa Sam Tara Victor Wendy Yusuf Zoe Hannah George Sophie Daniel Priya Omar Lucy Tom"
).split()
PLACES = (
    "Paris,New York,Berlin,Tokyo,Sydney,Toronto,Madrid,Chicago,Dublin,Boston,Seattle,Cairo,Lima,"
    "Oslo,Rome,Vienna,Glasgow,Denver,Lisbon,Mumbai,Athens,Prague,Bristol,Texas,Ohio"
).split(",")
THINGS = (
    "model voice speaker project file folder sample recording preset track window button slider "
    "menu setting language engine queue clip pitch volume buffer device driver microphone "
    "headphone reference transcript sentence paragraph script timeline waveform codec token "
    "plugin update backup"
).split()
ACTS = (
    "open close save load export import delete rename record play pause stop resume render "
    "convert download install select copy move merge split trim preview restart"
).split()
ADJECTIVES = (
    "new old small large quiet loud warm bright dark slow fast long short clean simple strange "
    "happy gentle broken empty heavy narrow famous gloomy clever expensive"
).split()
OBJECTS = (
    "coffee ticket letter garden river bridge station window camera bicycle dinner weather story "
    "movie island market doctor teacher engineer blanket candle hammer pillow engine carpet"
).split()
PARTS_OF_SPEECH = ("NN", "NNS", "NNP", "JJ", "RB", "VBG", "VB", "V")
_SIMPLER = {"NNPS": "NNP", "VBD": "V", "VBN": "V", "VBZ": "V", "VBP": "VB", "JJR": "JJ"}
_SIMPLER |= {"JJS": "JJ", "CD": "JJ", "RBR": "RB"}
_ENDINGS = (
    ("ly", "RB"), ("ing", "VBG"), ("ed", "V"), ("ous", "JJ"), ("ful", "JJ"), ("ive", "JJ"),
    ("ic", "JJ"), ("able", "JJ"), ("ible", "JJ"), ("less", "JJ"), ("ish", "JJ"), ("al", "JJ"),
    ("ize", "VB"), ("ise", "VB"), ("ify", "VB"), ("est", "JJ"),
)  # fmt: skip
_PATTERNS = (
    "The {JJ} {NN} {V} the {NN}.", "{NNP} and {NNP} {V} some {JJ} {NNS}.",
    "Every {NN} has a {JJ} {NN}.", "Why is the {NN} so {JJ}?",
    "We are {VBG} the {NNS} near {NNP}.", "It was {RB} {V} by the {NN}.",
    "Can you {VB} the {JJ} {NNS}?", "There were {NNS}, {NNS} and {NNS}.",
    "{NN}, {NN}, {NN}, {NN}.", "I have {RB} {V} a {NN} with {NNS}.",
    "She said the {NN} was {JJ}, not {JJ}!", "What does {NN} mean?", "He is {VBG} {RB}.",
    "Please {VB} the {NN} before the {NN}.", "They {V} {NNP} for its {JJ} {NNS}.",
    "{NN} and {NN} are {JJ} words.", "No {NN} was {V} without {NN}.",
    "Is {NNP} more {JJ} than {NNP}?", "My {NN} keeps {VBG} the {NN}.",
    "{JJ} {NNS} and {JJ} {NNS} came from {NNP}.", "If the {NN} is {JJ}, {VB} it.",
    "How many {NNS} did {NNP} {VB}?", "This {NN} sounds {JJ}.", "{VBG}, {VBG}, {V} and {V}.",
    "{NNS} are {RB} {JJ}.", '"{NN}" means {NN}.', "You should {VB} {NNS} {RB}.",
    "{NNP} {NNP} lives in {NNP}.", "A {NN} of {NNS}.", "{NN} {NN}.",
    "When {NNP} {V} the {NN}, a {JJ} {NN} began {VBG} in the {NN}.",
    "Although the {NNS} were {JJ}, nobody {V} the {NN} of {NNP}.",
)  # fmt: skip


def part_of_speech(word: str, tags: Mapping[str, str]) -> str:
    """Guess a coarse part of speech.

    Parameters
    ----------
    word : str
        A single word.
    tags : Mapping[str, str]
        Known Penn tags by word.

    Returns
    -------
    str
        One of `PARTS_OF_SPEECH`.
    """
    known = tags.get(word)
    if known is not None:
        known = _SIMPLER.get(known, known)
        return known if known in PARTS_OF_SPEECH else "NN"
    if word[0].isupper():
        return "NNP"
    for ending, tag in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return tag
    return "NNS" if word.endswith("s") and not word.endswith("ss") else "NN"


def pseudo_sentences(words: Sequence[str], tags: Mapping[str, str], rng: random.Random) -> list[str]:
    """Put every word into some sentence once.

    Parameters
    ----------
    words : Sequence[str]
        The vocabulary to cover.
    tags : Mapping[str, str]
        Known Penn tags by word.
    rng : random.Random
        Source of randomness.

    Returns
    -------
    list of str
        Grammatical-looking sentences.
    """
    pools: dict[str, list[str]] = {tag: [] for tag in PARTS_OF_SPEECH}
    for word in words:
        pools[part_of_speech(word, tags)].append(word)
    full = {tag: list(pool) or ["thing"] for tag, pool in pools.items()}
    for pool in pools.values():
        rng.shuffle(pool)
    left = sum(map(len, pools.values()))
    slots = {p: re.findall(r"\{(\w+)\}", p) for p in _PATTERNS}

    def drains(pattern: str) -> float:
        shares = [len(pools[s]) / len(full[s]) for s in slots[pattern]]
        return sum(shares) / len(shares) + 0.02 * len(shares)

    def fill(match: re.Match[str]) -> str:
        nonlocal left
        pool = pools[match.group(1)]
        if pool:
            left -= 1
            return pool.pop()
        return rng.choice(full[match.group(1)])

    out = []
    while left > 0:
        pattern = max(rng.sample(_PATTERNS, 8), key=drains)
        text = re.sub(r"\{(\w+)\}", fill, pattern)
        text = re.sub(r"\b([Aa]) (?=[aeiouAEIOU])", r"\1n ", text)
        out.append(text[0].upper() + text[1:])
    return out


def template_sentence(rng: random.Random) -> str:
    """Make one everyday sentence (dates, prices, commands, questions, acronyms).

    Parameters
    ----------
    rng : random.Random
        Source of randomness.

    Returns
    -------
    str
        The sentence, numbers spelled out.
    """
    c = rng.choice

    def n(low: int, high: int) -> str:
        return number_words(rng.randint(low, high))

    def digits(count: int) -> str:
        return digit_words("".join(c("0123456789") for _ in range(count)))

    def letters(count: int) -> list[str]:
        return [c("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(count)]

    def year() -> str:
        return year_words(rng.randint(1701, 2099))

    made: Sequence[Callable[[], str]] = (
        lambda: f"The meeting starts at {n(1, 12)} {c(['thirty', 'fifteen', 'forty-five'])} {c(['a m', 'p m', 'on ' + c(DAYS)])}.",
        lambda: f"Today is {c(DAYS)}, the {c(ORDINALS)} of {c(MONTHS)}.",
        lambda: f"It happened on {c(MONTHS)} {c(ORDINALS)}, {year()}.",
        lambda: f"In {year()}, {c(NAMES)} moved to {c(PLACES)}.",
        lambda: f"Please {c(ACTS)} the {c(THINGS)} and {c(ACTS)} the {c(THINGS)}.",
        lambda: f"Do you want to {c(ACTS)} this {c(THINGS)}?",
        lambda: f"Cannot {c(ACTS)} the {c(ADJECTIVES)} {c(THINGS)}.",
        lambda: f"The {c(THINGS)} is {c(ADJECTIVES)}, but the {c(THINGS)} is {c(ADJECTIVES)}.",
        lambda: f"There are {n(2, 999)} {c(THINGS)}s in the {c(THINGS)}.",
        lambda: f"It costs {n(1, 99)} {c(['dollars', 'pounds', 'euros'])} and {n(1, 99)} {c(['cents', 'pence'])}.",
        lambda: f"Number {n(0, 100)}, number {n(0, 100)}, number {n(0, 1000)}.",
        lambda: f"My phone number is {digits(rng.randint(4, 7))}.",
        lambda: f"{c(NAMES)} and {c(NAMES)} went to {c(PLACES)} last {c(DAYS)}.",
        lambda: f"Have you seen {c(NAMES)}'s {c(OBJECTS)}?",
        lambda: f"What a {c(ADJECTIVES)} {c(OBJECTS)}!",
        lambda: f"Hello {c(NAMES)}, how are you today?",
        lambda: f"Thank you very much, {c(NAMES)}.",
        lambda: f"I don't think the {c(OBJECTS)} is {c(ADJECTIVES)} enough.",
        lambda: f"Where did you put the {c(ADJECTIVES)} {c(OBJECTS)}?",
        lambda: f"We've been waiting for the {c(OBJECTS)} since {c(['morning', 'noon', 'yesterday', 'last week'])}.",
        lambda: f"The temperature is {c(['minus ', ''])}{n(1, 40)} degrees in {c(PLACES)}.",
        lambda: f"Chapter {n(1, 50)}. The {c(ADJECTIVES)} {c(OBJECTS)}.",
        lambda: f"{c(['Yes', 'No', 'Okay', 'Sure', 'Well', 'Right'])}, {c(['I can do that', 'that works', 'let me check', 'I will try again', 'it is ready', 'we should go'])}.",
        lambda: f"Version {n(0, 20)} point {n(0, 20)} is available.",
        lambda: f"The letters are {', '.join(letters(rng.randint(3, 6)))}.",
        lambda: f"The {''.join(letters(rng.randint(2, 4)))} {c(['report', 'file', 'standard', 'index', 'team'])} is {c(ADJECTIVES)}.",
        lambda: f"{c(NAMES)} works for the {' '.join(letters(3))} in {c(PLACES)}.",
        lambda: f"About {n(1, 99)} percent of the {c(OBJECTS)}s were {c(ADJECTIVES)}.",
        lambda: f"{n(1, 900000).capitalize()} people live there.",
        lambda: f"The ratio is {n(0, 90)} point {digits(rng.randint(1, 3))}.",
        lambda: f"Turn {c(['left', 'right'])} at the {c(OBJECTS)}, then walk {n(2, 900)} meters.",
        lambda: f"She weighs {n(40, 99)} kilograms and runs {n(2, 40)} kilometers a week.",
        lambda: f"If you {c(ACTS)} the {c(THINGS)}, it won't {c(ACTS)} again.",
        lambda: f"She couldn't believe that {c(NAMES)} had a {c(ADJECTIVES)} {c(OBJECTS)}.",
        lambda: f"They're going to {c(PLACES)} in {c(MONTHS)}, aren't they?",
        lambda: f"Step {n(1, 12)}: {c(ACTS)} the {c(THINGS)}.",
        lambda: f"Warning: the {c(THINGS)} is {c(ADJECTIVES)}.",
        lambda: f"{c(THINGS).capitalize()} {n(1, 60)} of {n(61, 99)}.",
        lambda: f"Send it to {c(NAMES).lower()} at {c(OBJECTS)} dot {c(['com', 'org', 'net'])}.",
        lambda: f"The {c(ORDINALS)} {c(OBJECTS)} is {n(2, 20)} times as {c(ADJECTIVES)} as the {c(ORDINALS)}.",
    )  # fmt: skip
    return c(made)()
