"""The brake: how fast tries may come."""

from __future__ import annotations

import re
from ipaddress import IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.throttle import Throttle, origin_of


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


def wait_for(throttle: Throttle, key: str) -> int:
    """How many seconds it asks for; 0 when the try was allowed."""
    try:
        throttle.check(key)
    except Refused as refused:
        return int(re.findall(r"\d+", refused.text())[0])
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
    assert caught.value.reason == ServerReason.TRY_LATER


def test_a_refused_try_costs_nothing() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    for _ in range(50):
        wait_for(throttle, "ann")
    clock.time += 10
    assert wait_for(throttle, "ann") == 0


def test_who_was_right_has_the_try_back() -> None:
    throttle = Throttle(Clock())
    throttle.forgive("nobody")
    for _ in range(40):
        assert not wait_for(throttle, "the school")
        throttle.forgive("the school")
    assert [wait_for(throttle, "the school") for _ in range(6)] == [0, 0, 0, 0, 0, 10]


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
