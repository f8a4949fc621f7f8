"""The bots that come with the games: each plays legally, and better than at random."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardkit.cardgame import Bot, CardGame, CardView, Rand
from cardkit.games.akq import AKQ
from cardkit.games.akq import bots as akq
from cardkit.games.crazy_eights import CrazyEights
from cardkit.games.crazy_eights import bots as crazy_eights
from cardkit.games.doubt import Doubt
from cardkit.games.doubt import bots as doubt
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.flush_poker import bots as flush_poker
from cardkit.games.four_colours import FourColours
from cardkit.games.four_colours import bots as four_colours
from cardkit.games.page_one import PageOne
from cardkit.games.page_one import bots as page_one
from cardkit.games.sevens import Sevens
from cardkit.games.sevens import bots as sevens
from cardkit.games.whist import Whist
from cardkit.games.whist import bots as whist
from cardkit.simulate import BotTally, simulate
from tests.helpers import below

BOTS: list[tuple[type[CardGame], dict[str, type[Bot]]]] = [
    (AKQ, akq.BOTS),
    (CrazyEights, crazy_eights.BOTS),
    (Doubt, doubt.BOTS),
    (FlushPoker, flush_poker.BOTS),
    (FourColours, four_colours.BOTS),
    (PageOne, page_one.BOTS),
    (Sevens, sevens.BOTS),
    (Whist, whist.BOTS),
]


def against_rand(
    game: type[CardGame], games: int, players: int, rands: int = 1, **how: Any
) -> tuple[BotTally, BotTally]:
    """The heuristic, then so many Rands, and again; they change places, nothing is illegal."""
    bots = dict(BOTS)[game]
    pairs = [(name, bot) for name, bot in bots.items() if bot is not Rand]
    pairs += [("rand", Rand)] * rands
    mine, other = simulate(game, pairs, games, 7, players=players, **how).tallies
    return mine, other


def test_honest_beats_rand_at_akq() -> None:
    honest, rand = against_rand(AKQ, 1500, 2)
    assert honest.mean > 10
    assert honest.mean > 8 * honest.error
    assert honest.points == -rand.points


@pytest.mark.parametrize("preset", ["", "poker"])
def test_solid_beats_rand_at_flush_poker(preset: str) -> None:
    solid, rand = against_rand(FlushPoker, 800, 4, rands=3, preset=preset)
    assert solid.mean > 1000
    assert solid.mean > 4 * solid.error
    assert rand.mean < 0


@pytest.mark.parametrize(
    ("preset", "games", "lead"),
    [
        ("american", 600, 1.15),
        ("specials", 600, 1.25),
        ("strict", 150, 2.5),
        ("european", 600, 1.2),
    ],
)
def test_keen_beats_rand_at_page_one(preset: str, games: int, lead: float) -> None:
    keen, rand = against_rand(PageOne, games, 4, preset=preset)
    assert keen.games == rand.games
    assert keen.wins > lead * rand.wins


@pytest.mark.parametrize("preset", CrazyEights.presets)
def test_planner_beats_rand_at_crazy_eights(preset: str) -> None:
    planner, rand = against_rand(CrazyEights, 300, 4, preset=preset)
    assert planner.wins > 1.2 * rand.wins
    assert planner.mean - rand.mean > 3 * planner.error


@pytest.mark.parametrize("preset", FourColours.presets)
def test_painter_beats_rand_at_four_colours(preset: str) -> None:
    painter, rand = against_rand(FourColours, 120, 4, preset=preset)
    assert painter.wins > 2 * rand.wins
    assert painter.mean > 2 * rand.mean


@pytest.mark.parametrize(
    ("preset", "lead"), [("classic", 5), ("joker", 5), ("tunnel", 5), ("fan_tan", 2)]
)
def test_holder_beats_rand_at_sevens(preset: str, lead: float) -> None:
    holder, rand = against_rand(Sevens, 100, 4, preset=preset)
    assert holder.wins > lead * rand.wins


@pytest.mark.parametrize("preset", Doubt.presets)
def test_skeptic_beats_rand_at_doubt(preset: str) -> None:
    skeptic, rand = against_rand(Doubt, 20, 4, preset=preset)
    assert skeptic.wins > 9 * rand.wins


def test_partner_beats_rand_at_whist() -> None:
    partner, rand = against_rand(Whist, 100, 4)
    assert partner.wins > 2 * rand.wins
    assert partner.mean > 3 * rand.mean


@pytest.mark.parametrize(("game", "bots"), BOTS)
def test_a_bot_needs_nothing_but_plain_data(
    game: type[CardGame], bots: dict[str, type[Bot]]
) -> None:
    """The same answers to a view that went through JSON as to the table's own."""
    assert bots["rand"] is Rand
    (bot,) = (bots[name](below()) for name in bots if name != "rand")
    table = game.play([f"p{n}" for n in range(game.seats.most)], key=b"plain")
    for _ in range(60):
        if not table.playing:
            table.apply("", "START")
        seat = table.awaited[0]
        view, legal = table.view(seat), table.legal(seat)
        answer = bot.choose(view, legal)
        assert bot.choose(CardView(**json.loads(json.dumps(view.data()))), legal) == answer
        table.apply(table.names[seat], answer)


@pytest.mark.parametrize(
    ("card", "said"), [("SA", "ALLIN"), ("SK", "BET 11"), ("SQ", "BET 0")], ids=str
)
def test_honest_bets_what_its_card_is_worth(card: str, said: str) -> None:
    answers = set()
    for number in range(20):
        table = AKQ.play(["Alice", "Bob"], key=bytes([number]))
        if table.piles[0] == [card]:
            answers.add(akq.Honest(below()).choose(table.view(0), table.legal(0)))
    assert answers == {said}


def test_honest_answers_a_bet() -> None:
    answers = {}
    for number in range(20):
        table = AKQ.play(["Alice", "Bob"], key=bytes([number]))
        (card,) = table.piles[1]
        for bet in (0, 30, 60):
            twin = table.copy()
            twin.apply("Alice", f"BET {bet}")
            answers[card, bet] = akq.Honest(below()).choose(twin.view(1), twin.legal(1))
    assert answers == {
        ("SA", 0): "ALLIN",
        ("SA", 30): "ALLIN",
        ("SA", 60): "ALLIN",
        ("SK", 0): "CALL",
        ("SK", 30): "CALL",
        ("SK", 60): "FOLD",
        ("SQ", 0): "CALL",
        ("SQ", 30): "FOLD",
        ("SQ", 60): "FOLD",
    }
