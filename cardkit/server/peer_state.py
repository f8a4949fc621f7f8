"""What a node has to know of a peer to go on where another one has stopped."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Self

import msgpack

from cardkit.netgame import LANGUAGES
from cardkit.protocol import Codec, LineCodec
from cardkit.protocol.arrays import JsonCodec
from cardkit.protocol.client_commands import VIEWS
from cardkit.protocol.frames import FrameCodec
from cardkit.server.links import Link
from cardkit.server.session import Peer

LONGEST_STATE = 1 << 16
_CODECS: dict[str, type[Codec]] = {each.name: each for each in (LineCodec, FrameCodec, JsonCodec)}
_LONGEST_NAME = 64
"""Characters of an address, or of the name of a participant."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PeerState:
    """A peer between two commands."""

    address: str
    codec: str
    language: str
    views: str
    proofs: bool
    follows: bool
    lobby: bool
    """Whether it listens to the lobby."""
    session: str
    """Its name, if it has entered."""
    heard: bytes
    """The bytes of its last commands, as far as they came."""
    done: int
    """How many of these were carried out: the next one is what it is handed on for."""

    @classmethod
    def of(cls, peer: Peer, heard: bytes, done: int, *, lobby: bool) -> Self:
        session = peer.session
        return cls(
            address=peer.address,
            codec=peer.codec.name,
            language=peer.language,
            views=peer.views,
            proofs=peer.proofs,
            follows=peer.follows,
            lobby=lobby,
            session="" if session is None else session.name,
            heard=heard,
            done=done,
        )

    def peer(self, link: Link) -> Peer:
        """The same peer, over another link."""
        peer = Peer(_CODECS[self.codec](), link.send, link.finish, self.address)
        peer.language, peer.views = self.language, self.views
        peer.proofs, peer.follows = self.proofs, self.follows
        return peer

    def packed(self) -> bytes:
        packed: bytes = msgpack.packb(asdict(self))
        return packed

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Raises `ValueError` for what is no state of a peer."""
        try:
            told = msgpack.unpackb(data)
        except (msgpack.UnpackException, RecursionError) as error:
            raise ValueError from error
        if not isinstance(told, dict) or told.keys() != {each.name for each in fields(cls)}:
            raise ValueError
        for each in fields(cls):
            if type(told[each.name]).__name__ != each.type:
                raise ValueError
        state = cls(**told)
        if (
            state.codec not in _CODECS
            or state.language not in LANGUAGES
            or state.views not in VIEWS
            or max(len(state.address), len(state.session)) > _LONGEST_NAME
            or not 0 <= state.done <= len(state.heard)
        ):
            raise ValueError
        return state
