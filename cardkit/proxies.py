"""Which addresses a host trusts, and for whom a trusted proxy speaks.

What a proxy says of its client is believed only if it comes from an address that the host has
named: anybody else could say so, too, and pass for somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

LONGEST_LINE = 107
"""Bytes of the line before a connection that a proxy hands on, with its end."""
LINE_BEGINS = b"PROXY "
_LINE = re.compile(rb"PROXY (?:TCP4|TCP6) (\S+) \S+ \d+ \d+\r\n")
_UNKNOWN = re.compile(rb"PROXY UNKNOWN[^\r\n]*\r\n")


class Networks:
    """Addresses, and networks of them such as 10.0.0.0/8. `ValueError` for what is none."""

    def __init__(self, written: Iterable[str] = ()) -> None:
        self._networks = [ip_network(each) for each in written]

    def __contains__(self, address: str) -> bool:
        found = _address(address)
        return found is not None and any(found in network for network in self._networks)


class TrustedProxies(Networks):
    """Those whose word counts when they say for whom they speak."""

    def client(self, address: str, forwarded: str) -> str:
        """Who has sent what came from this address with such an `X-Forwarded-For`.

        Each proxy adds the address that it has seen at the end. So the last one that is no proxy
        of ours is the client; whatever stands before it the client may have made up.
        """
        for said in reversed(forwarded.split(",")):
            if address not in self:
                break
            found = _address(said.strip())
            if found is None:
                break
            address = str(found)
        return address


NO_PROXIES = TrustedProxies()


def client_in(line: bytes) -> str | None:
    """The client in the line of the PROXY protocol, version 1; nothing where it names none.

    `ValueError` for what is no such line.
    """
    if _UNKNOWN.fullmatch(line):
        return None
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError("no line of the PROXY protocol")
    return str(ip_address(found[1].decode("ascii", "replace")))


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
