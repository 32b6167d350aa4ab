"""What is painted strip by strip is what would be painted at once."""

import numpy as np
import pyqtgraph
import pytest
from phonoscope.gui.live.growing_curve import GrowingCurve, GrowingSteps
from phonoscope.gui.live.growing_plot import GrowingPlot
from phonoscope.gui.live.tiled_image import TiledImage
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from ..steps import LONG_MS

SIZE = QSize(640, 120)
N = 1100  # columns: three tiles
TABLE = np.random.default_rng(1).integers(0, 255, (256, 3), dtype=np.uint8)
ENTRIES = np.random.default_rng(2).integers(0, 255, (N, 7), dtype=np.uint8)
X = np.arange(N, dtype=np.float64)
Y = np.abs(np.sin(X / 9)) * 5
Y[300:310] = np.nan


class Picture:
    """A plot and the screen below it: only what the plot asks for is painted again."""

    def __init__(self, qtbot):
        self.plot = GrowingPlot()
        qtbot.addWidget(self.plot)
        self.plot.set_colour("#203040")
        self.plot.getPlotItem().setXRange(0, N, padding=0)
        self.plot.getPlotItem().setYRange(0, 7, padding=0)
        self.image, self.curve = TiledImage(self.plot), GrowingCurve(self.plot)
        self.steps = GrowingSteps(self.plot)
        self.image.set_table(TABLE)
        self.curve.set_pen("#ffffff")
        self.steps.set_colours(["#ff0000", "#00ffff"])
        self.cursor = self.plot.add_cursor()
        self.cursor.set_pen("#00ff00")
        self.plot.resize(SIZE)
        self.plot.show()
        QApplication.processEvents()
        self.screen = QImage(self.plot.viewport().size(), QImage.Format.Format_RGB32)
        self.asked = QRegion(self.plot.viewport().rect())
        self.plot.viewport().update = self._ask
        self.paint()
        QApplication.processEvents()  # what the first picture of the scene made to be painted once more
        self.paint()

    def _ask(self, *rect):
        self.asked |= QRegion(*rect) if rect else QRegion(self.plot.viewport().rect())

    def grow(self, n):
        """Draw the first ``n`` of everything."""
        self.image.append(ENTRIES[self.image.n_columns : n], column_s=1.0, start_s=0.0, height=7.0)
        self.curve.set_data(X[:n], Y[:n])
        self.steps.set_data(np.nan_to_num(Y[:n])[:, None] / (4.0, 3.0), 1.0)

    def paint(self):
        """Paint what was asked for."""
        painter = QPainter(self.screen)
        place = self.asked.boundingRect().topLeft()
        self.plot.viewport().render(painter, place, self.asked, QWidget.RenderFlag(0))
        painter.end()
        self.asked = QRegion()

    def pixels(self):
        return np.frombuffer(self.screen.constBits(), np.uint32).reshape(self.screen.height(), -1).copy()


@pytest.mark.parametrize("ends", [(100, 101, 350, 511, 512, 513, 900, N), (*range(50, N, 50), N)])
def test_strips_make_the_same_picture_as_painting_at_once(qtbot, ends):
    at_once, grown = Picture(qtbot), Picture(qtbot)
    for n in ends:
        grown.grow(n)
        grown.cursor.move(float(n - 20))
        assert grown.asked.boundingRect().width() < SIZE.width()
        grown.paint()
    at_once.grow(N)
    at_once.cursor.move(float(N - 20))
    at_once._ask()
    at_once.paint()
    np.testing.assert_array_equal(grown.pixels(), at_once.pixels())
    assert len(np.unique(at_once.pixels())) > 200  # there is something to see


def test_another_range_is_painted_at_once(qtbot):
    picture = Picture(qtbot)
    picture.grow(N)
    picture.paint()
    before = picture.pixels()
    picture.plot.getPlotItem().setXRange(400, 600, padding=0)
    assert picture.asked.boundingRect().width() >= SIZE.width() - 1
    picture.paint()
    assert (picture.pixels() != before).any()


