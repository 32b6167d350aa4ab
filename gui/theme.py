"""Colours, light and dark, following the system: palettes for Qt, pens and tables for the plots."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from phonoscope.engine.pictures.colours import ALARM, BLANK, N_SHADES
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True)
class Theme:
    """Named colours as ``#rrggbb``.

    The three series colours keep apart in all kinds of colour blindness (the first two after Okabe and Ito, 2008; the
    third differs in lightness as well), on the plots' background of their theme; alarms differ from everything by
    their shape as well. ``broken`` is the colour of what is not finite in a heat map: red would lie among the colours
    of the map for whoever does not see red.
    """

    is_dark: bool
    window: str
    panel: str
    field: str
    plot: str
    border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    wave: str
    series: tuple[str, str, str]
    less: str
    more: str
    alarm: str
    broken: str


LIGHT = Theme(
    is_dark=False,
    window="#eceef1",
    panel="#f7f8fa",
    field="#ffffff",
    plot="#ffffff",
    border="#cdd2d9",
    text="#1b2129",
    muted="#5d6874",
    accent="#1f6feb",
    on_accent="#ffffff",
    wave="#2f6f9f",
    series=("#0072b2", "#c25e00", "#7a1f4a"),
    less="#005a9e",
    more="#c25e00",
    alarm="#d0021b",
    broken="#9900ff",
)
DARK = Theme(
    is_dark=True,
    window="#16191e",
    panel="#1d2127",
    field="#12151a",
    plot="#0f1216",
    border="#363d47",
    text="#e4e8ed",
    muted="#98a3b0",
    accent="#2f6fe4",
    on_accent="#ffffff",
    wave="#6cb6e8",
    series=("#56b4e9", "#f0a33c", "#f0e6b8"),
    less="#4db8ff",
    more="#ffab40",
    alarm="#ff4d5e",
    broken="#9900ff",
)

# Perceptually even and readable without red-green vision.
MAGNITUDE_MAP = "viridis"
CODE_MAP = "cividis"
SPECTROGRAM_MAP = "inferno"


def colour_table(name: str, theme: Theme) -> NDArray[np.uint8]:
    """Return the 256 RGB entries of the colour map ``name``, uint8 ``[256, 3]``; the last two as `colours` says."""
    table = np.empty((256, 3), np.uint8)
    table[:N_SHADES] = pyqtgraph.colormap.get(name).getLookupTable(nPts=N_SHADES)[:, :3]
    for entry, colour in ((BLANK, theme.plot), (ALARM, theme.broken)):
        c = QColor(colour)
        table[entry] = c.red(), c.green(), c.blue()
    return table


def difference_table(theme: Theme) -> NDArray[np.uint8]:
    """Return a colour table, uint8 ``[256, 3]``, from less (blue) over the plot's background to more (orange)."""
    low, middle, high = ((c.red(), c.green(), c.blue()) for c in map(QColor, (theme.less, theme.plot, theme.more)))
    table = np.empty((256, 3), np.uint8)
    position = np.linspace(-1.0, 1.0, N_SHADES)
    for channel in range(3):
        ends = (low[channel], middle[channel], high[channel])
        table[:N_SHADES, channel] = np.interp(position, (-1.0, 0.0, 1.0), ends).round()
    for entry, colour in ((BLANK, theme.window), (ALARM, theme.broken)):
        c = QColor(colour)
        table[entry] = c.red(), c.green(), c.blue()
    return table


class ThemeFollower(QObject):
    """Applies the theme and changes it with the system's, unless one is forced.

    Parameters
    ----------
    application
        Whose palette and style sheet are set.
    forced
        "light", "dark", or "system".
    """

    changed = Signal()

    def __init__(self, application: QApplication, forced: str = "system") -> None:
        super().__init__(application)
        self._application = application
        self._forced = forced
        self.theme = LIGHT
        self._applied: Theme | None = None
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)
        self._application.setStyle("Fusion")
        self._apply()

    @property
    def forced(self) -> str:
        """What `force` was last given."""
        return self._forced

    def force(self, forced: str) -> None:
        """Use "light" or "dark" whatever the system does, or follow it with "system"."""
        self._forced = forced
        self._apply()

    def _follow(self, _: Qt.ColorScheme) -> None:
        self._apply()

    def _apply(self) -> None:
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        dark = self._forced == "dark" if self._forced != "system" else dark
        self.theme = DARK if dark else LIGHT
        if self.theme is self._applied:
            return  # a style sheet is expensive: every widget is laid out again
        self._applied = self.theme
        self._application.setPalette(_palette(self.theme))
        self._application.setStyleSheet(_style_sheet(self.theme))
        self.changed.emit()


