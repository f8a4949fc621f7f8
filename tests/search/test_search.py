"""Search plays any game, the same from the same seed, and says which law a game breaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from json import dumps, loads

import pytest

from cardkit.cardgame import (
    Bot,
    CardCommand,
    CardGame,
    CardView,
    Deal,
    Discard,
    Offer,
    OrderGame,
    Seats,
)
from cardkit.contest.entrants import read_entrants
from cardkit.games.doubt import Doubt
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.hanabi import Hanabi
from cardkit.games.whist import Whist
from cardkit.games.whist.bots import Partner
from cardkit.netgame import Amount, Command, NetGame, Refused, pick
from cardkit.netgame.knowledge import Knowledge
from cardkit.registry import bots_of, find_bot, find_game, installed
from cardkit.search import (
    Policy,
    Race,
    Sage,
    Search,
    Tree,
    policy_among,
    search_for,
    tree,
)
from cardkit.search.search import Node
from cardkit.simulate import simulate
from tests.cardgame.test_knowledge import chance, table_of
from tests.hidden_hands import HIDDEN_HANDS
from tests.strange_stage import Bazaar

GAMES = [*map(find_game, installed()), *HIDDEN_HANDS, Bazaar]


class Nim(NetGame):
    """Take one, two or three of ten stones; whoever takes the last wins."""

    title = "Nim"
    seats = Seats(least=2, most=2)

    def begin(self) -> None:
        self.left = 10
        self.ask(self.first)

    def offers(self, seat: int) -> list[Amount]:
        return [Amount("TAKE", 1, min(3, self.left))]

    def act(self, seat: int, command: Command) -> None:
        self.left -= command.amount
        if self.left:
            self.ask(self.following[seat])
        else:
            self.end_game((seat, self.following[seat]))


def asked(table: NetGame) -> Knowledge:
    """What the player knows whose turn it is."""
    return table.knowledge(table.awaited[0])


def test_who_is_not_asked_has_nothing_to_search_for() -> None:
    with pytest.raises(ValueError, match="only who is asked"):
        Tree(Nim, Nim.play(["ann", "bob"]).knowledge(1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_it_says_something_legal_in_every_game(game: type[NetGame]) -> None:
    table = table_of(game, 7)
    seat = table.awaited[0]
    policy = policy_among(bots_of(game).values())
    known = loads(dumps(table.knowledge(seat)))
    search = search_for(game, known, policy=policy) or Tree(game, known)
    search.run(4)
    assert search.broken is None
    said = search.best()
    assert said is not None
    assert table.can(table.names[seat], said)


def test_it_finds_the_move_that_wins() -> None:
    table = Nim.play(["ann", "bob"])
    search = Tree(Nim, table.knowledge(0), seed=1)
    search.run(1500)
    assert search.best() == "TAKE 2", "four, eight are left to who then loses"
    best = search.choices()[0]
    assert best.worth > 0.5


def test_a_game_is_played_on_by_its_first_bot_and_on_the_own_side_by_its_last() -> None:
    bots = bots_of(Whist)
    policy = policy_among(bots.values())
    table = table_of(Whist, 10)
    side = table.side(table.awaited[0])
    search = Race(Whist, asked(table), policy=Policy(bots["partner"], bots["veteran"]))
    assert policy == search.policy
    kinds = [type(bot).__name__ for bot in search._bots]
    assert kinds == ["Veteran" if seat in side else "Partner" for seat in range(4)]


@pytest.mark.parametrize(("kind", "policy"), [(Tree, None), (Race, Policy(Partner))])
def test_the_same_seed_finds_the_same(kind: type[Search], policy: Policy | None) -> None:
    known = asked(table_of(Whist, 10))
    first, second, other = (kind(Whist, known, seed=seed, policy=policy) for seed in (1, 1, 2))
    for search in (first, second, other):
        search.run(30)
    second_half = kind(Whist, known, seed=1, policy=policy)
    second_half.run(10)
    second_half.run(20)
    assert first.choices() == second.choices() == second_half.choices() != other.choices()


def test_it_stops_when_it_is_told_to() -> None:
    search = Tree(Whist, asked(table_of(Whist, 10)))
    search.run(1000, stop=lambda: search.rollouts >= 5)
    assert search.rollouts == 5


def test_it_keeps_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", 20)
    search = Tree(Whist, asked(table_of(Whist, 0)))
    search.run(60)

    def size(node: Node) -> int:
        return 1 + sum(map(size, node.children.values()))

    assert search.broken is None
    assert size(search.root) <= 20


def test_open_offers_are_tried_wider_and_wider() -> None:
    table = table_of(FlushPoker, 0)
    search = Tree(FlushPoker, asked(table))
    search.run(9)
    few = len(search.choices())
    search.run(150)
    assert 3 <= few < len(search.choices()) < 40


def test_a_race_ends_where_one_choice_is_clearly_best() -> None:
    table = Greedy.play(["ann", "bob"], key=b"1")
    search = Race(Greedy, table.knowledge(0), policy=Policy(First))
    search.run(500)
    assert search.settled
    assert search.rollouts < 100
    best = max(table.hand(0), key=lambda card: card.level)
    assert search.best() == f"DISCARD {best}", "and not the first card, as the bot has it"


def test_where_there_is_much_to_say_a_race_goes_on_with_few() -> None:
    table = Wide.play(["ann", "bob"], key=b"1")
    search = Race(Wide, table.knowledge(0), policy=Policy(First))
    search.run(250)
    tried = sorted(choice.visits for choice in search.choices())
    assert len(tried) == 26
    assert tried[0] == 2, "so many tables are enough to leave the worse half out"
    assert 2 <= sum(visits > 2 for visits in tried) <= 14
    assert tried[-1] >= 6


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_a_glance_shows_what_a_view_shows(game: type[NetGame]) -> None:
    table = table_of(game, 9)
    for seat in range(len(table.names)):
        seen, view = table.glance(seat).data(), table.view(seat).data()
        assert {**seen, "piles": dict(seen["piles"])} == view


class Greedy(CardGame):
    """The first card that is played is worth what it counts."""

    title = "Greedy"
    seats = Seats(least=2, most=2)
    stages = (Deal(each=3), OrderGame(discard=Discard(match="any")))

    def points(self, seat: int) -> int:
        mine = [card for at, card in enumerate(self.piles["table"]) if at % 2 == seat]
        return mine[0].level if mine else 0


class Wide(Greedy):
    """There are as many things to say as cards."""

    title = "Wide"
    stages = (Deal(each=26), OrderGame(discard=Discard(match="any")))

    def points(self, seat: int) -> int:
        mine = [card for at, card in enumerate(self.piles["table"]) if at % 2 == seat]
        return sum(card.level * (at % 5) for at, card in enumerate(mine))


@pytest.mark.parametrize("game", [Doubt, Hanabi])
def test_where_words_tell_of_hands_the_sensible_bot_knows_best(game: type[CardGame]) -> None:
    table = table_of(game, 0)
    assert search_for(game, asked(table), policy=Policy(First)) is None


# --- games that break a law ----------------------------------------------------------------------


class Fragile(CardGame):
    """Breaks down when a hand is nearly empty."""

    title = "Fragile"
    seats = Seats(least=2, most=2)
    stages = (Deal(each=5), OrderGame(discard=Discard()))

    def on_discard(self, seat: int, command: CardCommand) -> None:
        if len(self.hand(seat)) == 2:
            raise KeyError("oh dear")


class Forever(Nim):
    """Nobody ever takes the last stone."""

    title = "Forever"

    def act(self, seat: int, command: Command) -> None:
        self.ask(self.following[seat])


class First(Bot):
    """Takes the first offer."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return pick(legal, lambda n: 0)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Fragile, r"KeyError is raised: 'oh dear' .*test_search\.py"),
        (Forever, "has lasted 5000 moves more and has not ended"),
    ],
)
def test_a_broken_law_is_told_with_the_call_that_shows_it_again(
    game: type[NetGame], law: str
) -> None:
    table = game.play(["ann", "bob"], key=b"1")
    search = Tree(game, table.knowledge(0), seed=3)
    search.run(5)
    assert search.broken is not None
    assert re.search(law, str(search.broken))
    again = f"Tree({game.__name__}, knowledge, seed=3).run({search.rollouts})"
    assert search.broken.call == again
    repeated = Tree(game, search.broken.knowledge, seed=3)
    repeated.run(search.rollouts)
    assert repeated.broken == search.broken


