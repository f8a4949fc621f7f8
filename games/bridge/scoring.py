"""What a contract is worth in duplicate bridge."""

from functools import cache

IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The differences between two tables that are worth 1, 2, 3 … international match points."""


@cache
def contract_points(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """What the declarer's side gets for so many tricks; less than nothing if it goes down.

    `doubled` is 1, 2 or 4: undoubled, doubled, redoubled.
    """
    beyond = tricks - 6 - level
    if beyond < 0:
        return -penalty(-beyond, doubled, vulnerable)
    each = 20 if strain in "CD" else 30
    bid = (level * each + 10 * (strain == "NT")) * doubled
    bonus = 50 if bid < 100 else 500 if vulnerable else 300
    slam = {6: 500, 7: 1000}.get(level, 0) * (3 if vulnerable else 2) // 2
    insult = {1: 0, 2: 50, 4: 100}[doubled]
    over = each if doubled == 1 else 50 * doubled * (1 + vulnerable)
    return bid + bonus + slam + insult + over * beyond


def penalty(down: int, doubled: int, vulnerable: bool) -> int:
    """What the defenders get for so many tricks that are missing."""
    if doubled == 1:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return doubled // 2 * (300 * down - 100)
    return doubled // 2 * (200 * down - 100 + 100 * max(0, down - 3))
