import numpy as np
import pytest
from phonoscope.engine.diagnosis.profile import F16_MAX, LayerProfile
from phonoscope.engine.families import FAMILIES
from phonoscope.gui.alarms.profile_plot import ProfilePlot
from phonoscope.gui.theme import LIGHT


@pytest.fixture
def plot(qtbot):
    made = ProfilePlot(LIGHT)
    qtbot.addWidget(made)
    made.resize(360, 160)
    made.show()
    return made


@pytest.mark.parametrize("rises", [True, False])
@pytest.mark.parametrize("bad", [True, False])
def test_the_distance_to_the_limit_is_written_where_no_layer_is_drawn(qapp, plot, rises, bad):
    group = next(iter(FAMILIES.values())).tap_groups[0]
    absmax = np.array([10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 0.5 * F16_MAX, 0.7 * F16_MAX])
    n_bad = np.zeros(8, np.int64)
    if bad:  # its cross is drawn at the limit
        absmax[-1], n_bad[-1] = np.nan, 5
    if not rises:
        absmax, n_bad = absmax[::-1], n_bad[::-1]
    rows = np.zeros(8, np.int64)
    plot.show_profiles({group.name: LayerProfile(absmax / 10, absmax, rows, n_bad, rows)}, {group.name: group})
    qapp.processEvents()
    box = plot.plot.getPlotItem().getViewBox()
    label = box.mapSceneToView(plot.headroom.sceneBoundingRect()).boundingRect()
    drawn = np.where(np.isnan(absmax), F16_MAX, absmax)
    near = np.flatnonzero(np.log10(drawn) > label.top())  # of the scene's upside-down rectangle the lower edge
    assert len(near)
    assert not any(label.left() <= layer <= label.right() for layer in near)
