import itertools

import numpy as np
import pytest
from phonoscope.engine.pictures.colours import ALARM
from phonoscope.gui.theme import CODE_MAP, DARK, LIGHT, MAGNITUDE_MAP, ThemeFollower, colour_table, difference_table
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QListWidget, QListWidgetItem

# From linear RGB to what is seen, after Machado, Oliveira and Fernandes (2009), severity 1.
SIGHTS = {
    "common": np.eye(3),
    "deuteranopia": np.array([[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]]),
    "protanopia": np.array([[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]]),
    "tritanopia": np.array([[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]]),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = XYZ.sum(1)


def as_seen(colours, sight):
    """CIELAB of sRGB colours ``[n, 3]``, 0 to 255, as somebody sees them."""
    values = np.atleast_2d(colours) / 255.0
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    xyz = (linear @ SIGHTS[sight].T).clip(0.0, 1.0) @ XYZ.T / WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def least_difference(colour, others, sight):
    return np.linalg.norm(as_seen(colour, sight) - as_seen(others, sight), axis=1).min()


def rgb(colour):
    c = QColor(colour)
    return c.red(), c.green(), c.blue()


def luminance(colour):
    """Relative luminance of a colour, as WCAG 2.2 defines it."""
    c = QColor(colour)
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c.redF(), c.greenF(), c.blueF())]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=["light", "dark"])
def themes(request, qapp):
    follower = ThemeFollower(qapp, request.param)
    yield follower
    follower.deleteLater()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_everything_written_stands_out(theme):
    for paper in (theme.window, theme.panel, theme.field, theme.plot):
        for ink in (theme.text, theme.muted, theme.alarm):
            assert contrast(ink, paper) >= 4.5, (ink, paper)
    for ink in theme.series:  # legends are written in the colours of the curves
        assert contrast(ink, theme.window) >= 3.5
        assert contrast(ink, theme.plot) >= 3.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5


def test_an_empty_box_to_tick_is_seen(qtbot, themes):
    listed = QListWidget()
    qtbot.addWidget(listed)
    item = QListWidgetItem("a voice")
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(Qt.CheckState.Unchecked)
    listed.addItem(item)
    listed.show()
    picture = listed.grab().toImage()
    row = listed.visualItemRect(item).translated(listed.viewport().pos())
    colours = [picture.pixelColor(x, row.center().y()) for x in range(row.left(), row.left() + 14)]
    assert max(contrast(colour, themes.theme.field) for colour in colours) >= 3.0


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_not_finite_stands_out_from_every_colour_of_the_maps(theme, sight):
    for table in (colour_table(MAGNITUDE_MAP, theme), colour_table(CODE_MAP, theme), difference_table(theme)):
        assert least_difference(table[ALARM], np.delete(table, ALARM, axis=0), sight) > 25  # 2 is just noticed


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_curves_are_told_apart_by_their_colours(theme, sight):
    for one, other in itertools.combinations(theme.series, 2):
        assert least_difference(rgb(one), rgb(other), sight) > 25
    assert least_difference(rgb(theme.less), rgb(theme.more), sight) > 40
