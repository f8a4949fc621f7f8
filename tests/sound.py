"""How the suite checks a game: in few matches, for planted faults are found in the first or second.

`pytest --long`, a part of `make soak`, checks the same games in as many as an author would.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardkit.netgame import NetGame
from cardkit.testing import Checked, check_game


@dataclass(frozen=True)
class Sound:
    """The fixture `sound`, called with a game and with what of it need not be reached, and why."""

    long: bool

    def __call__(
        self,
        game: type[NetGame],
        need_not_reach: Mapping[str, str] | None = None,
        games: int = 20,
        **how: Any,
    ) -> Checked:
        """Eight matches, or two under each preset: with the fewest players and with the most.

        Where it is not said what need not be reached, little is looked for.
        """
        games = 1000 if self.long else max(games, 5 * len(game.presets))
        search = 20_000 if self.long or need_not_reach is not None else 1000
        return check_game(game, games=games, search=search, need_not_reach=need_not_reach, **how)
