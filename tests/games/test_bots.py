"""The bots that come with the games: each plays legally, and better than at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from cardkit.cardgame import Bot, CardGame, CardView, Rand
from cardkit.cardgame.rules import summary_of
from cardkit.games.akq import AKQ
from cardkit.games.akq import bots as akq
from cardkit.games.big_two import BigTwo
from cardkit.games.blackjack import Blackjack
from cardkit.games.blackjack import bots as blackjack
from cardkit.games.crazy_eights import CrazyEights
from cardkit.games.dou_dizhu import DouDizhu
from cardkit.games.doubt import Doubt
from cardkit.games.euchre import Euchre
from cardkit.games.flush_poker import FlushPoker
from cardkit.games.flush_poker import bots as flush_poker
from cardkit.games.four_colours import FourColours
from cardkit.games.gin_rummy import GinRummy
from cardkit.games.go_fish import GoFish
from cardkit.games.hanabi import Hanabi
from cardkit.games.hanabi import bots as hanabi
from cardkit.games.hearts import Hearts
from cardkit.games.holdem import Holdem
from cardkit.games.holdem import bots as holdem
from cardkit.games.napoleon import Napoleon
from cardkit.games.napoleon import bots as napoleon
from cardkit.games.oh_hell import OhHell
from cardkit.games.page_one import PageOne
from cardkit.games.president import President
from cardkit.games.rummy import Rummy
from cardkit.games.seven_bridge import SevenBridge
from cardkit.games.sevens import Sevens
from cardkit.games.spades import Spades
from cardkit.games.whist import Whist
from cardkit.netgame import LANGUAGES
from cardkit.registry import bots_of, find_game, installed
from cardkit.simulate import BotTally, simulate
from tests.helpers import below, card_game

GAMES = [card_game(name) for name in installed()]
CHANCE_ALONE = ("Old Maid",)
"""Games in which nothing can be chosen that matters."""


def against_rand(
    game: type[CardGame], games: int, players: int, rands: int = 1, **how: Any
) -> tuple[BotTally, BotTally]:
    """The heuristic, then so many Rands, and again; they change places, nothing is illegal."""
    known = [(name, bot) for name, bot in bots_of(game).items() if bot is not Rand]
    pairs = known[:1] + [("rand", Rand)] * rands
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
    ("preset", "players", "won"), [("no_limit", 2, 4), ("pot_limit", 6, 5), ("fixed_limit", 4, 3)]
)
def test_tight_beats_rand_at_holdem(preset: str, players: int, won: float) -> None:
    tight, rand = against_rand(Holdem, 900, players, rands=players - 1, preset=preset)
    assert tight.mean > won
    assert tight.mean > 3 * tight.error
    assert rand.mean < 0


def test_basic_loses_next_to_nothing_at_blackjack_and_rand_a_lot() -> None:
    """The house wins one point of two hundred that are bet against basic strategy."""
    basic, rand = against_rand(Blackjack, 800, 2)
    assert abs(basic.mean) < 2
    assert rand.mean < -15
    assert basic.wins > 3 * rand.wins


@pytest.mark.parametrize(
    ("hand", "shown", "said"),
    [
        ("SA HA", "DT", "SPLIT"),
        ("S8 H8", "DA", "SPLIT"),
        ("S9 H9", "D7", "STAND"),
        ("ST HJ", "D6", "STAND"),
        ("S5 H6", "DT", "DOUBLE"),
        ("S5 H6", "DA", "HIT"),
        ("SA H6", "D4", "DOUBLE"),
        ("SA H7", "D8", "STAND"),
        ("SA H7", "D9", "HIT"),
        ("ST H2", "D3", "HIT"),
        ("ST H2", "D4", "STAND"),
        ("ST H6", "D7", "HIT"),
        ("ST H6", "DT", "SURRENDER"),
    ],
)
def test_basic_strategy(hand: str, shown: str, said: str) -> None:
    assert blackjack.advice(hand.split(), blackjack.high(shown))[0] == said


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("SA SK SQ SJ ST H2 D3", "C9 D9 H9 S9 H2 D3 D4"),
        ("C9 D9 H9 S9 H2 D3 D4", "C9 D9 H9 S4 H4 D2 DA"),
        ("C9 D9 H9 S4 H4 D4 DA", "SA S9 S7 S4 S2 HA DA"),
        ("SA S9 S7 S4 S2 HA DA", "C5 D6 H7 S8 H9 D9 C9"),
        ("SA H2 D3 C4 S5 HK DK", "C9 D9 H9 SA HK D2 D4"),
        ("C9 D9 H8 S8 HA D2 D4", "C9 D9 H8 S8 HK D2 D4"),
        ("CA DA H8 S7 HK D2 D4", "CA DA H8 S7 HQ D2 D4"),
    ],
)
def test_tight_knows_what_hands_are_worth(better: str, worse: str) -> None:
    assert holdem.value(better.split()) > holdem.value(worse.split())


def first_words(game: type[CardGame], bot: type[Bot], deals: int) -> Iterator[tuple[str, CardView]]:
    """What a bot says to the first question of many games, and what it sees."""
    player = bot(below())
    for number in range(deals):
        table = game.play(["ann", "bob"], key=number.to_bytes(2, "big"))
        view = table.view(table.awaited[0])
        yield player.choose(view, table.legal(table.awaited[0])), view


def test_the_better_a_hand_the_more_is_bet_on_it() -> None:
    bets: dict[int, list[int]] = {}
    for said, view in first_words(FlushPoker, flush_poker.Solid, 1500):
        bets.setdefault(flush_poker.strength(view.hand), []).append(number_in(said))
    means = [sum(bets[what]) / len(bets[what]) for what in range(4)]
    assert means == sorted(means)
    assert len({*bets[3]}) > 5, "and not always the same"


def test_now_and_then_a_poor_hand_is_bet_on() -> None:
    """So that whoever is bet at cannot be sure."""
    said = [
        word
        for word, view in first_words(FlushPoker, flush_poker.Solid, 800)
        if not flush_poker.strength(view.hand)
    ]
    bluffs = [word for word in said if word.startswith("BET")]
    assert 0.08 < len(bluffs) / len(said) < 0.18


def test_who_is_raised_needs_more_than_who_raises() -> None:
    """Two good hands do not raise each other until all is in."""
    spent = []
    for number in range(400):
        table = FlushPoker.play(["ann", "bob"], key=number.to_bytes(2, "big"))
        bot = flush_poker.Solid(below())
        while table.playing:
            seat = table.awaited[0]
            table.apply(table.names[seat], bot.choose(table.view(seat), table.legal(seat)))
        spent.append(max(table.earned()))
    assert sum(each > 10_000 for each in spent) < 8


def number_in(said: str) -> int:
    words = said.split()
    return int(words[1]) if len(words) > 1 else 0


def test_tight_bets_by_the_pot() -> None:
    """Robots that never sized a bet were told by that."""
    sizes = set()
    for number in range(60):
        table = Holdem.play(["ann", "bob"], key=bytes([number]))
        bot = holdem.Tight(below())
        while table.playing:
            seat = table.awaited[0]
            said = bot.choose(table.view(seat), table.legal(seat))
            if said.startswith(("BET", "RAISE")):
                sizes.add(int(said.split()[1]))
            table.apply(table.names[seat], said)
    assert len(sizes) > 5


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


@pytest.mark.parametrize("preset", ["hong_kong", "taiwan", "pusoy_dos"])
def test_shark_beats_rand_at_big_two(preset: str) -> None:
    shark, rand = against_rand(BigTwo, 60, 4, preset=preset)
    assert shark.wins > 2 * rand.wins
    assert shark.points > 0


def test_steward_beats_rand_at_dou_dizhu_as_landlord_and_as_farmer() -> None:
    steward, rand = against_rand(DouDizhu, 120, 3, rands=2)
    assert steward.wins > 0.75 * steward.games
    assert steward.mean > 5 * steward.error
    assert rand.mean < 0


@pytest.mark.parametrize("preset", ["classic", "skip"])
def test_senator_beats_rand_at_president(preset: str) -> None:
    senator, rand = against_rand(President, 60, 4, preset=preset)
    assert senator.wins > 5 * rand.wins


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


def test_who_counts_the_cards_at_whist_beats_who_does_not() -> None:
    pairs = [(name, bots_of(Whist)[name]) for name in ("veteran", "partner")]
    veteran, partner = simulate(Whist, pairs, 200, 7, players=4).tallies
    assert veteran.wins > 1.5 * partner.wins


@pytest.mark.parametrize("preset", Euchre.presets)
def test_caller_beats_rand_at_euchre(preset: str) -> None:
    caller, rand = against_rand(Euchre, 200, 4, preset=preset)
    assert caller.wins > 2 * rand.wins
    assert caller.mean > 3 * rand.mean


@pytest.mark.parametrize("preset", Napoleon.presets)
@pytest.mark.parametrize("players", [4, 5, 6])
def test_marshal_beats_rand_at_napoleon(preset: str, players: int) -> None:
    marshal, rand = against_rand(Napoleon, 60, players, preset=preset)
    assert marshal.wins > 1.3 * rand.wins
    assert marshal.mean > 0.3
    assert rand.mean < -0.3


def test_marshal_makes_what_it_bids_at_napoleon() -> None:
    """Among itself, whoever is Napoleon wins more often than not."""
    marshal = napoleon.Marshal
    won = lost = 0
    table = Napoleon.play(list("abcde"), options={"games": 60}, key=b"marshal")
    bots = [marshal(below(seat)) for seat in range(5)]
    while not table.match_over:
        before = [*table.scores]
        while table.playing:
            seat = table.awaited[0]
            table.apply(table.names[seat], bots[seat].choose(table.view(seat), table.legal(seat)))
        if (seat := table.auction.declarer) >= 0:
            won += table.scores[seat] > before[seat]
            lost += table.scores[seat] < before[seat]
        if not table.match_over:
            table.apply("", "START")
    assert won + lost > 20
    assert won > lost


@pytest.mark.parametrize(
    ("preset", "least"),
    [("five_colours", 14), ("four_colours", 11), ("rainbow", 14), ("gentle", 14)],
)
def test_friends_build_more_than_rand_at_hanabi(preset: str, least: int) -> None:
    """All players get the same points, so each kind plays with its like."""
    means = {}
    for name, bot in hanabi.BOTS.items():
        (tally,) = simulate(Hanabi, [(name, bot)], 6, 7, players=4, preset=preset).tallies
        means[name] = tally.mean
    assert means["friend"] > least
    assert means["rand"] < 3


@pytest.mark.parametrize("preset", Hearts.presets)
def test_dodger_beats_rand_at_hearts(preset: str) -> None:
    dodger, rand = against_rand(Hearts, 80, 4, preset=preset)
    assert dodger.mean < 0.6 * rand.mean
    assert dodger.wins > 1.3 * rand.wins


@pytest.mark.parametrize("preset", Spades.presets)
def test_steady_beats_rand_at_spades(preset: str) -> None:
    steady, rand = against_rand(Spades, 80, 4, preset=preset)
    assert steady.mean > rand.mean + 50
    assert steady.wins > 2 * rand.wins


@pytest.mark.parametrize("preset", OhHell.presets)
def test_exact_beats_rand_at_oh_hell(preset: str) -> None:
    exact, rand = against_rand(OhHell, 150, 4, preset=preset)
    assert exact.mean > 1.5 * rand.mean
    assert exact.wins > 1.5 * rand.wins


def test_angler_beats_rand_at_go_fish() -> None:
    angler, rand = against_rand(GoFish, 100, 4)
    assert angler.wins > 2 * rand.wins


@pytest.mark.parametrize("preset", ["standard", "straight"])
def test_melder_beats_rand_at_gin_rummy(preset: str) -> None:
    melder, rand = against_rand(GinRummy, 40, 2, preset=preset)
    assert melder.mean > 20
    assert melder.mean > 10 * rand.mean


@pytest.mark.parametrize("preset", ["basic", "block"])
def test_tidy_beats_rand_at_rummy(preset: str) -> None:
    tidy, rand = against_rand(Rummy, 30, 4, preset=preset)
    assert tidy.wins > 9 * rand.wins


@pytest.mark.parametrize("preset", ["standard", "final_discard"])
def test_caller_beats_rand_at_seven_bridge(preset: str) -> None:
    caller, rand = against_rand(SevenBridge, 25, 4, preset=preset)
    assert caller.wins > 4 * rand.wins
    assert 2 * caller.mean < rand.mean, "bad points"


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_needs_nothing_but_plain_data(game: type[CardGame]) -> None:
    """The same answers to a view that went through JSON as to the table's own."""
    bots = bots_of(game)
    assert bots.pop("rand") is Rand
    if game.title in CHANCE_ALONE:
        assert not bots
        return
    for bot in bots.values():
        table = game.play([f"p{n}" for n in range(game.seats.most)], key=b"plain")
        for turn in range(60):
            if not table.playing:
                table.apply("", "START")
            seat = table.awaited[0]
            view, legal = table.view(seat), table.legal(seat)
            answer = bot(below(turn)).choose(view, legal)
            plain = CardView(**json.loads(json.dumps(view.data())))
            assert bot(below(turn)).choose(plain, legal) == answer
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


@pytest.mark.parametrize("name", installed())
def test_every_bot_is_described_in_every_language(name: str) -> None:
    game = find_game(name)
    for bot, language in product(bots_of(game).values(), LANGUAGES[1:]):
        assert game.catalogue.find(summary_of(bot), language), (bot, language)
