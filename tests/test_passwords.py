"""Passwords: what is stored, what a guess costs, and how fast guesses may come."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from ipaddress import IPv6Address

import pytest
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.netgame import Reason, Refused
from cardkit.server import passwords
from cardkit.server.passwords import (
    COST,
    Cost,
    Throttle,
    check_password,
    hash_password,
    origin_of,
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
    assert caught.value.reason == Reason.WRONG_PASSWORD


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


# --- the brake -----------------------------------------------------------------------------------


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


def wait_for(throttle: Throttle, *keys: str) -> int:
    """How many seconds it asks for; 0 when the try was allowed."""
    try:
        throttle.check(*keys)
    except Refused as refused:
        return int(str(refused.parts["seconds"]))
    return 0


def test_five_tries_at_once_and_then_one_in_ten_seconds() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    assert [wait_for(throttle, "ann") for _ in range(7)] == [0, 0, 0, 0, 0, 10, 10]
    clock.time += 9.5
    assert wait_for(throttle, "ann") == 1
    clock.time += 0.5
    assert [wait_for(throttle, "ann") for _ in range(2)] == [0, 10]
    clock.time += 50
    assert [wait_for(throttle, "ann") for _ in range(6)] == [0, 0, 0, 0, 0, 10]


def test_who_has_to_wait_is_told_how_long() -> None:
    throttle = Throttle(Clock(), burst=1, every=2.5)
    throttle.check("ann")
    with pytest.raises(Refused, match="try again in 3 seconds") as caught:
        throttle.check("ann")
    assert caught.value.reason == Reason.TRY_LATER


def test_every_key_has_to_have_a_try_left_and_a_refused_one_costs_nothing() -> None:
    throttle = Throttle(Clock())
    for n in range(5):
        assert not wait_for(throttle, f"name{n}", "10.0.0.1")
    for _ in range(9):
        assert wait_for(throttle, "ann", "10.0.0.1")
    assert [wait_for(throttle, "ann", f"10.0.1.{n}") for n in range(6)] == [0, 0, 0, 0, 0, 10]


def test_who_was_right_has_the_try_back() -> None:
    throttle = Throttle(Clock())
    for n in range(40):
        assert not wait_for(throttle, f"pupil{n}", "the school")
        throttle.forgive(f"pupil{n}", "the school", "nobody")
    assert [wait_for(throttle, "guesser", "the school") for _ in range(6)] == [0, 0, 0, 0, 0, 10]


def test_keys_with_all_their_tries_are_forgotten() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    for n in range(100):
        throttle.check(f"name{n}")
    assert len(throttle) == 100
    clock.time += 11
    throttle.check("ann")
    assert len(throttle) == 1


def test_of_too_many_keys_the_oldest_is_dropped() -> None:
    throttle = Throttle(Clock(), burst=1, most=3)
    for n in range(4):
        throttle.check(f"name{n}")
    assert len(throttle) == 3
    assert [bool(wait_for(throttle, f"name{n}")) for n in (3, 2, 1, 0)] == [True, True, True, False]


def test_a_long_key_takes_no_more_room_than_a_short_one() -> None:
    throttle = Throttle(Clock(), burst=1)
    throttle.check("x" * 4000)
    assert wait_for(throttle, "x" * 3999)


QUARTERS = st.integers(0, 200).map(lambda n: n / 4)


@given(st.lists(st.tuples(QUARTERS, st.sampled_from(["a", "b", "c", "d"])), max_size=80))
def test_no_key_ever_tries_more_than_it_may(tries: list[tuple[float, str]]) -> None:
    clock = Clock()
    throttle = Throttle(clock, burst=3, every=10.0, most=4)
    allowed: dict[str, list[float]] = {"a": [], "b": [], "c": [], "d": []}
    for pause, key in tries:
        clock.time += pause
        seconds = wait_for(throttle, key)
        if seconds:
            at = clock.time
            clock.time = at + seconds
            assert not wait_for(throttle, key)
        allowed[key].append(clock.time)
        assert len(throttle) <= 4
    for times in allowed.values():
        for first in range(len(times)):
            for last in range(first, len(times)):
                most = 3 + (times[last] - times[first]) / 10
                assert last - first + 1 <= most


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("somewhere else", "somewhere else"),
    ],
)
def test_an_address_stands_for_whoever_has_it(address: str, origin: str) -> None:
    assert origin_of(address) == origin


@given(st.ip_addresses(v=6), st.integers(0, 2**64 - 1))
def test_all_addresses_of_one_network_are_one_origin(address: IPv6Address, host: int) -> None:
    neighbour = IPv6Address(int(address) >> 64 << 64 | host)
    if not address.ipv4_mapped and not neighbour.ipv4_mapped:
        assert origin_of(str(address)) == origin_of(str(neighbour))
