"""What a seat knows is plain data, holds no secret, and can be played on from."""

from __future__ import annotations

from json import dumps, loads
from random import Random
from typing import Any, NamedTuple

import pytest

from cardkit.cardgame import (
    CardCommand,
    CardGame,
    Deal,
    Discard,
    Draw,
    OrderGame,
    Seats,
    Stage,
    StageState,
    condition,
)
from cardkit.games.daifugo import Daifugo
from cardkit.games.doubt import Doubt
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.go_fish import GoFish
from cardkit.games.hanabi import Hanabi
from cardkit.games.hanabi.fireworks import Show
from cardkit.games.page_one import PageOne
from cardkit.games.whist import Whist
from cardkit.netgame import Below, NetGame, RulesError, Word, pick
from cardkit.registry import find_game, installed
from cardkit.stages import Offers
from cardkit.testing import GameFault, check_game
from tests.helpers import arrange, state_of
from tests.hidden_hands import HIDDEN_HANDS
from tests.strange_stage import Bazaar

GAMES = [*map(find_game, installed()), *HIDDEN_HANDS, Bazaar]


def chance(seed: object) -> Below:
    random = Random(str(seed)).random
    return lambda n: int(random() * n)


def table_of(game: type[NetGame], moves: int, preset: str = "", seed: int = 0) -> NetGame:
    """A table after so many random moves."""
    seats = game.with_options(preset)["seats"]
    names = ("ann", "bob", "cid", "dan")[: max(seats.least, min(4, seats.most))]
    table, below = game.play(names, preset, key=b"%d" % seed), chance(seed)
    for _ in range(moves):
        while not table.playing:
            table.apply("", "START")
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), below))
    return table


def part_of(table: NetGame, seat: int, name: str) -> Any:
    """Something of what a seat knows."""
    return table.knowledge(seat)[name]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_an_imagined_table_shows_the_seat_the_same_and_can_be_played_on(
    game: type[NetGame],
) -> None:
    below = chance(game.__name__)
    for moves in (0, 3, 10, 25):
        table = table_of(game, moves, seed=moves)
        for seat in range(len(table.names)):
            known = dumps(table.knowledge(seat))
            imagined = game.imagine(loads(known), below)
            assert imagined.view(seat) == table.view(seat)
            assert [*map(str, imagined.legal(seat))] == [*map(str, table.legal(seat))]
            assert dumps(imagined.knowledge(seat)) == known
            assert imagined.play_out(below)


def test_no_hidden_card_is_named_anywhere() -> None:
    table = table_of(Daifugo, 20)
    assert isinstance(table, CardGame)
    known = dumps(table.knowledge(0))
    hidden = [card for seat in (1, 2, 3) for card in table.piles.unseen_by(0, seat)]
    assert hidden
    assert not [card for card in hidden if f'"{card}"' in known]


def test_what_is_known_does_not_depend_on_the_key_of_the_dealer() -> None:
    table = table_of(Whist, 10)
    known = table.knowledge(1)
    table.chance.reseed(b"another key")
    assert table.knowledge(1) == known


def test_chance_imagines_other_cards_for_others_and_none_for_oneself() -> None:
    table = table_of(Whist, 0)
    assert isinstance(table, Whist)
    known, below = table.knowledge(2), chance(1)
    imagined = [Whist.imagine(known, below) for _ in range(8)]
    assert {tuple(each.hand(2)) for each in imagined} == {tuple(table.hand(2))}
    assert len({tuple(each.hand(0)) for each in imagined}) == 8
    last = table.hand(3)[-1]  # the dealer has shown it
    assert all(last in each.hand(3) for each in imagined)


def test_a_seat_that_nobody_has_knows_nothing() -> None:
    table = table_of(Whist, 3)
    for seat in (-1, 4):
        with pytest.raises(ValueError, match=f"nobody sits in seat {seat}: seats are counted"):
            table.knowledge(seat)
    with pytest.raises(ValueError, match=r"pass what table\.knowledge\(seat\) tells"):
        Whist.imagine({}, chance(1))


