# Signs that look like other signs are part of what is written.

import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "She ran 1 km in 5 min at 12 km/h.",
            "She ran one kilometer in five minutes at twelve kilometers per hour.",
        ),
        (
            "It is 324 m tall, 7,300 kg, 60 mph, 2.5 GHz.",
            "It is three hundred and twenty-four meters tall, seven thousand three hundred kilograms, "
            "sixty miles per hour, two point five gigahertz.",
        ),
        (
            "-3 °C, 21.5°C, 1°F, 90°, 40°N, 51° 30' 26\" N",
            "minus three degrees Celsius, twenty-one point five degrees Celsius, one degree Fahrenheit, "
            "ninety degrees, forty degrees north, fifty-one degrees, thirty minutes, twenty-six seconds "
            "north",
        ),
        (
            "100 m², 5 m³, 9.8 m/s^2, 1.2 kg/m³, 7.5 L/100km",
            "one hundred square meters, five cubic meters, nine point eight meters per second squared, "
            "one point two kilograms per cubic meter, seven point five liters per hundred kilometers",
        ),
        ("6 ft 2 in, 5'10\" tall, 12 in.", "six feet two inches, five foot ten tall, twelve inches."),
        (
            "5 in the morning, 7 in 10 people, Platform 5 A train",
            "five in the morning, seven in ten people, Platform five A train",
        ),
        (
            "1½ cups, 1/2 tsp, 2 tbsp. sugar, 1 1/2 lb",
            "one and a half cups, one half teaspoon, two tablespoons sugar, one and a half pounds",
        ),
        ("a 10-km run, a 5-mile walk", "a ten kilometer run, a five-mile walk"),
        (
            "a 5 km run of 5 km, an 8 oz steak, a 25° swing",
            "a five kilometer run of five kilometers, an eight ounce steak, a twenty-five degree swing",
        ),
        ("50%, 3.5%, 5 %", "fifty percent, three point five percent, five percent"),
        ("10 min., 1 hr 30 min.", "ten minutes, one hour thirty minutes."),
    ],
)
def test_quantities_with_units(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
