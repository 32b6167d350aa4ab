# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001

import pytest
from phonoscope.engine.text.spoken import spoken


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "Dr. Smith vs. Mr. Jones, Prof Lee and St Paul's",
            "Doctor Smith versus Mister Jones, Professor Lee and Saint Paul's",
        ),
        (
            "12 Elm St. Springfield; Oak Dr., Apt. 4B; in St. Louis; 5th Ave. is long.",
            "twelve Elm Street Springfield; Oak Drive, apartment four B; in Saint Louis; fifth Avenue is long.",
        ),
        (
            "See No. 5, Nos. 3-4, p. 12, pp. 3–5, Fig. 2. No. I won't.",
            "See number five, numbers three to four, page twelve, pages three to five, figure two. No. I won't.",
        ),
        ("Cats, dogs, etc. We left.", "Cats, dogs, et cetera. We left."),
        (
            "Mr. & Mrs. Lee, Co., Oct., WWII, y/y",
            "Mister and Missus Lee, Company, October, World War two, year on year",
        ),
        (
            "Ann Lee (b. 1950, d. 2010), c. 1850, a b. 5",
            "Ann Lee (born nineteen fifty, died twenty ten), circa eighteen fifty, a b. five",
        ),
        ("Vol. II of Vitamin C. 5 days.", "Volume two of Vitamin C. five days."),
        (
            "e.g. apples, i.e. fruit, a.k.a. food, w/o salt. I.e. this.",
            "for example apples, that is fruit, also known as food, without salt. That is this.",
        ),
        (
            "Acme Inc. is big. He works for Acme Inc. The end.",
            "Acme Incorporated is big. He works for Acme Incorporated. The end.",
        ),
        ("the U.S.A. team, in the U.S. The end. a Ph.D.", "the U S A team, in the U S. The end. a P H D."),
        (
            "J. R. Tolkien, John F. Kennedy, J.K. Rowling, Vitamin C. The end.",
            "J R Tolkien, John F Kennedy, J K Rowling, Vitamin C. The end.",
        ),
        (
            "Hrs. vary, lbs add up. It took a few yrs. The end. 12 hrs. later, a 5 lbs. cat, 3 lbs/day",
            "Hours vary, pounds add up. It took a few years. The end. twelve hours later, a five pound cat, "
            "three pounds per day",
        ),
        ("btw thx, idk", "by the way thanks, I don't know"),
    ],
)
def test_abbreviations(written, said):
    assert spoken(written) == said
    assert spoken(said) == said
