"""A player takes part in deals: it finds every lie, and never cries where there is none."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.fair import PlayerRole
from cardkit.fair.player_role import DEALS_KEPT
from cardkit.protocol import read_frame
from tests.fair.vectors import (
    ABOUT,
    DECK,
    SEATS,
    dealt,
    i_am_left_off_the_list_and_open_nothing,
)
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
from tests.fair_tables import Player, draw
from tests.helpers import Frame
from tests.kinds_of_games import of_every_kind

# --- honest play -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", of_every_kind())
def test_nothing_is_found_in_matches_that_are_dealt_fairly(game: str) -> None:
    table = a_table(game)
    play_match(table)
    table.start()  # and into the next one
    table.play(10)
    assert table.found() == []
    for guest in table.guests:
        first = [deal for deal in guest.fair.deals.values() if deal.match == 1 and deal.given]
        assert all(deal.opened and not deal.missing for deal in first)
        assert sum(deal.proved for deal in first) >= len(first)


@pytest.mark.parametrize("game", ["page_one", "flush_poker", "daifugo", "rummy"])
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
    known = {watcher.fair, *(guest.fair for guest in table.guests)}  # a fresh one has seen less
    assert any(deal.proved for player in known for deal in player.deals.values())


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


# --- anything at all -------------------------------------------------------------------------

words = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=6,
)
steps = st.sampled_from(["open", "commits", "ready", "root", "secret", "void", "dispute", "new"])
messages = st.one_of(
    st.builds(lambda step, rest: ["DEAL", step, *rest], steps, st.lists(words, max_size=5)),
    st.builds(lambda rest: ["PROOF", *rest], st.lists(words, max_size=5)),
    st.builds(lambda rest: [6, "MOVE", *rest], st.lists(words, max_size=4)),
    st.builds(lambda rest: ["STATE", 5, *rest], st.lists(words, max_size=2)),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(messages, min_size=1, max_size=4))
def test_whatever_a_server_says_a_player_survives_it(frame: Frame) -> None:
    player = dealt().player
    player.hear(read_frame(frame))
    player.hear(read_frame(frame))


def test_what_a_server_can_make_a_player_remember_is_bounded() -> None:
    player, plain = PlayerRole("ann", draw("bounded")), {**ABOUT, "deck": DECK, "seats": SEATS}
    for match in range(1, DEALS_KEPT + 100):
        about = plain | {"match": match, "deal": 1, "table": f"t-{match % 99}"}
        player.hear(read_frame([["DEAL", "open", 1, about, "ab" * 32]]))
    assert len(player.deals) <= DEALS_KEPT
    for number in range(1000):
        player.hear(read_frame([["DEAL", "commits", number, ["00"]]]))
    assert len(player.found) <= 200
    huge = plain | {"match": 10**6, "deal": 1, "options": {"x": "y" * 10**6}}
    before = len(player.deals)
    player.hear(read_frame([["DEAL", "open", 1, huge, "ab" * 32]]))
    assert len(player.deals) == before


def test_a_player_knows_what_was_proved_who_was_missing_and_what_is_open() -> None:
    table = dealt()
    table.secrets()
    table.whole(game=2)
    assert [deal.opened for deal in table.player.of_match] == [True, False]
    assert [deal.proved for deal in table.player.of_match] == [2, 2]
    table = i_am_left_off_the_list_and_open_nothing()
    assert table.player.deal is not None
    assert table.player.deal.missing == SEATS
