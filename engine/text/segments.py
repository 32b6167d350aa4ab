"""Splitting of long text into segments that are spoken one after the other.

A segment ends where a sentence ends once it is long enough; a sentence that is too long for one segment is cut at a
clause, else at a blank, else between two characters. No character is lost: the segments joined are the text.
"""

# Punctuation that looks like other punctuation is the very subject here.
# ruff: noqa: RUF001

from __future__ import annotations

import itertools
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from phonoscope.engine.errors import RequestError

# Abbreviations after which a sentence goes on although a capital may follow. Those that precede a number only
# ("no. 5") are set apart, because they are also words.
_ABBREVIATION = re.compile(
    r"mr|mrs|ms|dr|prof|st|mt|sra|srta|messrs|mme|mlle|hr|fr|frl|gen|col|capt|cpt|cmdr|lt|sgt|maj|rev|hon|gov|sen|rep|"
    r"pres|dept|univ|vs|viz|cf|al|ca|approx|bzw|z\.b|d\.h|u\.a|e\.g|i\.e|a\.k\.a",
    re.IGNORECASE,
)
_NUMBER_ABBREVIATION = re.compile(r"no|nr|nos|figs?|pp?|vol|ch|sec|art|eq|op|tab|abb|bd", re.IGNORECASE)

_TERMINATOR = r".!?…؟۔।॥።"
_WIDE_TERMINATOR = r"。！？｡．"
_CLOSERS = r"\"'”’»›)\]}」』）】》〉〗"
_CLAUSE_MARKS = r",;:—–、，；：،؛"

# Where a cut may fall, with everything that belongs before it: closing quotes and following blanks.
_BREAK = re.compile(
    rf"(?P<paragraph>[^\S\n]*\n\s*\n\s*)"
    rf"|(?P<line>[^\S\n]*\n[^\S\n]*)"
    rf"|(?P<wide>[{_WIDE_TERMINATOR}]++[{_CLOSERS}]*+[^\S\n]*+(?!\n))"
    rf"|(?P<sentence>[{_TERMINATOR}]++[{_CLOSERS}]*+(?:[^\S\n]++(?!\n)|\Z))"
    rf"|(?P<clause>[{_CLAUSE_MARKS}]++(?:[{_CLOSERS}]*+[^\S\n]++|(?<=[、，；：])))"
    rf"|(?P<blank>[^\S\n]++(?!\n))"
)
_WORD_BEFORE = re.compile(r"[^\s(\[{\"“‘«„]+\Z")
_INITIALS = re.compile(r"(?:\w\.)*\w")
_AFTER_SENTENCE = re.compile(rf"[{_TERMINATOR}{_WIDE_TERMINATOR}][{_CLOSERS}]*\s*\Z")
_LONGEST_WORD = 12

_VISIBLE = re.compile(r"\S")

_PARAGRAPH, _SENTENCE, _CLAUSE, _BLANK = 4, 3, 2, 1


@dataclass(frozen=True)
class SegmentLimits:
    """Lengths of segments in letters; an East Asian character, which takes longer to speak, counts as three.

    Parameters
    ----------
    target
        A segment ends at the first sentence end from this length on, at a paragraph from a quarter of it on.
    maximum
        No segment is longer, blanks at its end left out.
    """

    target: int = 160
    maximum: int = 320

    def __post_init__(self) -> None:
        if not 1 <= self.target <= self.maximum <= 10_000 or self.maximum < 3:
            raise RequestError(
                "segment limits {target} and {maximum} do not fit",
                "use 1 <= target <= maximum, the maximum within 3..10000",
                target=self.target,
                maximum=self.maximum,
            )


def split_text(text: str, limits: SegmentLimits | None = None) -> list[str]:
    """Return the segments of ``text``; joined they are ``text`` again."""
    splitter = SegmentSplitter(limits)
    return [*splitter.feed(text), *splitter.finish()]


def split_pieces(pieces: Iterable[str], limits: SegmentLimits | None = None) -> Iterator[str]:
    """Yield segments of text that arrives piece by piece, each as soon as its end is certain.

    How the text is cut into pieces makes no difference to the segments.
    """
    splitter = SegmentSplitter(limits)
    for piece in pieces:
        yield from splitter.feed(piece)
    yield from splitter.finish()


def first_segment(pieces: Iterable[str], limits: SegmentLimits | None = None) -> tuple[str, Iterator[str]]:
    """Return the first segment of text that arrives piece by piece, as soon as its end is certain, and what follows.

    What follows are pieces again: split with the same limits they give the segments of the whole text but the first.
    """
    arriving = iter(pieces)
    splitter = SegmentSplitter(limits)
    for piece in arriving:
        if segments := splitter.feed(piece):
            known = [*segments[1:], splitter.rest()]
            return segments[0], itertools.chain(known, arriving)
    segments = splitter.finish()
    return (segments[0], iter(segments[1:])) if segments else ("", iter(()))


