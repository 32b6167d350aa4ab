"""Voices written down."""

import pytest
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices.formula import Blend, parse_blend, parse_share, parse_sum


def test_blends():
    assert parse_blend("anna=0.7 + Ben Two=.3") == Blend([("anna", 0.7), ("Ben Two", 0.3)])
    assert parse_blend("anna") is None


@pytest.mark.parametrize("spherical", [True, False])
def test_blends_are_written_as_they_are_read(spherical):
    blend = Blend([("a", 0.125), ("b linear", 0.875)], spherical)
    assert parse_blend(str(blend)) == blend


@pytest.mark.parametrize("bad", ["=1", "a=", "a=x", "a=nan", "a=1 + b"])
def test_malformed_blends(bad):
    with pytest.raises(VoiceError, match="no part of a blend"):
        parse_blend(bad)


def test_many_voices():
    with pytest.raises(VoiceError, match="at most 64"):
        parse_blend(" + ".join(f"v{i}=1" for i in range(65)))


def test_sums():
    assert parse_sum("anna - ben + 0.5*carla x") == [("anna", 1.0), ("ben", -1.0), ("carla x", 0.5)]
    assert parse_sum("2 * a-b") == [("a-b", 2.0)]
    with pytest.raises(VoiceError, match="no sum of voices"):
        parse_sum("anna - ")
    with pytest.raises(VoiceError, match="no sum of voices"):
        parse_sum("")


def test_shares():
    assert parse_share("my voice=2") == ("my voice", 2.0)


@pytest.mark.parametrize("share", ["-0.2", "inf", "1e9"])
def test_shares_that_mix_nothing(share):
    with pytest.raises(VoiceError, match=r"for 'anna' mixes nothing; give 0 to 1e\+06; a sum such as 'anna - ben'"):
        parse_blend(f"anna={share} + ben=0.3")
