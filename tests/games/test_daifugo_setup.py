"""Daifugo before the play: one test per row of its rules, from the jokers to who leads."""

from itertools import pairwise

import pytest

from cardkit.cardgame import Choice, Refused
from cardkit.games.daifugo import Daifugo
from tests.daifugo_tables import (
    FIVE,
    HIGH,
    LOW,
    PLAIN,
    POOR,
    PRESETS,
    RICH,
    after,
    asked,
    cheat,
    finish,
    give_any,
    hand,
    ranking,
    say,
    titles,
)


def dealt(table: Daifugo) -> dict[str, int]:
    """START, and how many cards everybody was dealt from the stock, in the order of the seats."""
    table.listening = True
    events = [e.words(0) for e in table.apply("", "START")]
    table.listening = False
    counts = dict.fromkeys((table.names[s] for s in table.order), 0)
    for words in events:
        if words is not None and words[:2] == ("MOVE", "stock"):
            counts[words[2]] += len(words) - 3
    return counts


def seated(*names: str, preset: str = "official", key: bytes = b"x", **options: object) -> Daifugo:
    table = Daifugo(preset, options, key=key)
    for name in names:
        table.apply(name, "ENTER")
        table.apply(name, "LOGIN")
    return table


def odd_cards(counts: dict[str, int]) -> list[str]:
    """Who got one card more than others, in the order in which they were dealt it."""
    names = list(counts)
    more = [n for n in names if counts[n] > min(counts.values())]
    start = next((n for n in more if names[names.index(n) - 1] not in more), more[0])
    turned = names[names.index(start) :] + names[: names.index(start)]
    assert turned[: len(more)] == [n for n in turned if n in more], "odd cards go round in turn"
    return turned[: len(more)]


@pytest.mark.parametrize(("preset", "jokers"), [("millionaire", 2), ("official", 1), ("uecda", 1)])
def test_row_jokers(preset: str, jokers: int) -> None:
    """Jokers | 2 | 1 | 1 | `jokers` 0–2."""
    table = Daifugo(preset)
    assert [c for c in table.cards.all if c.joker] == [f"J{i + 1}" for i in range(jokers)]
    assert len(table.cards.all) == 52 + jokers
    for chosen in range(3):
        assert len(Daifugo(preset, {"jokers": chosen}).cards.all) == 52 + chosen


@pytest.mark.parametrize(("preset", "least", "most"), [("millionaire", 2, 8), ("official", 2, 8)])
def test_row_players(preset: str, least: int, most: int) -> None:
    """Players | 2–8 | 2–8 | exactly 5 | seats."""
    names = [f"p{i}." for i in range(9)]
    for count in range(least, most + 1):
        assert len(Daifugo.play(names[:count], preset, key=b"x").order) == count
    with pytest.raises(Refused, match="TOO_FEW_PLAYERS"):
        Daifugo.play(names[: least - 1], preset)
    with pytest.raises(Refused, match="TABLE_FULL"):
        Daifugo.play(names[: most + 1], preset)


def test_row_players_of_uecda_are_exactly_5() -> None:
    """Players | 2–8 | 2–8 | exactly 5 | seats."""
    assert len(Daifugo.play(FIVE, "uecda", key=b"x").order) == 5
    with pytest.raises(Refused, match="TOO_FEW_PLAYERS"):
        Daifugo.play(FIVE[:4], "uecda")
    with pytest.raises(Refused, match="TABLE_FULL"):
        Daifugo.play([*FIVE, "fay"], "uecda")
    chosen = Daifugo.play(FIVE[:3], "uecda", {"seats_least": 3}, key=b"x")
    assert len(chosen.order) == 3


@pytest.mark.parametrize("preset", PRESETS[:2])
def test_row_titles_2_players(preset: str) -> None:
    """Titles, 2 players | 大富豪 / 大貧民 | same | – | `titles`."""
    table = finish(Daifugo.play(["ann", "bob"], preset), "bob", "ann")
    assert titles(table) == {"bob": HIGH, "ann": LOW}


