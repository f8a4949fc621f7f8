"""What a board says besides its cards: which side is vulnerable."""

from cardkit import Condition, condition, setting

CYCLES = {"boards": "0123123023013012", "chicago": "0213", "none": "0", "all": "3"}
"""Board by board: nobody is vulnerable, the first side (1), the second (2) or both (3)."""
AT_RISK = ((False,) * 4, (True, False) * 2, (False, True) * 2, (True,) * 4)
"""The same for each seat."""


@condition
class Boards(Condition):
    """What a board says besides its cards."""

    vulnerable: str = setting(
        "boards",
        "which side is vulnerable: as on the sixteen boards of duplicate, as in the four deals of "
        "Chicago, none or all",
        choices=(*CYCLES,),
        says={
            "boards": "The board says who is vulnerable: nobody, one side, the other or both.",
            "chicago": "Nobody is vulnerable in the first deal, the dealer's side in the second "
            "and third, and both in the fourth.",
            "none": "Nobody is vulnerable.",
            "all": "Both sides are vulnerable.",
        },
    )

    def at_risk(self, number: int) -> tuple[bool, ...]:
        """For each seat whether it is vulnerable on the board of this number."""
        cycle = CYCLES[self.vulnerable]
        return AT_RISK[int(cycle[(number - 1) % len(cycle)])]
