"""The conditions of a card game besides its deck and its stages. `None` means: not in this game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.cards import RANKS, Deck
from cardkit.cardgame.parts import StageCondition
from cardkit.cardgame.piles import IN_HAND, VISIBLE
from cardkit.cardgame.values import PIPS, in_words
from cardkit.netgame import (
    Declared,
    Fact,
    Notice,
    Pile,
    Sentence,
    Text,
    Word,
    condition,
    plural,
    setting,
)

# --- the five commands -----------------------------------------------------------------------
#
# DISCARD, DRAW, PUT, GET and MELD have the same settings under the same names, as far as they have
# an effect: `fewest` and `count` cards at once, `alike` for what they must have in common, `to` or
# `source`, `visible`, `times` a turn and `ends_turn`. Each has a hook: `check_discard` and so on.

ALIKE = ("rank", "suit", "any")
_PENALTY = 5


def _fewest() -> int:
    says = {1: "", None: "At least {fewest} at once."}
    return setting(1, "fewest cards at once", least=1, most=13, says=says)


def _times(says: str) -> int:
    meaning = "how often in a turn; 0: as often as one likes"
    return setting(0, meaning, least=0, most=52, says=says)


def _wrong_count(fewest: int, count: int) -> Iterator[str]:
    if fewest > count:
        yield Text("at least {fewest} cannot be at most {count}", fewest=fewest, count=count)


def _wrong_times(times: int, ends_turn: bool) -> Iterator[str]:
    if times and ends_turn:
        yield Text("times is of no use where the turn ends at once: write ends_turn=False")


def _wrong_alike(alike: str, usual: str, count: int) -> Iterator[str]:
    if count == 1 and alike != usual:
        yield Text("alike is about several cards at once: write count=…")
    if count > 4 and alike == "rank":
        yield Text("a rank has four cards: write count=4, or alike=…")


def _alike(alike: str, count: int) -> Iterator[Sentence]:
    """How many cards at once, where that may be more than one."""
    if count == 1:
        return
    if alike == "rank":
        yield plural(count, "One card of a rank at once.", "Up to {n} cards of a rank at once."), {}
    elif alike == "suit":
        yield plural(count, "One card of a suit at once.", "Up to {n} cards of a suit at once."), {}
    else:
        yield plural(count, "One card at once.", "Up to {n} cards at once."), {}


@condition
class Discard(StageCondition):
    """DISCARD: put cards from the hand on the table."""

    declares: ClassVar[tuple[Declared, ...]] = (words.DISCARD,)

    match: str = setting(
        "any",
        "what a card must have in common with the last one on the table",
        choices=("any", "suit", "rank", "suit_or_rank"),
        says={
            "any": "DISCARD any card.",
            "suit": "DISCARD a card of the suit of the last card.",
            "rank": "DISCARD a card of the rank of the last card.",
            "suit_or_rank": "DISCARD a card of the suit or the rank of the last card.",
        },
    )
    count: int = setting(1, "most cards at once", least=1, most=13)
    fewest: int = _fewest()
    alike: str = setting("rank", "what several cards at once have in common", choices=ALIKE)
    to: str = setting(
        "table",
        "where the cards go: on the table, or out of the game",
        choices=("table", "away"),
        says={"away": "Discarded cards are out of the game."},
    )
    ends_turn: bool = setting(True, "a discard ends the turn", says="A discard ends the turn.")
    visible: str = setting(
        "all",
        "who sees the discarded cards",
        choices=VISIBLE,
        says={
            "owner": "Discarded cards lie face down; only their player knows them.",
            "nobody": "Discarded cards lie face down.",
        },
    )
    times: int = _times("Discards in a turn: at most {times}.")

    def declared(self) -> Iterable[Declared]:
        return (replace(words.DISCARD, cards=(self.fewest, self.count)),)

    def conflicts(self) -> list[str]:
        return [
            *_wrong_count(self.fewest, self.count),
            *_wrong_times(self.times, self.ends_turn),
            *_wrong_alike(self.alike, "rank", self.count),
        ]

    def sentences(self) -> list[Sentence]:
        first, *more = super().sentences()
        return [first, *_alike(self.alike, self.count), *more]


@condition
class Draw(StageCondition):
    """DRAW: take cards from the stock."""

    declares: ClassVar[tuple[Declared, ...]] = (
        words.DRAW,
        Word(
            "DRAW",
            "take the last card on the table",
            told="{who} takes {got} from the table",
            you="You take {got} from the table",
            button="Take from the table",
            pile="table",
            choice=("TABLE",),
        ),
    )

    rule: str = setting(
        "any_time",
        "when to draw: whenever one likes; only while nothing can be discarded; one card when "
        "nothing can be discarded, then pass; one card first in each turn",
        choices=("any_time", "until_playable", "one_then_pass", "first"),
        says={
            "any_time": "DRAW at any time in your turn.",
            "until_playable": "If you cannot discard, DRAW until you can.",
            "one_then_pass": "If you cannot discard, DRAW one card, then play it or PASS.",
            "first": "Begin your turn with a DRAW.",
        },
    )
    count: int = setting(
        1,
        "most cards drawn at a time",
        least=1,
        most=13,
        says={1: "", None: "A draw is {count} cards."},
    )
    fewest: int = setting(
        0,
        "fewest cards drawn at a time; 0: as many as `count`",
        least=0,
        most=13,
        says=("You may draw fewer.", "You may draw fewer, but at least {fewest}."),
    )
    ends_turn: bool = setting(False, "a draw ends the turn", says="A draw ends the turn.")
    visible: str = setting(
        "owner",
        "who sees the drawn cards",
        choices=IN_HAND,
        says={
            "all": "Drawn cards are shown to all.",
            "nobody": "Nobody looks at drawn cards.",
            "others": "Only the other players see drawn cards.",
        },
    )
    from_table: bool = setting(
        False,
        "DRAW TABLE takes the last card on the table, which may not be discarded in that turn",
        says="DRAW TABLE takes the last card on the table instead; you may not discard it in "
        "that turn.",
    )
    offered_first: bool = setting(
        False,
        "the card that was turned up is offered first: each player in turn takes it or passes",
        says="At first each player in turn may take the card on the table or PASS; if all pass, "
        "the first player draws from the stock.",
    )
    times: int = _times("Draws in a turn: at most {times}.")

    def declared(self) -> Iterator[Declared]:
        yield replace(words.DRAW, number=(self.fewest or self.count, self.count))
        if self.from_table:
            yield self.declares[1]

    def conflicts(self) -> list[str]:
        found = [*_wrong_count(self.fewest, self.count), *_wrong_times(self.times, self.ends_turn)]
        if self.times and self.rule in ("first", "one_then_pass"):
            found.append(
                Text("rule={rule} has one draw in a turn; leave times out", rule=self.rule)
            )
        if self.offered_first and not (self.from_table and self.rule == "first"):
            found.append(Text("offered_first needs from_table=True and rule='first'"))
        return found

    def sentences(self) -> list[Sentence]:
        is_fixed = self.fewest == self.count
        return replace(self, fewest=0).sentences() if is_fixed else super().sentences()


@condition
class Put(StageCondition):
    """PUT: give cards from the hand to another player, or put them on a pile."""

    declares: ClassVar[tuple[Declared, ...]] = (
        words.PUT,
        Word(
            "PUT",
            "put cards from your hand on the table",
            told="{who} puts {gone} on the table",
            you="You put {gone} on the table",
            button="Put on the table",
            cards=(1, None),
        ),
        Word(
            "PUT",
            "put cards from your hand out of the game",
            told="{who} puts {gone} away",
            you="You put {gone} away",
            button="Put away",
            cards=(1, None),
        ),
    )

    to: str = setting(
        "next",
        "where the cards go: to the next player who has cards, the one before, the partner or any, "
        "on the table, or out of the game",
        choices=("next", "previous", "partner", "any", "table", "away"),
        says={
            "next": "PUT cards to the next player.",
            "previous": "PUT cards to the player before you.",
            "partner": "PUT cards to your partner.",
            "any": "PUT cards to any player.",
            "table": "PUT cards on the table.",
            "away": "PUT cards out of the game.",
        },
    )
    count: int = setting(1, "most cards at once", least=1, most=13)
    fewest: int = _fewest()
    alike: str = setting("any", "what several cards at once have in common", choices=ALIKE)
    visible: str = setting(
        "receiver",
        "who sees the cards: the player who gets them, on a pile only the player who put them "
        "there, all, or nobody",
        choices=("receiver", *VISIBLE),
        says={
            "all": "All see the cards that are put.",
            "owner": "Only their player knows the cards that are put.",
            "nobody": "Nobody looks at the cards that are put.",
        },
    )
    times: int = _times("PUTs in a turn: at most {times}.")
    ends_turn: bool = setting(True, "a PUT ends the turn", says="A PUT ends the turn.")

    @property
    def on_pile(self) -> bool:
        """Whether the cards go to a pile, not to a player."""
        return self.to in ("table", "away")

    def declared(self) -> Iterable[Declared]:
        to_player, on_table, away = self.declares
        word = {"table": on_table, "away": away}.get(self.to, to_player)
        assert isinstance(word, Word)
        return (replace(word, cards=(self.fewest, self.count)),)

    def conflicts(self) -> list[str]:
        found = [
            *_wrong_count(self.fewest, self.count),
            *_wrong_times(self.times, self.ends_turn),
            *_wrong_alike(self.alike, "any", self.count),
        ]
        if self.on_pile and self.visible == "receiver":
            found.append(Text("a pile has nobody who gets the cards: write visible='all'"))
        if not self.on_pile and self.visible == "owner":
            found.append(Text("the player who gets the cards has them: write visible='receiver'"))
        return found

    def sentences(self) -> list[Sentence]:
        first, *more = super().sentences()
        return [first, *_alike(self.alike, self.count), *more]


@condition
class Get(StageCondition):
    """GET: take cards from another player."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "GET",
            "take the card at that place in another player's hand",
            told="{who} takes {got} from {whom}",
            you="You take {got} from {whom}",
            button="Take",
            player=True,
            number=(1, None),
            position=True,
        ),
        Word(
            "GET",
            "ask another player for a card",
            told=(
                "{who} asks {whom} for {choice} and gets {got}",
                "{who} asks {whom} for {choice} in vain",
            ),
            you=("You ask {whom} and get {got}", "You ask {whom} for {choice} in vain"),
            button="Ask for",
            player=True,
            choice="card",
        ),
        Word(
            "GET",
            "take so many cards from another player, unseen",
            told="{who} takes {got} from {whom}",
            you="You take {got} from {whom}",
            button="Take",
            player=True,
            number=(1, None),
        ),
    )

    source: str = setting(
        "next",
        "from whom: the next player who has cards, the one before, the partner or any",
        choices=("next", "previous", "partner", "any"),
        says={
            "next": "GET a card from the next player.",
            "previous": "GET a card from the player before you.",
            "partner": "GET a card from your partner.",
            "any": "GET a card from any player.",
        },
    )
    by: str = setting(
        "position",
        "the card is chosen by its position in the hand, unseen, or asked for by name; or a number "
        "of cards is drawn by lot",
        choices=("position", "card", "number"),
        says={
            "position": "Choose it by its position, unseen.",
            "card": "Ask for a card by name, of a rank that you hold.",
            "number": "Say how many; they are drawn by lot.",
        },
    )
    count: int = setting(
        1,
        "most cards at once",
        least=1,
        most=13,
        says={1: "", None: "You get up to {count} cards at once."},
    )
    fewest: int = _fewest()
    visible: str = setting(
        "owner",
        "who sees a card that was taken unseen",
        choices=VISIBLE,
        says={"all": "What is taken is shown to all.", "nobody": "Nobody looks at what is taken."},
    )
    times: int = _times("GETs in a turn: at most {times}.")
    ends_turn: bool = setting(
        True,
        "a card taken ends the turn; an ask in vain always does",
        says="That ends the turn.",
        says_not="If you get a card, you go on; an ask in vain ends the turn.",
    )

    def declared(self) -> Iterable[Declared]:
        by_position, by_card, by_number = self.declares
        assert isinstance(by_number, Word)
        by_number = replace(by_number, number=(self.fewest, self.count))
        return ({"position": by_position, "card": by_card, "number": by_number}[self.by],)

    def conflicts(self) -> list[str]:
        found = [*_wrong_count(self.fewest, self.count), *_wrong_times(self.times, self.ends_turn)]
        if self.count > 1 and self.by != "number":
            found.append(Text("by={by} names one card: write by='number'", by=self.by))
        if self.by == "card" and self.visible != "owner":
            found.append(Text("all see what is asked for by name; leave visible out"))
        return found


