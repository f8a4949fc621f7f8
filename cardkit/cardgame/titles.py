"""Titles by rank, and the tribute that they demand before the next game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from cardkit.cardgame.cards import Card
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.parts import TableCondition, TablePart
from cardkit.cardgame.piles import EVERYONE, viewers
from cardkit.cardgame.stage import AnyStage, Offers, Rules, Stage, StageState
from cardkit.cardgame.table import CardTable
from cardkit.cardgame.words import PUT
from cardkit.netgame import (
    Below,
    Declared,
    Fact,
    Notice,
    Reason,
    Refused,
    Sentence,
    Text,
    condition,
    fix,
    in_a_row,
    plural,
    setting,
)
from cardkit.netgame.conditions import shown

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


class TitleHolders(TablePart):
    """Who has which title by the last game."""

    __slots__ = ("title_of", "titles")

    def __init__(self, titles: Titles) -> None:
        self.titles = titles
        self.title_of: list[str] = []

    def holder(self, ranking: Sequence[int], title: str) -> int:
        """The seat with that title, the lowest one if several have it; -1 when nobody has."""
        for seat in reversed(ranking):
            if self.title_of[seat] == title:
                return seat
        return -1

    def begin_match(self, table: CardGame) -> None:
        self.title_of = [""] * len(table.names)

    def end_game(self, table: CardGame) -> None:
        """Titles and points for the ranking.

        All cheaters get the lowest title and are last, the first by name last of all; the others
        share what is left of the titles as if there were one cheater.
        """
        titles = self.titles
        cheats = sorted(table.dropped, key=table.names.__getitem__, reverse=True)
        honest = [s for s in table.ranking if s not in cheats]
        given = titles.of(len(honest) + bool(cheats))
        if cheats:
            given = given[:-1] + (titles.of(2)[-1] or given[-1],) * len(cheats)
        table.ranking = (*honest, *cheats)
        last = table.game_no >= table.match.games
        for seat, title in zip(table.ranking, given, strict=True):
            self.title_of[seat] = title
            table.scores[seat] += titles.points.get(title, 0)
            if last:
                table.scores[seat] += titles.final_points.get(title, 0)
        self._tell(table)

    def reseat(self, table: CardGame, moved: Mapping[int, int]) -> None:
        title_of, self.title_of = self.title_of, [""] * len(table.names)
        for old, new in moved.items():
            self.title_of[new] = title_of[old]

    def put_away(self, table: CardGame) -> None:
        if table.ranking and not table.match_over:
            self._tell(table)  # a title stays with its seat, which may have a new player

    def _tell(self, table: CardGame) -> None:
        table.set_fact("titles", {table.names[s]: self.title_of[s] for s in table.ranking})


class TitleHooks(CardTable, hooks=True):
    """What a game with titles has."""

    title_holders: TitleHolders
    """Who has which title."""

    def titled(self, title: str) -> int:
        """The seat with that title, the lowest one if several have it; -1 when nobody has."""
        return self.title_holders.holder(self.ranking, title)


@condition
class Titles(TableCondition):
    """Titles by rank, and what they are worth."""

    hooks = TitleHooks
    declares: ClassVar[tuple[Declared, ...]] = (
        Fact("titles", "the title of each player", told=""),
    )
    names: dict[int, tuple[str, ...]] = setting(
        {}, "the titles from first to last, by number of players; the middle one is repeated"
    )
    points: dict[str, int] = setting({}, "points that a title gives after each game")
    final_points: dict[str, int] = setting(
        {}, "extra points for a title after the last game of a match"
    )

    def conflicts(self) -> list[str]:
        known = {title for titles in self.names.values() for title in titles}
        used = {*self.points, *self.final_points}
        lost = sorted(used - known)
        found: list[str] = [Text("{title} has points but is no title", title=t) for t in lost]
        wrong = [n for n, t in self.names.items() if not isinstance(n, int) or n < len(t)]
        return found + [
            plural(
                n,
                "names for one player hold more than one title",
                "names for {n} players hold more titles than players",
            )
            for n in wrong
        ]

    def sentences(self) -> list[Sentence]:
        said: list[Sentence] = []
        for players, titles in self.names.items():
            template = "Titles of {players} players, from first to last: {titles}."
            if players == max(self.names):
                template = "Titles of {players} or more players, from first to last: {titles}."
            said.append((template, {"players": players, "titles": in_a_row(map(Text, titles))}))
        for template, points in (
            ("Points after each game: {points}.", self.points),
            ("More points after the last game: {points}.", self.final_points),
        ):
            worth = [
                Text("{title} {n}", title=Text(t), n=f"{n:+d}" if n else "0")
                for t, n in points.items()
            ]
            if worth:
                said.append((template, {"points": in_a_row(worth)}))
        return said

    def of(self, players: int) -> tuple[str, ...]:
        """The titles of so many players, from first to last."""
        fitting = [n for n in self.names if n <= players]
        if not fitting:
            return ("",) * players
        titles = self.names[max(fitting)] or ("",)
        middle = len(titles) // 2
        return titles[:middle] + (titles[middle],) * (players - len(titles)) + titles[middle:]

    part_name: ClassVar[str] = "title_holders"

    def part(self, stages: Sequence[AnyStage]) -> TitleHolders:
        return TitleHolders(self)


class Gift(NamedTuple):
    """Cards that one player owes another; who has a low title owes the strongest."""

    giver: int
    taker: int
    size: int
    strongest: bool
    cards: tuple[Card, ...] = ()


class Owed(Choice):
    """A choice of cards to give away, with those that are given when nobody chooses well.

    A bad choice is replaced by them; or it is a cheat, a PUT without cards. A robot that owes its
    strongest cards gives just them.
    """

    __slots__ = ("due", "is_cheat", "strongest")

    due: tuple[Card, ...]
    is_cheat: bool
    strongest: bool

    def __init__(self, gift: Gift, hand: Sequence[Card], name: str, is_cheat: bool) -> None:
        super().__init__("PUT", hand, gift.size, gift.size, name, gift.taker)
        fix(self, "due", tuple(hand[: gift.size]))
        fix(self, "is_cheat", is_cheat)
        fix(self, "strongest", gift.strongest)

    def admit(self, words: Sequence[str]) -> CardCommand | None:
        found = super().admit(words)
        if found is not None or words[0] != self.verb:
            return found
        if not self.is_cheat:
            return self.command(self.due)
        return self.command(()) if self.name in words[1:2] else None

    def sample(self, below: Below) -> CardCommand:
        return self.command(self.due) if self.strongest else super().sample(below)


class TributeState(StageState):
    """The gifts of this round and the next ones, and what has been chosen in this round."""

    keeps = (Gift,)
    __slots__ = ("cheats", "chosen", "due", "rounds")

    def __init__(self, rounds: list[tuple[Gift, ...]]) -> None:
        self.rounds = rounds
        self.due: list[Gift] = []
        self.chosen: list[Gift] = []
        self.cheats: list[int] = []

    def known_to(self, seat: int) -> Self:
        known = self.copy()
        known.cheats = [each for each in self.cheats if each == seat]  # told when all have chosen
        return known

    def gift_of(self, seat: int) -> Gift:
        return next(gift for gift in self.due if gift.giver == seat)

    def choose(self, gift: Gift, cards: Sequence[Card]) -> None:
        self.chosen.append(gift._replace(cards=tuple(cards)))


@condition
class Tribute(Stage["CardGame", TributeState]):
    """Before the next game, low titles give their best cards to high ones and get others back."""

    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        PUT,
        Notice(
            "CHEAT",
            "a player gave the wrong cards at the exchange",
            {"who": "the player"},
            told="{who} gave the wrong cards and is out",
            you="You gave the wrong cards and are out",
            announced=True,
            breach=True,
        ),
    )

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
        unsaid="If you choose badly, you are asked again.",
        says={
            "auto": "If you choose badly, your strongest cards are given instead.",
            "forfeit": "A player who does not give the strongest cards (of any suit), or gives a "
            "wrong number of cards, or cards not held, is out, with the last title.",
        },
    )

    def declared(self) -> Iterator[Declared]:
        put, cheat = self.declares
        yield put
        if self.bad_exchange == "forfeit":
            yield cheat

    def sentences(self) -> list[Sentence]:
        said: list[Sentence] = []
        for high, low, count in self.pairs:
            gift = plural(
                count,
                "The {low} gives the {high} the strongest card and gets any one back.",
                "The {low} gives the {high} the {n} strongest cards and gets any {n} back.",
                high=Text(high),
                low=Text(low),
            )
            said.append((gift, {}))
        return said + super().sentences()

    def misfits(self, rules: Rules) -> list[str]:
        if rules.titles is None:
            return ["tribute needs titles = Titles(…)"]
        known = dict.fromkeys(title for names in rules.titles.names.values() for title in names)
        if not any(title in known for pair in self.pairs for title in pair[:2]):
            return []  # the table has chosen other titles, and with them no exchange
        return [
            Text(
                "tribute: {title} is no title of this game; it has {known}",
                title=shown(title),
                known=", ".join(known),
            )
            for title in dict.fromkeys(title for pair in self.pairs for title in pair[:2])
            if title not in known
        ]

    def begin(self, table: CardGame) -> None:
        gifts = []
        for high, low, count in self.pairs:
            rich, poor = (table.titled(title) for title in (high, low))
            if rich >= 0 and poor >= 0:
                size = min(count, len(table.piles[rich]), len(table.piles[poor]))
                gifts += [Gift(poor, rich, size, True), Gift(rich, poor, size, False)]
        at_once = self.exchange == "simultaneous"
        rounds: list[tuple[Gift, ...]]
        rounds = [tuple(gifts)] if at_once else [(gift,) for gift in gifts]
        table.state = state = TributeState(rounds)
        self._next_round(table, state)

    def _next_round(self, table: CardGame, state: TributeState) -> None:
        """The table picks where it may; then whoever has to choose is asked."""
        while state.rounds:
            for gift in state.rounds.pop(0):
                if self._is_void(table, gift):
                    continue
                if gift.strongest and self.bad_exchange != "forfeit":
                    state.choose(gift, _strongest(table, gift.giver, state)[: gift.size])
                else:
                    state.due.append(gift)
            if state.due:
                self._ask(table, state)
                return
            self._give(table, state)
        if not any(table.piles[seat] for seat in table.order):
            table.dropped.clear()  # nobody was honest: the game is void
            table.deal_again()
        else:
            table.next_stage()

    def _ask(self, table: CardGame, state: TributeState) -> None:
        table.ask(*dict.fromkeys(gift.giver for gift in state.due))

    def _give(self, table: CardGame, state: TributeState) -> None:
        """All of this round have chosen: cheaters are thrown out, the other cards move."""
        for seat in state.cheats:
            table.piles.show(table.piles[seat], seat)
            table.emit("CHEAT", table.names[seat])
            table.piles.move(sorted(table.piles[seat]), seat, "away", to=EVERYONE)
            table.dropped.append(seat)
        for gift in state.chosen:
            if not self._is_void(table, gift):
                # As they lay in the hand: their order must not tell which is the stronger.
                cards = sorted(gift.cards, key=table.piles[gift.giver].index)
                both = viewers(gift.giver, gift.taker)
                table.piles.move(cards, gift.giver, gift.taker, to=both)
        state.cheats, state.chosen = [], []

    def _is_void(self, table: CardGame, gift: Gift) -> bool:
        return gift.giver in table.dropped or gift.taker in table.dropped

    def offers(self, table: CardGame, seat: int, state: TributeState) -> Offers:
        gift, hand = state.gift_of(seat), _strongest(table, seat, state)
        name = table.names[gift.taker]
        if self.bad_exchange != "ask":
            return (Owed(gift, hand, name, is_cheat=self.bad_exchange == "forfeit"),)
        return (Choice("PUT", hand, gift.size, gift.size, name, gift.taker),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: TributeState) -> None:
        gift, hand = state.gift_of(seat), _strongest(table, seat, state)
        cards: tuple[Card, ...] = command.cards
        weak = gift.strongest and not _are_strongest(cards, hand)
        if (weak or len(cards) != gift.size) and seat not in state.cheats:
            state.cheats.append(seat)
        state.due.remove(gift)
        state.choose(gift, cards)
        if state.due:
            self._ask(table, state)
        else:
            self._give(table, state)
            self._next_round(table, state)

    def imagine(self, table: CardGame, seat: int, state: TributeState, below: Below) -> None:
        """What others give because they must are the strongest cards that they have."""
        chosen, state.chosen = state.chosen, []
        for gift in chosen:
            cards: Sequence[Card] = gift.cards
            if gift.strongest and gift.giver != seat:
                cards = _strongest(table, gift.giver, state)[: len(cards)]
            state.choose(gift, cards)

    def explain(
        self, table: CardGame, seat: int, command: CardCommand, state: TributeState
    ) -> None:
        gift = state.gift_of(seat)
        raise Refused(
            Reason.NOT_NOW,
            plural(
                gift.size,
                "PUT one card to {taker}",
                "PUT {n} cards to {taker}",
                taker=table.names[gift.taker],
            ),
        )


def _strongest(table: CardGame, seat: int, state: TributeState) -> list[Card]:
    """What a player can still give, from the strongest down: jokers, then rank, then suit."""
    gone = [card for gift in state.chosen if gift.giver == seat for card in gift.cards]
    hand = [card for card in table.piles[seat] if card not in gone]
    return sorted(hand, key=lambda c: (-c.level, -c.suit_bit, c.number))


def _are_strongest(cards: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Whether nothing stronger was kept, by number alone: any suit of a rank is as good."""
    return sorted(-c.level for c in cards) == [-c.level for c in hand[: len(cards)]]
