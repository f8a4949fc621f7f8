"""Games made by chance: stages, words, facts, piles, notices and decks that nobody thought of.

`game_of(seed)` is always the same game, which is `Fuzz7` of this module, too. What a stage does is
allowed, however odd it is to look at.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from cardkit import (
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Fact,
    Match,
    Notice,
    Pile,
    Seats,
    Word,
    condition,
    setting,
)
from cardkit.cardgame import EVERYONE, NOBODY, Choice
from cardkit.netgame import Amount, Declared, FactValue
from cardkit.stages import Offers, Stage, StageState

NAMES = (
    "zip",
    "mood",
    "length",
    "toString",
    "constructor",
    "__proto__",
    "a_b",
    "x1",
    "hand",
    "name",
)
TEXTS = ("", "ok", "<b>x</b>", "{who}", "花札", "W" * 60, "Z9", "??", "0", "'\"`", "a  b")
VERBS = ("ZIP", "LAY", "ASK", "CONSTRUCTOR", "TOSTRING", "PASS", "DISCARD", "DRAW", "BID", "GET")
SHOWN = ("", "stack", "spread", "fan", "row", "rows", "count")
PLACES = ("", "left", "right", "shelf", "hidden")
DECKS = (
    Deck(),
    Deck(size=32),
    Deck(jokers=2),
    Deck(packs=2),
    Deck(size=0, cards=("S2", "S3", "S4", "H2", "H3", "H4", "H5", "H6", "DA", "DK", "DQ", "DJ")),
)


def a_word(rng: Random, verb: str) -> Word:
    return Word(
        verb,
        rng.choice(TEXTS).replace("{", "").replace("}", ""),
        told=rng.choice((None, "", "{who} says {number} {choice} {cards} {whom}", "{who}!")),
        you=rng.choice((None, "", "You", ("You {number}", "You {cards}"))),
        button=rng.choice(("", "Do it", "W" * 40)),
        zero=rng.choice(("", "Nothing")),
        mild=rng.random() < 0.3,
        grave=rng.random() < 0.3,
        out=rng.choice(("", "gone")),
        player=rng.random() < 0.4,
        cards=rng.choice((None, None, (1, 1), (0, 3))),
        number=rng.choice((None, None, (0, 3), (-2, 10**9))),
        choice=rng.choice(((), (), ("A", "B"), ("7", "Z9", "HIDE"), "suit", "rank")),
    )


def declared(rng: Random, verbs: list[str]) -> tuple[Declared, ...]:
    facts = [
        Fact(
            name,
            label=rng.choice(("", "It")),
            told=rng.choice((None, "{value}")),
            kind=rng.choice(("", "suits", "cards", "seats", "board")),
        )
        for name in rng.sample(NAMES, 3)
    ]
    piles = [
        Pile(
            name,
            shown=rng.choice(SHOWN),
            place=rng.choice(PLACES),
            counted=rng.choice(("", facts[0].name)),
        )
        for name in rng.sample(NAMES, 3)
    ]
    boom = Notice("BOOM", "it happens", {"who": "one", "what": "something"}, told="{what}")
    return (*(a_word(rng, verb) for verb in verbs), Word("NOTHING"), *facts, *piles, boom)


def a_value(rng: Random, depth: int = 0) -> FactValue:
    kinds = 6 if depth < 3 else 4
    match rng.randrange(kinds):
        case 0:
            return rng.choice((0, 1, -5, 10**12))
        case 1:
            return rng.choice(TEXTS)
        case 2:
            return rng.random() < 0.5
        case 3:
            return 2.5
        case 4:
            return [a_value(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            return {name: a_value(rng, depth + 1) for name in rng.sample(NAMES, rng.randrange(3))}


class Said(StageState):
    """How often something was said in this stage."""

    __slots__ = ("times",)

    def __init__(self) -> None:
        self.times = 0


def commands(table: CardGame, seat: int, word: Word, rng: Random) -> Offers:
    """A few commands in the form of this word."""
    other = table.following[seat]
    named: dict[str, Any] = {"name": table.names[other], "target": other} if word.player else {}
    hand = table.hand(seat)
    if word.cards == (0, 3) and word.number is None and not word.choice:
        return [Choice(word.verb, hand, 0, 3, *(named.values()))]
    if word.number == (-2, 10**9) and not (word.player or word.cards or word.choice):
        return [Amount(word.verb, 5, 10**9)]
    choice = {"suit": table.deck.suits, "rank": table.deck.order}.get(str(word.choice), word.choice)
    found = []
    for _ in range(rng.randint(1, 3)):
        cards = rng.sample(hand, min(len(hand), 1)) if word.cards else ()
        amount = rng.choice((0, 1, 3)) if word.number is not None else None
        said = rng.choice(choice) if choice else ""
        found.append(CardCommand(word.verb, **named, cards=cards, amount=amount, word=said))
    return [*dict.fromkeys(found)]


def stage_of(seed: int, number: int) -> Any:
    """A stage made by chance."""
    rng = Random(f"{seed} {number}")
    words = declared(rng, rng.sample(VERBS, 4))
    turns, at_once = rng.randint(1, 4), rng.random() < 0.2

    class Fuzzed(Stage[CardGame, Said]):
        """Say odd things, and see odd things happen."""

        on_table: ClassVar[str] = rng.choice(("stack", "round", "none"))
        hand_order: ClassVar[str] = rng.choice(("rank", "suit"))
        declares: ClassVar[tuple[Declared, ...]] = words

        times: int = setting(turns, "how often", least=1, most=9, says=("Once.", "{times} times."))

        def begin(self, table: CardGame) -> None:
            table.state = Said()
            if at_once:
                table.ask_all(*range(len(table.names)), secret=seed % 2 == 0)
            else:
                table.ask(table.order[0])

        def offers(self, table: CardGame, seat: int, state: Said) -> Offers:
            chance = Random(f"{seed} {number} {state.times} {seat}")
            known = [w for w in self.declares if isinstance(w, Word)]
            some = [
                o for w in known if chance.random() < 0.6 for o in commands(table, seat, w, chance)
            ]
            return some or [CardCommand("NOTHING")]

        def act(self, table: CardGame, seat: int, command: CardCommand, state: Said) -> None:
            state.times += 1
            happen(table, seat, command, Random(f"{seed} {number} {state.times}"))
            if state.times < self.times:
                table.ask(table.following[seat])
            else:
                table.next_stage()

        def after_all(self, table: CardGame, answers: Any, state: Said) -> None:
            for seat, command in answers.items():
                happen(table, seat, command, Random(f"{seed} {number} {seat}"))
            table.next_stage()

    Fuzzed.__name__ = Fuzzed.__qualname__ = f"Fuzzed{number}"
    return condition(Fuzzed)()


def happen(table: CardGame, seat: int, command: CardCommand, rng: Random) -> None:
    """Facts come and go, cards move, and something is told."""
    declared = table.declaration
    for _ in range(rng.randint(0, 3)):
        name, value = rng.choice(NAMES), rng.choice((a_value(rng), a_value(rng), None))
        if isinstance(table, KeepsItsWord) and value is not None and name in declared.facts:
            value = [value] * len(table.names) if declared.facts[name].kind == "seats" else value
        table.set_fact(name, value)
    cards = [*command.cards] or table.hand(seat)[: rng.randint(0, 1)]
    if cards:
        pile = rng.choice((*NAMES, "table", "stock", "away"))
        whose = pile if pile in ("table", "stock", "away") else rng.choice((pile, f"{pile}:{seat}"))
        table.piles.move(cards, seat, whose, rng.choice((EVERYONE, NOBODY)))
    if rng.random() < 0.5:
        kind = rng.choice(("BOOM", "BOOM", "WHIZZ"))
        parts = [rng.choice((table.names[seat], "nobody")), rng.choice(TEXTS), [1, {"a": []}]]
        if isinstance(table, KeepsItsWord) and kind in declared.notices:
            parts = parts[: len(declared.notices[kind].parts or parts)]
        table.emit(kind, *parts)


class KeepsItsWord:
    """A game whose facts and notices have the parts that it declares."""


def game_of(seed: int, *, keeps_its_word: bool = False) -> type[CardGame]:
    """The game of this seed; a page has to bear even what is told otherwise than declared."""
    rng = Random(seed)
    stages: list[Any] = [Deal(each=rng.randint(1, 4))]
    stages += [stage_of(seed, number) for number in range(rng.randint(1, 3))]

    body: dict[str, Any] = {
        "__doc__": "Made by chance.",
        "__module__": __name__,
        "title": f"Fuzz {seed}",
    }
    body |= {"seats": Seats(least=2, most=3), "match": Match(games=200), "stages": tuple(stages)}
    body |= {"deck": rng.choice(DECKS), "points": lambda self, seat: len(self.hand(seat))}
    bases = (CardGame, KeepsItsWord) if keeps_its_word else (CardGame,)
    return type(f"Fuzz{seed}", bases, body)


def __getattr__(name: str) -> type[CardGame]:
    if name.startswith("Fuzz") and name[4:].isdecimal():
        return game_of(int(name[4:]))
    raise AttributeError(name)