def test_the_scene_is_kept_as_a_picture_until_it_changes(qtbot):
    picture = Picture(qtbot)
    kept = picture.plot._scene_picture
    picture.grow(500)
    picture.paint()
    assert picture.plot._scene_picture is kept
    with qtbot.waitSignal(picture.plot.scene().changed, timeout=LONG_MS):
        picture.plot.getPlotItem().getAxis("left").setTicks([[(3.0, "three")]])
    assert picture.plot._scene_picture is not kept


@pytest.mark.parametrize("pending", [False, True])
@pytest.mark.parametrize("angle", [None, 0, 90])
@pytest.mark.parametrize("times", [False, True])
def test_another_span_looks_as_if_all_were_painted_anew(qtbot, times, angle, pending):
    by_span, anew = Picture(qtbot), Picture(qtbot)
    for picture in (by_span, anew):
        item = picture.plot.getPlotItem()
        item.showAxis("bottom", times)
        if angle is not None:
            item.addItem(pyqtgraph.InfiniteLine(500 if angle else 3, angle=angle))
        picture.grow(N)
        settle(picture)
        if pending:
            item.getAxis("left").setTicks([[(3.0, "three")]])  # what is not painted yet must not be lost
    before = by_span.plot._scene_picture
    by_span.plot.show_span(400, 600)
    anew.plot.getPlotItem().setXRange(400, 600, padding=0)
    by_span.plot._settle_scene()
    if not pending:
        assert (by_span.plot._scene_picture is before) == (not times and angle is None)
    settle(by_span)
    settle(anew)
    np.testing.assert_array_equal(by_span.pixels(), anew.pixels())


def settle(picture):
    """Paint everything, until nothing changes any more."""
    for _ in range(3):
        picture._ask()
        picture.paint()
        QApplication.processEvents()


def test_an_image_of_a_single_row_is_seen(qtbot):
    picture = Picture(qtbot)
    picture.plot.getPlotItem().setYRange(0, 1, padding=0)
    picture.image.append(np.full((N, 1), 9, np.uint8), column_s=1.0, start_s=0.0, height=1.0)
    picture._ask()
    picture.paint()
    colour = int(picture.image.pixels[0, 0])
    assert (picture.pixels() == colour).mean() > 0.5


def test_beyond_what_is_drawn_there_is_the_colour_of_the_plot(qtbot):
    picture = Picture(qtbot)
    ground = picture.pixels()[SIZE.height() // 2, -40]
    picture.image.append(ENTRIES[:100], column_s=1.0, start_s=0.0, height=7.0)
    picture.paint()
    area = picture.plot.area
    row = picture.pixels()[round(area.y_px(3.5))]
    assert (row[round(area.x_px(0.0)) + 2 : round(area.x_px(100.0)) - 1] != ground).all()
    assert (row[round(area.x_px(100.0)) + 1 : round(area.rect.right()) - 2] == ground).all()


def test_the_picture_of_the_scene_is_as_large_as_the_plot(qtbot):
    picture = Picture(qtbot)
    picture.plot.resize(SIZE + QSize(60, 40))
    QApplication.processEvents()
    kept = picture.plot._scene_picture
    assert kept is not None
    assert kept.size() == picture.plot.viewport().size()


def test_all_that_changes_in_the_scene_is_painted_once(qtbot, monkeypatch):
    plot = GrowingPlot()
    qtbot.addWidget(plot)
    for name in ("left", "bottom"):
        axis = plot.getPlotItem().getAxis(name)
        (axis.setWidth if name == "left" else axis.setHeight)(40)  # or it moves once it knows what it has to write
    plot.resize(SIZE)
    plot.show()
    QApplication.processEvents()
    painted = []
    render = GrowingPlot.render

    def count(self, *arguments):
        painted.append(self)
        render(self, *arguments)

    monkeypatch.setattr(GrowingPlot, "render", count)
    plot.getPlotItem().setXRange(0, 50, padding=0)
    plot.getPlotItem().getAxis("left").setTicks([[(3.0, "three")]])
    for _ in range(5):
        QApplication.processEvents()
    assert len(painted) == 1


def test_a_hint_is_painted_while_it_is_shown(qtbot):
    picture = Picture(qtbot)
    picture.plot.hint.set_colour("#ffffff")
    without = picture.pixels()
    for visible in (True, False):
        picture.plot.hint.write("Press Speak")
        picture.plot.hint.show(visible)
        picture.paint()
        assert (picture.pixels() != without).any() == visible
