"""The TLS certificate of a server: made on its first start, and then kept.

It is signed by itself, so clients trust it by its fingerprint. A host may put another in its place.
"""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from cardkit.keys import read_secret, write_secret
from cardkit.netgame import Reason, Refused

CERTIFICATE_FILE, KEY_FILE = "certificate.pem", "certificate.key"
_LIFE = timedelta(days=3653)
_SLOW_CLOCK = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where the certificate and its key are, and by what a client knows it."""

    path_cert: Path
    path_key: Path
    fingerprint: str


def ensure_certificate(folder: Path, now: datetime) -> Certificate:
    """The certificate of this data folder, which is made if there is none."""
    path_cert, path_key = folder / CERTIFICATE_FILE, folder / KEY_FILE
    if not path_cert.exists():
        if not path_key.exists():  # else the first start was cut short between the two
            write_secret(path_key, _new_key())
        write_secret(path_cert, _self_signed(path_cert, path_key, now))
    certificate = _read_certificate(path_cert)
    if certificate.public_key() != _read_key(path_cert, path_key).public_key():
        raise _wrong_key(path_cert, path_key)
    return Certificate(path_cert, path_key, certificate.fingerprint(SHA256()).hex())


def server_context(certificate: Certificate) -> ssl.SSLContext:
    """How the server speaks TLS: 1.3 and nothing older."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    try:
        context.load_cert_chain(certificate.path_cert, certificate.path_key)
    except OSError as error:
        raise Refused(
            Reason.BAD_KEY,
            "{path} cannot be used: {error}",
            path=certificate.path_cert,
            error=error.strerror or error,
        ) from error
    return context


def _new_key() -> bytes:
    # Browsers take no certificate with an Ed25519 key.
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _self_signed(path_cert: Path, path_key: Path, now: datetime) -> bytes:
    key = _read_key(path_cert, path_key)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise _wrong_key(path_cert, path_key)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "cardkit")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SLOW_CLOCK)
        .not_valid_after(now + _LIFE)
        .add_extension(x509.SubjectAlternativeName(_own_names()), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    return builder.sign(key, SHA256()).public_bytes(Encoding.PEM)


def _own_names() -> list[x509.GeneralName]:
    host = socket.gethostname()
    names = dict.fromkeys(["localhost", host] if host and host.isascii() else ["localhost"])
    addresses = [x509.IPAddress(ip_address(ip)) for ip in ("127.0.0.1", "::1")]
    return [*map(x509.DNSName, names), *addresses]


def _read_certificate(path: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificates(path.read_bytes())[0]
    except (OSError, ValueError) as error:
        raise Refused(
            Reason.BAD_KEY,
            "{path} is no certificate; remove it, and the next start makes a new one, which "
            "clients have to trust anew",
            path=path,
        ) from error


def _read_key(path_cert: Path, path_key: Path) -> PrivateKeyTypes:
    if not path_key.exists():
        raise _wrong_key(path_cert, path_key)
    try:
        return load_pem_private_key(read_secret(path_key), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise _wrong_key(path_cert, path_key) from error


def _wrong_key(path_cert: Path, path_key: Path) -> Refused:
    return Refused(
        Reason.BAD_KEY,
        "{key} is not the key of {certificate}; bring the right one back, or remove both, and the "
        "next start makes new ones, which clients have to trust anew",
        key=path_key,
        certificate=path_cert,
    )
