"""All keys of the window, menu by menu."""

from __future__ import annotations

from collections.abc import Mapping

from phonoscope.gui.actions import ACTIONS, MENUS, translated
from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget


class ShortcutsDialog(QDialog):
    """A list of what has keys: the actions under their menus, and what keys do in places of their own.

    Parameters
    ----------
    actions
        The window's actions by name.
    parent
        Where it opens.
    """

    def __init__(self, actions: Mapping[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(520, 560)
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.tr("Keyboard shortcuts"))
        self.list.setHeaderLabels([self.tr("Command"), self.tr("Keys")])
        self.list.setRootIsDecorated(False)
        self.list.setItemsExpandable(False)
        self.list.setAllColumnsShowFocus(True)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        for menu in MENUS:
            here = [spec.name for spec in ACTIONS if spec.menu == menu and spec.name in actions]
            self._add(translated(menu).replace("&", ""), [(actions[n].text(), _keys(actions[n])) for n in here])
        for place, keys in self._in_places():
            self._add(place, keys)
        self.list.expandAll()
        self.list.setCurrentIndex(self.list.model().index(0, 0, self.list.model().index(0, 0)))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.list, 1)
        layout.addWidget(close)

    def _add(self, place: str, keys: list[tuple[str, str]]) -> None:
        """List what has keys in a place, if anything has."""
        if keys := [entry for entry in keys if entry[1]]:
            heading = QTreeWidgetItem([place])
            font = heading.font(0)
            font.setBold(True)
            heading.setFont(0, font)
            heading.setFirstColumnSpanned(True)
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.list.addTopLevelItem(heading)
            heading.addChildren([QTreeWidgetItem(entry) for entry in keys])

    def _in_places(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return what keys do where the focus is, and nowhere else."""
        enter, delete, space = (_name(key) for key in (Qt.Key.Key_Return, Qt.Key.Key_Delete, Qt.Key.Key_Space))
        return [
            (
                self.tr("In the list of takes"),
                [
                    (self.tr("Play"), enter),
                    (self.tr("Rate with stars"), "0 – 5"),  # noqa: RUF001 - a range
                    (self.tr("Move to the bin"), delete),
                ],
            ),
            (
                self.tr("In the list of voices"),
                [
                    (self.tr("Hear"), space),
                    (self.tr("Speak with this voice"), enter),
                    (self.tr("Move to the bin"), delete),
                ],
            ),
            (
                self.tr("With the mouse, on a take"),
                [
                    (self.tr("Play from there"), self.tr("click")),
                    (self.tr("Repeat a part"), self.tr("drag with {key} held").format(key=_held())),
                    (self.tr("Zoom in time"), self.tr("wheel")),
                ],
            ),
        ]


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _name(key: Qt.Key) -> str:
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def _held() -> str:
    """Return what the Shift key is called."""
    with_a_letter = QKeySequence(QKeyCombination(Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_A))
    return with_a_letter.toString(QKeySequence.SequenceFormat.NativeText).rpartition("+")[0]
