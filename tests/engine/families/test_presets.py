import pytest
from phonoscope.engine.families import FAMILIES


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_presets_fit_the_settings_and_change_something(family):
    defaults = family.settings()
    labels = [preset.label for preset in family.presets]
    assert len(set(labels)) == len(labels)
    for preset in family.presets:
        assert family.settings(preset.values) != defaults
        assert preset.help
    assert family.token_s > 0
