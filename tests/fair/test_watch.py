"""A watch takes part in deals: it finds every lie, and never cries where there is none."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

import pytest

from cardkit.fair import watch as watch_module
from cardkit.fair.ja import TEXTS
from cardkit.netgame.texts import is_translated
from cardkit.registry import find_game, installed
from tests.fair_stories import (
    a_table,
    at,
    bent,
    found_in,
    harmless,
    lie,
    play_match,
    spots,
)
from tests.fair_tables import Player

GAMES = {name: find_game(name) for name in installed()}
EXAMPLES = ["examples/rummy.py:Rummy", "examples/old_maid.py:OldMaid", "examples/hearts.py:Hearts"]

# --- honest play -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*GAMES, *EXAMPLES])
def test_nothing_is_found_in_matches_that_are_dealt_fairly(game: str) -> None:
    table = a_table(game)
    play_match(table)
    table.start()  # and into the next one
    table.play(10)
    assert table.found() == []
    for guest in table.guests:
        first = [deal for deal in guest.watch.deals.values() if deal.match == 1 and deal.given]
        assert all(deal.opened and not deal.missing for deal in first)
        assert sum(deal.proved for deal in first) >= len(first)


@pytest.mark.parametrize("game", ["page_one", "flush_poker", "daifugo", "examples/rummy.py:Rummy"])
@pytest.mark.parametrize("afresh", [False, True])
def test_nothing_is_found_by_those_who_come_and_go(game: str, afresh: bool) -> None:
    """Links break after any move, and in the middle of a deal; a watcher comes by."""
    table = a_table(game, seed=f"come and go {afresh}")
    watcher = table.join("wes")
    away: list[Player] = []

    def come_or_go(n: int) -> None:
        if away and table.chance.randrange(3) == 0:
            away.pop().come_back(afresh=afresh)
        elif not away and table.chance.randrange(5) == 0:
            away.append(table.chance.choice(table.guests[1:]))
            away[0].lose()
        if n % 7 == 0:
            table.guests[0].say("STATE")
        table.settle()

    for _ in range(6):
        if table.chance.randrange(2):
            guest = table.chance.choice(table.guests[1:4])
            if guest not in away:
                guest.lose()
                guest.come_back(afresh=afresh)
        table.start()
        table.play(then=come_or_go)
    assert table.found() == []
    watches = {watcher.watch, *(guest.watch for guest in table.guests)}  # a fresh one has seen less
    assert any(deal.proved for watch in watches for deal in watch.deals.values())


# --- lies ------------------------------------------------------------------------------------

LIARS = ["page_one", "flush_poker"]


@pytest.mark.parametrize("game", LIARS)
@pytest.mark.parametrize("kind", ["open", "commits", "ready", "root", "secret", "PROOF"])
def test_every_message_of_a_deal_that_is_changed_is_found(game: str, kind: str) -> None:
    where = spots(game, "PROOF") if kind == "PROOF" else spots(game, "DEAL", kind)
    assert where
    for spot in where[:2] + where[-2:]:
        old = at(game, spot)
        head = 1 if kind == "PROOF" else 2
        changed = [[[*old[:head], *new]] for new in bent(old[head:])]
        for new in [*changed, [], [old, old]]:
            found = found_in(lie(game, spot, *new))
            assert found or harmless(game, spot, new), (old[:3], str(new)[:300])


@pytest.mark.parametrize("game", LIARS)
def test_messages_of_a_deal_in_another_order_are_found(game: str) -> None:
    where = spots(game, "DEAL")
    for one, other in pairwise(where):
        first, second = at(game, one), at(game, other)
        frames = lie(game, one, second)
        frames[other[0]][other[1]] = first
        same = first[1] == second[1] == "open" or first == second
        assert found_in(frames) or same, (first[:3], second[:3])


@pytest.mark.parametrize("game", LIARS)
def test_cards_that_are_told_otherwise_than_proved_are_found(game: str) -> None:
    tried = 0
    for spot in spots(game, "MOVE", "stock")[:12]:
        number, kind, source, to, *cards = at(game, spot)
        for n, card in enumerate(cards):
            other = "S2" if card != "S2" else "S3"
            told = [*cards[:n], other, *cards[n + 1 :]]
            assert found_in(lie(game, spot, [number, kind, source, to, *told])), card
            tried += 1
        assert found_in(lie(game, spot, [number, kind, source, "guest-zoe", *cards]))
        assert found_in(lie(game, spot, [number, kind, source, to, *cards, "??"]))
        assert found_in(lie(game, spot, [number, kind, source, to, *cards[1:]]))
    assert tried > 12


def test_a_pile_that_is_shuffled_once_more_in_secret_is_found() -> None:
    spot = spots("page_one", "SHUFFLE")[0]
    number, *words = at("page_one", spot)
    frames = lie("page_one", spot, [number, *words])
    last = max(m[0] for frame in frames for m in frame if isinstance(m[0], int))
    frames.append([[last + 7, "SHUFFLE", "stock", 20]])
    assert not found_in(frames)  # an event that does not come next is not heard
    frames[-1] = [[last + 1, "SHUFFLE", "stock", 20]]
    assert [f.text for f in found_in(frames)] == ["a pile was shuffled that nobody was bound to"]


def test_what_is_found_can_be_said_in_japanese() -> None:
    said = set()
    for path in (Path(watch_module.__file__).parent).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Untrue", "Text"):
                said |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
    assert len(said) > 30
    assert [text for text in said if not is_translated(str(text), "ja")] == []
    unused = TEXTS.keys() - said
    assert not unused
