"""The titles and presets of Daifugo, as data; presets name only what differs."""

from typing import Any

from cardkit import Titles, Tribute

HIGH, RICH, PLAIN, POOR, LOW = FIVE = ("大富豪", "富豪", "平民", "貧民", "大貧民")
NAMES: dict[int, tuple[str, ...]] = {
    2: (HIGH, LOW),
    3: (RICH, PLAIN, POOR),
    4: (HIGH, RICH, POOR, LOW),
    5: FIVE,
}
TITLES = Titles(
    names=NAMES,
    points=dict(zip(FIVE, (2, 1, 0, -1, -2), strict=True)),
    final_points=dict(zip(FIVE, (10, 5, 0, -5, -10), strict=True)),
)
TRIBUTE = Tribute(pairs=((HIGH, LOW, 2), (RICH, POOR, 1)))

MILLIONAIRE: dict[str, Any] = {  # seed 000: the Millionaire bot contest
    "jokers": 2,
    "names": NAMES | {3: (HIGH, PLAIN, LOW)},
    "remainder": "first",
    "first_lead": "lowest_name",
    "seating": "by_finish",
    "exchange": "sequential",
    "bad_exchange": "forfeit",
    "runs": False,
    "lock_after": 0,
    "miyako": "off",
}
UECDA: dict[str, Any] = {  # the UEC computer-Daihinmin contest
    "seats_least": 5,
    "seats_most": 5,
    "remainder": "winner",
    "first_lead": "D3",
    "later_leads": "card",
    "seating": "every3",
    "exchange": "sequential",
    "bad_exchange": "auto",
    "pass_lock": True,
    "clear_needs_leader_pass": True,
    "lead_pass": True,
    "run_revolution": 5,
    "run_beat": "disjoint",
    "spade3": "ignores_lock",
    "miyako": "off",
    "points": dict(zip(FIVE, (5, 4, 3, 2, 1), strict=True)),
    "final_points": {},
    "illegal": "pass",
}
PRESETS = {"official": {}, "millionaire": MILLIONAIRE, "uecda": UECDA}
