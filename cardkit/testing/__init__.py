"""For authors: `check_game` plays a game at random and checks what every game must guarantee."""

from cardkit.testing.check import Checked, check_game
from cardkit.testing.trial import GameFault

__all__ = ["Checked", "GameFault", "check_game"]