def test_who_did_not_follow_suit_is_not_imagined_with_cards_of_it() -> None:
    table = Whist.play(["ann", "bob", "cid", "dan"], key=b"1")
    arrange(table, {"ann": "S2 S3 H4", "bob": "D2 D3 C4", "cid": "S5 S6 C7", "dan": "S7 H8 C9"})
    table.apply("ann", "DISCARD S2")
    table.apply("bob", "DISCARD D2")
    known, below = table.knowledge(3), chance(1)
    [[none, count]] = part_of(table, 3, "lacks")["1"]
    assert ({"S3", "S5", "S6"} <= {*none}, count) == (True, 2)
    for _ in range(50):
        imagined = Whist.imagine(known, below)
        assert not [card for card in imagined.hand(1) if card.suit == "S"]


def test_cards_that_have_come_into_hands_since_then_may_be_of_any_suit() -> None:
    table = Whist.play(["ann", "bob", "cid", "dan"], key=b"1")
    arrange(table, {"ann": "S2 S3 H4", "bob": "D2 D3 C4", "cid": "S5 S6 C7", "dan": "S7 H8 C9"})
    table.apply("ann", "DISCARD S2")
    table.apply("bob", "DISCARD D2")
    spade = next(card for card in table.piles["away"] if card.suit == "S")
    table.piles.move([spade], "away", 1, to=1)
    known, below = table.knowledge(3), chance(1)
    assert [count for _, count in part_of(table, 3, "lacks")["1"]] == [2], "of three"
    spades = [sum(c.suit == "S" for c in Whist.imagine(known, below).hand(1)) for _ in range(50)]
    assert {*spades} == {0, 1}


def said(table: NetGame, *lines: str) -> None:
    for line in lines:
        name, _, command = line.partition(" ")
        table.apply(name, command)


def lacks(table: NetGame, viewer: int, seat: int) -> dict[int, set[str]]:
    """By how many cards of a hand they are, what these are not."""
    return {count: {*none} for none, count in part_of(table, viewer, "lacks")[str(seat)]}


def test_who_draws_has_shown_to_hold_nothing_that_fits() -> None:
    table = PageOne.play(["ann", "bob", "cid"], "specials", key=b"1")
    hands = {"ann": "S3 S4 D5", "bob": "H5 C6 C7", "cid": "DQ CT"}
    arrange(table, hands, "S7", stock="S9 H3 H8 D2 CJ S5 CK HK")
    said(table, "ann DISCARD S3", "bob DRAW 1", "bob DRAW 1", "bob DRAW 1")
    told = lacks(table, 2, 1)
    assert [*told] == [5], "the three, and the first two that were drawn, but not the last"
    assert told[5] == {"S9", "H3", "H8", "S4", "S5"}, "no spade, no three, no wild card"
    said(table, "bob DISCARD S5")
    assert [*lacks(table, 2, 1)] == [5], "that was another one"
    known, below = table.knowledge(2), chance(1)
    for _ in range(20):
        assert told[5].isdisjoint(PageOne.imagine(known, below).hand(1))


def test_older_cards_have_been_shown_to_lack_more() -> None:
    table = PageOne.play(["ann", "bob", "cid"], key=b"1")
    hands = {"ann": "S3 C4 CA", "bob": "H6 C6 C7", "cid": "S9 SQ"}
    arrange(table, hands, "S7", stock="H8 H3 D8 H2 S8 CK S5 D9")
    said(table, "ann DISCARD S3", "bob DRAW 1", "bob DRAW 1", "bob DISCARD S5")
    assert lacks(table, 0, 1) == {4: {"H3", "S8", "S9", "SQ"}}, "H6 C6 C7 and D9"
    said(table, "cid DISCARD SQ", "ann DRAW 1", "ann DRAW 1", "ann DISCARD S8")
    said(table, "bob DRAW 1", "bob DRAW 1")
    assert lacks(table, 2, 1) == {4: {"H3", "D8", "H8"}, 5: {"D8", "H8"}}
    said(table, "bob DISCARD D8")
    assert lacks(table, 2, 1) == {4: {"H3", "H8"}, 5: {"H8"}}