class SegmentSplitter:
    """Splits text that arrives piece by piece (see `split_pieces`)."""

    def __init__(self, limits: SegmentLimits | None = None) -> None:
        self._limits = limits or SegmentLimits()
        self._pending = ""

    def feed(self, piece: str) -> list[str]:
        """Take the next piece and return the segments that are now certain."""
        self._pending += piece
        return self._take(at_end=False)

    def finish(self) -> list[str]:
        """Return the segments that remain; the splitter is empty and ready for another text."""
        return self._take(at_end=True)

    def rest(self) -> str:
        """Return the text whose segments are not certain yet, and forget it."""
        rest, self._pending = self._pending, ""
        return rest

    def _take(self, at_end: bool) -> list[str]:
        segments: list[str] = []
        start = 0
        while start < len(self._pending):
            end = self._segment_end(start, at_end)
            if end is None:
                break
            segments.append(self._pending[start:end])
            start = end
        self._pending = self._pending[start:]
        return segments

    def _segment_end(self, start: int, at_end: bool) -> int | None:
        text, limits = self._pending, self._limits
        # Nothing past the maximum is looked at: a text of any length is split in linear time.
        window = text[start : start + limits.maximum + 1]
        lengths = range(1, len(window) + 1) if window.isascii() else list(accumulate(_letters(c) for c in window))
        longest = bisect_right(lengths, limits.maximum)  # characters of the window that fit
        last: dict[int, int] = {}
        for end, content_end, rank in self._breaks(start, at_end):
            if content_end - start > longest:
                break
            length = lengths[content_end - start - 1]
            if (rank == _SENTENCE and length >= limits.target) or (rank == _PARAGRAPH and length >= limits.target // 4):
                return end
            if rank != _CLAUSE or length >= limits.maximum // 4:
                last[rank] = end
        # No natural end yet. Wait for more text unless a character that does not fit is already there.
        if longest == len(window) or not _VISIBLE.search(text, start + longest):
            return len(text) if at_end else None
        for rank in (_PARAGRAPH, _SENTENCE, _CLAUSE, _BLANK):
            if rank in last:
                return last[rank]
        return start + _character_boundary(window, longest)

    def _breaks(self, start: int, at_end: bool) -> Iterator[tuple[int, int, int]]:
        """Yield (end, end without blanks, rank) of places for a cut, of those that later text cannot change."""
        text = self._pending
        window_end = start + self._limits.maximum + 1
        place = start
        while match := _BREAK.search(text, place, window_end):
            if match.group()[-1].isspace() and match.end() == window_end:
                match = _BREAK.search(text, match.start()) or match  # blanks may run on past the window
            if match.end() == len(text) and not at_end:
                return  # more blanks or closing quotes may follow
            content_end = match.start() + len(match.group().rstrip())
            if text[start:content_end].strip():  # blanks alone are no segment
                yield match.end(), content_end, self._rank(match, start)
            place = match.end()

    def _rank(self, match: re.Match[str], start: int) -> int:
        text = self._pending
        following = text[match.end() : match.end() + 1]
        match match.lastgroup:
            case "paragraph":
                return _PARAGRAPH
            case "wide":
                return _SENTENCE
            case "line":
                # A line that starts small goes on with a wrapped sentence; else it follows a heading or a list item.
                if following.islower():
                    return _BLANK
                return (
                    _SENTENCE if _AFTER_SENTENCE.search(text, max(start, match.start() - 4), match.end()) else _CLAUSE
                )
            case "sentence":
                return _SENTENCE if _ends_sentence(text[start : match.start()], match.group(), following) else _BLANK
            case "clause":
                return _CLAUSE
            case _:
                return _BLANK


def _ends_sentence(before: str, mark: str, following: str) -> bool:
    if following.islower():
        return False
    word = _WORD_BEFORE.search(before, max(0, len(before) - _LONGEST_WORD))
    if mark.rstrip() != "." or word is None:
        return True
    name = word.group()
    if _NUMBER_ABBREVIATION.fullmatch(name):
        return not following.isdigit()
    initials = name.isupper() and name != "I" and _INITIALS.fullmatch(name) is not None
    starts_line = before[: word.start()].rstrip(" ")[-1:] in ("", "\n")
    list_number = name.isdecimal() and len(name) <= 2 and starts_line
    return not (_ABBREVIATION.fullmatch(name) or initials or list_number)


def _letters(character: str) -> int:
    return 3 if unicodedata.east_asian_width(character) in "WF" else 1


def _character_boundary(text: str, end: int) -> int:
    """Return the last place at or before ``end`` that does not tear a mark or joiner off its base, or ``end``."""
    for place in range(end, 0, -1):
        if not unicodedata.category(text[place]).startswith("M") and "\u200d" not in text[place - 1 : place + 1]:
            return place
    return end