@condition
class Meld(StageCondition):
    """MELD: lay sets of cards from the hand face up."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "MELD",
            "lay cards face up",
            told="{who} lays down {cards}",
            you="You lay down {cards}",
            button="Lay down",
            cards=(3, None),
        ),
        Word(
            "LAY",
            "lay a card to the meld that this other card lies in",
            told="{who} lays {cards} to {choice}",
            you="You lay {cards} to {choice}",
            button="Lay off",
            cards=(1, 1),
            choice="card",
            example="LAY {card} {other}",
        ),
        Pile(
            "meld",
            "the cards a player has laid down",
            "laid down",
            put="{who} lays down {cards}",
            you_put="You lay down {cards}",
            shown="spread",
        ),
    )

    groups: int = setting(
        3,
        "fewest cards of one rank in a meld; 0: no such melds",
        least=0,
        most=4,
        says="A meld is {groups} or more cards of a rank.",
    )
    runs: int = setting(
        3,
        "fewest cards of one suit in a row in a meld; 0: no such melds",
        least=0,
        most=13,
        says="A meld is {runs} or more cards of a suit in a row.",
    )
    count: int = setting(
        0,
        "most cards in a meld; 0: any number",
        least=0,
        most=13,
        says=("A meld has one card.", "A meld has at most {count} cards."),
    )
    ace: str = setting(
        "order",
        "where an ace stands in a run: only where the deck has it, at both ends, or between king "
        "and two as well",
        choices=("order", "both", "round"),
        says={
            "both": "In a run an ace is below the two or above the king.",
            "round": "A run may go on from the king over the ace to the two.",
        },
    )
    lay_off: str = setting(
        "none",
        "to which melds single cards may be laid later: to none, to one's own, or to all",
        choices=("none", "own", "all"),
        says={
            "own": "LAY cards to melds of your own that they fit.",
            "all": "LAY cards to any melds that they fit.",
        },
    )
    to: str = setting(
        "table",
        "where a meld goes: on the table, or it stays in the hand, shown to all",
        choices=("table", "hand"),
        says={"hand": "Melds are shown and stay in the hand; no card is melded twice."},
    )
    visible: str = setting(
        "all",
        "who sees a meld",
        choices=VISIBLE,
        says={
            "owner": "Melds lie face down; only their player knows them.",
            "nobody": "Melds lie face down.",
        },
    )
    times: int = _times("Melds in a turn: at most {times}.")
    ends_turn: bool = setting(False, "a meld ends the turn", says="A meld ends the turn.")

    def declared(self) -> Iterator[Declared]:
        word, lay, pile = self.declares
        assert isinstance(word, Word)
        least = min((n for n in (self.groups, self.runs) if n), default=1)
        yield replace(word, cards=(least, self.count or None))
        if self.lay_off != "none":
            yield lay
        if self.to == "table":
            yield pile

    def conflicts(self) -> list[str]:
        found = [*_wrong_times(self.times, self.ends_turn)]
        least = min((n for n in (self.groups, self.runs) if n), default=0)
        if self.count:
            found += _wrong_count(least, self.count)
        if self.ace != "order" and not self.runs:
            found.append(Text("ace is about runs; leave it out, or write runs=3"))
        if self.to == "hand" and self.visible != "all":
            found.append(Text("melds that stay in the hand are shown: write visible='all'"))
        if self.lay_off != "none" and (self.to == "hand" or self.visible != "all"):
            found.append(Text("cards are laid to melds that all see on the table"))
        return found


@condition
class Pick(StageCondition):
    """PICK: take a card of your choice from those that lie open."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "PICK",
            "take a card that lies open",
            told="{who} picks {got}",
            you="You pick {got}",
            button="Pick",
            choice="card",
        ),
        Pile("row", "the cards that lie open to be picked", "row"),
    )

    source: str = setting(
        "table",
        "where the cards lie: on the table, or in a row of their own that is filled from the stock",
        choices=("table", "row"),
        says={
            "table": "PICK any card that lies open on the table.",
            "row": "PICK a card of the row.",
        },
    )
    row: int = setting(
        0,
        "cards in the row",
        least=0,
        most=20,
        says=("One card lies in the row.", "{row} cards lie in the row."),
    )
    above: bool = setting(
        False,
        "with a card come all that lie on it",
        says="With it come all cards that lie on it.",
    )
    visible: str = setting(
        "all",
        "who knows the picked cards afterwards; all have seen them lie open",
        choices=("all", "owner"),
        says={"owner": "Picked cards are hidden in the hand again."},
    )
    times: int = setting(
        1,
        "how often in a turn; 0: as often as one likes",
        least=0,
        most=20,
        says={1: "", 0: "PICK as often as you like.", None: "Picks in a turn: at most {times}."},
    )
    ends_turn: bool = setting(False, "a PICK ends the turn", says="A PICK ends the turn.")

    def declared(self) -> Iterable[Declared]:
        return self.declares[: 2 if self.source == "row" else 1]

    def conflicts(self) -> list[str]:
        found: list[str] = []
        if (self.source == "row") != bool(self.row):
            found.append(Text("a row has cards: write source='row' and row=… together"))
        if self.above and self.source == "row":
            found.append(Text("nothing lies on the cards of a row; leave above out"))
        if self.ends_turn and self.times != 1:
            found.append(Text("times is of no use where the turn ends at once"))
        return found


