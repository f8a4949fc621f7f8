"""Bots: programs that play. One method, the permitted view and the legal commands in, one out.

A bot knows nothing of the table it plays at, so the same class plays in this process and across
a network, and hears the same in both. Chance comes in from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, ClassVar, NamedTuple, Self

from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.last_card import DECLARE
from cardkit.cardgame.table import CardView
from cardkit.netgame import Amount, Below, Command, Event, NetGame, Offer, pick
from cardkit.netgame.knowledge import Knowledge

ALONE = 0.3
"""The trouble that a rank in a hand is, however strong it is and however many they are."""
JOKER = 0.1
"""The trouble that a joker takes away as long as it is in the hand."""


class MatchStart(NamedTuple):
    """What a match is."""

    game: str
    """The name of the game: `flush_poker`; of one of your own, the class in lower case."""
    preset: str
    options: Mapping[str, object]
    """Every option of the game with its value at this table."""
    names: tuple[str, ...]
    """Who plays, seat by seat."""
    seat: int
    """The bot's own."""
    games: int
    """How many there are at most."""
    storage: str | None = None
    """A folder of the bot's own that is kept from match to match, in a contest that has such."""

    @classmethod
    def of(
        cls, rules: type[NetGame], game: str, preset: str, options: Mapping[str, object]
    ) -> Self:
        """A match at a table with these options, at which nobody sits yet."""
        parts = rules.with_options(preset, options, reopened=True)
        chosen = {name: option.value for name, option in rules.options_in(parts).items()}
        return cls(game, preset, chosen, (), -1, parts["match"].games)

    def seated(self, names: Sequence[str], seat: int) -> Self:
        """This match for the bot in one of the seats."""
        return self._replace(names=tuple(names), seat=seat)


class Bot:
    """Subclass and write `choose`. `self.below(n)` is a number from 0 to n-1 drawn by lot.

    In a simulation, in a contest and at a server a new bot is made for every match and hears all
    that its seat may hear, so what it keeps in `self` is its memory of these opponents.
    """

    knowing: bool = False
    """Whether it is told what its seat knows before each question."""

    strong: ClassVar[bool] = False
    """Whether strong robots play as it does, rather than by search."""

    def __init__(self, below: Below) -> None:
        self.below = below

    def knows(self, knowledge: Knowledge) -> None:
        """Override to use what the seat knows: `imagine` of the game makes tables from it."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        """Override to choose: one of the listed commands, or one inside an open offer.

        In a game without cards `view` is a `View` and the commands are `Command`s.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, view, legal)")

    def match_begins(self, match: MatchStart) -> None:
        """Override to prepare. Who takes over a seat in the middle of a match hears this, too."""

    def hears(self, kind: str, *parts: object) -> None:
        """Override to follow what happens: every event, in the words in which a client is told it.

        `("ACTION", "ann", "DISCARD", "S3")`, `("MOVE", "ann", "table", "S3")`: docs/protocol.md
        lists them.
        """

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        """Override to prepare for a game; they are counted from 1."""

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        """Override to learn from a game: points and scores by seat, the seats from best to last."""

    def match_over(self, scores: Sequence[int]) -> None:
        """Override to learn from a match. The next one is played by a new bot of this class."""

    def any(self, legal: Sequence[Command | Offer]) -> Command:
        """A random legal command, for when there is nothing better."""
        return pick(legal, self.below)

    @classmethod
    def listens(cls) -> bool:
        """Whether it wants to hear anything but questions: what it does not leave as it is here."""
        return any(getattr(cls, hook) is not vars(Bot)[hook] for hook in HOOKS)


HOOKS = ("match_begins", "hears", "game_begins", "game_over", "match_over")
"""What bots are told besides what they are asked."""


