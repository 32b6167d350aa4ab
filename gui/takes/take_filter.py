"""Which takes are listed."""

from __future__ import annotations

from phonoscope.gui.takes.model import SORT_ROLE, Index, TakesModel
from PySide6.QtCore import QSortFilterProxyModel


class TakeFilter(QSortFilterProxyModel):
    """Keeps takes in which every word is found, that are rated highly enough, and that need a look where asked for.

    Words are looked for in everything that is written in the row, and in the notes.
    """

    def __init__(self, source: TakesModel) -> None:
        super().__init__(source)
        self._takes = source
        self._words: list[str] = []
        self._min_rating = 0
        self._only_problems = False
        self.setSourceModel(source)
        self.setSortRole(SORT_ROLE)
        self.setDynamicSortFilter(True)

    @property
    def active(self) -> bool:
        """Whether anything may be hidden."""
        return bool(self._words or self._min_rating or self._only_problems)

    def set_text(self, text: str) -> None:
        """Keep what contains every word of ``text``."""
        self._words = text.casefold().split()
        self.invalidate()

    def set_min_rating(self, rating: int) -> None:
        """Keep what is rated so high."""
        self._min_rating = rating
        self.invalidate()

    def set_only_problems(self, only: bool) -> None:
        """Keep what needs a look."""
        self._only_problems = only
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:  # noqa: N802 - Qt's name
        """Return whether a take is listed."""
        take = self._takes.take(row)
        if take.rating < self._min_rating or (self._only_problems and not self._takes.needs_a_look(take)):
            return False
        if not self._words:
            return True
        written = [column.text(take) for column in self._takes.columns] + [take.notes]
        everything = "\n".join(written).casefold()
        return all(word in everything for word in self._words)
