"""The conditions of a card game besides its deck and its stages. `None` means: not in this game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.cards import RANKS, Deck
from cardkit.cardgame.parts import StageCondition
from cardkit.cardgame.piles import IN_HAND, VISIBLE
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
    count: int = setting(
        1,
        "most cards of one rank at once",
        least=1,
        most=4,
        says={
            2: "Up to 2 cards of a rank at once.",
            3: "Up to 3 cards of a rank at once.",
            4: "Up to 4 cards of a rank at once.",
        },
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

    def declared(self) -> Iterable[Declared]:
        return (replace(words.DISCARD, cards=(1, self.count)),)


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
        "cards drawn at a time",
        least=1,
        most=13,
        says={1: "", None: "A draw is {count} cards."},
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

    def declared(self) -> Iterator[Declared]:
        yield replace(words.DRAW, number=(self.count, self.count))
        if self.from_table:
            yield self.declares[1]


@condition
class Get(StageCondition):
    """GET: take a card from another player."""

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
    )

    source: str = setting(
        "next",
        "from whom: the next player who has cards, or any",
        choices=("next", "any"),
        says={"next": "GET a card from the next player.", "any": "GET a card from any player."},
    )
    by: str = setting(
        "position",
        "the card is chosen by its position in the hand, unseen, or asked for by name",
        choices=("position", "card"),
        says={
            "position": "Choose it by its position, unseen.",
            "card": "Ask for a card by name, of a rank that you hold.",
        },
    )
    ends_turn: bool = setting(
        True,
        "a card taken ends the turn; an ask in vain always does",
        says="That ends the turn.",
        says_not="If you get a card, you go on; an ask in vain ends the turn.",
    )

    def declared(self) -> Iterable[Declared]:
        by_position, by_card = self.declares
        return (by_card if self.by == "card" else by_position,)


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
        Pile("meld", "the cards a player has laid down", "laid down", shown="spread"),
    )

    groups: int = setting(
        3,
        "fewest cards of one rank in a meld; 0: no such melds",
        least=0,
        most=4,
        says="MELD {groups} or more cards of a rank.",
    )
    runs: int = setting(
        3,
        "fewest cards of one suit in a row in a meld; 0: no such melds",
        least=0,
        most=13,
        says="MELD {runs} or more cards of a suit in a row.",
    )

    def declared(self) -> Iterable[Declared]:
        word, pile = self.declares
        assert isinstance(word, Word)
        least = min((n for n in (self.groups, self.runs) if n), default=1)
        return replace(word, cards=(least, None)), pile


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
        5,
        "cards to draw for a forgotten call",
        least=0,
        most=20,
    )

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
        values = {name: getattr(self, name) for name in self.settings()}
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
    all_pass: bool = setting(
        True,
        "a round in which all pass ends the game",
        says="A round in which all pass ends the game.",
        says_not="The game goes on when all pass.",
    )
