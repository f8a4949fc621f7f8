"""Links: bytes to a server and back, over TCP, over TLS, or over any trio stream.

Knows nothing of what the bytes say. A link that broke looks like one that ended.
"""

from __future__ import annotations

import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from typing import Protocol

import trio

from cardkit.client.address import Address
from cardkit.netgame import Refused, plural
from cardkit.protocol.reasons import ServerReason

_CHUNK = 65536
_PATIENCE = 10.0
"""Seconds to wait for a server to pick up."""
AT_ONCE, FIRST_WAIT, LONGEST_WAIT = 0.05, 0.25, 4.0
"""Seconds before a link that was lost is dialled again: at first, where another server may have
gone on already, after the first time that was in vain, and at most."""
_BROKEN = (trio.BrokenResourceError, trio.ClosedResourceError)


class Transport(Protocol):
    """A way for bytes, once there and never opened again."""

    async def receive(self) -> bytes:
        """Some bytes, or none when the link has ended, for whatever reason."""

    async def send(self, data: bytes) -> None:
        """Send all of it; what cannot be sent any more is dropped, and `receive` will tell."""

    async def close(self) -> None:
        """End the link, also while another task receives."""


Dial = Callable[[], Awaitable[Transport]]
"""Opens a new link to the same server, or raises `Refused`."""


class StreamTransport:
    """A link over any trio stream, such as a socket or one end of a pair in memory."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream

    async def receive(self) -> bytes:
        try:
            return bytes(await self._stream.receive_some(_CHUNK))
        except _BROKEN:
            return b""

    async def send(self, data: bytes) -> None:
        try:
            await self._stream.send_all(data)
        except _BROKEN:
            await self.close()

    async def close(self) -> None:
        with trio.move_on_after(1):  # TLS says goodbye, but waits for nobody
            await self._stream.aclose()


class Redial:
    """Dials again after a link was lost: soon at first, then less often, and not for ever."""

    def __init__(self, dial: Dial, jitter: Callable[[], float], patience: float) -> None:
        self._dial, self._jitter, self._patience = dial, jitter, patience
        self._tries, self._lost_at = 0, 0.0

    def begin(self) -> bool:
        """A link is lost; whether one was before, and nobody was back since."""
        if not self._tries:
            self._lost_at = trio.current_time()
        return self._tries > 0

    def end(self) -> bool:
        """One is back; whether one was lost."""
        tries, self._tries = self._tries, 0
        return tries > 0

    async def link(self) -> Transport:
        """The next link, or raise `Refused` when patience is at its end."""
        while True:
            wait = AT_ONCE
            if self._tries:
                wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._tries - 1, 20))
            wait *= 0.5 + self._jitter()
            if trio.current_time() + wait > self._lost_at + self._patience:
                raise Refused(
                    ServerReason.NO_CONNECTION,
                    plural(
                        round(self._patience),
                        "the connection is lost, and the server was not reached again for 1 second",
                        "the connection is lost, and the server was not reached again for {n:,} "
                        "seconds",
                    ),
                )
            await trio.sleep(wait)
            self._tries += 1
            try:
                return await self._dial()
            except Refused:
                continue


@dataclass(frozen=True, slots=True)
class AddressDial:
    """Opens links to the server at one address."""

    address: Address

    async def __call__(self) -> Transport:
        address = self.address
        with trio.move_on_after(_PATIENCE):
            try:
                # trio sets TCP_NODELAY: a command is small and must not wait for the next one.
                stream = await trio.open_tcp_stream(address.host, address.port)
            except (OSError, UnicodeError) as error:
                raise _no_connection(address, _why(error)) from error
            return StreamTransport(await _with_tls(stream, address) if address.tls else stream)
        raise Refused(
            ServerReason.NO_CONNECTION,
            "{address} does not answer; is it the right address?",
            address=address,
        )

    def at(self, host: str, port: int) -> AddressDial:
        """How to reach another server of the same house."""
        return AddressDial(replace(self.address, host=host, port=port))


def dial(address: Address) -> AddressDial:
    """How to reach the server at this address, as often as needed."""
    return AddressDial(address)


async def _with_tls(stream: trio.SocketStream, address: Address) -> trio.abc.Stream:
    secure = trio.SSLStream(stream, _context(address), server_hostname=address.host)
    try:
        await secure.do_handshake()
    except _BROKEN as error:
        await trio.aclose_forcefully(stream)
        why = error.__cause__
        if isinstance(why, ssl.SSLCertVerificationError):
            raise Refused(
                ServerReason.NO_CONNECTION,
                "the certificate of {address} is not trusted: {why}; if you know the server, give "
                "its fingerprint: --pin SHA256",
                address=address,
                why=why.verify_message,
            ) from error
        raise _no_connection(address, _why(why or error)) from error
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise
    if address.pin:
        found = sha256(secure.getpeercert(binary_form=True) or b"").hexdigest()
        if not compare_digest(found, address.pin):
            await trio.aclose_forcefully(secure)
            raise Refused(
                ServerReason.NO_CONNECTION,
                "{address} is not the server that you know: the fingerprint of its certificate is "
                "{found}",
                address=address,
                found=found,
            )
    return secure


def _context(address: Address) -> ssl.SSLContext:
    """TLS 1.3, trusting what this machine trusts, or the pin alone, which is checked after."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    if address.pin:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _why(error: BaseException) -> str:
    """The words of the system for what went wrong; trio keeps them with the last attempt."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[-1]
    if isinstance(error, ssl.SSLError):
        return error.reason or "TLS"
    if isinstance(error, OSError) and not error.strerror and error.__cause__ is not None:
        return _why(error.__cause__)
    words: str = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return words.rpartition("): ")[2]  # trio puts the address in front, as Python writes it


def _no_connection(address: Address, why: str) -> Refused:
    return Refused(
        ServerReason.NO_CONNECTION,
        "there is no connection to {address}: {why}; is the server running there?",
        address=address,
        why=why,
    )
