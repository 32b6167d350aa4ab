"""Asking before something is done that cannot be undone."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget


def agrees(parent: QWidget, title: str, question: str) -> bool:
    """Ask a person and return whether they agree; Enter alone does not."""
    answer = QMessageBox.question(parent, title, question, defaultButton=QMessageBox.StandardButton.No)
    return answer is QMessageBox.StandardButton.Yes
