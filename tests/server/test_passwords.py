"""Passwords: what is stored, and what a guess costs."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server import passwords
from cardkit.server.passwords import (
    COST,
    Cost,
    check_password,
    hash_password,
)

CHEAP = Cost(memory=8, passes=1)
GOOD = "correct horse"

# --- passwords -----------------------------------------------------------------------------------


def test_a_password_is_checked_against_its_hash() -> None:
    phc = hash_password(GOOD)
    assert phc.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert check_password(GOOD, phc)
    assert not check_password("correct house", phc)


def test_each_hash_has_a_salt_of_its_own() -> None:
    assert hash_password(GOOD, CHEAP) != hash_password(GOOD, CHEAP)


@settings(max_examples=50)
@given(st.text(min_size=8, max_size=60), st.text(max_size=60))
def test_only_the_same_password_is_right(password: str, guess: str) -> None:
    try:
        phc = hash_password(password, CHEAP)
    except Refused:
        return
    assert phc.isascii()
    assert check_password(password, phc)
    assert check_password(guess, phc) == (passwords._normal(guess) == passwords._normal(password))


@pytest.mark.parametrize(
    "typed", ["ｃｏｒｒｅｃｔ　ｈｏｒｓｅ", "  correct   horse ", "correct\thorse"]
)
def test_a_password_is_the_same_from_every_keyboard(typed: str) -> None:
    assert check_password(typed, hash_password(GOOD, CHEAP))


@pytest.mark.parametrize("password", ["", "short77", "       a       ", "x" * 201])
def test_a_password_that_is_too_short_or_too_long_is_refused(password: str) -> None:
    with pytest.raises(Refused, match="8 to 200 characters") as caught:
        hash_password(password, CHEAP)
    assert caught.value.reason == ServerReason.WRONG_PASSWORD


@pytest.mark.parametrize("password", ["x" * 8, "x" * 200, "大富豪大富豪大富", "\ud800" * 8])
def test_the_limits_themselves_are_good(password: str) -> None:
    assert check_password(password, hash_password(password, CHEAP))


@pytest.mark.parametrize("guess", ["", "KEY", "x" * 4000, "\ud800\x00"])
def test_any_guess_is_only_wrong(guess: str) -> None:
    assert not check_password(guess, hash_password(GOOD, CHEAP))


DAMAGED = hash_password(GOOD, CHEAP)


@pytest.mark.parametrize(
    "phc",
    [
        *("", "x", "$argon2id$", DAMAGED[:-1], DAMAGED + "é", DAMAGED + "\x00", "\ud800"),
        *(DAMAGED.replace("t=1", "t=0"), DAMAGED.replace("t=1", "t=" + "9" * 30)),
        *(DAMAGED.replace("m=8", "m=1"), DAMAGED.replace("m=8", "m=4294967295")),
    ],
    ids=itertools.count(),  # the salt is another one each time
)
def test_a_damaged_hash_lets_nobody_in(phc: str) -> None:
    assert not check_password(GOOD, phc)


@given(st.text(max_size=20), st.integers(0, len(DAMAGED)))
def test_no_change_of_a_hash_breaks_the_check(text: str, at: int) -> None:
    changed = DAMAGED[:at].replace("m=8", "m=9") + text
    assert not check_password(GOOD, changed)


def test_an_unknown_name_costs_what_a_known_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    paid: list[Cost] = []
    argon2: Callable[[bytes, Cost], Argon2id] = passwords._argon2

    def counted(salt: bytes, cost: Cost) -> Argon2id:
        paid.append(cost)
        return argon2(salt, cost)

    monkeypatch.setattr(passwords, "_argon2", counted)
    assert not check_password(GOOD, None)
    assert paid == [COST]


def test_other_threads_run_while_a_password_is_checked() -> None:
    steps = 0
    worker = threading.Thread(target=check_password, args=(GOOD, None, Cost(passes=20)))
    worker.start()
    while worker.is_alive():
        steps += 1
    assert steps > 100