def _palette(theme: Theme) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for roles, colour in (
        ((role.Window, role.Button), theme.panel),
        ((role.Base,), theme.field),
        ((role.AlternateBase, role.ToolTipBase), theme.window),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), theme.text),
        ((role.PlaceholderText,), theme.muted),
        ((role.Highlight, role.Link), theme.accent),
        ((role.HighlightedText,), theme.on_accent),
        ((role.Mid, role.Midlight, role.Dark), theme.border),
    ):
        for r in roles:
            palette.setColor(r, QColor(colour))
    for r in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, r, QColor(theme.muted))
    return palette


def _style_sheet(theme: Theme) -> str:
    shade = "dark" if theme.is_dark else "light"
    icons = Path(str(files("phonoscope") / "resources" / "icons")).as_posix()
    return f"""
    QMainWindow, QMenuBar {{ background: {theme.window}; }}
    QToolTip {{ background: {theme.field}; color: {theme.text}; border: 1px solid {theme.border}; padding: 3px; }}
    QSplitter::handle {{ background: {theme.window}; }}
    QSplitter::handle:hover {{ background: {theme.accent}; }}
    QTabWidget::pane {{ border: none; }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QTabBar {{ background: {theme.window}; }}
    QTabBar::tab {{
        background: {theme.window}; color: {theme.muted}; border: none; border-bottom: 2px solid transparent;
        padding: 5px 12px 4px 12px;
    }}
    QTabBar::tab:selected {{ color: {theme.text}; border-bottom-color: {theme.accent}; }}
    QTabBar::tab:hover {{ color: {theme.text}; }}
    QTabBar::tab:selected:focus {{ color: {theme.accent}; background: {theme.field}; }}
    QStatusBar {{ background: {theme.window}; color: {theme.muted}; }}
    QStatusBar::item {{ border: none; }}
    QScrollArea, QScrollArea > QWidget > QWidget {{ background: {theme.panel}; border: none; }}
    QScrollArea#panes > QWidget > QWidget {{ background: {theme.window}; }}
    QFrame#card {{ background: {theme.panel}; border: 1px solid {theme.border}; border-radius: 6px; }}
    #heading {{ font-weight: 600; }}
    QWidget#pane_header:focus {{ border: 1px solid {theme.accent}; border-radius: 3px; }}
    QLabel#muted, SteadyLabel#muted {{ color: {theme.muted}; }}
    QLabel#changed, QSpinBox#changed, QDoubleSpinBox#changed {{ font-weight: 700; }}
    QSpinBox#muted, QDoubleSpinBox#muted {{ color: {theme.muted}; }}
    QLabel#error, SteadyLabel#error {{ color: {theme.alarm}; }}
    QLabel#notice {{ background: {theme.field}; border: 1px solid {theme.border}; border-radius: 4px; padding: 5px; }}
    QPlainTextEdit, QLineEdit, QListWidget, QTableView, QSpinBox, QDoubleSpinBox, QComboBox {{
        background: {theme.field}; border: 1px solid {theme.border}; border-radius: 4px; padding: 2px 4px;
        selection-background-color: {theme.accent}; selection-color: {theme.on_accent};
    }}
    QPlainTextEdit:focus, QLineEdit:focus, QListWidget:focus, QTableView:focus, QSpinBox:focus,
    QDoubleSpinBox:focus, QComboBox:focus {{ border-color: {theme.accent}; }}
    QComboBox::drop-down {{ border: none; width: 18px; }}
    QComboBox::down-arrow {{ image: url("{icons}/chevron_{shade}.svg"); }}
    QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {{ width: 0; }}
    QLabel#volume {{ background: url("{icons}/volume_{shade}.svg") no-repeat center; }}
    QCheckBox::indicator, QListView::indicator {{ width: 14px; height: 14px; border: 1px solid {theme.muted};
        border-radius: 3px; background: {theme.field}; }}
    QListView::indicator {{ width: 10px; height: 10px; }}
    QCheckBox::indicator:checked, QListView::indicator:checked {{ background: {theme.accent};
        border-color: {theme.accent};
        image: url("{icons}/check.svg"); }}
    QCheckBox::indicator:focus {{ border: 2px solid {theme.accent}; }}
    QComboBox#small {{ padding: 0 4px; }}
    QPushButton#small {{ padding: 4px; }}
    QToolButton#small {{ padding: 0 4px; border-color: transparent; background: transparent; }}
    QToolButton#sign {{ padding: 0 2px; border-color: transparent; background: transparent; font-size: 15px; }}
    QToolButton#sign:hover, QToolButton#sign:focus {{ border-color: {theme.accent}; }}
    QToolButton:checked, QPushButton:checked {{ background: {theme.accent}; color: {theme.on_accent};
        border-color: {theme.accent}; }}
    QProgressBar {{ background: {theme.field}; border: 1px solid {theme.border}; border-radius: 4px;
        text-align: center; }}
    QProgressBar::chunk {{ background: {theme.accent}; border-radius: 3px; }}
    QToolButton#small:hover, QToolButton#small:focus {{ border-color: {theme.accent}; }}
    QScrollBar {{ background: transparent; border: none; margin: 0; }}
    QScrollBar:vertical {{ width: 10px; }}
    QScrollBar:horizontal {{ height: 10px; }}
    QScrollBar::handle {{ background: {theme.border}; border-radius: 4px; margin: 1px; }}
    QScrollBar::handle:vertical {{ min-height: 24px; }}
    QScrollBar::handle:focus {{ background: {theme.accent}; }}
    QScrollBar::handle:hover {{ background: {theme.muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QTableView {{ gridline-color: {theme.border}; padding: 0; }}
    QTableView::item {{ padding: 0 3px; }}
    QHeaderView::section {{
        background: {theme.panel}; color: {theme.muted}; border: none; border-bottom: 1px solid {theme.border};
        padding: 4px 6px;
    }}
    QPushButton, QToolButton {{
        background: {theme.field}; border: 1px solid {theme.border}; border-radius: 4px; padding: 4px 10px;
    }}
    QToolButton {{ padding: 3px 6px; }}
    QToolButton#narrow {{ padding: 3px 2px; }}
    QToolButton[popupMode="2"], QToolButton#small[popupMode="2"] {{ padding-right: 18px; }}
    QTabBar QToolButton {{ padding: 0; border-color: transparent; background: {theme.window}; }}
    QToolButton::menu-indicator {{ image: url("{icons}/chevron_{shade}.svg"); width: 10px; height: 10px;
        subcontrol-origin: padding; subcontrol-position: right center; right: 5px; }}
    QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {theme.border}; }}
    QSlider::sub-page:horizontal {{ border-radius: 2px; background: {theme.accent}; }}
    QSlider::handle:horizontal {{ width: 12px; margin: -5px 0; border: 1px solid {theme.muted}; border-radius: 6px;
        background: {theme.field}; }}
    QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ border: 2px solid {theme.accent}; }}
    QPushButton:hover, QToolButton:hover {{ border-color: {theme.accent}; }}
    QPushButton:focus, QToolButton:focus {{ border-color: {theme.accent}; }}
    QPushButton:disabled, QToolButton:disabled {{ color: {theme.muted}; background: {theme.panel}; }}
    QPushButton#primary {{ background: {theme.accent}; color: {theme.on_accent}; font-weight: 600; border: none;
        padding: 6px 14px; }}
    QPushButton#primary:disabled {{ background: {theme.border}; color: {theme.muted}; }}
    QPushButton#primary:focus {{ border: 2px solid {theme.text}; padding: 4px 12px; }}
    """
