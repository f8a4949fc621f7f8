"""The sums of fair dealing: the test vector, uniform shuffles, and proofs that cannot be forged."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cardgame import CardGame
from cardkit.fair import (
    CommittedDeck,
    FairDealer,
    Proof,
    check_card,
    commit_dealer,
    commit_player,
    context_of,
    seed_of,
)
from cardkit.registry import installed
from tests.helpers import card_game, play_out

CONTEXT = sha256(b"server-pubkey|match m1|deal 0").digest()
SECRET = bytes(range(32))
GIVEN = [b"\x11" * 32, b"\x22" * 32, None, b"\x44" * 32]
PACK = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
SHUFFLED = (
    "H5 S2 SQ CJ DT HA HT D6 S3 H6 C5 S7 C9 D7 CA S4 D8 DQ H8 SJ C2 H2 D9 S8 CK D2 "
    "H9 HJ S6 DK C8 CQ C4 D3 DJ H4 ST HQ C7 H3 S5 S9 SA H7 HK CT C6 D5 DA C3 D4 SK"
)


def test_the_test_vector() -> None:
    assert CONTEXT.hex() == "bb5401cfb2e5de8b874ef507ca4af96f66bc5ca7d9c9525194411943d9a9ceca"
    assert commit_dealer(CONTEXT, SECRET).hex() == (
        "b029355cf710c73a85585f56201049747ee7abdb2f3e24fdc585037387278792"
    )
    seed = seed_of(SECRET, CONTEXT, GIVEN)
    assert seed.hex() == "3cea9a39441845dc8ff3500eda33ea7fc93bbf18306c218ff04f1f3f387ba51a"
    deck = list(PACK)
    FairDealer(seed).shuffle(deck, "deck")
    assert " ".join(deck) == SHUFFLED
    assert CommittedDeck(CONTEXT, SECRET, deck, "deck").root.hex() == (
        "867427d89b1e28cdb78c0603d81bb913ae568696ce43b5bcb813ee47b72e403d"
    )


def test_a_missing_contribution_makes_another_seed_than_any_given_one() -> None:
    seeds = {
        seed_of(SECRET, CONTEXT, [b"\x11" * 32, second, *GIVEN[2:]])
        for second in (None, b"", b"\0" * 32, b"\x22" * 32)
    }
    assert len(seeds) == 4


def test_a_commitment_binds_to_the_seat_the_deal_and_the_contribution() -> None:
    other = context_of({"match": 2})
    seen = {
        commit_player(context, seat, given)
        for context in (CONTEXT, other)
        for seat in range(4)
        for given in (b"\x11" * 32, b"\x22" * 32)
    }
    assert len(seen) == 16


def test_a_context_is_the_same_however_its_parts_are_ordered() -> None:
    assert context_of({"deal": 1, "names": ["ann", "大"]}) == context_of(
        {"names": ["ann", "大"], "deal": 1}
    )
    assert context_of({"deal": 1}) != context_of({"deal": "1"})


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_order_is_as_likely_as_the_next(size: int) -> None:
    orders = Counter[tuple[int, ...]]()
    tries = 6000
    for number in range(tries):
        cards = list(range(size))
        FairDealer(sha256(b"%d" % number).digest()).shuffle(cards, "deck")
        orders[tuple(cards)] += 1
    kinds = list(permutations(range(size)))
    expected = tries / len(kinds)
    chi2 = sum((orders[kind] - expected) ** 2 / expected for kind in kinds)
    assert chi2 < 2.5 * len(kinds) + 15


def test_every_card_comes_to_every_place_of_a_whole_deck_alike() -> None:
    places, tries = Counter[tuple[int, int]](), 2600
    for number in range(tries):
        cards = list(range(52))
        FairDealer(sha256(b"deck %d" % number).digest()).shuffle(cards, "deck")
        places.update(enumerate(cards))
    expected = tries / 52
    chi2 = sum(
        (places[place, card] - expected) ** 2 / expected
        for place in range(52)
        for card in range(52)
    )
    free = 51 * 51
    assert abs(chi2 - free) < 5 * (2 * free) ** 0.5


@given(st.integers(1, 1000), st.binary(min_size=32, max_size=32), st.text(max_size=10))
def test_a_number_is_below_its_bound(n: int, key: bytes, label: str) -> None:
    assert 0 <= FairDealer(key).below(n, label) < n


def test_labels_are_streams_of_their_own() -> None:
    dealer = FairDealer(SECRET)
    drawn = {tuple(dealer.below(1 << 30, f"{label}") for label in (n, f"{n} ")) for n in range(50)}
    assert len({number for pair in drawn for number in pair}) == 100


@given(st.integers(1, 110), st.data())
def test_every_card_of_a_deck_of_any_size_is_proved(size: int, data: st.DataObject) -> None:
    cards = [f"c{number}" for number in range(size)]
    deck = CommittedDeck(CONTEXT, SECRET, cards, "deck")
    place = data.draw(st.integers(0, size - 1))
    proof = deck.proof(place)
    assert proof.card == cards[place]
    assert check_card(deck.root, CONTEXT, proof)


def tampered(chance: Random, deck: CommittedDeck, size: int) -> tuple[bytes, bytes, Proof]:
    """A true proof in which something is false: the root, the deal, or a part of the proof."""
    proof = deck.proof(chance.randrange(size))
    root, context = deck.root, CONTEXT
    match chance.randrange(8):
        case 0:
            other = chance.choice([c for c in PACK if c != proof.card])
            proof = replace(proof, card=other)
        case 1:
            other_place = chance.choice([p for p in range(64) if p != proof.place])
            proof = replace(proof, place=other_place)
        case 2:
            proof = replace(proof, salt=flipped(chance, proof.salt))
        case 3:
            at = chance.randrange(len(proof.path))
            path = list(proof.path)
            path[at] = flipped(chance, path[at])
            proof = replace(proof, path=tuple(path))
        case 4:
            proof = replace(proof, path=proof.path[: chance.randrange(len(proof.path))])
        case 5:
            proof = replace(proof, path=(*proof.path, chance.randbytes(32)))
        case 6:
            root = flipped(chance, root)
        case _:
            context = flipped(chance, context)
    return root, context, proof


def flipped(chance: Random, data: bytes) -> bytes:
    at = chance.randrange(len(data) * 8)
    changed = bytearray(data)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def test_no_tampered_proof_is_accepted() -> None:
    chance = Random(1)
    cards = list(PACK)
    FairDealer(SECRET).shuffle(cards, "deck")
    deck = CommittedDeck(CONTEXT, SECRET, cards, "deck")
    for _ in range(20_000):
        assert not check_card(*tampered(chance, deck, 52))


@pytest.mark.parametrize(
    "proof",
    [
        Proof(-1, "S3", b"", ()),
        Proof(1, "S3", b"", ()),
        Proof(1 << 40, "S3", b"x" * 16, (b"",) * 6),
        Proof(0, "", b"", (b"",) * 100),
    ],
)
def test_a_proof_that_makes_no_sense_is_no_proof(proof: Proof) -> None:
    assert not check_card(b"\0" * 32, CONTEXT, proof)


@pytest.mark.parametrize("name", installed())
def test_a_fair_dealer_stands_in_at_a_table_of_any_game(name: str) -> None:
    game: type[CardGame] = card_game(name)
    names = ["ann", "bob", "cid", "dan"][: max(game.seats.least, min(4, game.seats.most))]
    table = game.play(names, key=SECRET, dealer=FairDealer)
    play_out(table)
    assert game(key=SECRET, dealer=FairDealer).replay(table.journal).digest() == table.digest()
