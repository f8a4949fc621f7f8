"""The titles of President, and the cards that they demand."""

from cardkit import Titles, Tribute

FIRST, SECOND, MIDDLE, POOR, LAST = FIVE = (
    *("president", "vice-president", "citizen"),
    *("vice-scum", "scum"),
)
TITLES = Titles(
    names={3: (FIRST, MIDDLE, LAST), 4: (FIRST, SECOND, POOR, LAST), 5: FIVE},
    points={FIRST: 2, SECOND: 1},
)
TRIBUTE = Tribute(pairs=((FIRST, LAST, 2), (SECOND, POOR, 1)), exchange="sequential")