class SeatedBot:
    """A bot in a seat of a match. It is told all that the seat hears, and what that means."""

    __slots__ = ("_before", "_game", "_names", "_opening", "_ranking", "_scores", "bot", "name")

    def __init__(self, bot: Bot, match: MatchStart) -> None:
        self.bot, self.name, self._names = bot, match.names[match.seat], match.names
        self._before = self._scores = (0,) * len(match.names)
        self._ranking: tuple[int, ...] = ()
        self._game, self._opening = 0, False
        bot.match_begins(match)

    def hear_events(self, events: Iterable[Event], seat: int) -> None:
        """What an input of a table in this process caused, as far as this seat may hear it."""
        for event in events:
            if (words := event.words(seat)) is not None:
                self.hear(words)

    def hear(self, words: Iterable[Any]) -> None:
        """One event, in the words of a client."""
        kind, *told = words
        match kind, told:
            case "PHASE", ["playing", int(game)]:
                self._game, self._opening = game, game == 1
                self._before = self._scores
                self.bot.game_begins(game, self._names, self._names.index(self.name))
            case "SCORE", _:
                scores = dict(zip(told[::2], told[1::2], strict=True))
                self._scores = tuple([scores.get(name, 0) for name in self._names])
                if self._opening:  # with so much everybody has come to the match
                    self._before = self._scores
            case "RESULT", [_, *names]:
                self._ranking = tuple([self._names.index(name) for name in names])
            case "SEATS", names:
                self._reseat(tuple(names))
        self._opening = self._opening and kind in ("PHASE", "ORDER", "SEATS")
        self.bot.hears(kind, *told)
        if kind == "PHASE" and told[0] == "results":
            points = tuple(map(int.__sub__, self._scores, self._before))
            self.bot.game_over(self._game, points, self._scores, self._ranking)
            if told[1:] == ["over"]:
                self.bot.match_over(self._scores)

    def _reseat(self, names: tuple[str, ...]) -> None:
        """Others play from now on: who stays keeps their points."""
        known = dict(zip(self._names, self._scores, strict=True))
        self._names, self._scores = names, tuple([known.get(name, 0) for name in names])


class Rand(Bot):
    """Plays any legal command, each offer as likely as the next."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)


class Shedder(Bot):
    """For games in which a hand is discarded card by card: makes the discard that it rates best.

    It calls its last card in time, and draws or passes only when it cannot discard.
    """

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        if DECLARE in commands:
            return DECLARE
        discards = [command for command in commands if command.cards]
        return max(discards, key=lambda one: self.rate(view, one), default=commands[0])

    def rate(self, view: CardView, command: CardCommand) -> tuple[int, ...]:
        """Override to say how good a discard is; what matters most comes first."""
        raise NotImplementedError(f"{type(self).__name__} has no method rate(self, view, command)")


class Bettor(Bot):
    """For games of bets: the better its hand, the more it bets; it pays for others by the pot odds.

    Now and then it bets on a poor hand as if it were good, so that its bets do not tell all.
    """

    bluffs: ClassVar[int] = 8
    """Of so many poor hands on which nobody has bet, it bets on one."""
    respect: ClassVar[float] = 0.2
    """How much less likely it is to win against a bet that makes up most of the pot."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        assert view.seat is not None
        pot, price, others = view.fact("pot", 0), view.fact("price", 0), range(len(view.names))
        paid = view.fact("paid", 0, view.seat)
        owed = min(price - paid, view.scores[view.seat])
        betting = sum(view.fact("paid", 0, s) >= price for s in others if s != view.seat)
        chance = self.chance(view)
        if owed:
            chance = chance ** max(1, min(betting, 3)) - self.respect * owed / pot
        elif chance < 0.45 and not self.below(self.bluffs):
            chance = (60 + self.below(30)) / 100
        raising = next((offer for offer in legal if isinstance(offer, Amount)), None)
        if raising and chance > (0.6 if not owed else 0.8 if paid else 0.7):
            more = pot * (chance - 0.5) * (150 + self.below(100)) / 100
            return raising.command(min(raising.least + int(more), raising.most))
        staying = legal[0]
        if not owed or chance > owed / (pot + owed):
            return staying.command(staying.least) if isinstance(staying, Amount) else str(staying)
        return str(legal[-1])  # folding is the last that is offered

    def chance(self, view: CardView) -> float:
        """Override to say how likely the hand is to win against one other that may be any."""
        raise NotImplementedError(f"{type(self).__name__} has no method chance(self, view)")