def test_who_is_asked_in_vain_has_none_of_it_until_they_draw() -> None:
    table = GoFish.play(["ann", "bob", "cid"], key=b"1")
    hands = {"ann": "S3 S4 D5", "bob": "H5 C6 C7", "cid": "DQ CT"}
    arrange(table, hands, stock="D3 C3 S5 CJ H3 CK")
    said(table, "ann ASK bob 3")
    assert lacks(table, 2, 1) == {3: {"C3", "D3", "H3", "S3"}}
    said(table, "bob ASK cid 6", "cid ASK ann T", "ann ASK bob 5")
    assert lacks(table, 2, 1) == {2: {"C3", "D3", "H3", "S3", "D5", "S5"}, 3: {"D5", "S5"}}


def test_hints_say_what_own_cards_cannot_be() -> None:
    table = Hanabi.play(["ann", "bob"], key=b"3")
    hint = next(str(each) for each in table.legal(0) if str(each).startswith("HINT"))
    table.apply("ann", hint)
    true, known, below = [*table.hand(1)], table.knowledge(1), chance(1)
    what = {"RED": 0, "YELLOW": 0, "GREEN": 0, "BLUE": 0, "WHITE": 0}.get(hint.split()[-1], 1)
    told = [at for at, mark in enumerate(state_of(table, Show).known[1]) if mark != "??"]
    assert told
    for _ in range(20):
        imagined = Hanabi.imagine(known, below)
        assert [imagined.hand(1)[at][what] for at in told] == [true[at][what] for at in told]


def test_nobody_is_imagined_with_a_book_that_would_have_been_laid_down() -> None:
    for seed in range(6):
        table = table_of(GoFish, 12, "pairs", seed)
        imagined = GoFish.imagine(table.knowledge(0), chance(seed))
        for seat in range(len(imagined.names)):
            ranks = [card.rank for card in imagined.hand(seat)]
            assert len({*ranks}) == len(ranks)


def test_secret_answers_of_others_are_made_up_and_ones_own_is_kept() -> None:
    table = Doubt.play(["ann", "bob", "cid", "dan"], key=b"1")
    first = table.names[table.awaited[0]]
    table.apply(first, f"LAY {table.hand(table.awaited[0])[0]}")
    one, other = table.awaited[:2]
    table.apply(table.names[one], "DOUBT")
    heard = {seat: dict(part_of(table, seat, "answers"))[one] for seat in (one, other)}
    assert heard[other] is None
    assert "DOUBT" in dumps(heard[one])
    tables = [Doubt.imagine(table.knowledge(other), chance(n)) for n in range(20)]
    assert {str((each.answers or {})[one]) for each in tables} == {"DOUBT", "BELIEVE"}


def test_of_cards_chosen_in_secret_only_their_number_is_known() -> None:
    table = FlushPoker.play(["ann", "bob", "cid"], options={"at_once": True}, key=b"1")
    below = chance(2)
    while table.stage.key() != "exchange":
        seat = table.awaited[0]
        calm = [str(each) for each in table.legal(seat) if str(each) in ("CHECK", "CALL")]
        table.apply(table.names[seat], calm[0] if calm else pick(table.legal(seat), below))
    one, other = table.awaited[:2]
    chosen = " ".join(table.hand(one)[:2])
    table.apply(table.names[one], f"EXCHANGE {chosen}")
    assert dict(part_of(table, other, "answers"))[one] == ["EXCHANGE", -1, 2]
    imagined = FlushPoker.imagine(table.knowledge(other), below)
    made_up = (imagined.answers or {})[one]
    assert isinstance(made_up, CardCommand)
    assert {*made_up.cards} <= {*imagined.hand(one)}


# --- what authors do -----------------------------------------------------------------------------


class Note(NamedTuple):
    """What somebody has said."""

    seat: int
    words: tuple[str, ...]