def test_the_sage_goes_on_as_the_sensible_bot_does(caplog: pytest.LogCaptureFixture) -> None:
    table = Fragile.play(["ann", "bob"], key=b"1")
    sage = type("Sage", (Sage,), {"game": Fragile, "policy": Policy(First), "rollouts": 5})(
        chance(1)
    )
    sage.knows(table.knowledge(0))
    assert sage.choose(table.view(0), table.legal(0)) == table.legal(0)[0]
    assert "oh dear" in caplog.text
    assert sage.choose(table.view(0), table.legal(0)) == table.legal(0)[0], "it knows nothing"


# --- as a bot like any other ---------------------------------------------------------------------


def test_it_is_named_with_what_it_may_spend() -> None:
    plain, quick, counted = (find_bot(name, Whist) for name in ("sage", "sage:0.2s", "sage:50"))
    assert issubclass(plain, Sage)
    assert issubclass(quick, Sage)
    assert issubclass(counted, Sage)
    assert (quick.seconds, quick.rollouts) == (0.2, None)
    assert (counted.seconds, counted.rollouts) == (None, 50)
    assert plain.policy is not None
    with pytest.raises(Refused, match="sage"):
        find_bot("sagee", Whist)
    for wrong in ("sage:abc", "sage:1.5", "sage:-1s", "sage:0"):
        with pytest.raises(Refused, match=r"write sage:0\.3s for seconds"):
            find_bot(wrong, Whist)


def test_it_plays_in_simulations_and_the_same_seed_plays_the_same() -> None:
    bots = [("sage:6", find_bot("sage:6", Whist)), ("partner", find_bot("partner", Whist))]
    assert simulate(Whist, bots, 2, 5) == simulate(Whist, bots, 2, 5)


def test_it_plays_in_contests_under_its_own_name() -> None:
    entrants = read_entrants(["sage-4", "sage-0.2s", "rand"])
    assert [entrant.name for entrant in entrants] == ["sage-4", "sage-0.2s", "rand"]
    assert not any(entrant.is_class_of_author for entrant in entrants)