class Climber(Bot):
    """For climbing games: gets rid of weak cards and long plays first, and keeps strong ones back.

    It counts the trouble that a hand still is: much for weak single cards, little for strong ones
    and large groups. It plays what takes most of it away, or passes when that is not enough.
    """

    enough: ClassVar[float] = 0.4
    """The trouble that a play must take away to be worth its cards, early in a game."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        first = legal[0]
        if isinstance(first, Choice):
            return self.give(view, first)
        plays = [offer for offer in legal if isinstance(offer, CardCommand) and offer.cards]
        if not plays:
            return "PASS"
        if last := [play for play in plays if len(play.cards) == len(view.hand)]:
            return last[0]
        weak, held = self.weakness(view), Counter([card[1] for card in view.hand if card[0] != "J"])
        saved = {play: self.saved(play.cards, held, weak) for play in plays}
        best = max(plays, key=lambda play: (saved[play], -len(play.cards)))
        others = [len(hand) for seat, hand in enumerate(view.hands) if hand and seat != view.seat]
        late = min(others) < 3 or len(view.hand) < 5
        if view.piles["table"] and saved[best] < (0 if late else self.enough):
            return "PASS"
        return best

    def give(self, view: CardView, choice: Choice) -> str:
        """The strongest cards where they are owed, else those that take most trouble away."""
        weak, rest = self.weakness(view), list(view.hand)
        owed = self.owes_the_strongest(view)
        while len(rest) > len(view.hand) - choice.least:
            if owed:
                suits = view.suits[::-1].find
                rest.remove(min(rest, key=lambda c: (weak.get(c[1], -1), suits(c[0]))))
            else:
                held = Counter([card[1] for card in rest if card[0] != "J"])
                rest.remove(max(rest, key=lambda c: self.saved([c], held, weak)))
        return f"{choice.verb} {choice.name} {' '.join(without(view.hand, rest))}"

    def owes_the_strongest(self, view: CardView) -> bool:
        """Override where a player has to give their strongest cards."""
        return False

    def weakness(self, view: CardView) -> dict[str, float]:
        """How weak each rank is now, from 0 to 1."""
        order = view.ranks[::-1]
        return {rank: place / (len(order) - 1) for place, rank in enumerate(order)}

    def saved(self, cards: Iterable[str], held: Mapping[str, int], weak: dict[str, float]) -> float:
        """The trouble that these cards take away from a hand with so many of each rank."""
        found, gone = 0.0, dict[str, int]()
        for card in cards:
            if card[0] == "J":
                found -= JOKER
            else:
                gone[card[1]] = gone.get(card[1], 0) + 1
        for rank, count in gone.items():
            size, weakness = held[rank], weak[rank]
            found += ALONE + weakness / sqrt(size)
            if size > count:
                found -= ALONE + weakness / sqrt(size - count)
        return found


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """What is left of a hand."""
    gone = set(cards)
    return [card for card in hand if card not in gone]


def meld_worth(card: str, hand: Sequence[str], ranks: Sequence[str]) -> float:
    """How much a card does for groups and runs of a hand, as its name is in a view.

    It is 1 or more where the card lies in three of a rank or three of a suit in a row, and less
    the fewer cards lie beside it: a pair, or two of a suit with at most one between them.
    """
    suit, at = card[0], ranks.index(card[1:])
    same = sum(other[1:] == card[1:] and other[0] != suit for other in hand)
    near = {ranks.index(other[1:]) - at for other in hand if other[0] == suit}
    in_a_row = ({-2, -1}, {-1, 1}, {1, 2})
    if same > 1 or any(row <= near for row in in_a_row):
        return 1.0
    return 0.3 * same + 0.25 * len(near & {-1, 1}) + 0.1 * len(near & {-2, 2})
