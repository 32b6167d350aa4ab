"""How tables look that list things: rows to choose, and nothing around them but the names of their columns."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView

NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter  # how a cell of a number is aligned
_ROW_HEIGHT_PX = 24


def set_up_list(table: QTableView, widths_px: Iterable[tuple[int, int]]) -> None:
    """Give a table that look.

    Parameters
    ----------
    table
        The table, with its columns.
    widths_px
        Columns by number, and how wide they are at first.
    """
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT_PX)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for column, width_px in widths_px:
        table.setColumnWidth(column, width_px)
