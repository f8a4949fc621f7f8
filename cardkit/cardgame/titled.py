"""Games of rank and title, and the tribute that the titles demand before the next game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cardkit.cardgame.cards import Card, find_cards
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.climb import ClimbNow, drop_out, flip
from cardkit.cardgame.combos import Play, combos_of
from cardkit.cardgame.stage import Now, Offers, Stage
from cardkit.cardgame.table import CardGame
from cardkit.netgame import Command, Reason, Refused, condition, setting


class TitleGame(CardGame, abstract=True):
    """A card game whose players get titles by rank, which count in the next game."""

    def __init__(self, preset: str = "", options: Any = {}, **how: Any) -> None:  # noqa: B006
        super().__init__(preset, options, **how)
        self.title_of: list[str] = []

    def on_match(self) -> None:
        self.title_of = [""] * len(self.names)

    def titled(self, title: str) -> int:
        """The seat with that title, the lowest one if several have it; -1 when nobody has."""
        for seat in reversed(self.ranking):
            if self.title_of[seat] == title:
                return seat
        return -1

    def rank_players(self) -> Sequence[int]:
        """First who went out first; cheaters are last, in the order of their names."""
        now = self.now
        honest = (
            [s for s in now.finished if s not in self.dropped] if isinstance(now, ClimbNow) else []
        )
        return [*honest, *sorted(self.dropped, key=lambda s: self.names[s], reverse=True)]

    def give_titles(self) -> None:
        """Titles and points for the ranking; all cheaters get the lowest title."""
        titles, ranking, cheats = self.titles, self.ranking, self.dropped
        assert titles is not None
        honest = [s for s in ranking if s not in cheats]
        given = titles.of(len(honest) + bool(cheats))
        if len(honest) == 1:
            given = (titles.of(2)[0], titles.of(2)[-1])
        last = self.game >= self.match.games
        for place, seat in enumerate((*honest, *cheats)):
            title = given[-1] if seat in cheats else given[place]
            self.title_of[seat] = title
            self.scores[seat] += titles.points.get(title, 0)
            if last:
                self.scores[seat] += titles.final_points.get(title, 0)
        self.set_fact("titles", {self.names[s]: self.title_of[s] for s in ranking})

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


class TributeNow(Now):
    """The gifts that are still to be given, and those held until all have chosen."""

    __slots__ = ("gifts", "held")

    def __init__(self, gifts: list[tuple[int, int, int, bool]]) -> None:
        self.gifts = gifts  # giver, taker, how many, must they be the strongest?
        self.held: list[tuple[int, int, tuple[Card, ...]]] = []


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
        says={"forfeit": "Who does not give the strongest cards is out, with the last title."},
    )

    def misfits(self, rules: Any) -> list[str]:
        return [] if rules.titles is not None else ["tribute needs titles = Titles(…)"]

    def begin(self, table: CardGame) -> None:
        assert isinstance(table, TitleGame)
        gifts = []
        for high, low, count in self.pairs:
            rich, poor = table.titled(high), table.titled(low)
            if rich >= 0 and poor >= 0:
                gifts += [(poor, rich, count, True), (rich, poor, count, False)]
        table.now = now = TributeNow(gifts)
        self._go_on(table, now)

    def _go_on(self, table: CardGame, now: TributeNow) -> None:
        """The table picks where it may; then whoever has to choose is asked."""
        gifts = now.gifts
        while gifts and (self._void(table, gifts[0]) or self._picks(gifts[0])):
            gift = gifts.pop(0)
            if not self._void(table, gift):
                self._give(table, now, gift, tuple(strongest(table, gift[0])[: gift[2]]))
        if self.exchange == "simultaneous":
            for gift in [g for g in gifts if self._picks(g)]:
                gifts.remove(gift)
                self._give(table, now, gift, tuple(strongest(table, gift[0])[: gift[2]]))
            waiting = [g[0] for g in gifts]
        else:
            waiting = [g[0] for g in gifts[:1]]
        if waiting:
            table.ask(*waiting)
            return
        for giver, taker, cards in now.held:
            table.move(cards, giver, taker, 1 << giver | 1 << taker)
        now.held = []
        if len([s for s in table.order if table.piles[s]]) == 0:
            table.dropped.clear()  # nobody was honest: the game is void and dealt again
            table.stage_no = -1
        table.next_stage()

    def _picks(self, gift: tuple[int, int, int, bool]) -> bool:
        return gift[3] and self.bad_exchange != "forfeit"

    def _void(self, table: CardGame, gift: tuple[int, int, int, bool]) -> bool:
        return gift[0] in table.dropped or gift[1] in table.dropped

    def offers(self, table: CardGame, seat: int) -> Offers:
        _, taker, count, _ = self._gift_of(table, seat)
        hand = table.piles[seat]
        return (Choice("PUT", hand, count, count, table.names[taker], taker),)

    def _gift_of(self, table: CardGame, seat: int) -> tuple[int, int, int, bool]:
        now: TributeNow = table.now
        return next(g for g in now.gifts if g[0] == seat)

    def act(self, table: CardGame, seat: int, command: Command) -> None:
        now: TributeNow = table.now
        gift = self._gift_of(table, seat)
        now.gifts.remove(gift)
        cards: tuple[Card, ...] = command.cards  # type: ignore[assignment]
        if gift[3] and not _are_strongest(cards, strongest(table, seat)):
            table.show(table.piles[seat], seat)
            table.emit("CHEAT", table.names[seat])
            table.move(table.piles[seat][:], seat, "away", -1)
            table.dropped.append(seat)
            now.held = [h for h in now.held if seat not in h[:2]]
        else:
            self._give(table, now, gift, cards)
        self._go_on(table, now)

    def _give(
        self,
        table: CardGame,
        now: TributeNow,
        gift: tuple[int, int, int, bool],
        cards: tuple[Card, ...],
    ) -> None:
        giver, taker = gift[:2]
        if self.exchange == "simultaneous":
            now.held.append((giver, taker, cards))
        else:
            table.move(cards, giver, taker, 1 << giver | 1 << taker)

    def explain(self, table: CardGame, seat: int, verb: str, cards: Sequence[Card]) -> None:
        _, taker, count, _ = self._gift_of(table, seat)
        raise Refused(
            Reason.BAD_COUNT,
            "PUT {count} card(s) to {taker}",
            count=count,
            taker=table.names[taker],
        )


def strongest(table: CardGame, seat: int) -> list[Card]:
    """A hand from the strongest card down: jokers, then rank, then suit; a fixed rule."""
    return sorted(table.piles[seat], key=lambda c: (-c.level, -c.suit_bit, c.number))


def _are_strongest(cards: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Whether nothing stronger was kept; one joker is as good as the other."""
    given = sorted((-c.level, -c.suit_bit) for c in cards)
    return given == [(-c.level, -c.suit_bit) for c in hand[: len(cards)]]
