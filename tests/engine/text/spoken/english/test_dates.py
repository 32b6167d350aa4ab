# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001

import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Meet 9:30-11.", "Meet nine thirty to eleven."),
        ("2024-02-29", "February twenty-ninth, twenty twenty-four"),
        (
            "On 30/11/2026, 11/30/2026, 3/4/98 and 30.11.2026.",
            "On November thirtieth, twenty twenty-six, November thirtieth, twenty twenty-six, March "
            "fourth, nineteen ninety-eight and November thirtieth, twenty twenty-six.",
        ),
        ("99/99/2026", "ninety-nine slash ninety-nine slash twenty twenty-six"),
        (
            "On March 3rd, 2021; Nov. 30, 2026; 11 Sept 2001; the 5th of May 2020; 4 July.",
            "On March third, twenty twenty-one; November thirtieth, twenty twenty-six; the eleventh of "
            "September, two thousand and one; the fifth of May, twenty twenty; the fourth of July.",
        ),
        (
            "March 3-5, 2021, and 3–5 March",
            "March third to fifth, twenty twenty-one, and the third to fifth of March",
        ),
        ("Fri 13 Nov, Mon., May 4", "Friday the thirteenth of November, Monday, May fourth"),
        (
            "In 1999, since 1969, 1939–45, 2024/25, 1914-1918",
            "In nineteen ninety-nine, since nineteen sixty-nine, nineteen thirty-nine to forty-five, "
            "twenty twenty-four to twenty-five, nineteen fourteen to nineteen eighteen",
        ),
        (
            "the 1990s, the '80s, mid-1990s, late 60s, 30s",
            "the nineteen nineties, the eighties, mid-nineteen nineties, late sixties, thirty seconds",
        ),
        (
            "12:05, 7:00, 18:00, 00:30, 6:45 pm, 9 a.m.",
            "twelve oh five, seven o'clock, eighteen hundred hours, zero thirty, six forty-five p m, nine a m.",
        ),
        ("We ate at 6 p.m. The end.", "We ate at six p m. The end."),
        ("We met at 9 a.m. Monday.", "We met at nine a m Monday."),
        (
            "9am-5pm, 9–11 am, 9:00-17:00",
            "nine a m to five p m, nine to eleven a m, nine o'clock to seventeen hundred hours",
        ),
        ("3:59.4, 1:23:45", "three fifty-nine point four, one twenty-three and forty-five seconds"),
        ("12:00:00, 2:05:01", "twelve o'clock, two oh five and one second"),
        ("Open Mon-Fri., Sat.-Sun.", "Open Monday to Friday, Saturday to Sunday."),
        ("2026-11-30T14:05:00Z", "November thirtieth, twenty twenty-six, fourteen oh five U T C"),
        (
            "2026-11-30 14:05:30.250+02:00",
            "November thirtieth, twenty twenty-six, fourteen oh five and thirty seconds U T C plus two",
        ),
        (
            "2026-11-30T08:00-05:30",
            "November thirtieth, twenty twenty-six, eight o'clock U T C minus five thirty",
        ),
    ],
)
def test_dates_years_and_times(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
