"""The conditions of any networked turn game: seats, match, clock, disconnects, faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardkit.netgame.absence import POLICIES
from cardkit.netgame.conditions import Condition, Sentence, condition, setting
from cardkit.texts import Text, plural


@condition
class Seats(Condition):
    """How many play, and whether they play as partners."""

    least: int = setting(2, "fewest players", least=1, most=16)
    most: int = setting(4, "most players", least=1, most=16)
    partners: bool = setting(
        False,
        "players who face each other play as partners",
        says="Players who face each other are partners.",
    )
    by_lot: bool = setting(
        False,
        "the order of the seats is drawn by lot when a match begins",
        says="Seats are drawn by lot when a match begins.",
    )
    drop_in: bool = setting(
        False,
        "players may come and go, and change places, between the games of a match; who finds no "
        "free seat waits for one",
        says="Players may come and go between the games of a match, with the points they have.",
    )

    def conflicts(self) -> list[str]:
        found: list[str] = []
        if self.least > self.most:
            found.append(
                Text(
                    "least={least} is more than most={most}; write least ≤ most",
                    least=self.least,
                    most=self.most,
                )
            )
        if self.partners and (self.least % 2 or self.most % 2):
            found.append(Text("partners need an even number of players, e.g. least=4, most=4"))
        elif self.partners and self.most < 4:
            found.append(Text("partners need four players or more: write least=4, most=4"))
        return found

    def sentences(self) -> list[Sentence]:
        count = Text("{least} to {most} players.", least=self.least, most=self.most)
        if self.least == self.most:
            count = plural(self.most, "One player.", "{n} players.")
        return [(count, {}), *super().sentences()]


@condition
class Match(Condition):
    """How many games make a match, and whose score wins it."""

    games: int = setting(
        1,
        "games in a match",
        often=True,
        least=1,
        most=1_000_000,
        says=("A match is one game.", "A match is at most {games:,} games."),
    )
    play_to: int = setting(
        0,
        "points that end a match when a player has them",
        often=True,
        unsaid={0: "points do not end it"},
        least=0,
        most=1_000_000_000,
        says=(
            "A match ends with the first point.",
            "A match ends when a player has {play_to:,} points.",
        ),
    )
    begins: str = setting(
        "same",
        "who begins the next game: the player who began the last one, the player after them, the "
        "winner, or whoever came last",
        choices=("same", "next", "winner", "loser"),
        unsaid="The same player begins each game.",
        says={
            "next": "The next player begins the next game.",
            "winner": "The winner begins the next game.",
            "loser": "Whoever came last begins the next game.",
        },
    )
    low_wins: bool = setting(
        False,
        "the lowest score wins the match, not the highest",
        says="The lowest score wins the match.",
        says_not="The highest score wins the match.",
    )

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        return {"begins": "games=2", "play_to": "games=100"} if self.games == 1 else {}

    def sentences(self) -> list[Sentence]:
        told = self if self.games > 1 else replace(self, begins="same", play_to=0)
        return super(Match, told).sentences()


@condition
class Clock(Condition):
    """How long a player may take; 0 is without limit."""

    move: float = setting(
        0.0,
        "seconds for a move",
        unsaid={0.0: "as long as one likes"},
        least=0,
        most=86_400,
        says=("One second for a move.", "{move:g} seconds for a move."),
    )
    grace: float = setting(
        0.0,
        "seconds to come back after a lost connection",
        unsaid={0.0: "none"},
        least=0,
        most=86_400,
        says=(
            "A player whose connection is lost has one second to come back.",
            "A player whose connection is lost has {grace:g} seconds to come back.",
        ),
    )
    late: str = setting(
        "robot",
        "who answers for a player whose time is up: a robot, the mildest answer (a pass, a check "
        "or a fold), the player forfeits the game, or nobody: the game waits",
        choices=("robot", "pass", "forfeit", "suspend"),
        says={
            "robot": "For a player whose time is up, a robot makes a move.",
            "pass": "A player whose time is up passes or checks, or else folds, where that is "
            "possible.",
            "forfeit": "A player whose time is up forfeits the game.",
            "suspend": "When the time of a player is up, the game waits for them.",
        },
    )

    gentle: bool = setting(
        False,
        "the clock does not run for the only person among robots; once a game a player can say "
        "HERE for as much time again; and for who is late twice in a row a robot plays until they "
        "say HERE",
        says="The clock does not run for the only person among robots; once a game a player who is "
        "still there has as much time again; and for a player who is late twice in a row a robot "
        "plays until they are back.",
    )

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        """Nobody is late without a limit for a move."""
        return {} if self.move else {"late": "move=30", "gentle": "move=30"}

    def sentences(self) -> list[Sentence]:
        told = self if self.move else replace(self, gentle=False)
        said = super(Clock, told).sentences()
        return said if self.move else said[:-1]


@condition
class Disconnect(Condition):
    """What happens to the seat of a player whose connection is lost."""

    policy: str = setting(
        "robot",
        "what becomes of a player who is cut off: "
        + "; ".join(policy.meaning for policy in POLICIES.values()),
        choices=tuple(POLICIES),
        says={name: policy.says for name, policy in POLICIES.items()},
    )


@condition
class Fault(Condition):
    """What a move that is not allowed costs."""

    illegal: str = setting(
        "ask",
        "what becomes of a move that is not allowed: it is refused and asked again, counts as the "
        "mildest answer (a pass or a fold), or forfeits the game",
        choices=("ask", "pass", "forfeit"),
        unsaid="A move that is not allowed is refused, and the player is asked again.",
        says={
            "pass": "A move that is not allowed counts as a pass or a fold.",
            "forfeit": "A move that is not allowed forfeits the game.",
        },
    )
