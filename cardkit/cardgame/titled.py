"""Games of rank and title, and the tribute that the titles demand before the next game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from cardkit.cardgame.cards import Card, find_cards
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.climb import ClimbNow, drop_out, flip
from cardkit.cardgame.combos import Play, combos_of
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.cardgame.table import CardGame
from cardkit.netgame import Below, Command, Reason, Refused, Text, condition, fix, setting


class TitleGame(CardGame, abstract=True):
    """A card game whose players get titles by rank, which count in the next game."""

    def __init__(self, preset: str = "", options: Any = {}, **how: Any) -> None:  # noqa: B006
        super().__init__(preset, options, **how)
        self.title_of: list[str] = []

    @classmethod
    def find_mistakes(cls) -> list[str]:
        found = super().find_mistakes()
        if cls.titles is None:
            found.append("titles is missing; write titles = Titles(names={2: ('first', 'last')})")
        return found

    def on_match(self) -> None:
        self.title_of = [""] * len(self.names)

    def titled(self, title: str) -> int:
        """The seat with that title, the lowest one if several have it; -1 when nobody has."""
        for seat in reversed(self.ranking):
            if self.title_of[seat] == title:
                return seat
        return -1

    def rank_players(self) -> Sequence[int]:
        """First who went out first, last who was thrown out."""
        climbed = isinstance(self.now, ClimbNow)
        ranking = self.now.finished if climbed else super().rank_players()
        return [*(s for s in ranking if s not in self.dropped), *self.dropped]

    def on_game_over(self) -> None:
        """Titles and points for the ranking.

        All cheaters get the lowest title and are last, the first by name last of all; the others
        share what is left of the titles as if there were one cheater.
        """
        titles = self.titles
        assert titles is not None
        cheats = sorted(self.dropped, key=lambda s: self.names[s], reverse=True)
        honest = [s for s in self.ranking if s not in cheats]
        given = titles.of(len(honest) + bool(cheats))
        if cheats:
            given = given[:-1] + (titles.of(2)[-1] or given[-1],) * len(cheats)
        self.ranking = (*honest, *cheats)
        last = self.game >= self.match.games
        for seat, title in zip(self.ranking, given, strict=True):
            self.title_of[seat] = title
            self.scores[seat] += titles.points.get(title, 0)
            if last:
                self.scores[seat] += titles.final_points.get(title, 0)
        self._tell_titles()

    def put_away(self) -> None:
        super().put_away()
        if self.ranking and not self.match_over:
            self._tell_titles()  # a title stays with its seat, which may have a new player

    def _tell_titles(self) -> None:
        self.set_fact("titles", {self.names[s]: self.title_of[s] for s in self.ranking})

    def plays_of(self, seat: int, *names: str) -> list[Play]:
        """The play of exactly these cards, if the player holds them."""
        cards = find_cards(names, self.piles[seat])
        return [] if cards is None else combos_of(self.cards).recognise(cards, 3)

    def turn_order_round(self, fact: str, *, until_clear: bool = False) -> None:
        """Low is high and high is low; saying it twice undoes it."""
        flip(self, fact, until_clear=until_clear)

    def drop_out(self, seat: int, *, lowest: bool = False, at_once: bool = False) -> None:
        """This player will be ranked last; `lowest` puts them below others who fell."""
        drop_out(self, seat, lowest=lowest, at_once=at_once)


class Gift(NamedTuple):
    """Cards that one player owes another; who has a low title owes the strongest."""

    giver: int
    taker: int
    size: int
    strongest: bool
    cards: tuple[Card, ...] = ()


class Owed(Choice):
    """A choice of cards to give away, with those that are given when nobody chooses well.

    A bad choice is replaced by them, or (where it would be a cheat) a robot gives just them.
    """

    __slots__ = ("due", "replaces")

    due: tuple[Card, ...]
    replaces: bool

    def __init__(self, gift: Gift, hand: Sequence[Card], name: str, replaces: bool) -> None:
        super().__init__("PUT", hand, gift.size, gift.size, name, gift.taker)
        fix(self, "due", tuple(hand[: gift.size]))
        fix(self, "replaces", replaces)

    def admit(self, words: Sequence[str]) -> Command | None:
        replaced = self.replaces and words[0] == self.verb
        return super().admit(words) or (self.command(self.due) if replaced else None)

    def sample(self, below: Below) -> Command:
        return super().sample(below) if self.replaces else self.command(self.due)


class TributeNow(Now):
    """The gifts of this round and the next ones, and what has been chosen in this round."""

    __slots__ = ("cheats", "chosen", "due", "rounds")

    def __init__(self, rounds: list[tuple[Gift, ...]]) -> None:
        self.rounds = rounds
        self.due: list[Gift] = []
        self.chosen: list[Gift] = []
        self.cheats: list[int] = []


@condition
class Tribute(Stage):
    """Before the next game, low titles PUT their best cards to high ones and get others back."""

    verbs: ClassVar[tuple[str, ...]] = ("PUT",)

    pairs: tuple[tuple[str, str, int], ...] = setting(
        (), "who exchanges: the high title, the low title, and how many cards"
    )
    exchange: str = setting(
        "simultaneous",
        "all choose before anything is given, or the low give first and the high answer",
        choices=("simultaneous", "sequential"),
        says={
            "simultaneous": "Cards are exchanged at the same time.",
            "sequential": "The low titles give first; the high ones see what they got and answer.",
        },
    )
    bad_exchange: str = setting(
        "ask",
        "who picks the strongest cards: the table, with bad choices of others asked again; the "
        "table, with bad choices replaced; or the players, and a wrong choice throws them out",
        choices=("ask", "auto", "forfeit"),
        says={
            "auto": "Who chooses badly gives the strongest cards instead.",
            "forfeit": "Who does not give the strongest cards is out, with the last title.",
        },
    )

    def sentences(self) -> list[tuple[str, dict[str, Any]]]:
        said: list[tuple[str, dict[str, Any]]] = []
        for high, low, count in self.pairs:
            gift = "{low} gives {high} the {count} strongest cards and gets any {count} back."
            if count == 1:
                gift = "{low} gives {high} the strongest card and gets any one back."
            said.append((gift, {"high": Text(high), "low": Text(low), "count": count}))
        return said + Stage.sentences(self)

    def misfits(self, rules: Any) -> list[str]:
        if rules.titles is None:
            return ["tribute needs titles = Titles(…)"]
        title_game = issubclass(rules.game, TitleGame)
        return [] if title_game else ["tribute needs a TitleGame, not a CardGame"]

    def begin(self, table: TitleGame) -> None:
        gifts = []
        for high, low, count in self.pairs:
            rich, poor = table.titled(high), table.titled(low)
            if rich >= 0 and poor >= 0:
                size = min(count, len(table.piles[rich]), len(table.piles[poor]))
                gifts += [Gift(poor, rich, size, True), Gift(rich, poor, size, False)]
        at_once = self.exchange == "simultaneous"
        table.now = now = TributeNow([tuple(gifts)] if at_once else [(gift,) for gift in gifts])
        self._next_round(table, now)

    def _next_round(self, table: CardGame, now: TributeNow) -> None:
        """The table picks where it may; then whoever has to choose is asked."""
        while now.rounds:
            for gift in now.rounds.pop(0):
                if self._is_void(table, gift):
                    continue
                if gift.strongest and self.bad_exchange != "forfeit":
                    self._choose(table, gift, _strongest(table, gift.giver)[: gift.size])
                else:
                    now.due.append(gift)
            if now.due:
                self._ask(table, now)
                return
            self._give(table, now)
        if not any(table.piles[seat] for seat in table.order):
            table.dropped.clear()  # nobody was honest: the game is void and dealt again
            table.stage_no = -1
        table.next_stage()

    def _ask(self, table: CardGame, now: TributeNow) -> None:
        table.ask(*dict.fromkeys(gift.giver for gift in now.due))

    def _choose(self, table: CardGame, gift: Gift, cards: Sequence[Card]) -> None:
        table.now.chosen.append(gift._replace(cards=tuple(cards)))

    def _give(self, table: CardGame, now: TributeNow) -> None:
        """All of this round have chosen: cheaters are thrown out, the other cards move."""
        for seat in now.cheats:
            table.show(table.piles[seat], seat)
            table.emit("CHEAT", table.names[seat])
            table.move(sorted(table.piles[seat]), seat, "away", -1)
            table.dropped.append(seat)
        for gift in now.chosen:
            if not self._is_void(table, gift):
                both = 1 << gift.giver | 1 << gift.taker
                # As they lay in the hand: their order must not tell which is the stronger.
                cards = sorted(gift.cards, key=table.piles[gift.giver].index)
                table.move(cards, gift.giver, gift.taker, both)
        now.cheats, now.chosen = [], []

    def _is_void(self, table: CardGame, gift: Gift) -> bool:
        return gift.giver in table.dropped or gift.taker in table.dropped

    def offers(self, table: CardGame, seat: int) -> Offers:
        gift, hand = self._gift_of(table, seat), _strongest(table, seat)
        name = table.names[gift.taker]
        if self.bad_exchange == "auto" or gift.strongest:
            return (Owed(gift, hand, name, replaces=not gift.strongest),)
        return (Choice("PUT", hand, gift.size, gift.size, name, gift.taker),)

    def _gift_of(self, table: CardGame, seat: int) -> Gift:
        now: TributeNow = table.now
        return next(gift for gift in now.due if gift.giver == seat)

    def act(self, table: CardGame, seat: int, command: Command) -> None:
        now: TributeNow = table.now
        gift, hand = self._gift_of(table, seat), _strongest(table, seat)
        cards: tuple[Card, ...] = command.cards
        if gift.strongest and not _are_strongest(cards, hand) and seat not in now.cheats:
            now.cheats.append(seat)
        now.due.remove(gift)
        self._choose(table, gift, cards)
        if now.due:
            self._ask(table, now)
        else:
            self._give(table, now)
            self._next_round(table, now)

    def explain(self, table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        gift = self._gift_of(table, seat)
        raise Refused(
            Reason.NOT_NOW,
            "PUT {count} card(s) to {taker}",
            count=gift.size,
            taker=table.names[gift.taker],
        )


def _strongest(table: CardGame, seat: int) -> list[Card]:
    """What a player can still give, from the strongest down: jokers, then rank, then suit."""
    now: TributeNow = table.now
    gone = [card for gift in now.chosen if gift.giver == seat for card in gift.cards]
    hand = [card for card in table.piles[seat] if card not in gone]
    return sorted(hand, key=lambda c: (-c.level, -c.suit_bit, c.number))


def _are_strongest(cards: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Whether nothing stronger was kept; one joker is as good as the other."""
    given = sorted((-c.level, -c.suit_bit) for c in cards)
    return given == [(-c.level, -c.suit_bit) for c in hand[: len(cards)]]
