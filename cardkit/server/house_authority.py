"""How the nodes of a house know each other: by certificates that only who has its key can make.

From the key of the house follows an authority, the same at every node. Each node makes itself a
certificate under it when it starts, and talks only with who has one, too.
"""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_ALWAYS = datetime(2000, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)
_SLOW_CLOCK = timedelta(days=1)
_LIFE = timedelta(days=3653)
"""Longer than a node runs; it makes a new one whenever it starts."""


class HouseAuthority:
    """Vouches for the nodes of a house."""

    def __init__(self, key: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(key)
        self._name = named("cardkit house")
        # All of it follows from the key, so each node has the very same one.
        self.certificate = certificate(
            self._name, self._name, self._key.public_key(), _ALWAYS, 1, path_length=0
        ).sign(self._key, None)

    def contexts(self, now: datetime) -> tuple[ssl.SSLContext, ssl.SSLContext]:
        """How a node speaks TLS as the one who is called, and as the one who calls."""
        key = Ed25519PrivateKey.generate()
        life = now - _SLOW_CLOCK, now + _LIFE
        serial = x509.random_serial_number()
        own = certificate(named("cardkit node"), self._name, key.public_key(), life, serial)
        written = own.sign(self._key, None).public_bytes(Encoding.PEM) + key.private_bytes(
            Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
        )
        with TemporaryDirectory(prefix="cardkit-") as folder:  # OpenSSL reads it from files only
            path = Path(folder) / "node.pem"
            path.touch(0o600)
            path.write_bytes(written)
            called, calls = (self._context(each, path) for each in _SIDES)
        return called, calls

    def _context(self, side: int, path: Path) -> ssl.SSLContext:
        context = ssl.SSLContext(side)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False  # whoever has a certificate of the house is right
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(cadata=self.certificate.public_bytes(Encoding.DER))
        context.load_cert_chain(path)
        if side == ssl.PROTOCOL_TLS_SERVER:
            context.num_tickets = 0
        return context


_SIDES = ssl.PROTOCOL_TLS_SERVER, ssl.PROTOCOL_TLS_CLIENT


def named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: Ed25519PublicKey,
    life: tuple[datetime, datetime],
    serial: int,
    path_length: int | None = None,
) -> x509.CertificateBuilder:
    """Still to be signed; with a path length it is one that vouches for others."""
    is_authority = path_length is not None
    limits = x509.BasicConstraints(ca=is_authority, path_length=path_length)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(serial)
        .not_valid_before(life[0])
        .not_valid_after(life[1])
        .add_extension(limits, critical=True)
    )