@pytest.mark.parametrize(
    ("preset", "given", "swapped"),
    [("millionaire", (HIGH, PLAIN, LOW), 2), ("official", (RICH, PLAIN, POOR), 1)],
)
def test_row_titles_3_players(preset: str, given: tuple[str, ...], swapped: int) -> None:
    """Titles, 3 players | 大富豪 / 平民 / 大貧民 (swap 2) | 富豪 / 平民 / 貧民 (swap 1)."""
    order = ("bob", "cid", "ann")
    table = after(*order, preset=preset, bad_exchange="ask")
    assert titles(table) == dict(zip(order, given, strict=True))
    (offer,) = table.legal(table.people.seat_of["bob"])
    assert isinstance(offer, Choice)
    assert (offer.name, offer.least, offer.most) == ("ann", swapped, swapped)


@pytest.mark.parametrize("preset", PRESETS[:2])
def test_row_titles_4_players(preset: str) -> None:
    """Titles, 4 players | 大富豪 富豪 貧民 大貧民 | same | – | `titles`."""
    order = ("dee", "bob", "cid", "ann")
    table = finish(Daifugo.play(sorted(order), preset), *order)
    assert titles(table) == dict(zip(order, (HIGH, RICH, POOR, LOW), strict=True))


@pytest.mark.parametrize("preset", PRESETS)
def test_row_titles_5_and_more(preset: str) -> None:
    """Titles, 5+ | 大富豪 富豪 平民… 貧民 大貧民 | same | same | `titles`."""
    for count in (5,) if preset == "uecda" else (5, 6, 8):
        order = ("eve", "bob", "cid", "ann", "dee", "fay", "gus", "hal")[:count]
        table = finish(Daifugo.play(sorted(order), preset), *order)
        middle = [PLAIN] * (count - 4)
        assert [titles(table)[n] for n in order] == [HIGH, RICH, *middle, POOR, LOW]


def test_row_titles_can_be_chosen() -> None:
    """The option `titles` gives other titles, by the number of players."""
    chosen = {"titles": '{"2": ["king", "knave"]}', "points": '{"king": 7}', "final_points": "{}"}
    table = finish(Daifugo.play(["ann", "bob", "cid"], "official", chosen), "cid", "ann", "bob")
    assert titles(table) == {"cid": "king", "ann": "knave", "bob": "knave"}
    assert table.scores == [0, 0, 7]


@pytest.mark.parametrize("key", [b"1", b"2", b"3"])
@pytest.mark.parametrize("preset", PRESETS)
def test_row_deal_remainder(preset: str, key: bytes) -> None:
    """Deal remainder | last game's first seat on; game 1: random dealer | dealer first |
    大富豪 first; game 1 random | `remainder`."""
    table = seated(*FIVE, preset=preset, key=key)
    first = odd_cards(dealt(table))
    assert len(first) == (4 if preset == "millionaire" else 3)
    leader = table.names[table.first]
    finish(table, "cid", "ann", "eve", "bob", "dee")
    second = odd_cards(dealt(table))
    if preset == "millionaire":
        assert leader == "ann"
        assert second[0] == "ann"
    elif preset == "uecda":
        assert second[0] == "cid"


@pytest.mark.parametrize("preset", PRESETS)
def test_row_deal_remainder_is_drawn_by_lot_in_game_1(preset: str) -> None:
    """Game 1: random dealer; and `dealer` draws one for every game."""
    keys = [b"%d" % n for n in range(40)]
    firsts = {odd_cards(dealt(seated(*FIVE, preset=preset, key=key)))[0] for key in keys}
    assert firsts == set(FIVE)


def test_row_deal_remainder_of_a_new_dealer_in_each_game() -> None:
    """`remainder` dealer: a dealer is drawn for later games, too, whoever won or led."""
    table = seated(*FIVE, games=30)
    dealers = set()
    for _ in range(30):
        dealers.add(odd_cards(dealt(table))[0])
        finish(table, *FIVE)
    assert dealers == set(FIVE)


@pytest.mark.parametrize(
    ("players", "each", "odd"), [(4, 13, 1), (5, 10, 3), (6, 8, 5)], ids=["4", "5", "6"]
)
def test_seed_002_dealing_examples(players: int, each: int, odd: int) -> None:
    """4人: 各13枚 + 1枚余り, 5人: 各10枚 + 3枚余り, 6人: 各8枚 + 5枚余り, ディーラーから順に."""
    counts = dealt(seated(*(*FIVE, "fay")[:players]))
    assert sorted(counts.values()) == [each] * (players - odd) + [each + 1] * odd
    assert len(odd_cards(counts)) == odd


