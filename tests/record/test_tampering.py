"""Nobody is cheated: no tampered proof and no damaged or forged record is accepted.

Some of what `make soak` tries: one in fifty of its proofs, and of its records.
"""

from __future__ import annotations

from random import Random

import pytest

from cardkit.record import Flaw, RecordFault, check_record
from cardkit.registry import find_game
from tests.memory_server import SERVER
from tests.record.forgery import DAMAGE, LIES, NO, Trick, bodies_of, chained, forged
from tests.record.tampering import (
    PROOFS,
    RECORDS,
    SLICE,
    originals,
    try_proofs,
    try_records,
)

SHARE = 50
KEY = bytes.fromhex(SERVER)


@pytest.mark.parametrize("seed", range(PROOFS // SLICE // SHARE))
def test_no_tampered_proof_is_accepted(seed: int) -> None:
    assert try_proofs(seed) == []


@pytest.mark.parametrize("seed", range(RECORDS // 250 // SHARE))
def test_no_damaged_or_forged_record_is_accepted(seed: int) -> None:
    assert try_records(seed, 250) == []


@pytest.mark.parametrize("trick", LIES)
def test_every_lie_is_tried_and_found_by_the_sums_and_not_by_the_signature(trick: Trick) -> None:
    flaws = set()
    for seed, text in enumerate(originals()[:3]):
        bodies = bodies_of(text)
        if trick(Random(seed), bodies) is not NO:
            with pytest.raises(RecordFault) as caught:
                check_record(chained(bodies), find_game, KEY)
            flaws.add(caught.value.flaw)
    assert flaws
    assert not flaws & {Flaw.BAD_SIGNATURE, Flaw.REORDERED, Flaw.WRONG_KEY}


def test_every_kind_of_damage_and_lie_comes_by() -> None:
    chance = Random(1)
    tried = {forged(chance, originals()[0])[0] for _ in range(1500)}
    lies = {trick.__name__ for trick in LIES} - {"who_gave_nothing_is_said_to_have"}
    assert tried == {damage.__name__ for damage in DAMAGE} | lies


def test_what_is_bound_and_signed_as_it_was_is_right() -> None:
    for text in originals():
        assert chained(bodies_of(text)) == text
        assert check_record(text, find_game, KEY).games >= 1
