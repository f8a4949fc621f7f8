"""Addresses as people write them."""

from __future__ import annotations

import pytest

from cardkit.client import Address
from cardkit.netgame import Refused

PIN = "5f" * 32


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("", Address("127.0.0.1", 7272)),
        ("example.org", Address("example.org", 7272)),
        ("example.org:80", Address("example.org", 80)),
        (":80", Address("127.0.0.1", 80)),
        (" localhost:7000 ", Address("localhost", 7000)),
        ("tls://example.org", Address("example.org", 7272, tls=True)),
        ("tls://example.org:443/", Address("example.org", 443, tls=True)),
        ("[::1]", Address("::1", 7272)),
        ("[::1]:80", Address("::1", 80)),
        ("tls://[2001:db8::1]:443", Address("2001:db8::1", 443, tls=True)),
    ],
)
def test_an_address_is_read(typed: str, address: Address) -> None:
    assert Address.parse(typed) == address
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("http://example.org", "http:// is not spoken here"),
        ("example.org:http", "http is no port"),
        ("example.org:0", "0 is no port"),
        ("example.org:65536", "65536 is no port"),
        ("example.org:", "'' is no port"),
        ("::1", r"in brackets: \[::1\]"),
        ("tls://2001:db8::1", r"in brackets: \[2001:db8::1\]"),
        ("[::1", "is no address"),
        ("two words", "is no address"),
        ("host/path", "is no address"),
    ],
)
def test_what_is_no_address_is_refused_with_a_hint(typed: str, hint: str) -> None:
    with pytest.raises(Refused, match=f"BAD_OPTION: .*{hint}"):
        Address.parse(typed)


@pytest.mark.parametrize("pin", [PIN, PIN.upper(), ":".join(["5F"] * 32), f"SHA256:{PIN}"])
def test_a_pin_means_tls_and_may_be_written_as_other_tools_do(pin: str) -> None:
    assert Address.parse("localhost", pin) == Address("localhost", 7272, tls=True, pin=PIN)


@pytest.mark.parametrize("pin", ["5f", PIN + "5f", "no pin", "z" * 64])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    with pytest.raises(Refused, match="64 hex digits"):
        Address.parse("localhost", pin)