@condition
class Knock(StageCondition):
    """KNOCK: end the game with a discard when little is left outside melds."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "KNOCK",
            "discard a card, lay your melds down and end the game",
            told="{who} knocks with {cards}",
            you="You knock with {cards}",
            button="Knock",
            cards=(1, 1),
        ),
        Fact("knocker", "the player who knocked", "knocked", told=""),
    )

    limit: int = setting(
        10,
        "what the cards outside melds may count at most",
        least=0,
        most=500,
        says="When your cards outside melds count {limit} or less after a discard, you may KNOCK "
        "with it: the melds are laid down, and the game ends.",
    )
    gin: int = setting(
        25,
        "points more for knocking with nothing left; nobody may lay off then",
        least=0,
        most=10_000,
        says="Whoever knocks gets what the others have left more than they have. With nothing left "
        "at all it is {gin} more, and nobody lays off.",
        says_not="Whoever knocks gets what the others have left more than they have.",
    )
    undercut: int = setting(
        25,
        "points more for a player who has no more left than the one who knocked",
        least=0,
        most=10_000,
        says="A player who has no more left than the one who knocked gets the difference and "
        "{undercut} more instead.",
        says_not="A player who has less left than the one who knocked gets the difference instead.",
    )
    values: dict[str, int] = setting(
        PIPS, "what cards outside melds count, by card, rank or suit; * is any other"
    )

    def sentences(self) -> list[Sentence]:
        worth = in_words(self.values)
        return [*super().sentences(), ("Cards outside melds count: {worth}.", {"worth": worth})]


@condition
class LastCard(StageCondition):
    """What is called when a player has one card left."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word("DECLARE", "call that you have one card left", told="", button="Call last card"),
        Notice(
            "SAY",
            "a player calls the last card",
            {"who": "the player", "call": "the words of the call"},
            told="{who}: “{call}”",
            you="You: “{call}”",
        ),
        Notice(
            "PENALTY",
            "a player forgot the call",
            {"who": "the player", "cards": "how many cards they draw for it"},
            told="{who} forgot to call",
            you="You forgot to call",
        ),
    )

    call: str = setting("Last card!", "the words of the call", says="With one card left: “{call}”")
    declare: str = setting(
        "auto",
        "the table calls by itself, or the player must DECLARE before the last but one discard",
        choices=("auto", "required"),
        says={
            "required": "DECLARE before you discard your last card but one.",
        },
    )
    penalty: int = setting(
        _PENALTY,
        "cards to draw for a forgotten call",
        least=0,
        most=20,
    )

    def conflicts(self) -> list[str]:
        if self.declare == "auto" and self.penalty != _PENALTY:
            return [Text("nobody forgets what the table calls: write declare='required'")]
        return []

    def declared(self) -> Iterable[Declared]:
        return self.declares if self.declare == "required" else self.declares[1:2]

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
        if self.declare == "required":
            penalty = plural(
                self.penalty,
                "If you forget it, you draw one card.",
                "If you forget it, you draw {n} cards.",
            )
            said.append((penalty, {}))
        return said