class Talk(StageState):
    """What was said."""

    keeps = (Note,)
    __slots__ = ("notes", "spoken")

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.spoken: set[str] = set()


@condition
class Talking(Stage[CardGame, Talk]):
    """Everybody says something."""

    declares = (Word("SAY", "say it", "{who} speaks", "You speak", choice=("HI", "HO")),)

    def begin(self, table: CardGame) -> None:
        table.state = Talk()
        table.ask(table.first)

    def offers(self, table: CardGame, seat: int, state: Talk) -> Offers:
        return [CardCommand("SAY", word=word) for word in ("HI", "HO")]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: Talk) -> None:
        state.notes.append(Note(seat, (command.word,)))
        state.spoken.add(command.word)
        if len(state.notes) < 6:
            table.ask(table.following[seat])
        else:
            table.next_stage()


class Talkative(CardGame):
    """Talk."""

    title = "Talkative"
    seats = Seats(least=2, most=3)
    stages = (Deal(each=3), Talking())


def test_a_state_may_hold_named_tuples_that_it_names() -> None:
    table = Talkative.play(["ann", "bob"], key=b"1")
    table.apply("ann", "SAY HI")
    imagined = Talkative.imagine(loads(dumps(table.knowledge(0))), chance(1))
    state = state_of(imagined, Talk)
    assert (state.notes, state.spoken) == ([Note(0, ("HI",))], {"HI"})


class Odd:
    """Something of an author."""


def test_what_cannot_be_told_is_said_with_what_to_do() -> None:
    table = Talkative.play(["ann", "bob"], key=b"1")
    setattr(table, "odd", Odd())  # noqa: B010 - as an author's own code does
    with pytest.raises(TypeError, match=r"keeps = \(Odd,\)"):
        table.knowledge(0)


def test_a_state_that_no_stage_names_is_reported() -> None:
    class Other(StageState):
        """Not of this stage."""

        __slots__ = ()

    table = Talkative.play(["ann", "bob"], key=b"1")
    table.state = Other()
    with pytest.raises(RulesError, match=r"class Talking\(Stage\[CardGame, Other\]\)"):
        table.knowledge(0)


TURNS = OrderGame(discard=Discard(), draw=Draw(rule="any_time", ends_turn=True))


class Peeking(CardGame):
    """The table keeps a card that nobody has seen."""

    title = "Peeking"
    seats = Seats(least=2, most=3)
    stages = (Deal(each=4), TURNS)

    def on_dealt(self) -> None:
        self.next_card = self.piles["stock"][-1]


class Prejudiced(CardGame):
    """A stage says of players what is not true."""

    title = "Prejudiced"
    seats = Seats(least=2, most=3)

    @condition
    class Blamed(Talking):
        """Everybody says something, and nobody is taken to hold spades."""

        def cannot_hold(self, table: CardGame, seat: int, state: Talk) -> set[object]:  # type: ignore[override]
            return {card for card in table.cards.all if card.suit == "S"}

    stages = (Deal(each=3), Blamed())


class Slandering(CardGame):
    """A stage takes something for shown that is not true."""

    title = "Slandering"
    seats = Seats(least=2, most=3)

    @condition
    class Slander(Talking):
        """Everybody says something, and has shown by it to hold no spades."""

        def begin(self, table: CardGame) -> None:
            super().begin(table)
            for seat in table.order:
                table.piles.rule_out(seat, [c for c in table.cards.all if c.suit == "S"])

    stages = (Deal(each=3), Slander())


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Peeking, "secrecy is broken: .* knows next_card of the table"),
        (Prejudiced, r"says that .* cannot hold S.*, which they hold\. See cannot_hold"),
        (
            Slandering,
            r"takes .*SA.* for ruled out in the hand of .*, which is .*S.*\. Call piles\.rule_out",
        ),
    ],
)
def test_a_planted_fault_of_knowledge_is_found(game: type[CardGame], sentence: str) -> None:
    with pytest.raises(GameFault, match=sentence):
        check_game(game, games=60, search=0)