def test_row_first_lead_game_1_of_millionaire() -> None:
    """First lead, game 1 | lowest name, seats in the order of names."""
    table = Daifugo.play(["eve", "bob", "dee", "ann"], "millionaire", key=b"x")
    assert [table.names[s] for s in table.order] == ["ann", "bob", "dee", "eve"]
    assert asked(table) == "ann"


@pytest.mark.parametrize(("preset", "card"), [("official", "S3"), ("uecda", "D3")])
@pytest.mark.parametrize("key", [b"1", b"2", b"3"])
def test_row_first_lead_game_1(preset: str, card: str, key: bytes) -> None:
    """First lead, game 1 | … | holder of S3 (or `random`) | holder of D3, every game."""
    table = Daifugo.play(FIVE, preset, key=key)
    assert card in hand(table, asked(table))
    watcher = table.view()
    assert [c for cards in watcher.hands for c in cards if c != "??"] == [card], "it is shown"


def test_row_first_lead_game_1_can_be_random() -> None:
    """`first_lead` random: any player may lead, and no card is shown."""
    keys = [b"%d" % n for n in range(40)]
    tables = [Daifugo.play(FIVE, "official", {"first_lead": "random"}, key=k) for k in keys]
    assert {asked(t) for t in tables} == set(FIVE)
    assert all(set(cards) == {"??"} for t in tables for cards in t.view().hands)


def test_row_later_leads_of_millionaire() -> None:
    """Later leads | 大貧民, seating becomes reverse finish order, ties by name."""
    table = after("cid", "ann", "eve", "bob", "dee", preset="millionaire", bad_exchange="ask")
    assert [table.names[s] for s in table.order] == ["dee", "bob", "eve", "ann", "cid"]
    say(table, f"PUT dee {' '.join(list(hand(table, 'cid'))[:2])}")
    say(table, f"PUT bob {next(iter(hand(table, 'ann')))}")
    assert asked(table) == "dee"


def test_row_later_leads_ties_by_name() -> None:
    """Two 大貧民 (both cheated): the first by name sits first and leads."""
    table = after("cid", "ann", "eve", "dee", "bob", preset="millionaire")
    cheat(table, "bob")
    cheat(table, "dee")
    finish(table, "ann", "cid", "eve")
    assert ranking(table) == ["ann", "cid", "eve", "dee", "bob"]
    table.apply("", "START")
    assert [table.names[s] for s in table.order] == ["bob", "dee", "eve", "cid", "ann"]


def test_row_later_leads_of_official() -> None:
    """Later leads | … | 大貧民, seating fixed."""
    table = after("cid", "ann", "eve", "dee", "bob")
    give_any(table)
    assert [table.names[s] for s in table.order] == list(FIVE)
    assert asked(table) == "bob"


def test_row_later_leads_of_uecda() -> None:
    """Later leads | … | D3; seats reshuffled every 3 games."""
    table = Daifugo.play(FIVE, "uecda", key=b"4")
    orders = []
    for _ in range(9):
        give_any(table)
        assert "D3" in hand(table, asked(table))
        orders.append(table.order)
        finish(table, *FIVE)
        table.apply("", "START")
    for before, later in pairwise(range(9)):
        assert (orders[before] == orders[later]) == (later % 3 > 0)


def test_row_later_leads_goes_by_who_holds_the_card_after_the_exchange() -> None:
    """holder of D3, every game: who was given it leads, not who gave it away."""
    table = after(*FIVE, preset="uecda")
    d3 = next(c for c in table.cards.all if c == "D3")
    for seat, pile in table.piles.items():
        if d3 in pile:
            table.piles.move([d3], seat, table.people.seat_of["ann"], 1)
    other = next(c for c in hand(table, "ann") if c != "D3")
    assert asked(table) == "ann"
    assert all("D3" not in cards for cards in table.view().hands), "it is not shown yet"
    say(table, f"PUT eve D3 {other}")
    say(table, f"PUT dee {next(iter(hand(table, 'bob')))}")
    assert asked(table) == "eve"