@condition
class Specials(StageCondition):
    """Ranks with a power of their own in an order game."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "DISCARD",
            "put a wild card and name the suit to follow",
            told="{who} plays {cards} and names {choice}",
            you="You play {cards} and name {choice}",
            button="Play",
            cards=(1, 1),
            choice="suit",
        ),
        Fact("suit", "the suit to follow", "suit to follow", told="", kind="suits"),
        Fact(
            "direction",
            "which way the turn goes round",
            "direction",
            told="The turn goes round the other way now",
            ended="The turn goes round as before",
            values=("backwards",),
        ),
        Fact(
            "owed",
            "how many cards the next player draws, or hands on",
            "to draw",
            told="{value} cards are to be drawn, or handed on",
        ),
    )

    special: ClassVar[bool] = True

    on: bool = setting(True, "the special cards are in force")
    wild: str = setting("", "ranks that fit any card, naming the suit to follow: DISCARD S8 H")
    skip: str = setting("", "ranks that skip the next player")
    reverse: str = setting("", "ranks that reverse the direction of play")
    draw_two: str = setting("", "ranks that make the next player draw two")
    stack: bool = setting(True, "the draw can be handed on by another such card")

    def declared(self) -> Iterator[Declared]:
        word, *facts = self.declares
        assert isinstance(word, Word)
        if self.on and self.wild:
            yield replace(word, example=f"DISCARD S{self.wild[0]} H")
        if self.on:
            yield from facts

    def conflicts(self) -> list[str]:
        powers = (self.wild, self.skip, self.reverse, self.draw_two)
        if any(" " in ranks for ranks in powers):
            return [Text("each special rank is one letter or digit, without spaces: wild='8J'")]
        twice = sorted(r for r in {*"".join(powers)} if sum(r in ranks for ranks in powers) > 1)
        return [Text("rank {rank} has two powers; give it one", rank=r) for r in twice]

    def unknown_ranks(self, deck: Deck) -> list[str]:
        """What is no rank of cards like those of this deck."""
        ranks = deck.ranks if not deck.is_french else RANKS
        powers = self.wild + self.skip + self.reverse + self.draw_two
        bad = sorted({*powers} - {*ranks, *deck.suitless()})
        if {"1", "0"} <= {*bad}:
            return [Text("specials: a ten is written T, not 10")]
        wrong = "specials: {bad} is no rank; ranks are written {ranks}"
        return [Text(wrong, bad=", ".join(bad), ranks=" ".join(ranks))] if bad else []

    def sentences(self) -> list[Sentence]:
        if not self.on:
            return []
        said = (
            (self.wild, "{wild} fits any card; its player names the suit to follow."),
            (self.skip, "{skip} skips the next player."),
            (self.reverse, "{reverse} reverses the direction of play."),
            (self.draw_two, "{draw_two} makes the next player draw two."),
            (self.draw_two and self.stack, "Another {draw_two} hands the draw on, two cards more."),
        )
        ranks = ("wild", "skip", "reverse", "draw_two")
        values: dict[str, object] = {name: "/".join(getattr(self, name)) for name in ranks}
        return [(template, values) for power, template in said if power]


@condition
class End(StageCondition):
    """When a game is over."""

    when: str = setting(
        "first_empty_hand",
        "when the first hand is empty, or when only one player has cards left",
        choices=("first_empty_hand", "last_hand"),
        says={
            "first_empty_hand": "The first empty hand ends the game.",
            "last_hand": "The game ends when only one player has cards left.",
        },
    )
    turn_limit: int = setting(
        0,
        "turns after which the game ends, fewest cards first; 0: no limit",
        least=0,
        most=1_000_000,
        says=(
            "After one turn the game ends; the player with the fewest cards wins.",
            "After {turn_limit} turns the game ends; the player with the fewest cards wins.",
        ),
    )
    stock_left: int = setting(
        -1,
        "cards in the stock with which the game ends after a turn, with nobody out; -1: it goes on",
        least=-1,
        most=50,
        says={
            -1: "",
            0: "The game ends after the turn in which the stock runs out.",
            None: (
                "The game ends after the turn in which one card is left in the stock.",
                "The game ends after the turn in which {stock_left} cards are left in the stock.",
            ),
        },
    )
    all_pass: bool = setting(
        True,
        "a round in which all pass ends the game",
        says="A round in which all pass ends the game.",
        says_not="The game goes on when all pass.",
    )

    def endings(self) -> Iterator[str]:
        """The ways in which a game ends with these settings."""
        yield self.when
        if self.turn_limit:
            yield "turn_limit"
        if self.stock_left >= 0:
            yield "stock_left"
        if self.all_pass:
            yield "all_pass"
